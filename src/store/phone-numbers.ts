import { agentColumns, type AgentRow } from './agents.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from './listing.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

export interface OwnedNumberRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly e164: string;
  readonly friendlyName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly locality: string | null;
  readonly region: string | null;
  readonly type: string | null;
  /** Origin: the inventory, a vendor, or the workspace itself. */
  readonly source: string;
  /** The agent that answers calls to the number. */
  readonly agentId: string | null;
  readonly status: 'active' | 'inactive';
  /** Maximum number of concurrent calls from the number; null: the limit of the plan. */
  readonly maxConcurrency: number | null;
  readonly metadata: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const ownedNumberColumns = `id, workspace_id as "workspaceId", e164, friendly_name as "friendlyName", country,
  locality, region, type, source, agent_id as "agentId", status,
  max_concurrency as "maxConcurrency", metadata, created_at as "createdAt",
  updated_at as "updatedAt"`;

const byId: Statement = {
  name: 'find_owned_number',
  text: `select ${ownedNumberColumns} from phone_numbers where workspace_id = $1 and id = $2`,
  isLookup: true,
};

const ofWorkspace: Statement = {
  name: 'find_owned_number_of_workspace',
  text: `select ${ownedNumberColumns} from phone_numbers where workspace_id = $1 and e164 = $2`,
  isLookup: true,
};

const byE164: Statement = {
  name: 'find_owned_number_by_e164',
  text: `select ${ownedNumberColumns} from phone_numbers where e164 = $1`,
  isLookup: true,
};

export function findOwnedNumber(
  db: Queryable,
  { workspaceId, numberId }: { readonly workspaceId: string; readonly numberId: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(byId, [workspaceId, numberId]);
}

/** Returns a number of the workspace, or undefined if the workspace does not own it. */
export function findOwnedNumberOfWorkspace(
  db: Queryable,
  { workspaceId, e164 }: { readonly workspaceId: string; readonly e164: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(ofWorkspace, [workspaceId, e164]);
}

/** Returns a number of any workspace. `db` is the system's scope. */
export function findOwnedNumberByE164(
  db: Queryable,
  { e164 }: { readonly e164: string },
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(byE164, [e164]);
}

const findTakenNumbersStatement: Statement = {
  name: 'find_taken_numbers',
  text: 'select e164 from phone_numbers where e164 = any($1)',
};

/** Returns the numbers (E.164) in `numbers` that any workspace owns. `db` is the system's scope. */
export async function findTakenNumbers(
  db: Queryable,
  { numbers }: { readonly numbers: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ e164: string }>(findTakenNumbersStatement, [numbers]);
  return new Set(rows.map(({ e164 }) => e164));
}

export interface OwnedNumberFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly country?: string | undefined;
  readonly type?: string | undefined;
  /** Text anywhere in the number or its name, ignoring case. */
  readonly search?: string | undefined;
}

export function listOwnedNumbers(
  db: Queryable,
  filters: OwnedNumberFilters & ListWindow,
): Promise<ListPage<OwnedNumberRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('country = ?', filters.country)
    .add('type = ?', filters.type)
    .add('(e164 ilike ? or friendly_name ilike ?)', containsPattern(filters.search));
  return listPage(db, { table: 'phone_numbers', columns: ownedNumberColumns, conditions }, filters);
}

export interface NewOwnedNumberRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly e164: string;
  readonly friendlyName?: string | undefined;
  readonly country?: string | null | undefined;
  readonly locality?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly source?: string | undefined;
  readonly agentId?: string | null | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly at: Date;
}

const insertOwnedNumberStatement: Statement = {
  name: 'insert_owned_number',
  text: `insert into phone_numbers (id, workspace_id, e164, friendly_name, country, locality, region, type, source,
      agent_id, metadata, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
    on conflict (e164) do nothing returning ${ownedNumberColumns}`,
};

/** Inserts a number. Returns undefined if a workspace already owns it. */
export function insertOwnedNumber(
  db: Queryable,
  number: NewOwnedNumberRow,
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(insertOwnedNumberStatement, [
    number.id,
    number.workspaceId,
    number.e164,
    number.friendlyName ?? '',
    number.country,
    number.locality,
    number.region,
    number.type,
    number.source ?? 'inventory',
    number.agentId,
    json(number.metadata ?? {}),
    number.at,
  ]);
}

export interface OwnedNumberChange {
  readonly workspaceId: string;
  readonly numberId: string;
  readonly friendlyName?: string | undefined;
  /** Null: no agent answers calls to the number. */
  readonly agentId?: string | null | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  /** Null: the limit of the plan. */
  readonly maxConcurrency?: number | null | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly at: Date;
}

const updateOwnedNumberStatement: Statement = {
  name: 'update_owned_number',
  text: `update phone_numbers set friendly_name = coalesce($3, friendly_name),
      agent_id = case when $4 then $5 else agent_id end, status = coalesce($6, status),
      metadata = coalesce($7, metadata), updated_at = $8,
      max_concurrency = case when $9 then $10 else max_concurrency end
    where workspace_id = $1 and id = $2 returning ${ownedNumberColumns}`,
};

/** Updates a number; omitted fields stay unchanged. Returns undefined if it does not exist. */
export function updateOwnedNumber(
  db: Queryable,
  change: OwnedNumberChange,
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(updateOwnedNumberStatement, [
    change.workspaceId,
    change.numberId,
    change.friendlyName,
    change.agentId !== undefined,
    change.agentId,
    change.status,
    json(change.metadata),
    change.at,
    change.maxConcurrency !== undefined,
    change.maxConcurrency,
  ]);
}

/** Also removes the number from agents that have it. */
const deleteOwnedNumberStatement: Statement = {
  name: 'delete_owned_number',
  text: `with deleted as (delete from phone_numbers where workspace_id = $1 and id = $2 returning e164),
    updated as (
      update agents set phone_number = null, config = jsonb_set(config, '{phoneNumber}', 'null'), version = version + 1,
        updated_at = $3
      where workspace_id = $1 and phone_number in (select e164 from deleted) returning *),
    versions as (
      insert into agent_versions (workspace_id, agent_id, version, config, created_at)
      select workspace_id, id, version, config, updated_at from updated)
    select ${agentColumns} from deleted left join updated on true`,
};

/** Deletes a number. Returns the agents that have a new version without it, or undefined if the number does not exist. */
export async function deleteOwnedNumber(
  db: Queryable,
  number: { readonly workspaceId: string; readonly numberId: string; readonly at: Date },
): Promise<readonly AgentRow[] | undefined> {
  const rows = await db.rows<AgentRow | { readonly id: null }>(deleteOwnedNumberStatement, [
    number.workspaceId,
    number.numberId,
    number.at,
  ]);
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null);
}
