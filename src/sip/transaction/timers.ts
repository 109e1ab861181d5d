/** RFC 3261 §17.1.1.1 and table 4: an estimate of the round trip, all else follows from it. */
export const t1Ms = 500;
/** The longest interval between retransmissions of a non-INVITE request or an INVITE response. */
export const t2Ms = 4_000;
/** How long a message may stay in the network. */
export const t4Ms = 5_000;
/** When a transaction without an answer is given up. */
export const giveUpMs = 64 * t1Ms;

/**
 * The timers of RFC 3261 table 4 and RFC 6026 §7. `100` is the 200 ms of §17.2.1, after which the server transaction says itself that it
 * is trying; `cancel` the 64 T1 of §9.1, after which a cancelled INVITE is given up.
 */
export type TimerName =
  | 'A'
  | 'B'
  | 'D'
  | 'E'
  | 'F'
  | 'G'
  | 'H'
  | 'I'
  | 'J'
  | 'K'
  | 'L'
  | 'M'
  | '100'
  | 'cancel';

export interface TimerMoment {
  /** Whether the transport delivers by itself (TCP, TLS). */
  readonly reliable: boolean;
  /** How many times this timer fired before in this transaction. */
  readonly fired: number;
  /** Whether a provisional response was received: timer E then waits T2 (§17.1.2.2). */
  readonly proceeding: boolean;
}

const doubling = (moment: TimerMoment) => t1Ms * 2 ** moment.fired;
const doublingToT2 = (moment: TimerMoment) => Math.min(doubling(moment), t2Ms);

/** Intervals of retransmission, which only an unreliable transport needs. */
const retransmissions: { readonly [name in TimerName]?: (moment: TimerMoment) => number } = {
  A: doubling,
  E: (moment) => (moment.proceeding ? t2Ms : doublingToT2(moment)),
  G: doublingToT2,
};

/** Waits for what may still be under way, which nothing is on a reliable transport. */
const lingers: { readonly [name in TimerName]?: number } = { D: giveUpMs, I: t4Ms, J: giveUpMs, K: t4Ms };

/** How long a timer runs, in ms; undefined where it does not run. */
export function timerDelayMs(name: TimerName, moment: TimerMoment): number | undefined {
  const retransmission = retransmissions[name];
  if (retransmission !== undefined) return moment.reliable ? undefined : retransmission(moment);
  const lingerMs = lingers[name];
  if (lingerMs !== undefined) return moment.reliable ? 0 : lingerMs;
  return name === '100' ? 200 : giveUpMs;
}
