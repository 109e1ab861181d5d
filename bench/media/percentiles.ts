/** Percentiles of a measurement in ms. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export function percentilesOf(values: Float64Array | readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) };
}

export function formatPercentiles(spread: Percentiles): string {
  const { p50, p99, p999, max } = spread;
  return [p50, p99, p999, max].map((value) => value.toFixed(2)).join(' / ');
}

/** The result of a run against the generator. */
export interface GeneratorResult {
  /** Deviation of each received packet from an even interval of 20 ms. */
  readonly deviationMs: Percentiles;
  readonly sent: number;
  readonly received: number;
  /** Packets missing according to the sequence numbers. */
  readonly missing: number;
  /** Lateness of the generator's own loop. */
  readonly loopLatenessMs: Percentiles;
}
