/** Percentiles of what was measured, in ms. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export function spreadOf(values: Float64Array | readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) };
}

export function formatSpread(spread: Spread): string {
  const { p50, p99, p999, max } = spread;
  return [p50, p99, p999, max].map((value) => value.toFixed(2)).join(' / ');
}

/** What a run against the generator showed. */
export interface GeneratorResult {
  /** Of the packets that came back: how far each was from its place in an even 20 ms rhythm. */
  readonly deviationMs: Spread;
  readonly sent: number;
  readonly received: number;
  /** Packets that the sequence numbers say were sent to us and did not come. */
  readonly missing: number;
  /** How late the generator's own loop was. */
  readonly ownLatenessMs: Spread;
}
