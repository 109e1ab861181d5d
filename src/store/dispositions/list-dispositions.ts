import { Conditions, containing, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';

export interface DispositionFilters {
  readonly workspaceId: string;
  readonly phoneNumber?: string | undefined;
  readonly batchId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly disposition?: string | undefined;
  readonly attempt?: number | undefined;
  /** Anywhere in number, disposition, agent's name or notes, in any case. */
  readonly search?: string | undefined;
}

export function listDispositions(
  db: Queryable,
  filters: DispositionFilters & ListWindow,
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
  return listPage(db, { table: 'dispositions', columns: dispositionColumns, conditions }, filters);
}
