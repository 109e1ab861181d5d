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

type Change = Exclude<WatchedEvent, { type: 'snapshot' }>;
type ChangeTexts = { readonly [Type in Change['type']]: (change: Extract<Change, { type: Type }>) => string };

const changeTexts: ChangeTexts = {
  ringing: ({ customerPhone }) => `ringing  ${customerPhone}`,
  started: ({ call }) => `answered  ${call.customerPhone}`,
  turn: ({ role, content }) => `${role}: ${content}`,
  node: ({ nodeId }) => `node ${nodeId}`,
  tool: ({ tool, nodeId, phase }) => `${tool ?? nodeId ?? 'request'} ${phase}`,
  silence: ({ totalMs }) => `reply after ${Math.round(totalMs)} ms`,
  sentiment: ({ sentiment }) => `sentiment ${sentiment ?? 'unknown'}`,
  person_requested: () => 'the customer asked for a person',
  agent_changed: ({ agentName }) => `${agentName} continues the call`,
  command: ({ command, on }) => (on === undefined ? command : `${command} ${on ? 'on' : 'off'}`),
  ended: ({ endReason }) => `ended: ${endReason}`,
};

const changeText = (change: Change): string =>
  (changeTexts[change.type] as (change: Change) => string)(change);
