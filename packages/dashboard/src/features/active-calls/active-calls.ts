import type { ActiveCall, ActiveCallsEvent } from '@parley/sdk/client';

/** An active call of the list. */
export interface ActiveCallRow extends Pick<
  ActiveCall,
  | 'roomName'
  | 'customerPhone'
  | 'aiAgentName'
  | 'sentiment'
  | 'lastMessage'
  | 'transferRequested'
  | 'held'
  | 'muted'
> {
  readonly callId: string;
  readonly customerName: string | undefined;
  readonly startedAtMs: number;
}

type Calls = ReadonlyMap<string, ActiveCallRow>;

interface State {
  /** By room, newest first. */
  readonly calls: Calls;
  /** Calls of a snapshot of which parts are missing. */
  readonly partial: readonly ActiveCallRow[];
}

export const noActiveCalls: State = { calls: new Map(), partial: [] };

/** Returns the state after events of the feed: one copy of the list for all of them. */
export function applyEvents(state: State, events: readonly ActiveCallsEvent[], nowMs: number): State {
  let calls = new Map(state.calls);
  let { partial } = state;
  for (const event of events) {
    if (event.type === 'snapshot') {
      partial = [...(event.part === 1 ? [] : partial), ...event.calls.map((call) => toRow(call, nowMs))];
      if (event.part === event.parts) calls = new Map(partial.map((row) => [row.roomName, row]));
    } else if (event.type === 'started') {
      calls = new Map([[event.roomName, toRow(event.call, nowMs)], ...calls]);
    } else if (event.type === 'ended') calls.delete(event.roomName);
    else {
      const row = calls.get(event.roomName);
      if (row !== undefined) calls.set(event.roomName, { ...row, ...changeOf(event) });
    }
  }
  return { calls, partial };
}

type Change = Exclude<ActiveCallsEvent, { type: 'snapshot' | 'started' | 'ended' }>;

function changeOf(event: Change): Partial<ActiveCallRow> {
  switch (event.type) {
    case 'turn':
      return { lastMessage: event.content };
    case 'sentiment':
      return { sentiment: event.sentiment };
    case 'person_requested':
      return { transferRequested: true };
    case 'agent_changed':
      return { aiAgentName: event.agentName };
    case 'command':
      if (event.command === 'hold') return { held: event.on === true };
      return event.command === 'mute' ? { muted: event.on === true } : {};
    default:
      return {};
  }
}

const toRow = (call: ActiveCall, nowMs: number): ActiveCallRow => ({
  callId: call.id,
  roomName: call.roomName,
  customerPhone: call.customerPhone,
  customerName: call.customerName,
  aiAgentName: call.aiAgentName,
  sentiment: call.sentiment,
  lastMessage: call.lastMessage,
  transferRequested: call.transferRequested,
  startedAtMs: nowMs - call.duration * 1000,
  held: call.held,
  muted: call.muted,
});
