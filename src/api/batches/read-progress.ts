import type { z } from 'zod';
import type { BatchProgress } from '../../domain/batches/batch.ts';
import { percentDone, secondsLeft } from '../../domain/batches/batch-counts.ts';
import type { BatchRow, BatchKey } from '../../store/batches/batch-row.ts';
import { countRecentCalls } from '../../store/batches/count-recent-calls.ts';
import { findBatch } from '../../store/batches/find-batch.ts';
import { findNextAllowedJob, findNextJob } from '../../store/dialing/find-next-job.ts';
import type { Queryable } from '../../store/queryable.ts';
import { countsOf } from './batch-response.ts';

const minuteMs = 60_000;

/** Returns the progress of a batch, or `undefined` if the batch does not exist. */
export async function readProgress(
  db: Queryable,
  which: BatchKey,
  nowMs: number,
): Promise<z.input<typeof BatchProgress> | undefined> {
  const batch = await findBatch(db, which);
  if (batch === undefined) return undefined;
  const since = new Date(nowMs - minuteMs);
  const callsPerMinute = batch.status === 'paused' ? 0 : await countRecentCalls(db, { ...which, since });
  const dueAt = await nextCallDueAt(db, batch);
  const isDue = dueAt !== null && dueAt.getTime() <= nowMs;
  const waitingFor = isDue ? 'none' : batch.waitingFor;
  const waitingUntil = isDue ? null : (dueAt?.toISOString() ?? null);
  const waitsForTime = waitingUntil !== null || waitingFor === 'window';
  const figures = countsOf(batch);
  return {
    batchId: batch.id,
    status: batch.status,
    waitingFor,
    ...figures,
    percent: percentDone(figures),
    callsPerMinute,
    etaSeconds: secondsLeft(figures, waitsForTime ? 0 : callsPerMinute),
    waitingUntil,
  };
}

/** Returns when the next call is due, or null if no call waits for a time or the window never opens. */
async function nextCallDueAt(
  db: Queryable,
  { id: batchId, workspaceId, status, waitingFor, scheduledAt }: BatchRow,
): Promise<Date | null> {
  if (status === 'scheduled') return scheduledAt;
  if (status !== 'running' || waitingFor === 'concurrency') return null;
  const which = { workspaceId, batchId };
  const head = await findNextAllowedJob(db, which, await findNextJob(db, which));
  return head === undefined || head.isNeverAllowed ? null : head.runAt;
}
