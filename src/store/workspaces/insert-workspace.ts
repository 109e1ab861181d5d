import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { RatePlan } from '../../domain/rate-plan.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { workspaceColumns, type WorkspaceRow } from './workspace-row.ts';

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
const statement: Statement = {
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
  const row = await db.row<WorkspaceRow>(statement, [
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
