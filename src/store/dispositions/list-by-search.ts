import { Conditions, containsPattern, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { isDigitNgram } from './digit-ngrams.ts';
import { rowConditions, type CountableFilters, type MatchingNames } from './countable-filters.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { listByNgram } from './list-by-ngram.ts';
import { pageOf, readTally, tallyRows } from './list-by-counts.ts';

/**
 * Returns one page of the dispositions that contain `search` in their number, disposition, agent's name or notes, ignoring case.
 * Matching dispositions and agent names, which are few, are looked up, and their rows are counted as in any list. Numbers and notes are
 * searched by the trigram index, unless the text is a counted digit n-gram.
 */
export async function listBySearch(
  tx: Queryable,
  filters: CountableFilters,
  search: string,
  window: ListWindow,
): Promise<ListPage<DispositionRow>> {
  const { workspaceId } = filters;
  const named = await findNames(tx, workspaceId, containsPattern(search)!);
  const isCounted = isEmpty(named) && isDigitNgram(search) && isUnfiltered(filters, window);
  const found = isCounted ? await listByNgram(tx, workspaceId, search, window) : undefined;
  return found ?? searchRows(tx, { filters, named, pattern: containsPattern(search)!, window });
}

/** Combines rows that match by disposition or agent name, which are counted, with rows that match by number or notes. */
async function searchRows(tx: Queryable, search: RowSearch): Promise<ListPage<DispositionRow>> {
  const { filters, named, window } = search;
  const tally = isEmpty(named) ? undefined : await tallyRows(tx, { ...filters, named }, window);
  const skip = window.after === undefined ? ((window.page ?? 1) - 1) * window.limit : 0;
  const take = skip + window.limit + 1;
  const textMatches = await findByText(tx, { ...search, take });
  const total = textMatches.total + (tally?.total ?? 0);
  if (skip >= total) return { rows: [], total, next: null };
  if (tally === undefined) return pageOf(textMatches.rows.slice(skip), total, window.limit);
  if (textMatches.total === 0)
    return pageOf(await readTally(tx, tally, { skip, take: window.limit + 1 }, window), total, window.limit);
  const rows = [...(await readTally(tx, tally, { skip: 0, take }, window)), ...textMatches.rows].sort(
    newestFirst,
  );
  return pageOf(rows.slice(skip, take), total, window.limit);
}

const isEmpty = ({ dispositions, agentNames }: MatchingNames): boolean =>
  dispositions.length === 0 && agentNames.length === 0;

function isUnfiltered(
  { workspaceId: _workspaceId, ...filters }: CountableFilters,
  window: ListWindow,
): boolean {
  const { createdAtFrom, createdAtTo } = window;
  return [...Object.values(filters), createdAtFrom, createdAtTo].every((value) => value === undefined);
}

const newestFirst = (one: DispositionRow, other: DispositionRow): number =>
  other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1);

/** Returns the dispositions and agent names of a workspace that contain the text. */
async function findNames(db: Queryable, workspaceId: string, pattern: string): Promise<MatchingNames> {
  const text = `select array_agg(distinct disposition) filter (where disposition ilike $2) as dispositions,
      array_agg(distinct agent_name) filter (where agent_name ilike $2) as "agentNames"
    from (
      select disposition, agent_name from disposition_counts
      where workspace_id = $1 and scope = 'agent' and level = 'all' and span_at = 'infinity'
      union all
      select disposition, agent_name from disposition_changes where workspace_id = $1) as name`;
  const row = await db.row<{ dispositions: string[] | null; agentNames: string[] | null }>(
    { name: 'find_disposition_names', text },
    [workspaceId, pattern],
  );
  return { dispositions: row!.dispositions ?? [], agentNames: row!.agentNames ?? [] };
}

/** SQL condition of matching rows. PostgreSQL checks trigram matches again, so the likelier column comes first and the other is rarely read. */
const likelierFirst = (pattern: string): string =>
  /^%[+0-9]*%$/.test(pattern)
    ? '(phone_number ilike ? or notes ilike ?)'
    : '(notes ilike ? or phone_number ilike ?)';

interface RowSearch {
  readonly filters: CountableFilters;
  readonly named: MatchingNames;
  /** For ILIKE. */
  readonly pattern: string;
  readonly window: ListWindow;
}

/** Avoids a lossy bitmap scan, which rechecks each row of a disk page. The default of 4 MB is enough for some 60,000 disk pages. */
const raiseWorkMem: Statement = { text: `set local work_mem = '32MB'` };

/** Counts the rows that contain the text only in their number or notes, and returns the newest. */
async function findByText(
  db: Queryable,
  { filters, named, pattern, window, take }: RowSearch & { readonly take: number },
): Promise<{ readonly total: number; readonly rows: DispositionRow[] }> {
  await db.write(raiseWorkMem);
  const values = new Conditions();
  const matching = rowConditions(filters, values.part())
    .add('created_at >= ?', window.createdAtFrom)
    .add('created_at <= ?', window.createdAtTo)
    .add(likelierFirst(pattern), pattern);
  if (named.dispositions.length > 0) matching.add('disposition <> all(?)', named.dispositions);
  if (named.agentNames.length > 0) matching.add('coalesce(agent_name <> all(?), true)', named.agentNames);
  const cursor = values.part();
  const { after } = window;
  if (after !== undefined)
    cursor.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  // Materialized, so that PostgreSQL plans for all matches. If it planned for the few rows of the page, it would scan the newest rows.
  const text = `with found as materialized (select id, created_at from dispositions where ${matching.toString()})
    select (select count(*) from found)::float8 as total, ${dispositionColumns}
    from (select) as one left join (
      select dispositions.* from (
        select id from found where ${cursor.toString()} order by created_at desc, id desc limit ${values.parameter(take)}) as shown
      join dispositions using (id)) as row on true
    order by created_at desc, id desc`;
  const rows = await db.rows<DispositionRow & { total: number }>({ text }, values.values);
  const total = rows[0]!.total;
  return { total, rows: rows.filter(({ id }) => id !== null).map(({ total: _total, ...row }) => row) };
}
