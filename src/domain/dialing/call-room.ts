/**
 * How many of a plan's calls at once batches leave to single calls and callbacks: a share of them, one at least; none where the plan
 * has a single one, or the share is none.
 */
export function reservedCalls(concurrentCalls: number, reservePercent: number): number {
  if (concurrentCalls <= 1 || reservePercent === 0) return 0;
  return Math.min(Math.max(Math.ceil((concurrentCalls * reservePercent) / 100), 1), concurrentCalls - 1);
}

/** A fair part of what is free among so many that want some; 1 at least where there is any. */
export const shareOf = (free: number, rivals: number): number => Math.ceil(free / Math.max(rivals, 1));
