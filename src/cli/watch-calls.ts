import type { ActiveCallEvent, ActiveCallsEvent, ParleyClient } from '../../packages/sdk/src/client.ts';
import { systemClock, type Clock } from '../core/clock.ts';
import type { Output } from './output.ts';
import { onSignals, type SignalSource } from './signals.ts';

type WatchedEvent = ActiveCallEvent | ActiveCallsEvent;

export interface WatchDependencies {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly source: SignalSource;
}

/** Shows each change of the active calls, or of one call until its end, until a signal. */
export async function watchCalls(
  client: Pick<ParleyClient, 'follow'>,
  roomName: string | undefined,
  output: Output,
  dependencies: WatchDependencies = { clock: systemClock, source: process },
): Promise<void> {
  const interruption = new AbortController();
  const { signal } = interruption;
  const unsubscribe = onSignals(dependencies, () => interruption.abort());
  let changes = 0;
  const show = (event: WatchedEvent) => {
    changes += 1;
    for (const text of linesOf(event)) output.line(text);
  };
  try {
    if (roomName === undefined)
      for await (const event of client.follow('followActiveCalls', { signal })) show(event);
    else
      for await (const event of client.follow('followActiveCall', { path: { roomName }, signal }))
        show(event);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    unsubscribe();
  }
  output.result({ changes });
}

/** Returns the lines that show an event. */
function linesOf(event: WatchedEvent): string[] {
  if (event.type !== 'snapshot') return [`${event.at}  ${event.callId}  ${changeText(event)}`];
  if ('calls' in event)
    return event.calls.map(({ id, customerPhone, lastMessage }) => `${id}  ${customerPhone}  ${lastMessage}`);
  const transcript = event.call?.transcript ?? [];
  return [
    `${event.callId}  ${event.status}`,
    ...transcript.map(({ role, content }) => `${role}: ${content}`),
  ];
}

function changeText(change: Exclude<WatchedEvent, { type: 'snapshot' }>): string {
  switch (change.type) {
    case 'ringing':
      return `ringing  ${change.customerPhone}`;
    case 'started':
      return `answered  ${change.call.customerPhone}`;
    case 'turn':
      return `${change.role}: ${change.content}`;
    case 'node':
      return `node ${change.nodeId}`;
    case 'tool':
      return `${change.tool ?? change.nodeId ?? 'request'} ${change.phase}`;
    case 'silence':
      return `reply after ${Math.round(change.totalMs)} ms`;
    case 'sentiment':
      return `sentiment ${change.sentiment ?? 'unknown'}`;
    case 'ended':
      return `ended: ${change.endReason}`;
    default:
      return otherChangeText(change);
  }
}

function otherChangeText(
  change: Extract<WatchedEvent, { type: 'person_requested' | 'agent_changed' | 'command' }>,
): string {
  if (change.type === 'person_requested') return 'the customer asked for a person';
  if (change.type === 'agent_changed') return `${change.agentName} continues the call`;
  const { command, on } = change;
  return on === undefined ? command : `${command} ${on ? 'on' : 'off'}`;
}
