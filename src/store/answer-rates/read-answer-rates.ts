import type { Queryable, Statement } from '../queryable.ts';

/** What came of calls from a number. */
export interface CallFigures {
  /** That the carrier was asked for, those called off by us apart. */
  readonly calls: number;
  /** A person answered. */
  readonly answered: number;
  /** A machine did. */
  readonly voicemail: number;
  /** The carrier could not place them. */
  readonly failed: number;
}

/** Days in UTC as `2026-11-21`, both included. */
export interface DaysAsked {
  readonly workspaceId: string;
  readonly firstDay: string;
  readonly lastDay: string;
}

const both = `(select * from number_days union all
    select workspace_id, e164, day, 1, answered, voicemail, failed from number_day_changes)`;
const sums = `sum(calls)::float8 as calls, sum(answered)::float8 as answered, sum(voicemail)::float8 as voicemail,
  sum(failed)::float8 as failed`;

const byNumber: Statement = {
  name: 'read_answer_rates',
  text: `select e164, (select id from phone_numbers number where number.workspace_id = $1 and number.e164 = counted.e164) as "numberId",
      calls, answered, voicemail, failed, count(*) over ()::integer as total
    from (
      select e164, ${sums} from ${both} as day where workspace_id = $1 and day between $2::date and $3::date group by e164) counted
    order by calls desc, e164 limit $4`,
};

export interface NumberFigures extends CallFigures {
  readonly e164: string;
  /** Null: the workspace does not own it, or no longer. */
  readonly numberId: string | null;
}

/** Of each number that was called from: those with the most calls first. */
export async function readAnswerRates(
  db: Queryable,
  { workspaceId, firstDay, lastDay, limit }: DaysAsked & { readonly limit: number },
): Promise<{ readonly numbers: readonly NumberFigures[]; readonly total: number }> {
  const rows = await db.rows<NumberFigures & { total: number }>(byNumber, [
    workspaceId,
    firstDay,
    lastDay,
    limit,
  ]);
  return { numbers: rows, total: rows[0]?.total ?? 0 };
}

const byDay: Statement = {
  name: 'read_number_days',
  text: `select day::text as date, ${sums} from ${both} as counted
    where workspace_id = $1 and day between $2::date and $3::date and e164 = $4 group by day order by day`,
};

export interface DayFigures extends CallFigures {
  readonly date: string;
}

/** Of one number, by day; a day without calls is left out. */
export function readNumberDays(
  db: Queryable,
  { workspaceId, firstDay, lastDay, e164 }: DaysAsked & { readonly e164: string },
): Promise<DayFigures[]> {
  return db.rows<DayFigures>(byDay, [workspaceId, firstDay, lastDay, e164]);
}
