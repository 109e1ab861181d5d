/**
 * Returns how many of the plan's concurrent calls a batch reserves for single calls, callbacks and other batches: its own setting, or else
 * `reservePercent` of the plan, at least one unless that is 0. The batch always keeps one call.
 */
export function reservedCalls(
  concurrentCalls: number,
  reservePercent: number,
  ofBatch: number | null = null,
): number {
  if (concurrentCalls <= 1) return 0;
  const share = reservePercent === 0 ? 0 : Math.max(Math.ceil((concurrentCalls * reservePercent) / 100), 1);
  return Math.min(ofBatch ?? share, concurrentCalls - 1);
}

/** Returns the fair share of `free` calls among `rivals` competing batches; at least 1 if any is free. */
export const fairShare = (free: number, rivals: number): number => Math.ceil(free / Math.max(rivals, 1));
