import { z } from 'zod';
import type { CallChange, FeedCall } from '../../contracts/call-feed.ts';
import { callEndReason, callStatus } from '../../domain/call-state.ts';
import { sentiment } from '../../domain/call.ts';
import { exampleId, idOf } from '../../domain/fields.ts';
import type { ActiveCallRow } from '../../store/active-calls.ts';
import {
  ActiveCallDetailResponse,
  ActiveCallResponse,
  toActiveCallResponse,
} from './active-call-response.ts';

const milliseconds = z.number().meta({ description: 'In ms since the answer.', examples: [4200] });
const callFields = {
  callId: idOf('call'),
  roomName: idOf('room'),
  at: z.iso.datetime().meta({ description: 'The time of the change.' }),
};

const changes = [
  z.object({
    type: z.literal('ringing').meta({ description: 'The phone of the customer rings.' }),
    ...callFields,
    direction: z.enum(['inbound', 'outbound']).meta({ description: 'Who called.' }),
    customerPhone: z
      .string()
      .meta({ description: 'The phone number of the customer, E.164.', examples: ['+12025550101'] }),
    customerName: z
      .string()
      .nullable()
      .meta({ description: 'Null if unknown.', examples: ['Ada Lovelace'] }),
    aiAgentName: z.string().meta({ description: 'The name of the agent.', examples: ['Front desk'] }),
  }),
  z.object({
    type: z.literal('started').meta({ description: 'The call was answered.' }),
    ...callFields,
    call: ActiveCallResponse.meta({ description: 'The call.' }),
  }),
  z.object({
    type: z.literal('turn').meta({ description: 'The agent or the customer has finished speaking.' }),
    ...callFields,
    sequence: z
      .int()
      .meta({ description: 'The number of the entry in the transcript, from 1.', examples: [3] }),
    role: z.enum(['agent', 'customer']).meta({ description: 'The speaker.' }),
    content: z.string().meta({
      description: 'The spoken words. For the agent: only the part that was played.',
      examples: ['Can I come at ten?'],
    }),
    startMs: milliseconds,
    endMs: milliseconds,
    interrupted: z.boolean().meta({ description: 'Whether the words were interrupted.' }),
    isTruncated: z
      .literal(true)
      .optional()
      .meta({ description: 'Set if `content` has only the first words.' }),
  }),
  z.object({
    type: z.literal('node').meta({ description: 'The flow entered a node.' }),
    ...callFields,
    nodeId: z.string().meta({ description: 'The id of the node.', examples: ['confirm'] }),
  }),
  z.object({
    type: z.literal('tool').meta({ description: 'An HTTP request of a tool or a node.' }),
    ...callFields,
    phase: z.enum(['started', 'ended']).meta({
      description: 'Requests that only read have no `started`.',
    }),
    requestId: z
      .string()
      .meta({ description: 'The number of the request in the call.', examples: ['request_1'] }),
    tool: z
      .string()
      .optional()
      .meta({ description: 'The name of the tool.', examples: ['find_slots'] }),
    nodeId: z
      .string()
      .optional()
      .meta({ description: 'The node that sent the request.', examples: ['lookup'] }),
    outcome: z
      .string()
      .optional()
      .meta({ description: '`ok`, `failed` or `unknown`.', examples: ['ok'] }),
    durationMs: z
      .number()
      .optional()
      .meta({ description: 'The duration of the request.', examples: [120] }),
  }),
  z.object({
    type: z.literal('silence').meta({ description: 'The agent begins a reply.' }),
    ...callFields,
    turn: z.int().meta({ description: 'The number of the reply, from 1.', examples: [2] }),
    startMs: milliseconds,
    totalMs: z
      .number()
      .meta({ description: 'The silence that the customer heard before the reply.', examples: [640] }),
  }),
  z.object({
    type: z.literal('sentiment').meta({ description: 'The mood of the customer changed.' }),
    ...callFields,
    sentiment: sentiment.nullable().meta({ description: 'The new mood.' }),
  }),
  z.object({
    type: z.literal('person_requested').meta({ description: 'The customer asked for a person.' }),
    ...callFields,
  }),
  z.object({
    type: z.literal('agent_changed').meta({ description: 'Another agent continues the call.' }),
    ...callFields,
    agentId: idOf('agent'),
    agentName: z.string().meta({ description: 'The name of the agent.', examples: ['Billing'] }),
  }),
  z.object({
    type: z.literal('command').meta({ description: 'A command to the call took effect.' }),
    ...callFields,
    command: z
      .string()
      .meta({ description: '`end`, `say`, `whisper`, `mute` or `hold`.', examples: ['hold'] }),
    author: z
      .string()
      .nullable()
      .meta({ description: 'The id of the key or user that sent it.', examples: [exampleId('key')] }),
    on: z.boolean().optional().meta({ description: 'For `mute` and `hold`: whether it begins.' }),
  }),
  z.object({
    type: z.literal('ended').meta({ description: 'The call has ended.' }),
    ...callFields,
    endReason: callEndReason,
    disposition: z
      .string()
      .nullable()
      .meta({ description: 'The outcome.', examples: ['answered'] }),
  }),
] as const;

const part = {
  part: z
    .int()
    .meta({ description: 'The number of this part, from 1. Part 1 replaces earlier data.', examples: [1] }),
  parts: z.int().meta({ description: 'The number of parts.', examples: [1] }),
};

/** The data of the events of all calls. */
export const ActiveCallsFeedEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('snapshot').meta({ description: 'The active calls, newest first.' }),
      ...part,
      calls: z.array(ActiveCallResponse).meta({ description: 'At most 20 calls.' }),
    }),
    ...changes,
  ])
  .meta({ id: 'ActiveCallsEvent' });

/** The data of the events of one call. */
export const ActiveCallFeedEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('snapshot').meta({ description: 'The call so far.' }),
      callId: idOf('call'),
      roomName: idOf('room'),
      status: callStatus,
      call: ActiveCallDetailResponse.nullable().meta({ description: 'Null until the call is answered.' }),
    }),
    ...changes,
  ])
  .meta({ id: 'ActiveCallEvent' });

export const toFeedCall = (row: ActiveCallRow): FeedCall => ({
  callId: row.callId,
  roomName: row.roomName,
  customerPhone: row.customerPhone,
  customerName: row.customerName,
  agentName: row.agentName,
  type: row.type,
  sentiment: row.sentiment,
  lastMessage: row.lastMessage,
  transferRequested: row.transferRequested,
  held: row.held,
  muted: row.muted,
  participants: row.participants.map(({ identity, isAgent, joinedAt }) => ({ identity, isAgent, joinedAt })),
  startedAtMs: row.startedAt.getTime(),
});

export const toFeedCallResponse = (call: FeedCall, nowMs: number): z.input<typeof ActiveCallResponse> =>
  toActiveCallResponse({ ...call, startedAt: new Date(call.startedAtMs) }, nowMs);

/** Returns the fields of a change in an event. */
export function toChangeData(change: CallChange, nowMs: number): Readonly<Record<string, unknown>> {
  return change.type === 'started'
    ? { ...change, call: toFeedCallResponse(change.call, nowMs) }
    : { ...change };
}
