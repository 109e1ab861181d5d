/** Each bucket ends at this multiple of the end of the one before. Bucket 0 ends at 1 ms. The database has the same constant. */
const bucketGrowth = 1.1;

/** Counts of latencies by bucket. */
export type LatencyHistogram = ReadonlyMap<number, number>;

/**
 * Returns the latency in ms below which the share `quantile` of all latencies lies; undefined without latencies. It is the geometric middle
 * of its bucket, so that the error is at most 5 %. Latencies of at most 1 ms are reported as 1 ms.
 */
export function latencyQuantile(histogram: LatencyHistogram, quantile: number): number | undefined {
  const buckets = [...histogram].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.max(Math.ceil(total * quantile), 1);
  let seen = 0;
  const found = buckets.find(([, count]) => (seen += count) >= rank);
  if (found === undefined) return undefined;
  const [bucket] = found;
  return bucket === 0 ? 1 : bucketGrowth ** (bucket - 0.5);
}
