/** The spacing of calls for a rate. */
export interface Spacing {
  /** Time from each call to the next. */
  readonly intervalMs: number;
  /** Maximum number of calls in any window of `windowMs`. */
  readonly calls: number;
  readonly windowMs: number;
}

/**
 * Variation of the time from a timer to the INVITE on the wire, which includes opening a media port and a DNS lookup. Calls are planned in
 * windows that are longer by this time, so that few of them exceed the limit on the wire and have to wait.
 */
export const jitterMs = 40;

/** Returns the limit on the wire: INVITEs in a window of the rate itself, without the added jitter. */
export function wireSpacing({ calls, windowMs }: Spacing): Pick<Spacing, 'calls' | 'windowMs'> {
  return { calls, windowMs: windowMs - jitterMs };
}

/** Returns the spacing for a rate. A fractional rate, such as 2.5, becomes whole calls in a longer window. An infinite rate has no spacing. */
export function spacingOf(callsPerSecond: number): Spacing {
  if (callsPerSecond === Infinity) return { intervalMs: 0, calls: 1, windowMs: 0 };
  const calls = Math.ceil(callsPerSecond);
  const windowMs = (calls * 1000) / callsPerSecond + jitterMs;
  return { intervalMs: windowMs / calls, calls, windowMs };
}
