import { z } from 'zod';
import type { ActiveCallRow } from '../../store/active-calls.ts';
import type { PathParameter } from '../endpoint.ts';

const participant = z.object({
  identity: z.string(),
  isAgent: z.boolean(),
  joinedAt: z.iso.datetime(),
});

const shared = {
  id: z.string(),
  roomName: z.string(),
  customerPhone: z.string(),
  customerName: z.string().optional().meta({ description: 'Absent if unknown.' }),
  aiAgentName: z.string(),
  duration: z.number().meta({ description: 'Seconds since the call was answered.' }),
  sentiment: z.enum(['positive', 'neutral', 'negative']),
};

export const ActiveCallResponse = z
  .object({
    ...shared,
    status: z.literal('active'),
    lastMessage: z.string(),
    transferRequested: z.boolean(),
    type: z.enum(['phone', 'web']),
    participants: z.array(participant),
  })
  .meta({ id: 'ActiveCall' });

export const ActiveCallDetailResponse = z
  .object({
    ...shared,
    transcript: z.array(z.object({ role: z.enum(['agent', 'customer']), content: z.string() })),
    participants: z.array(participant.extend({ metadata: z.record(z.string(), z.unknown()) })),
  })
  .meta({ id: 'ActiveCallDetail' });

export const roomParameter = {
  roomName: { kind: 'room', notFoundCode: 'call_not_found', description: 'The room of the call.' },
} as const satisfies Record<string, PathParameter>;

function toSharedFields(row: ActiveCallRow, nowMs: number) {
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

export function toActiveCallResponse(row: ActiveCallRow, nowMs: number): z.input<typeof ActiveCallResponse> {
  return {
    ...toSharedFields(row, nowMs),
    status: 'active',
    lastMessage: row.lastMessage,
    transferRequested: row.transferRequested,
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
