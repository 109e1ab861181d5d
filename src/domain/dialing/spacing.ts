/** How calls are spread to keep a rate. */
export interface Spacing {
  /** Of each call to the next. */
  readonly intervalMs: number;
  /** So many calls, and no more, in any so long a time. */
  readonly calls: number;
  readonly windowMs: number;
}

/**
 * What lies between a timer and the INVITE on the wire, a media port and a name to look up, takes now more and now less: a second is taken
 * for so much longer, and few calls have to wait there for a second on the wire to have none too many.
 */
export const jitterMs = 40;

/** So many calls, and no more, in any so long a time on the wire. */
export function wireSpacing({ calls, windowMs }: Spacing): Pick<Spacing, 'calls' | 'windowMs'> {
  return { calls, windowMs: windowMs - jitterMs };
}

/** A rate with a fraction, such as 2.5, is kept as whole calls in a longer time. Without a rate nothing is spread. */
export function spacingOf(callsPerSecond: number): Spacing {
  if (callsPerSecond === Infinity) return { intervalMs: 0, calls: 1, windowMs: 0 };
  const calls = Math.ceil(callsPerSecond);
  const windowMs = (calls * 1000) / callsPerSecond + jitterMs;
  return { intervalMs: windowMs / calls, calls, windowMs };
}
