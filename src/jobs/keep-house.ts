import type { Logger } from '../core/logger.ts';
import { recountSlots } from '../store/concurrency/recount-slots.ts';
import type { Database } from '../store/database.ts';
import { purgeIdempotent } from '../store/idempotency/finish-idempotent.ts';
import { recountJobGroups } from './job-group.ts';
import { purgeJobs } from './purge-jobs.ts';

/** Throws away what has expired. */
export async function throwAwayExpired(db: Database): Promise<void> {
  await purgeIdempotent(db.asSystem());
  await purgeJobs(db.asSystem());
}

/** Sets the counters of calls and of jobs to what there is. That one was wrong is a defect, so it is logged. */
export async function recountAll(db: Database, logger: Logger): Promise<void> {
  const slots = await db.asSystem().transaction(recountSlots);
  const groups = await db.asSystem().transaction(recountJobGroups);
  if (slots + groups > 0) logger.error({ slots, groups }, 'Counters were wrong and have been set right.');
}
