import type { Queryable, Statement } from '../queryable.ts';

/** Matches a digit n-gram: three or four digits. */
const digitNgram = /^[0-9]{3,4}$/;

/** Returns whether dispositions that contain the text are counted. */
export const isDigitNgram = (text: string): boolean => digitNgram.test(text);

/** SQL that adds the n-grams of `rows`, a table of deltas, to the counts. Excludes deltas without a phone number, which older versions wrote. */
export const addNgramDeltas = (rows: string): string => `
  insert into disposition_fragment_counts (workspace_id, fragment, count)
  select workspace_id, fragment, sum(change)::bigint
  from ${rows} cross join lateral parley_digit_fragments(phone_number, notes) as fragment
  where phone_number is not null group by 1, 2 having sum(change) <> 0
  on conflict (workspace_id, fragment) do update set count = disposition_fragment_counts.count + excluded.count`;

const count: Statement = {
  name: 'count_disposition_ngram',
  text: `select (
      coalesce((select count from disposition_fragment_counts where workspace_id = $1 and fragment = $2), 0)
      + coalesce((
        select sum(change) from disposition_changes
        where workspace_id = $1 and (strpos(phone_number, $2) > 0 or strpos(notes, $2) > 0)), 0))::float8 as total`,
};

/** Returns the number of dispositions of a workspace that contain the n-gram in their number or notes. */
export async function countNgram(db: Queryable, workspaceId: string, ngram: string): Promise<number> {
  const row = await db.row<{ total: number }>(count, [workspaceId, ngram]);
  return row!.total;
}

const countOfBuckets: Statement = {
  name: 'count_disposition_ngrams',
  text: `select fragment, count(*)::float8 as count
    from dispositions cross join lateral parley_digit_fragments(phone_number, notes) as fragment
    where workspace_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz group by 1`,
};

const correct: Statement = {
  name: 'correct_disposition_ngrams',
  text: `with actual as (select * from unnest($2::text[], $3::bigint[]) as one (fragment, count)),
    wrong as (
      select fragment, sum(count) filter (where is_actual) as count
      from (
        select fragment, count, true as is_actual from actual
        union all
        select fragment, count, false from disposition_fragment_counts where workspace_id = $1) as both_counts
      group by fragment
      having coalesce(sum(count) filter (where is_actual), 0) <> coalesce(sum(count) filter (where not is_actual), 0)),
    written as (
      insert into disposition_fragment_counts (workspace_id, fragment, count)
      select $1, fragment, coalesce(count, 0) from wrong
      on conflict (workspace_id, fragment) do update set count = excluded.count)
  select count(*)::float8 as wrong from wrong`,
};

/** Recounts the n-grams of a workspace, a part of its rows at a time. */
export class NgramRecount {
  readonly #workspaceId: string;
  readonly #counts = new Map<string, number>();

  constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
  }

  /** Counts the rows from `start` to before `end`, both in PostgreSQL's text format. */
  async add(tx: Queryable, start: string, end: string): Promise<void> {
    const rows = await tx.rows<{ fragment: string; count: number }>(countOfBuckets, [
      this.#workspaceId,
      start,
      end,
    ]);
    for (const row of rows) this.#counts.set(row.fragment, (this.#counts.get(row.fragment) ?? 0) + row.count);
  }

  /** Sets the stored counts to the counted rows. Returns the number of wrong counts. */
  async correct(tx: Queryable): Promise<number> {
    const values = [this.#workspaceId, [...this.#counts.keys()], [...this.#counts.values()]];
    const row = await tx.row<{ wrong: number }>(correct, values);
    return row!.wrong;
  }
}
