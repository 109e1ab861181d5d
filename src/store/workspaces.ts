import type { CallingWindow } from '../domain/calling-hours/calling-window.ts';
import type { WorkspaceHours } from '../domain/calling-hours/workspace-hours.ts';
import type { RatePlan } from '../domain/rate-plan.ts';
import type { Retention } from '../domain/retention.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from './listing.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

export interface WorkspaceRow extends WorkspaceHours {
  readonly id: string;
  readonly name: string;
  readonly plan: RatePlan;
  /** IANA. */
  readonly timezone: string;
  /** Whether single calls outside the calling hours are placed with a warning, or refused. */
  readonly singleCallsOutsideHours: 'warn' | 'refuse';
  /** Whether this is the operator's workspace, in which the scope `operator` has an effect. */
  readonly isOperator: boolean;
  /** Prefixes of E.164 numbers that the workspace may add itself. */
  readonly ownNumberPrefixes: readonly string[];
  /** Whether the operator lets the workspace send messages from the shared senders of the installation. */
  readonly sharedSender: boolean;
  readonly retention: Retention;
  readonly settings: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const workspaceColumns = `id, name, plan, timezone, calling_hours as "callingHours",
  own_window as "callingWindow", single_calls_outside_hours as "singleCallsOutsideHours", is_operator as "isOperator",
  own_number_prefixes as "ownNumberPrefixes", shared_sender as "sharedSender", retention, settings,
  created_at as "createdAt", updated_at as "updatedAt"`;

const findWorkspaceStatement: Statement = {
  name: 'find_workspace',
  text: `select ${workspaceColumns} from workspaces where id = $1`,
  isLookup: true,
};

const lockWorkspaceStatement: Statement = {
  name: 'lock_workspace',
  text: `select ${workspaceColumns} from workspaces where id = $1 for update`,
};

interface WorkspaceKey {
  readonly workspaceId: string;
}

export function findWorkspace(
  db: Queryable,
  { workspaceId }: WorkspaceKey,
): Promise<WorkspaceRow | undefined> {
  return db.row<WorkspaceRow>(findWorkspaceStatement, [workspaceId]);
}

/** Locks a workspace until the transaction ends, so that an update knows the values that it replaces. */
export function lockWorkspace(
  tx: Queryable,
  { workspaceId }: WorkspaceKey,
): Promise<WorkspaceRow | undefined> {
  return tx.row<WorkspaceRow>(lockWorkspaceStatement, [workspaceId]);
}

export interface WorkspaceFilters {
  /** Ids of the workspaces to list; omitted: all workspaces that `db` may read. */
  readonly ids?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

export function listWorkspaces(
  db: Queryable,
  filters: WorkspaceFilters & ListWindow,
): Promise<ListPage<WorkspaceRow>> {
  const conditions = new Conditions()
    .add('id = any(?)', filters.ids)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'workspaces', columns: workspaceColumns, conditions }, filters);
}

export interface NewWorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan: RatePlan;
  readonly timezone: string;
  readonly callingHours?: 'law' | 'off';
  readonly callingWindow?: CallingWindow | null | undefined;
  /** Defaults to `warn`. */
  readonly singleCallsOutsideHours?: 'warn' | 'refuse' | undefined;
  /** Whether this is the operator's workspace, in which the scope `operator` has an effect. */
  readonly isOperator?: boolean;
  readonly ownNumberPrefixes?: readonly string[];
  /** Defaults to false. */
  readonly sharedSender?: boolean | undefined;
  readonly at: Date;
}

/** Also inserts the counter of concurrent calls, so that one statement can acquire a slot. */
const insertWorkspaceStatement: Statement = {
  name: 'insert_workspace',
  text: `with inserted as (
      insert into workspaces (id, name, plan, timezone, calling_hours, is_operator, created_at, updated_at, own_window,
        single_calls_outside_hours, own_number_prefixes, shared_sender)
      values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11) returning *),
    counter as (
      insert into concurrency_counters (holder, workspace_id, active) select id, id, 0 from inserted)
    select ${workspaceColumns} from inserted`,
};

export async function insertWorkspace(db: Queryable, workspace: NewWorkspaceRow): Promise<WorkspaceRow> {
  const row = await db.row<WorkspaceRow>(insertWorkspaceStatement, [
    workspace.id,
    workspace.name,
    workspace.plan,
    workspace.timezone,
    workspace.callingHours ?? 'law',
    workspace.isOperator ?? false,
    workspace.at,
    json(workspace.callingWindow),
    workspace.singleCallsOutsideHours ?? 'warn',
    workspace.ownNumberPrefixes ?? [],
    workspace.sharedSender ?? false,
  ]);
  return row!;
}

export interface WorkspaceChange {
  readonly workspaceId: string;
  readonly name?: string | undefined;
  readonly plan?: RatePlan | undefined;
  readonly timezone?: string | undefined;
  readonly callingHours?: 'law' | 'off' | undefined;
  /** Null: removes the calling window. */
  readonly callingWindow?: CallingWindow | null | undefined;
  readonly singleCallsOutsideHours?: 'warn' | 'refuse' | undefined;
  readonly ownNumberPrefixes?: readonly string[] | undefined;
  readonly sharedSender?: boolean | undefined;
  /** Omitted fields are unchanged. */
  readonly retention?: { readonly [Kind in keyof Retention]?: Retention[Kind] | undefined } | undefined;
  readonly at: Date;
}

const updateWorkspaceStatement: Statement = {
  name: 'update_workspace',
  text: `update workspaces set name = coalesce($2, name), plan = coalesce($3, plan),
      timezone = coalesce($4, timezone), calling_hours = coalesce($5, calling_hours),
      own_window = case when $7 then $8 else own_window end,
      single_calls_outside_hours = coalesce($9, single_calls_outside_hours), updated_at = $6,
      own_number_prefixes = coalesce($10, own_number_prefixes), shared_sender = coalesce($11, shared_sender),
      retention = retention || coalesce($12::jsonb, '{}')
    where id = $1 returning ${workspaceColumns}`,
};

/** Updates a workspace; omitted fields stay unchanged. Returns undefined if it does not exist. */
export function updateWorkspace(db: Queryable, change: WorkspaceChange): Promise<WorkspaceRow | undefined> {
  return db.row<WorkspaceRow>(updateWorkspaceStatement, [
    change.workspaceId,
    change.name,
    change.plan,
    change.timezone,
    change.callingHours,
    change.at,
    change.callingWindow !== undefined,
    json(change.callingWindow),
    change.singleCallsOutsideHours,
    change.ownNumberPrefixes,
    change.sharedSender,
    json(change.retention),
  ]);
}

const listRetentionsStatement: Statement = {
  name: 'list_retentions',
  text: `select id from workspaces where jsonb_path_exists(retention, '$.* ? (@ != null)') order by id`,
};

/** Returns the ids of the workspaces with a retention. `db` must be in the system scope. */
export async function listWorkspacesWithRetention(db: Queryable): Promise<string[]> {
  return (await db.rows<{ id: string }>(listRetentionsStatement)).map(({ id }) => id);
}

/** Channel of notifications about changed keys and workspaces. Triggers send them with an empty payload. */
export const accessChannel = 'parley_access';
