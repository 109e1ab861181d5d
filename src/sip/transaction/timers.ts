/** RFC 3261 §17.1.1.1 and table 4: the round-trip estimate from which all other times derive. */
export const t1Ms = 500;
/** Maximum retransmission interval of a non-INVITE request or an INVITE response. */
export const t2Ms = 4_000;
/** Maximum time that a message remains in the network. */
export const t4Ms = 5_000;
/** Time after which a transaction without a response ends. */
export const timeoutMs = 64 * t1Ms;

/**
 * The timers of RFC 3261 table 4 and RFC 6026 §7. `100` is the 200 ms of §17.2.1, after which the server transaction
 * sends 100 Trying. `cancel` is the 64 T1 of §9.1, after which a cancelled INVITE ends.
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

export interface TimerContext {
  /** Whether the transport is reliable (TCP, TLS). */
  readonly reliable: boolean;
  /** How often this timer has fired in this transaction. */
  readonly firedCount: number;
  /** Whether a provisional response was received: timer E is then T2 (§17.1.2.2). */
  readonly proceeding: boolean;
}

const doublingIntervalMs = (context: TimerContext) => t1Ms * 2 ** context.firedCount;
const cappedIntervalMs = (context: TimerContext) => Math.min(doublingIntervalMs(context), t2Ms);

/** Retransmission intervals, only needed on an unreliable transport. */
const retransmissionIntervals: { readonly [name in TimerName]?: (context: TimerContext) => number } = {
  A: doublingIntervalMs,
  E: (context) => (context.proceeding ? t2Ms : cappedIntervalMs(context)),
  G: cappedIntervalMs,
};

/** Durations for which late retransmissions are absorbed; 0 on a reliable transport. */
const lingerDurations: { readonly [name in TimerName]?: number } = {
  D: timeoutMs,
  I: t4Ms,
  J: timeoutMs,
  K: t4Ms,
};

/** Returns the duration of a timer in ms; `undefined` if it does not run. */
export function timerDelayMs(name: TimerName, context: TimerContext): number | undefined {
  const retransmission = retransmissionIntervals[name];
  if (retransmission !== undefined) return context.reliable ? undefined : retransmission(context);
  const lingerMs = lingerDurations[name];
  if (lingerMs !== undefined) return context.reliable ? 0 : lingerMs;
  return name === '100' ? 200 : timeoutMs;
}
