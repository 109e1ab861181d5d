import type { Scope } from '../database.ts';
import {
  Conditions,
  containsPattern,
  listPage,
  pageOf,
  skippedRows,
  type ListPage,
  type ListWindow,
} from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import {
  countDispositions,
  findMatchingNames,
  type CountedDispositionFilters,
  type MatchingNames,
} from './disposition-counts.ts';
import { dispositionColumns, type DispositionRow } from './dispositions.ts';

export interface DispositionFilters extends CountedDispositionFilters {
  readonly batchId?: string | undefined;
  readonly phoneNumber?: string | undefined;
  /** Text anywhere in number, disposition, agent's name or notes, ignoring case. */
  readonly search?: string | undefined;
}

/** A search counts at most this many matches. */
export const maxCountedMatches = 10_000;

/** Returns one page and the number of matches. The number is exact, except for a search with more than 10,000 matches: then it is 10,000. */
export async function listDispositions(
  scope: Scope,
  filters: DispositionFilters & ListWindow,
): Promise<ListPage<DispositionRow>> {
  const { search } = filters;
  if (search !== undefined) return scope.transaction((tx) => searchDispositions(tx, filters, search));
  const total = isCounted(filters) ? await countDispositions(scope, filters) : undefined;
  return listPage(scope, { ...source, conditions: conditionsOf(filters), total }, filters);
}

const source = { table: 'dispositions', columns: dispositionColumns };

/** Returns whether counters support these filters. Dispositions of a batch, number or time range are counted row by row. */
const isCounted = ({
  batchId,
  phoneNumber,
  createdAtFrom,
  createdAtTo,
}: DispositionFilters & ListWindow): boolean =>
  [batchId, phoneNumber, createdAtFrom, createdAtTo].every((value) => value === undefined);

const conditionsOf = (filters: DispositionFilters): Conditions =>
  new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('phone_number = ?', filters.phoneNumber)
    .add('batch_id = ?', filters.batchId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('disposition = ?', filters.disposition)
    .add('attempt = ?', filters.attempt);

/**
 * `work_mem` avoids a lossy bitmap scan, which rechecks each row of a disk page. The default of 4 MB is enough for about 60,000 disk pages.
 * Without the other setting, PostgreSQL reads the whole table for a text that it expects to be frequent.
 */
const plannerSettings: readonly Statement[] = [
  { text: `set local work_mem = '32MB'` },
  { text: 'set local enable_seqscan = off' },
];

async function searchDispositions(
  tx: Queryable,
  filters: DispositionFilters & ListWindow,
  search: string,
): Promise<ListPage<DispositionRow>> {
  for (const setting of plannerSettings) await tx.write(setting);
  const pattern = containsPattern(search)!;
  const names = await findMatchingNames(tx, filters.workspaceId, pattern);
  const conditions = () => addText(conditionsOf(filters), pattern, names);
  const found = await findFew(tx, conditions(), filters);
  if (found !== undefined) return found;
  const page = await listPage<DispositionRow>(
    tx,
    { ...source, conditions: conditions(), total: Infinity },
    filters,
  );
  return { ...page, total: maxCountedMatches };
}

/** Adds the condition of matching rows. PostgreSQL checks trigram matches again, so the likelier column comes first and the other is rarely read. */
function addText(
  conditions: Conditions,
  pattern: string,
  { dispositions, agentNames }: MatchingNames,
): Conditions {
  const text = conditions.parameter(pattern);
  const byText = [`phone_number ilike ${text}`, `notes ilike ${text}`];
  const isNumber = /^%[+0-9]*%$/.test(pattern);
  const alternatives = isNumber ? byText : byText.toReversed();
  if (dispositions.length > 0) alternatives.push(`disposition = any(${conditions.parameter(dispositions)})`);
  if (agentNames.length > 0) alternatives.push(`agent_name = any(${conditions.parameter(agentNames)})`);
  return conditions.addAll(`(${alternatives.join(' or ')})`, []);
}

/** Returns the page if at most `maxCountedMatches` rows match: they are found by the trigram indexes, and sorted. */
async function findFew(
  tx: Queryable,
  conditions: Conditions,
  window: ListWindow,
): Promise<ListPage<DispositionRow> | undefined> {
  const { createdAtFrom, createdAtTo, after, limit } = window;
  conditions.add('created_at >= ?', createdAtFrom).add('created_at <= ?', createdAtTo);
  const cursor = conditions.part();
  if (after !== undefined)
    cursor.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  // Materialized, so that PostgreSQL plans for all matches. If it planned for the few rows of the page, it would scan the newest rows.
  const text = `with found as materialized (
      select id, created_at from dispositions where ${conditions.toString()} limit ${maxCountedMatches + 1})
    select (select count(*) from found)::float8 as total, ${dispositionColumns}
    from (select) as one left join (
      select dispositions.* from (
        select id from found where ${cursor.toString()}
        order by created_at desc, id desc limit ${conditions.parameter(limit + 1)} offset ${conditions.parameter(skippedRows(window))}) as shown
      join dispositions using (id)) as row on true
    order by created_at desc, id desc`;
  const rows = await tx.rows<DispositionRow & { total: number }>({ text }, conditions.values);
  const { total } = rows[0]!;
  if (total > maxCountedMatches) return undefined;
  const found = rows.filter(({ id }) => id !== null).map(({ total: _total, ...row }) => row);
  return pageOf(found, total, limit);
}
