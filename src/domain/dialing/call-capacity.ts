/**
 * Returns the number of the rate plan's concurrent calls that a batch leaves free for single calls, callbacks and other batches: its own
 * setting, or else `reservePercent` of the plan, at least one unless the percentage is 0. The batch can always use at least one call.
 */
export function reservedCalls(
  concurrentCalls: number,
  reservePercent: number,
  batchSetting: number | null = null,
): number {
  if (concurrentCalls <= 1) return 0;
  const share = reservePercent === 0 ? 0 : Math.max(Math.ceil((concurrentCalls * reservePercent) / 100), 1);
  return Math.min(batchSetting ?? share, concurrentCalls - 1);
}

/** Returns the fair share of `free` calls among `competingBatches` competing batches; at least 1 if any is free. */
export const fairShare = (free: number, competingBatches: number): number =>
  Math.ceil(free / Math.max(competingBatches, 1));
