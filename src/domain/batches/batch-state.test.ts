import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFieldOf, percentDone, secondsLeft, type BatchCounts } from './batch-counts.ts';
import {
  batchTransitions,
  batchStatuses,
  isBatchEnded,
  isJobEnded,
  jobTransitions,
  jobStatuses,
  canBatchTransition,
  canJobTransition,
} from './batch-state.ts';

/** Every status that can be reached from `start`. */
function reachable(transitions: Readonly<Record<string, readonly string[]>>, start: string): Set<string> {
  const found = new Set([start]);
  for (const status of found) for (const next of transitions[status]!) found.add(next);
  return found;
}

describe('the statuses of a batch and its jobs', () => {
  it('are all reachable and all lead to a final status', () => {
    expect(reachable(batchTransitions, 'validating')).toEqual(new Set(batchStatuses));
    expect(reachable(jobTransitions, 'pending')).toEqual(new Set(jobStatuses));
    for (const status of batchStatuses)
      expect([...reachable(batchTransitions, status)].some((next) => isBatchEnded(next as never))).toBe(true);
    for (const status of jobStatuses)
      expect([...reachable(jobTransitions, status)].some((next) => isJobEnded(next as never))).toBe(true);
  });

  it('never change after a final status', () => {
    for (const from of batchStatuses.filter(isBatchEnded))
      for (const to of batchStatuses) expect(canBatchTransition(from, to)).toBe(false);
    for (const from of jobStatuses.filter(isJobEnded))
      for (const to of jobStatuses) expect(canJobTransition(from, to)).toBe(false);
  });
});

const count = fc.nat(1000);
const batchCounts = fc
  .record({
    pending: count,
    dialing: count,
    inProgress: count,
    completed: count,
    failed: count,
    skipped: count,
    cancelled: count,
  })
  .map((parts): BatchCounts => ({
    ...parts,
    connected: 0,
    total: Object.values(parts).reduce((sum, part) => sum + part, 0),
  }));

describe('the progress of a batch', () => {
  it('is 100 percent only if every job has ended', () => {
    fc.assert(
      fc.property(batchCounts, (counts) => {
        const open = jobStatuses
          .filter((status) => !isJobEnded(status))
          .reduce((sum, status) => sum + counts[countFieldOf[status]], 0);
        const percent = percentDone(counts);
        expect(percent === 100).toBe(open === 0);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(secondsLeft(counts, 0)).toBe(open === 0 ? 0 : null);
        expect(secondsLeft(counts, 60)).toBe(open);
      }),
    );
  });
});
