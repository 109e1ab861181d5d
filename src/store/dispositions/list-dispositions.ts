import type { Scope } from '../database.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { CountableFilters } from './countable-filters.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { listByCounts } from './list-by-counts.ts';
import { listBySearch } from './list-by-search.ts';

export interface DispositionFilters extends Omit<CountableFilters, 'named'> {
  readonly phoneNumber?: string | undefined;
  /** Text anywhere in number, disposition, agent's name or notes, ignoring case. */
  readonly search?: string | undefined;
}

/** Reads counts and rows in one snapshot, since the counts determine which rows are read. */
const snapshot: Statement = { text: 'set transaction isolation level repeatable read, read only' };

/** Returns one page and the exact total of all matches. */
export function listDispositions(
  scope: Scope,
  { limit, page, after, createdAtFrom, createdAtTo, ...filters }: DispositionFilters & ListWindow,
): Promise<ListPage<DispositionRow>> {
  const window = { limit, page, after, createdAtFrom, createdAtTo };
  return scope.transaction(async (tx) => {
    await tx.write(snapshot);
    const { phoneNumber, search, ...countable } = filters;
    if (phoneNumber !== undefined) return listByNumber(tx, filters, window);
    return search === undefined
      ? listByCounts(tx, countable, window)
      : listBySearch(tx, countable, search, window);
  });
}

/** Lists the dispositions of a number, which are few and therefore counted row by row. */
function listByNumber(
  tx: Queryable,
  filters: DispositionFilters,
  window: ListWindow,
): Promise<ListPage<DispositionRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('phone_number = ?', filters.phoneNumber)
    .add('batch_id = ?', filters.batchId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('disposition = ?', filters.disposition)
    .add('attempt = ?', filters.attempt)
    .add(
      '(phone_number ilike ? or disposition ilike ? or agent_name ilike ? or notes ilike ?)',
      containsPattern(filters.search),
    );
  return listPage(tx, { table: 'dispositions', columns: dispositionColumns, conditions }, window);
}
