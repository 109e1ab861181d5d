import { createHash } from 'node:crypto';

/** The event types of the plan. Endpoints subscribe to them only. */
export const plannedTypes = ['call.ringing', 'call.answered', 'call.started', 'call.completed'] as const;

/** One event of a call and how its transaction runs. */
export interface PlannedEvent {
  readonly type: string;
  /** Time between the insertion and the commit, in ms. */
  readonly heldMs: number;
  /** Whether a transaction with the same sequence is rolled back first. */
  readonly isRolledBackFirst: boolean;
  readonly note: string;
}

/** How the receiver responds to the first request of an event. The later ones are accepted. */
export type ReceiverFault = 'none' | 'status-500' | 'reset' | 'slow' | 'no-response';

/** Returns a number from 0 (inclusive) to 1 (exclusive) that depends on the seed and the keys only. */
export function fractionOf(seed: number, ...keys: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update([seed, ...keys].join(' '))
    .digest();
  return digest.readUInt32BE() / 2 ** 32;
}

/** Returns the id of a call of the plan. */
export const subjectIdOf = (seed: number, subject: number): string => `call_seed${seed}n${subject}`;

/** Returns the events of a call in the order of their sequences, 1 to 12 of them. */
export function eventsOf(seed: number, subject: number): PlannedEvent[] {
  const count = 1 + Math.floor(fractionOf(seed, 'events', subject) * 12);
  return Array.from({ length: count }, (_, index) => {
    const fraction = (what: string) => fractionOf(seed, what, subject, index);
    return {
      type: plannedTypes[Math.floor(fraction('type') * plannedTypes.length)]!,
      heldMs: heldMs(fraction('held'), fraction('held for')),
      isRolledBackFirst: fraction('rolled back') < 0.03,
      note: noteUnit.repeat(Math.floor(fraction('note') * 20)),
    };
  });
}

/** Has characters that are escaped in JSON, and characters of two to four bytes. */
const noteUnit = 'A "note"\n\\ é€😀\u2028 </b>';

/** A tenth of the transactions commit late, some of them after many that began later. */
function heldMs(fraction: number, share: number): number {
  if (fraction < 0.004) return 1_000 + share * 3_000;
  return fraction < 0.1 ? share * 300 : 0;
}

const faults: readonly (readonly [ReceiverFault, share: number])[] = [
  ['status-500', 0.004],
  ['reset', 0.002],
  ['slow', 0.002],
  ['no-response', 0.000_3],
];

/** Returns the fault of the first request of an event to an endpoint. `factor` multiplies the shares. */
export function faultOf(seed: number, factor: number, endpoint: number, event: EventKey): ReceiverFault {
  let rest = fractionOf(seed, 'fault', endpoint, event.subjectId, event.sequence);
  for (const [fault, share] of faults) {
    rest -= share * factor;
    if (rest < 0) return fault;
  }
  return 'none';
}

interface EventKey {
  readonly subjectId: string;
  readonly sequence: number;
}

/** Returns when the process that was started as number `index` is killed. */
export function killOf(
  seed: number,
  index: number,
  [minSeconds, maxSeconds]: readonly [number, number],
): { readonly afterMs: number; readonly isDuringStart: boolean } {
  const isDuringStart = fractionOf(seed, 'kill during the start', index) < 0.2;
  const share = fractionOf(seed, 'kill', index);
  const afterSeconds = isDuringStart ? share * 2 : minSeconds + share * (maxSeconds - minSeconds);
  return { afterMs: afterSeconds * 1_000, isDuringStart };
}
