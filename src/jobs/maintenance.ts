import type { Logger } from '../core/logger.ts';
import { applyAnalyticsChanges } from '../store/analytics.ts';
import { applyNumberDayDeltas, purgeNumberDays } from '../store/answer-rates.ts';
import { applyCallCountDeltas, recountCalls } from '../store/calls/call-counts.ts';
import { recountSlots } from '../store/concurrency-slots.ts';
import {
  applyConversationCountDeltas,
  recountConversations,
} from '../store/conversations/list-conversations.ts';
import { purgeInboundParts } from '../store/conversations/inbound-parts.ts';
import { purgeReceipts } from '../store/conversations/message-parts.ts';
import type { Database } from '../store/database.ts';
import { purgeRateLimits } from '../store/dialing/claims.ts';
import {
  applyDispositionCountDeltas,
  recountDispositions,
} from '../store/dispositions/disposition-counts.ts';
import { purgeIdempotent } from '../store/idempotency.ts';
import { recountJobGroups } from './job-group.ts';
import { purgeSignInAttempts } from '../store/rate-limits.ts';
import { purgeSessions } from '../store/sessions.ts';
import { purgeEvents } from '../store/webhooks/publish-events.ts';
import { purgeJobs } from './purge-jobs.ts';

/**
 * Deletes expired idempotency records, sessions, sign-in attempts, jobs, rate-limit windows, daily call counts of numbers, events, unmatched
 * delivery receipts, and parts of inbound messages.
 */
export async function purgeExpired(db: Database): Promise<void> {
  await purgeIdempotent(db.asSystem());
  await purgeSessions(db.asSystem());
  await purgeSignInAttempts(db.asSystem());
  await purgeJobs(db.asSystem());
  await purgeRateLimits(db.asSystem());
  await purgeNumberDays(db.asSystem());
  await purgeEvents(db.asSystem());
  await purgeReceipts(db.asSystem());
  await purgeInboundParts(db.asSystem());
}

/** Applies pending deltas to the counters from which lists read their totals, and to the sums of analytics. */
export async function applyAllDeltas(db: Database): Promise<void> {
  await applyDispositionCountDeltas(db.asSystem());
  await applyCallCountDeltas(db.asSystem());
  await applyNumberDayDeltas(db.asSystem());
  await applyConversationCountDeltas(db.asSystem());
  await applyAnalyticsChanges(db.asSystem());
}

/** Recounts the counters of concurrency slots, job groups, calls, conversations and dispositions. A wrong counter is a defect, so it is logged as an error. */
export async function recountAll(db: Database, logger: Logger): Promise<void> {
  const slots = await db.asSystem().transaction(recountSlots);
  const groups = await db.asSystem().transaction(recountJobGroups);
  const calls = await recountCalls(db.asSystem());
  const conversations = await recountConversations(db.asSystem());
  const dispositions = await recountDispositions(db.asSystem());
  if (slots + groups + calls + conversations + dispositions > 0)
    logger.error(
      { slots, groups, calls, conversations, dispositions },
      'Counters were wrong and have been corrected.',
    );
}
