import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { RatePlan } from '../../domain/rate-plan.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { workspaceColumns, type WorkspaceRow } from './workspace-row.ts';

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
  readonly at: Date;
}

const statement: Statement = {
  name: 'update_workspace',
  text: `update workspaces set name = coalesce($2, name), plan = coalesce($3, plan),
      timezone = coalesce($4, timezone), calling_hours = coalesce($5, calling_hours),
      own_window = case when $7 then $8 else own_window end,
      single_calls_outside_hours = coalesce($9, single_calls_outside_hours), updated_at = $6,
      own_number_prefixes = coalesce($10, own_number_prefixes), shared_sender = coalesce($11, shared_sender)
    where id = $1 returning ${workspaceColumns}`,
};

/** Updates a workspace; omitted fields stay unchanged. Returns undefined if it does not exist. */
export function updateWorkspace(db: Queryable, change: WorkspaceChange): Promise<WorkspaceRow | undefined> {
  return db.row<WorkspaceRow>(statement, [
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
  ]);
}
