import type { z } from 'zod';
import type { BatchProgress } from '../../domain/batches/batch.ts';
import { percentDone, secondsLeft } from '../../domain/batches/batch-counts.ts';
import { type BatchKey, type BatchRow, findBatch } from '../../store/batches/batches.ts';
import { countRecentCalls } from '../../store/batches/callee-history.ts';
import { findLastDueAt, findNextAllowedJob, findNextJob } from '../../store/dialing/batches-to-dial.ts';
import type { Queryable } from '../../store/queryable.ts';
import { countsOf } from './batch-response.ts';

const minuteMs = 60_000;

/**
 * Returns the progress of a batch, or `undefined` if the batch does not exist. `maxCallsPerSecond`: limit of the plan, for all batches of the
 * workspace.
 */
export async function readProgress(
  db: Queryable,
  batchKey: BatchKey,
  nowMs: number,
  maxCallsPerSecond: number,
): Promise<z.input<typeof BatchProgress> | undefined> {
  const batch = await findBatch(db, batchKey);
  if (batch === undefined) return undefined;
  const since = new Date(nowMs - minuteMs);
  const callsPerMinute = batch.status === 'paused' ? 0 : await countRecentCalls(db, { ...batchKey, since });
  const dueAt = await nextCallDueAt(db, batch);
  const isDue = dueAt !== null && dueAt.getTime() <= nowMs;
  const waitingFor = isDue ? 'none' : batch.waitingFor;
  const waitingUntil = isDue ? null : (dueAt?.toISOString() ?? null);
  const counts = countsOf(batch);
  const expectedRate = (): number => {
    if (waitingUntil !== null || waitingFor === 'window') return 0;
    if (waitingFor !== 'none' || !isInFirstMinute(batch, nowMs)) return callsPerMinute;
    return 60 * Math.min(batch.callsPerSecond, maxCallsPerSecond);
  };
  return {
    batchId: batch.id,
    status: batch.status,
    waitingFor,
    ...counts,
    percent: percentDone(counts),
    callsPerMinute,
    etaSeconds: await notBeforeLastDue(db, batchKey, secondsLeft(counts, expectedRate()), nowMs),
    waitingUntil,
  };
}

/** Returns the estimate, which is at least the time until the last job is due. */
async function notBeforeLastDue(
  db: Queryable,
  batchKey: BatchKey,
  seconds: number | null,
  nowMs: number,
): Promise<number | null> {
  if (seconds === null) return null;
  const dueAt = await findLastDueAt(db, batchKey);
  return dueAt === null ? seconds : Math.max(seconds, Math.ceil((dueAt.getTime() - nowMs) / 1000));
}

/** Returns whether the calls of the last minute are those of a shorter time. */
const isInFirstMinute = ({ status, startedAt }: BatchRow, nowMs: number): boolean =>
  status === 'running' && startedAt !== null && nowMs - startedAt.getTime() < minuteMs;

/** Returns the time at which the next call is due. Null if no call waits for a time, or if the window never opens. */
async function nextCallDueAt(
  db: Queryable,
  { id: batchId, workspaceId, status, waitingFor, scheduledAt }: BatchRow,
): Promise<Date | null> {
  if (status === 'scheduled') return scheduledAt;
  if (status !== 'running' || waitingFor === 'concurrency') return null;
  const batchKey = { workspaceId, batchId };
  const nextJob = await findNextAllowedJob(db, batchKey, await findNextJob(db, batchKey));
  return nextJob === undefined || nextJob.isNeverAllowed ? null : nextJob.runAt;
}
