import { z } from 'zod';
import { sentiment } from '../../domain/call.ts';
import { idOf } from '../../domain/fields.ts';
import type { ActiveCallRow } from '../../store/active-calls.ts';

const participant = z.object({
  identity: z.string().meta({ description: 'The name of the participant.', examples: ['customer'] }),
  isAgent: z.boolean().meta({ description: 'Whether the participant is the agent.' }),
  joinedAt: z.iso.datetime().meta({ description: 'The time at which the participant joined.' }),
});

const shared = {
  id: idOf('call'),
  roomName: idOf('room').meta({ description: 'The name of the media session of the call.' }),
  customerPhone: z.string().meta({
    description: 'The phone number of the customer, E.164.',
    examples: ['+12025550100'],
  }),
  customerName: z
    .string()
    .optional()
    .meta({
      description: 'Absent if unknown.',
      examples: ['Ada Lovelace'],
    }),
  aiAgentName: z.string().meta({ description: 'The name of the agent.', examples: ['Front desk'] }),
  duration: z.number().meta({ description: 'Seconds since the call was answered.', examples: [41] }),
  sentiment: sentiment.nullable().meta({
    description:
      'The mood of the customer: `positive`, `neutral` or `negative`. By the model of the agent while a client follows the calls of the workspace, else by English words. Null if neither applies.',
  }),
};

export const ActiveCallResponse = z
  .object({
    ...shared,
    status: z.literal('active').meta({ description: 'Always `active`.' }),
    lastMessage: z.string().meta({
      description: 'The latest words of the call.',
      examples: ['Can I come at ten?'],
    }),
    transferRequested: z.boolean().meta({ description: 'Whether the customer asked for a person.' }),
    held: z.boolean().meta({ description: 'Whether the call is on hold.' }),
    muted: z.boolean().meta({ description: 'Whether the agent is muted.' }),
    type: z.enum(['phone', 'web']).meta({ description: '`phone`, or `web` for a call from a browser.' }),
    participants: z.array(participant).meta({ description: 'The participants of the call.' }),
  })
  .meta({ id: 'ActiveCall' });

export const ActiveCallDetailResponse = z
  .object({
    ...shared,
    transcript: z
      .array(
        z.object({
          role: z.enum(['agent', 'customer']).meta({ description: 'The speaker: `agent` or `customer`.' }),
          content: z.string().meta({
            description: 'The spoken words. For the agent: only the part that was played.',
            examples: ['Yes, I will come.'],
          }),
        }),
      )
      .meta({ description: 'The spoken words in order.' }),
    participants: z
      .array(
        participant.extend({
          metadata: z.record(z.string(), z.unknown()).meta({
            description: 'Data of the participant: the name of the agent, or the data of the customer.',
          }),
        }),
      )
      .meta({ description: 'The participants of the call.' }),
  })
  .meta({ id: 'ActiveCallDetail' });

/** The fields of a call in the list. */
type ListedCall = Omit<ActiveCallRow, 'workspaceId' | 'nodeId' | 'agentId' | 'updatedAt' | 'participants'> & {
  readonly participants: readonly Omit<ActiveCallRow['participants'][number], 'metadata'>[];
};

function toSharedFields(row: ListedCall, nowMs: number) {
  return {
    id: row.callId,
    roomName: row.roomName,
    customerPhone: row.customerPhone,
    ...(row.customerName === null ? {} : { customerName: row.customerName }),
    aiAgentName: row.agentName,
    duration: Math.max(Math.floor((nowMs - row.startedAt.getTime()) / 1000), 0),
    sentiment: row.sentiment,
  };
}

export function toActiveCallResponse(row: ListedCall, nowMs: number): z.input<typeof ActiveCallResponse> {
  return {
    ...toSharedFields(row, nowMs),
    status: 'active',
    lastMessage: row.lastMessage,
    transferRequested: row.transferRequested,
    held: row.held,
    muted: row.muted,
    type: row.type,
    participants: row.participants.map(({ identity, isAgent, joinedAt }) => ({
      identity,
      isAgent,
      joinedAt,
    })),
  };
}

export function toActiveCallDetailResponse(
  row: ActiveCallRow,
  transcript: readonly { readonly role: 'agent' | 'customer'; readonly content: string }[],
  nowMs: number,
): z.input<typeof ActiveCallDetailResponse> {
  return {
    ...toSharedFields(row, nowMs),
    transcript: transcript.map(({ role, content }) => ({ role, content })),
    participants: row.participants,
  };
}
