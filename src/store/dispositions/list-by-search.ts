import { Conditions, containing, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { isCountedFragment } from './count-fragments.ts';
import { rowConditions, type KindFilters, type KindNames } from './disposition-kind.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { listByFragment } from './list-by-fragment.ts';
import { pageOf, readTally, tallyKinds } from './list-by-kind.ts';

/**
 * One page of the dispositions that have `search` in their number, disposition, agent's name or notes, in any case. Dispositions and
 * names are few: which of them have it is looked up, and the rows that bear them are counted as in any list. Numbers and notes are
 * searched row by row, in the trigrams of their index, unless it is known in how many of them the text stands.
 */
export async function listBySearch(
  tx: Queryable,
  filters: KindFilters,
  search: string,
  window: ListWindow,
): Promise<ListPage<DispositionRow>> {
  const { workspaceId } = filters;
  const named = await findNames(tx, workspaceId, containing(search)!);
  const isCounted = isEmpty(named) && isCountedFragment(search) && isUnfiltered(filters, window);
  const found = isCounted ? await listByFragment(tx, workspaceId, search, window) : undefined;
  return found ?? searchRows(tx, { filters, named, pattern: containing(search)!, window });
}

/** Rows by their names, as they are counted, and rows by what is written in them, as they are found. */
async function searchRows(tx: Queryable, search: RowSearch): Promise<ListPage<DispositionRow>> {
  const { filters, named, window } = search;
  const tally = isEmpty(named) ? undefined : await tallyKinds(tx, { ...filters, named }, window);
  const skip = window.after === undefined ? ((window.page ?? 1) - 1) * window.limit : 0;
  const take = skip + window.limit + 1;
  const written = await findWritten(tx, { ...search, take });
  const total = written.total + (tally?.total ?? 0);
  if (skip >= total) return { rows: [], total, next: null };
  if (tally === undefined) return pageOf(written.rows.slice(skip), total, window.limit);
  if (written.total === 0)
    return pageOf(await readTally(tx, tally, { skip, take: window.limit + 1 }, window), total, window.limit);
  const rows = [...(await readTally(tx, tally, { skip: 0, take }, window)), ...written.rows].sort(
    newestFirst,
  );
  return pageOf(rows.slice(skip, take), total, window.limit);
}

const isEmpty = ({ dispositions, agentNames }: KindNames): boolean =>
  dispositions.length === 0 && agentNames.length === 0;

function isUnfiltered({ workspaceId: _workspaceId, ...filters }: KindFilters, window: ListWindow): boolean {
  const { createdAtFrom, createdAtTo } = window;
  return [...Object.values(filters), createdAtFrom, createdAtTo].every((value) => value === undefined);
}

const newestFirst = (one: DispositionRow, other: DispositionRow): number =>
  other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1);

/** The dispositions and agents' names of a workspace that have the text. */
async function findNames(db: Queryable, workspaceId: string, pattern: string): Promise<KindNames> {
  const text = `select array_agg(distinct disposition) filter (where disposition ilike $2) as dispositions,
      array_agg(distinct agent_name) filter (where agent_name ilike $2) as "agentNames"
    from (
      select disposition, agent_name from disposition_counts
      where workspace_id = $1 and scope = 'agent' and level = 'all' and span_at = 'infinity'
      union all
      select disposition, agent_name from disposition_changes where workspace_id = $1) as kind`;
  const row = await db.row<{ dispositions: string[] | null; agentNames: string[] | null }>(
    { name: 'find_disposition_names', text },
    [workspaceId, pattern],
  );
  return { dispositions: row!.dispositions ?? [], agentNames: row!.agentNames ?? [] };
}

/** What is found by trigrams is looked through once more: where a row has the text in the first place, the other is not read. */
const likelierFirst = (pattern: string): string =>
  /^%[+0-9]*%$/.test(pattern)
    ? '(phone_number ilike ? or notes ilike ?)'
    : '(notes ilike ? or phone_number ilike ?)';

interface RowSearch {
  readonly filters: KindFilters;
  readonly named: KindNames;
  /** For ILIKE. */
  readonly pattern: string;
  readonly window: ListWindow;
}

/** Where what is found no longer fits, whole pages are remembered and read row by row: more than 60,000 pages at the usual 4 MB. */
const roomy: Statement = { text: `set local work_mem = '32MB'` };

/** Rows that have the text in their number or notes and nowhere else: all are counted, the newest given. */
async function findWritten(
  db: Queryable,
  { filters, named, pattern, window, take }: RowSearch & { readonly take: number },
): Promise<{ readonly total: number; readonly rows: DispositionRow[] }> {
  await db.write(roomy);
  const values = new Conditions();
  const passing = rowConditions(filters, values.part())
    .add('created_at >= ?', window.createdAtFrom)
    .add('created_at <= ?', window.createdAtTo)
    .add(likelierFirst(pattern), pattern);
  if (named.dispositions.length > 0) passing.add('disposition <> all(?)', named.dispositions);
  if (named.agentNames.length > 0) passing.add('coalesce(agent_name <> all(?), true)', named.agentNames);
  const behind = values.part();
  const { after } = window;
  if (after !== undefined)
    behind.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  // Materialized: planned for all that match, not for the few that are shown, which would walk the newest rows for them.
  const text = `with found as materialized (select id, created_at from dispositions where ${passing.toString()})
    select (select count(*) from found)::float8 as total, ${dispositionColumns}
    from (select) as one left join (
      select dispositions.* from (
        select id from found where ${behind.toString()} order by created_at desc, id desc limit ${values.parameter(take)}) as shown
      join dispositions using (id)) as row on true
    order by created_at desc, id desc`;
  const rows = await db.rows<DispositionRow & { total: number }>({ text }, values.values);
  const total = rows[0]!.total;
  return { total, rows: rows.filter(({ id }) => id !== null).map(({ total: _total, ...row }) => row) };
}
