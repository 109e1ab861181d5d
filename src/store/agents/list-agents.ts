import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { agentColumns, type AgentRow } from './agent-row.ts';

export interface AgentFilters {
  readonly workspaceId: string;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly flowId?: string | undefined;
  /** Text anywhere in the name, ignoring case. */
  readonly search?: string | undefined;
}

export function listAgents(db: Queryable, filters: AgentFilters & ListWindow): Promise<ListPage<AgentRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('type = ?', filters.type)
    .add('status = ?', filters.status)
    .add('phone_number = ?', filters.phoneNumber)
    .add('flow_id = ?', filters.flowId)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'agents', columns: agentColumns, conditions }, filters);
}
