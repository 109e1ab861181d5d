import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { countCalls } from './call-counts.ts';
import { callColumns, type CallRow } from './calls.ts';

export interface CallFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly flowId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly status?: string | undefined;
  readonly endReason?: string | undefined;
  /** Caller or callee, in E.164. */
  readonly phoneNumber?: string | undefined;
  readonly direction?: string | undefined;
}

export async function listCalls(
  db: Queryable,
  filters: CallFilters & ListWindow,
): Promise<ListPage<CallRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('flow_id = ?', filters.flowId)
    .add('batch_id = ?', filters.batchId)
    .add('state = ?', filters.status)
    .add('end_reason = ?', filters.endReason)
    .add('(to_number = ? or from_number = ?)', filters.phoneNumber)
    .add('direction = ?', filters.direction);
  const total = isCounted(filters) ? await countCalls(db, filters) : undefined;
  return listPage(db, { table: 'calls', columns: callColumns, conditions, total }, filters);
}

/** Returns whether counters support these filters. Calls of a flow, batch, number or time range are counted row by row. */
const isCounted = ({
  flowId,
  batchId,
  phoneNumber,
  createdAtFrom,
  createdAtTo,
}: CallFilters & ListWindow): boolean =>
  [flowId, batchId, phoneNumber, createdAtFrom, createdAtTo].every((value) => value === undefined);
