import type { z } from 'zod';
import type { BatchProgress } from '../../domain/batches/batch.ts';
import { percentDone, secondsLeft } from '../../domain/batches/batch-figures.ts';
import type { WhichBatch } from '../../store/batches/batch-row.ts';
import { countRecentCalls } from '../../store/batches/count-recent-calls.ts';
import { findBatch } from '../../store/batches/find-batch.ts';
import type { Queryable } from '../../store/queryable.ts';
import { figuresOf } from './batch-answer.ts';

const minuteMs = 60_000;

/** Undefined where there is no such batch. */
export async function readProgress(
  db: Queryable,
  which: WhichBatch,
  nowMs: number,
): Promise<z.input<typeof BatchProgress> | undefined> {
  const batch = await findBatch(db, which);
  if (batch === undefined) return undefined;
  const callsPerMinute = await countRecentCalls(db, { ...which, since: new Date(nowMs - minuteMs) });
  const figures = figuresOf(batch);
  return {
    batchId: batch.id,
    status: batch.status,
    waitingFor: batch.waitingFor,
    ...figures,
    percent: percentDone(figures),
    callsPerMinute,
    etaSeconds: secondsLeft(figures, callsPerMinute),
  };
}
