import { type AgentConfig, noModel } from '../domain/agent.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from './listing.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

export interface AgentRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly version: number;
  readonly config: AgentConfig;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const agentColumns = `id, workspace_id as "workspaceId", version, config, created_at as "createdAt",
  updated_at as "updatedAt"`;

/** Returns the values of the columns name, type, status, phone_number and flow_id, which lists and joins use. */
export function extractedColumns(config: AgentConfig): readonly (string | null)[] {
  return [config.name, config.type, config.status, config.phoneNumber, config.flowId];
}

const findAgentStatement: Statement = {
  name: 'find_agent',
  text: `select ${agentColumns} from agents where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findAgent(
  db: Queryable,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<AgentRow | undefined> {
  return db.row<AgentRow>(findAgentStatement, [workspaceId, agentId]);
}

export interface AgentVersionRow {
  readonly agentId: string;
  readonly version: number;
  readonly config: AgentConfig;
  /** The key or user that saved it; null if it is not known. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

const findAgentVersionStatement: Statement = {
  name: 'find_agent_version',
  text: `select agent_id as "agentId", version, config, created_by as "createdBy", created_at as "createdAt" from agent_versions
    where workspace_id = $1 and agent_id = $2 and version = $3`,
};

/** Returns a version of an agent. A call uses the version with which it started until its end. */
export function findAgentVersion(
  db: Queryable,
  key: { readonly workspaceId: string; readonly agentId: string; readonly version: number },
): Promise<AgentVersionRow | undefined> {
  return db.row<AgentVersionRow>(findAgentVersionStatement, [key.workspaceId, key.agentId, key.version]);
}

/** Maximum number of ids. */
const maxIds = 5;

const findAgentCallsStatement: Statement = {
  name: 'find_agent_calls',
  text: `select count(*)::int as "callCount", coalesce((array_agg(id order by id))[1:${maxIds}], '{}') as "callIds"
    from calls where workspace_id = $1 and agent_id = $2 and state <> 'ended'`,
};

/** Number of open calls of an agent, and the ids of the first five. */
export interface AgentCalls {
  readonly callCount: number;
  readonly callIds: readonly string[];
}

export async function findAgentCalls(
  db: Queryable,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<AgentCalls> {
  return (await db.row<AgentCalls>(findAgentCallsStatement, [workspaceId, agentId]))!;
}

const findAgentsWithoutModelStatement: Statement = {
  name: 'find_agents_without_model',
  text: `select id, name from agents where workspace_id = $1 and flow_id = $2 and config->>'model' = $3
      and not coalesce(config->'modelSettings'->'fallbackModels', '[]') @? '$[*] ? (@ != "${noModel}")'
    order by id limit 5`,
};

/** Finds the first five agents of a flow that name no language model. */
export function findAgentsWithoutModel(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db.rows(findAgentsWithoutModelStatement, [workspaceId, flowId, noModel]);
}

const findAgentLanguagesStatement: Statement = {
  name: 'find_agent_languages',
  text: `select distinct on (config->>'language', config->>'model', config->'modelSettings'->'fallbackModels') id, config
    from agents where workspace_id = $1 and flow_id = $2
    order by config->>'language', config->>'model', config->'modelSettings'->'fallbackModels', id limit 100`,
};

/** Finds one agent of a flow for each combination of language and models of its agents, at most 100. */
export function findAgentLanguages(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<Pick<AgentRow, 'id' | 'config'>[]> {
  return db.rows(findAgentLanguagesStatement, [workspaceId, flowId]);
}

const findMessagingAgentOfNumberStatement: Statement = {
  name: 'find_messaging_agent_of_number',
  text: `select ${agentColumns} from agents
    where (workspace_id, phone_number) in (select workspace_id, e164 from phone_numbers where e164 = any($1))
      and type = 'messaging' and status = 'active' and flow_id is not null
    order by created_at desc, id desc limit 1`,
};

/**
 * Returns the newest active messaging agent with a flow that has one of the numbers, in the workspace that owns the number. `db` must be in the system
 * scope.
 */
export function findMessagingAgentOfNumber(
  db: Queryable,
  { numbers }: { readonly numbers: readonly string[] },
): Promise<AgentRow | undefined> {
  return db.row<AgentRow>(findMessagingAgentOfNumberStatement, [numbers]);
}

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

export interface NewAgentRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly config: AgentConfig;
  /** The key or user. */
  readonly createdBy?: string | null;
  readonly at: Date;
}

const insertAgentStatement: Statement = {
  name: 'insert_agent',
  text: `with inserted as (
      insert into agents (id, workspace_id, config, created_at, updated_at, version,
        name, type, status, phone_number, flow_id)
      values ($1, $2, $3, $4, $4, 1, $5, $6, $7, $8, $9) returning workspace_id, id, version, config, created_at)
    insert into agent_versions (workspace_id, agent_id, version, config, created_at, created_by)
    select inserted.*, $10 from inserted`,
};

/** Inserts an agent and returns its row as it is after the commit. */
export async function insertAgent(
  db: Queryable,
  { id, workspaceId, config, createdBy = null, at }: NewAgentRow,
): Promise<AgentRow> {
  const values = [id, workspaceId, json(config), at, ...extractedColumns(config), createdBy];
  await db.write(insertAgentStatement, values);
  return { id, workspaceId, version: 1, config, createdAt: at, updatedAt: at };
}

export interface AgentChange {
  readonly workspaceId: string;
  readonly agentId: string;
  /** The version that `config` is based on. */
  readonly version: number;
  readonly config: AgentConfig;
  /** The key or user. */
  readonly changedBy?: string | null;
  readonly at: Date;
}

const updateAgentStatement: Statement = {
  name: 'update_agent',
  text: `with changed as (
      update agents set config = $4, updated_at = $5, version = version + 1,
        name = $6, type = $7, status = $8, phone_number = $9, flow_id = $10
      where workspace_id = $1 and id = $2 and version = $3 returning *),
    versions as (
      insert into agent_versions (workspace_id, agent_id, version, config, created_at, created_by)
      select workspace_id, id, version, config, updated_at, $11 from changed)
    select ${agentColumns} from changed`,
};

/**
 * Updates an agent. Returns undefined if it was deleted or changed since `version`: the caller must read it and apply
 * its change again.
 */
export function updateAgent(db: Queryable, change: AgentChange): Promise<AgentRow | undefined> {
  return db.row<AgentRow>(updateAgentStatement, [
    change.workspaceId,
    change.agentId,
    change.version,
    json(change.config),
    change.at,
    ...extractedColumns(change.config),
    change.changedBy ?? null,
  ]);
}

const deleteAgentStatement: Statement = {
  name: 'delete_agent',
  text: `delete from agents where workspace_id = $1 and id = $2`,
};

/** Blocks new calls of the agent, which need a key-share lock on its row (see insert-call.ts). */
const lockAgent: Statement = {
  name: 'lock_agent',
  text: `select version from agents where workspace_id = $1 and id = $2 for update`,
};

const inUse: Statement = {
  name: 'agent_in_use',
  text: `select exists (select from calls where workspace_id = $1 and agent_id = $2 and state <> 'ended') as "inUse"`,
};

interface AgentKey {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Returns whether the agent has an open call. */
export async function isAgentInUse(db: Queryable, { workspaceId, agentId }: AgentKey): Promise<boolean> {
  const row = await db.row<{ inUse: boolean }>(inUse, [workspaceId, agentId]);
  return row!.inUse;
}

/**
 * Deletes an agent with its versions, unless it has an open call, and returns its last version. Calls that have ended are not deleted. Requires a
 * transaction, so that no call starts between the check and the deletion.
 */
export async function deleteAgent(
  tx: Queryable,
  { workspaceId, agentId }: AgentKey,
): Promise<{ readonly version: number } | 'in_use' | 'not_found'> {
  const locked = await tx.row<{ version: number }>(lockAgent, [workspaceId, agentId]);
  if (locked === undefined) return 'not_found';
  if (await isAgentInUse(tx, { workspaceId, agentId })) return 'in_use';
  await tx.execute(deleteAgentStatement, [workspaceId, agentId]);
  return locked;
}
