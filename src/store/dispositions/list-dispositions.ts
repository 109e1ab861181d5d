import type { Scope } from '../database.ts';
import { Conditions, containing, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { KindFilters } from './disposition-kind.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { listByKind } from './list-by-kind.ts';
import { listBySearch } from './list-by-search.ts';

export interface DispositionFilters extends Omit<KindFilters, 'named'> {
  readonly phoneNumber?: string | undefined;
  /** Anywhere in number, disposition, agent's name or notes, in any case. */
  readonly search?: string | undefined;
}

/** Counts and rows must be of one moment: which rows are read follows from the counts. */
const snapshot: Statement = { text: 'set transaction isolation level repeatable read, read only' };

/** One page, and the exact number of all that match, however many there are. */
export function listDispositions(
  scope: Scope,
  { limit, page, after, createdAtFrom, createdAtTo, ...filters }: DispositionFilters & ListWindow,
): Promise<ListPage<DispositionRow>> {
  const window = { limit, page, after, createdAtFrom, createdAtTo };
  return scope.transaction(async (tx) => {
    await tx.write(snapshot);
    const { phoneNumber, search, ...kind } = filters;
    if (phoneNumber !== undefined) return listOfNumber(tx, filters, window);
    return search === undefined ? listByKind(tx, kind, window) : listBySearch(tx, kind, search, window);
  });
}

/** A number has few dispositions: they are counted one by one. */
function listOfNumber(
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
      containing(filters.search),
    );
  return listPage(tx, { table: 'dispositions', columns: dispositionColumns, conditions }, window);
}
