import { Conditions } from '../listing.ts';

/** Filters that the counts support; time, number and text are not among them. An undefined filter matches all rows. */
export interface CountableFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly status?: string | undefined;
  readonly disposition?: string | undefined;
  readonly attempt?: number | undefined;
  /** Only dispositions with one of these codes or agent names. */
  readonly named?: MatchingNames | undefined;
}

export interface MatchingNames {
  readonly dispositions: readonly string[];
  readonly agentNames: readonly string[];
}

/** Adds the filters as conditions on rows of `dispositions` or `disposition_changes`. */
export function rowConditions(filters: CountableFilters, conditions = new Conditions()): Conditions {
  conditions
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('batch_id = ?', filters.batchId);
  return addShared(conditions, filters);
}

/** Adds the filters as conditions on rows of `disposition_counts`, in the narrowest scope that supports them. */
export function countConditions(filters: CountableFilters, conditions = new Conditions()): Conditions {
  const { batchId, agentId, named } = filters;
  const scope = scopeOf(filters);
  conditions.add('workspace_id = ?', filters.workspaceId).add('scope = ?', scope);
  if (scope === 'batch') conditions.add('scope_id = ?', batchId).add('agent_id = ?', agentId);
  if (scope === 'agent' && (agentId !== undefined || named === undefined))
    conditions.add('scope_id = ?', agentId);
  if (scope === 'workspace') conditions.add('scope_id = ?', '');
  return addShared(conditions, filters);
}

function scopeOf({ batchId, agentId, named }: CountableFilters): 'batch' | 'agent' | 'workspace' {
  if (batchId !== undefined) return 'batch';
  return agentId !== undefined || (named?.agentNames.length ?? 0) > 0 ? 'agent' : 'workspace';
}

function addShared(
  conditions: Conditions,
  { status, disposition, attempt, named }: CountableFilters,
): Conditions {
  conditions.add('status = ?', status).add('disposition = ?', disposition).add('attempt = ?', attempt);
  if (named === undefined) return conditions;
  return conditions.addAll('(disposition = any(?) or agent_name = any(?))', [
    named.dispositions,
    named.agentNames,
  ]);
}
