import { applyDeltas } from './counters.ts';
import type { Scope } from './database.ts';
import type { Queryable, Statement } from './queryable.ts';

/** Results of calls from a number. */
export interface CallCounts {
  /** Calls that were sent to the carrier, except those that Parley ended before the answer. */
  readonly calls: number;
  /** Calls that a person answered. */
  readonly answered: number;
  /** Calls that voicemail answered. */
  readonly voicemail: number;
  /** Calls that the carrier could not place. */
  readonly failed: number;
}

/** Days in UTC such as `2026-11-21`, both inclusive. */
export interface DayRange {
  readonly workspaceId: string;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** SQL: daily counts, including deltas that are not applied yet. */
const daysWithDeltas = `(select * from number_days union all
    select workspace_id, e164, day, 1, answered, voicemail, failed from number_day_changes)`;
const sums = `sum(calls)::float8 as calls, sum(answered)::float8 as answered, sum(voicemail)::float8 as voicemail,
  sum(failed)::float8 as failed`;

const byNumber: Statement = {
  name: 'read_answer_rates',
  text: `select e164, (select id from phone_numbers number where number.workspace_id = $1 and number.e164 = counted.e164) as "numberId",
      calls, answered, voicemail, failed, count(*) over ()::integer as total
    from (
      select e164, ${sums} from ${daysWithDeltas} as day where workspace_id = $1 and day between $2::date and $3::date group by e164) counted
    order by calls desc, e164 limit $4`,
};

export interface NumberCallCounts extends CallCounts {
  readonly e164: string;
  /** Null if the workspace does not own the number now. */
  readonly numberId: string | null;
}

/** Returns the counts of each caller number, those with the most calls first. */
export async function readAnswerRates(
  db: Queryable,
  { workspaceId, firstDay, lastDay, limit }: DayRange & { readonly limit: number },
): Promise<{ readonly numbers: readonly NumberCallCounts[]; readonly total: number }> {
  const rows = await db.rows<NumberCallCounts & { total: number }>(byNumber, [
    workspaceId,
    firstDay,
    lastDay,
    limit,
  ]);
  return { numbers: rows, total: rows[0]?.total ?? 0 };
}

const byDay: Statement = {
  name: 'read_number_days',
  text: `select day::text as date, ${sums} from ${daysWithDeltas} as counted
    where workspace_id = $1 and day between $2::date and $3::date and e164 = $4 group by day order by day`,
};

export interface DayCallCounts extends CallCounts {
  readonly date: string;
}

/** Returns the counts of one number by day; days without calls are omitted. */
export function readNumberDays(
  db: Queryable,
  { workspaceId, firstDay, lastDay, e164 }: DayRange & { readonly e164: string },
): Promise<DayCallCounts[]> {
  return db.rows<DayCallCounts>(byDay, [workspaceId, firstDay, lastDay, e164]);
}

const apply: Statement = {
  name: 'apply_number_day_deltas',
  text: `with taken as (
      delete from number_day_changes where ctid = any(array(select ctid from number_day_changes limit $1)) returning *),
    updated as (
      insert into number_days (workspace_id, e164, day, calls, answered, voicemail, failed)
      select workspace_id, e164, day, count(*), sum(answered), sum(voicemail), sum(failed) from taken
      group by workspace_id, e164, day
      on conflict (workspace_id, e164, day) do update set calls = number_days.calls + excluded.calls,
        answered = number_days.answered + excluded.answered, voicemail = number_days.voicemail + excluded.voicemail,
        failed = number_days.failed + excluded.failed)
    select count(*)::float8 as deltas from taken`,
};

/** Applies the deltas of daily call counts per number. Returns false if another process is applying them. */
export const applyNumberDayDeltas = (system: Scope): Promise<boolean> =>
  applyDeltas(system, { lockId: 7_249_012, apply });

/** Twice the longest period that can be queried. */
const retentionDays = 180;

const purge: Statement = {
  name: 'purge_number_days',
  text: `delete from number_days where day < current_date - $1::integer`,
};

/** Deletes the counts of days that can no longer be queried. Returns the number of deleted rows. `db` is the system's scope. */
export function purgeNumberDays(db: Queryable): Promise<number> {
  return db.execute(purge, [retentionDays]);
}
