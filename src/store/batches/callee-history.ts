import type { FileChannel } from '../../domain/batches/header.ts';
import type { FoundRepeats } from '../../domain/batches/repeated-rows.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { BatchKey, BatchPurpose } from './batches.ts';
import { suppressedSql } from '../suppressions.ts';

/** Maximum number of batches to check, newest first. An agent has fewer batches per day. */
const maxBatches = 1000;
/**
 * Batches with fewer jobs are read completely for each chunk of a file. Reading this many jobs takes as long as 2,000
 * index lookups, one per number of the chunk.
 */
const probedFromJobs = 1000;

const recent: Statement = {
  name: 'find_recent_batches',
  text: `select id, status = 'cancelled' as "isCancelled", total as jobs from batches
    where workspace_id = $1 and agent_id = $2 and created_at >= $3
    order by created_at desc limit ${maxBatches}`,
};

/** SQL condition of jobs that were called or will be called. `$7` has the cancelled batches. */
const isCalled = `(status in ('dialing', 'in_progress', 'completed', 'failed') or (status = 'pending' and batch_id <> all($7)))`;

/**
 * Hashes the jobs of small batches, and looks up numbers by index only in large batches (2 µs per lookup). For 1,000
 * batches of ten jobs, hashing takes 15 ms per chunk; index lookups would take three seconds.
 */
const repeated: Statement = {
  name: 'find_repeated_numbers',
  text: `with callee as materialized (
      select number, row::integer as row from unnest($4::text[], $5::text[], $6::text[]) as sent(number, row, skip_reason)
      where skip_reason is null and not ${suppressedSql(`'voice'`, 'number')}
    ), in_small as materialized (
      select distinct phone_number, batch_id from batch_jobs where workspace_id = $1 and batch_id = any($2) and ${isCalled}
    ), again as (
      select row, batch_id from callee join in_small on phone_number = number
      union all
      select row, batch_id from callee cross join unnest($3::text[]) as large(id) cross join lateral (
        select batch_id from batch_jobs
        where workspace_id = $1 and batch_id = large.id and phone_number = number and ${isCalled} limit 1) as older
    ), of_batch as (
      select batch_id, count(*)::integer as rows from again group by batch_id
    )
    select coalesce(array_agg(distinct row order by row), '{}') as "rowNumbers",
      (select coalesce(jsonb_object_agg(batch_id, rows), '{}') from of_batch) as "rowsOfBatch"
    from again`,
};

const recentOfMessages: Statement = {
  name: 'find_recent_message_batches',
  text: `select id, status = 'cancelled' as "isCancelled", 0 as jobs from message_batches
    where workspace_id = $1 and flow_id = $2 and created_at >= $3
    order by created_at desc limit ${maxBatches}`,
};

/** Looks up each recipient by index, since a person is in few batches of messages. `$7` has the cancelled batches. */
const repeatedRecipients: Statement = {
  name: 'find_repeated_recipients',
  text: `with recipient as materialized (
      select address, row::integer as row from unnest($2::text[], $3::text[], $4::text[]) as sent(address, row, skip_reason)
      where skip_reason is null and not ${suppressedSql('$5', 'address')}
    ), again as (
      select row, batch_id from recipient cross join lateral (
        select distinct batch_id from batch_messages other
          left join messages on messages.workspace_id = $1 and messages.id = other.message_id
        where other.workspace_id = $1 and other.recipient = address and batch_id = any($6)
          and case other.status when 'pending' then batch_id <> all($7)
            when 'created' then messages.status not in ('failed', 'rejected') else false end) as older
    ), of_batch as (
      select batch_id, count(*)::integer as rows from again group by batch_id
    )
    select coalesce(array_agg(distinct row order by row), '{}') as "rowNumbers",
      (select coalesce(jsonb_object_agg(batch_id, rows), '{}') from of_batch) as "rowsOfBatch"
    from again`,
};

export interface RecentBatchQuery {
  readonly workspaceId: string;
  readonly batchOf: BatchPurpose;
  /** Earliest creation time. */
  readonly since: Date;
}

export interface RecentBatch {
  readonly id: string;
  /** Whether the batch was cancelled, so that its pending jobs are never called. */
  readonly isCancelled: boolean;
  /** Number of jobs in any status; 0 for a batch of messages. */
  readonly jobs: number;
}

/** Returns the recent batches of an agent or of a message flow, newest first. */
export function findRecentBatches(
  db: Queryable,
  { workspaceId, batchOf, since }: RecentBatchQuery,
): Promise<RecentBatch[]> {
  return batchOf.type === 'calls'
    ? db.rows<RecentBatch>(recent, [workspaceId, batchOf.agentId, since])
    : db.rows<RecentBatch>(recentOfMessages, [workspaceId, batchOf.flowId, since]);
}

/** A chunk of a file, with up to a few thousand rows. */
export interface FileRows {
  readonly workspaceId: string;
  readonly batches: readonly RecentBatch[];
  readonly channel: FileChannel;
  /** In E.164, or email addresses, in the format of `TextArray`. */
  readonly numbers: Uint8Array | null;
  /** The row of each number in the file. */
  readonly rows: Uint8Array | readonly number[] | null;
  /** Reasons of skipped rows, in the format of `TextArray`; null: no row is skipped. */
  readonly skipReasons: Uint8Array | null;
}

/** Returns the rows whose number was or will be called, or written to, by one of the batches. */
export async function findRepeatedNumbers(
  db: Queryable,
  { workspaceId, batches, channel, numbers, rows, skipReasons }: FileRows,
): Promise<FoundRepeats> {
  if (batches.length === 0) return { rowNumbers: [], rowsOfBatch: {} };
  const idsOf = (matches: (batch: RecentBatch) => boolean) => batches.filter(matches).map(({ id }) => id);
  const small = idsOf(({ jobs }) => jobs < probedFromJobs);
  const large = idsOf(({ jobs }) => jobs >= probedFromJobs);
  const cancelled = idsOf(({ isCancelled }) => isCancelled);
  if (channel !== 'voice') {
    const ids = batches.map(({ id }) => id);
    const messageValues = [workspaceId, numbers, rows, skipReasons, channel, ids, cancelled];
    return (await db.row<FoundRepeats>(repeatedRecipients, messageValues))!;
  }
  const values = [workspaceId, small, large, numbers, rows, skipReasons, cancelled];
  return (await db.row<FoundRepeats>(repeated, values))!;
}

const findSuppressedNumbersStatement: Statement = {
  name: 'find_suppressed_numbers',
  text: `select count(*)::integer as count, coalesce((array_agg(position::integer order by position))[1:$3], '{}') as positions
    from unnest($2::text[]) with ordinality as callee(number, position)
    where ${suppressedSql('$4', 'callee.number')}`,
};

/** The suppressed numbers of a list. */
export interface SuppressedNumbers {
  readonly count: number;
  /** Positions of the first `maxPositions` of them in the list, from 1. */
  readonly positions: readonly number[];
}

/** Finds the suppressed numbers or email addresses of a list. `numbers` are in the format of `TextArray`. */
export async function findSuppressedNumbers(
  db: Queryable,
  {
    workspaceId,
    numbers,
    channel,
    maxPositions,
  }: {
    readonly workspaceId: string;
    readonly numbers: Uint8Array | null;
    readonly channel: FileChannel;
    readonly maxPositions: number;
  },
): Promise<SuppressedNumbers> {
  return (await db.row<SuppressedNumbers>(findSuppressedNumbersStatement, [
    workspaceId,
    numbers,
    maxPositions,
    channel,
  ]))!;
}

const findOwnNumbersStatement: Statement = {
  name: 'find_own_numbers',
  text: `select e164 from phone_numbers where workspace_id = $1 and status = 'active'`,
};

/** Returns every active number of the workspace, in E.164. */
export async function findOwnNumbers(
  db: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string[]> {
  const rows = await db.rows<{ e164: string }>(findOwnNumbersStatement, [workspaceId]);
  return rows.map(({ e164 }) => e164);
}

const countRecentCallsStatement: Statement = {
  name: 'count_recent_batch_calls',
  text: `select count(*)::integer as calls from calls
    where workspace_id = $1 and batch_id = $2 and created_at >= $3 and dialed_at >= $3`,
};

/** Returns the number of calls of the batch that were created and dialed since `since`. */
export async function countRecentCalls(
  db: Queryable,
  { workspaceId, batchId, since }: BatchKey & { readonly since: Date },
): Promise<number> {
  const row = await db.row<{ calls: number }>(countRecentCallsStatement, [workspaceId, batchId, since]);
  return row!.calls;
}

const findOpenCallsStatement: Statement = {
  name: 'find_open_batch_calls',
  text: `select id from calls where workspace_id = $1 and batch_id = $2 and state <> 'ended'`,
};

/** Returns the ids of the batch's calls that have not ended. */
export async function findOpenCalls(db: Queryable, { workspaceId, batchId }: BatchKey): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(findOpenCallsStatement, [workspaceId, batchId]);
  return rows.map(({ id }) => id);
}
