/**
 * How many of a plan's calls at once a batch leaves to single calls, callbacks and other batches: as many as it says itself, else a
 * share of them, one at least, or none where the share is none. One call is always the batch's.
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

/** A fair part of what is free among so many that want some; 1 at least where there is any. */
export const fairShare = (free: number, rivals: number): number => Math.ceil(free / Math.max(rivals, 1));
