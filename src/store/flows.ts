import type { FlowDefinition } from '../domain/flow/flow.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from './listing.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

export interface FlowRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly version: number;
  readonly definition: FlowDefinition;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const definition = `(select definition from flow_versions v where v.flow_id = flow.id and v.version = flow.version)`;

/** Columns of a table or a common table expression with the alias `flow`. */
export const flowColumns = `id, workspace_id as "workspaceId", version, ${definition} as definition,
  created_at as "createdAt", updated_at as "updatedAt"`;

const findFlowStatement: Statement = {
  name: 'find_flow',
  text: `select ${flowColumns} from flows flow where workspace_id = $1 and id = $2`,
  isLookup: true,
};

/** Returns a flow in its newest version. */
export function findFlow(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<FlowRow | undefined> {
  return db.row<FlowRow>(findFlowStatement, [workspaceId, flowId]);
}

export interface FlowVersionRow {
  readonly flowId: string;
  readonly version: number;
  readonly definition: FlowDefinition;
  /** The key or user that saved it; null if it is not known. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

const findFlowVersionStatement: Statement = {
  name: 'find_flow_version',
  text: `select flow_id as "flowId", version, definition, created_by as "createdBy", created_at as "createdAt" from flow_versions
    where workspace_id = $1 and flow_id = $2 and version = $3`,
};

/** Returns a version of a flow. A call uses the version with which it started until its end. */
export function findFlowVersion(
  db: Queryable,
  key: { readonly workspaceId: string; readonly flowId: string; readonly version: number },
): Promise<FlowVersionRow | undefined> {
  return db.row<FlowVersionRow>(findFlowVersionStatement, [key.workspaceId, key.flowId, key.version]);
}

/** Maximum number of ids per kind. */
const maxIds = 5;

/** Uses only the indexes on flow_id of agents and of calls. */
const findFlowUsageStatement: Statement = {
  name: 'find_flow_usage',
  text: `with usage as (
      select 'agent' as kind, id from agents where workspace_id = $1 and flow_id = $2
      union all
      select 'call', id from calls where workspace_id = $1 and flow_id = $2 and state <> 'ended')
    select count(*) filter (where kind = 'agent')::int as "agentCount",
      count(*) filter (where kind = 'call')::int as "callCount",
      coalesce((array_agg(id order by id) filter (where kind = 'agent'))[1:${maxIds}], '{}') as "agentIds",
      coalesce((array_agg(id order by id) filter (where kind = 'call'))[1:${maxIds}], '{}') as "callIds"
    from usage`,
};

/** Counts of the agents that have a flow and of the open calls that run any of its versions, with the ids of the first five of each. */
export interface FlowUsage {
  readonly agentCount: number;
  readonly callCount: number;
  readonly agentIds: readonly string[];
  readonly callIds: readonly string[];
}

export async function findFlowUsage(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<FlowUsage> {
  return (await db.row<FlowUsage>(findFlowUsageStatement, [workspaceId, flowId]))!;
}

export interface FlowFilters {
  readonly workspaceId: string;
  /** Omitted: both types. */
  readonly type?: 'call' | 'message' | undefined;
  readonly status?: string | undefined;
  /** Text anywhere in the name, ignoring case. */
  readonly search?: string | undefined;
}

export function listFlows(db: Queryable, filters: FlowFilters & ListWindow): Promise<ListPage<FlowRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('type = ?', filters.type)
    .add('status = ?', filters.status)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'flows flow', columns: flowColumns, conditions }, filters);
}

export interface NewFlowRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly definition: FlowDefinition;
  /** The key or user. */
  readonly createdBy?: string | null;
  readonly at: Date;
}

const insertFlowStatement: Statement = {
  name: 'insert_flow',
  text: `with inserted as (
      insert into flows (id, workspace_id, name, type, status, version, created_at, updated_at)
      values ($1, $2, $3, $4, $5, 1, $7, $7) returning workspace_id, id, version, created_at)
    insert into flow_versions (workspace_id, flow_id, version, definition, created_at, created_by)
    select workspace_id, id, version, $6::jsonb, created_at, $8 from inserted`,
};

/** Inserts a flow and returns its row as it is after the commit. */
export async function insertFlow(
  db: Queryable,
  { id, workspaceId, definition, createdBy = null, at }: NewFlowRow,
): Promise<FlowRow> {
  const { name, type, status } = definition;
  const values = [id, workspaceId, name, type, status, json(definition), at, createdBy];
  await db.write(insertFlowStatement, values);
  return { id, workspaceId, version: 1, definition, createdAt: at, updatedAt: at };
}

export interface FlowChange {
  readonly workspaceId: string;
  readonly flowId: string;
  /** The version that `definition` is based on. */
  readonly version: number;
  readonly definition: FlowDefinition;
  /** The key or user. */
  readonly changedBy?: string | null;
  readonly at: Date;
}

const updateFlowStatement: Statement = {
  name: 'update_flow',
  text: `with changed as (
      update flows set name = $4, status = $5, version = version + 1, updated_at = $7
      where workspace_id = $1 and id = $2 and version = $3 returning *),
    added as (
      insert into flow_versions (workspace_id, flow_id, version, definition, created_at, created_by)
      select workspace_id, id, version, $6::jsonb, updated_at, $8 from changed returning definition)
    select changed.id, changed.workspace_id as "workspaceId", changed.version, added.definition,
      changed.created_at as "createdAt", changed.updated_at as "updatedAt" from changed, added`,
};

/** Inserts a new version of a flow. Returns undefined if the flow was deleted or changed since `version`. */
export function updateFlow(db: Queryable, change: FlowChange): Promise<FlowRow | undefined> {
  const { name, status } = change.definition;
  return db.row<FlowRow>(updateFlowStatement, [
    change.workspaceId,
    change.flowId,
    change.version,
    name,
    status,
    json(change.definition),
    change.at,
    change.changedBy ?? null,
  ]);
}

const lockFlowStatement: Statement = {
  name: 'lock_flow_for_key_share',
  text: `select id from flows where workspace_id = $1 and id = $2 for key share`,
};

/** Prevents the deletion of a flow until the transaction ends, but not updates. Returns false if the flow does not exist. */
export async function lockFlow(
  tx: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<boolean> {
  return (await tx.row(lockFlowStatement, [workspaceId, flowId])) !== undefined;
}

const lockForUpdate: Statement = {
  name: 'lock_flow',
  text: `select version from flows where workspace_id = $1 and id = $2 for update`,
};

/** A flow is in use if an agent has it, or if an open call runs any of its versions. */
const inUse: Statement = {
  name: 'flow_in_use',
  text: `select exists (select from agents where workspace_id = $1 and flow_id = $2)
      or exists (select from calls where workspace_id = $1 and flow_id = $2 and state <> 'ended') as "inUse"`,
};

const deleteFlowStatement: Statement = {
  name: 'delete_flow',
  text: `delete from flows where workspace_id = $1 and id = $2`,
};

/**
 * Deletes a flow with its versions, unless it is in use, and returns its last version. Requires a transaction, so that no call starts between the
 * check and the deletion.
 */
export async function deleteFlow(
  tx: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<{ readonly version: number } | 'in_use' | 'not_found'> {
  const locked = await tx.row<{ version: number }>(lockForUpdate, [workspaceId, flowId]);
  if (locked === undefined) return 'not_found';
  const row = await tx.row<{ inUse: boolean }>(inUse, [workspaceId, flowId]);
  if (row!.inUse) return 'in_use';
  await tx.execute(deleteFlowStatement, [workspaceId, flowId]);
  return locked;
}
