import type { Clock } from '../core/clock.ts';
import type { Bus } from './bus.ts';

/** Every node receives each command; the node that holds the call executes it. */
const commandsTopic = 'call-commands';
/** A node discards older commands: a node that was frozen must not speak a text that nobody expects any more. */
const maxAgeMs = 5_000;
/** A command that arrives before the session of a new call is open has no effect, so it is repeated. A session executes each command once. */
const repeatIntervalMs = 500;

/** A command to a call. */
export type CallCommand =
  /** Hangs up. `detail` is a sentence for the user. */
  | { readonly type: 'end'; readonly detail?: string }
  /** The agent speaks a text. `interrupt`: in place of what it is saying. */
  | { readonly type: 'say'; readonly text: string; readonly interrupt: boolean }
  /** Advises the language model of the agent. */
  | { readonly type: 'whisper'; readonly text: string }
  /** The agent is silent and listens. */
  | { readonly type: 'mute'; readonly on: boolean }
  /** The agent is silent and does not listen. */
  | { readonly type: 'hold'; readonly on: boolean };

/** What a command has done. `queued`: the text follows what the agent is saying. `waiting`: the text follows the turn of the caller. */
export type CallCommandEffect =
  | 'ending'
  | 'speaking'
  | 'queued'
  | 'waiting'
  | 'advised'
  | 'muted'
  | 'unmuted'
  | 'held'
  | 'resumed';

export type CallCommandResult =
  | { readonly outcome: 'done'; readonly effect: CallCommandEffect }
  /** The call cannot execute the command now. `reason` is a sentence for the user. */
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'ended' };

/** A command on its way to the node that holds the call. */
export interface CallCommandMessage {
  readonly callId: string;
  /** A call executes each id once and reports its first result again. */
  readonly commandId: string;
  readonly command: CallCommand;
  /** The id of the key or user that sent the command; omitted if the service itself did. */
  readonly author?: string;
  /** When it was first sent, in ms since the Unix epoch. */
  readonly sentAtMs: number;
}

export interface SendCallCommandOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  /** The maximum wait for the result. */
  readonly timeoutMs: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** Sends a command and returns its result; undefined if no node has reported one within the timeout or before the signal. */
export async function sendCallCommand(
  message: CallCommandMessage,
  { bus, clock, timeoutMs, signal }: SendCallCommandOptions,
): Promise<CallCommandResult | undefined> {
  const received = Promise.withResolvers<CallCommandResult | undefined>();
  const unsubscribe = bus.subscribe(resultTopic(message), (result) =>
    received.resolve(result as CallCommandResult),
  );
  const timers: { cancel(): void }[] = [clock.after(timeoutMs, () => received.resolve(undefined))];
  for (let waitedMs = repeatIntervalMs; waitedMs < timeoutMs; waitedMs += repeatIntervalMs)
    timers.push(clock.after(waitedMs, () => bus.publish(commandsTopic, message)));
  const onAbort = () => received.resolve(undefined);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    bus.publish(commandsTopic, message);
    return await received.promise;
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', onAbort);
    for (const timer of timers) timer.cancel();
  }
}

/** Sends a command without waiting for its result. */
export function publishCallCommand(bus: Bus, message: CallCommandMessage): void {
  bus.publish(commandsTopic, message);
}

/**
 * Receives the commands to calls of all nodes. `execute` returns undefined for a call that this node does not hold. Returns the function that ends
 * the subscription.
 */
export function receiveCallCommands(
  { bus, clock }: { readonly bus: Bus; readonly clock: Pick<Clock, 'now'> },
  execute: (message: CallCommandMessage) => CallCommandResult | undefined,
): () => void {
  return bus.subscribe(commandsTopic, (received) => {
    if (!isMessage(received) || clock.now() - received.sentAtMs > maxAgeMs) return;
    const result = execute(received);
    if (result !== undefined) bus.publish(resultTopic(received), result);
  });
}

const resultTopic = ({ callId, commandId }: CallCommandMessage): string =>
  `call-command-results.${callId}.${commandId}`;

const commandTypes: ReadonlySet<unknown> = new Set<CallCommand['type']>([
  'end',
  'say',
  'whisper',
  'mute',
  'hold',
]);

/** Whether the value is a message of a known command. A node of another version can send others. */
function isMessage(value: unknown): value is CallCommandMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { callId, commandId, command, sentAtMs } = value as Partial<CallCommandMessage>;
  return (
    typeof callId === 'string' &&
    typeof commandId === 'string' &&
    typeof sentAtMs === 'number' &&
    commandTypes.has(command?.type)
  );
}
