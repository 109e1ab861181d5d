import type { Customer } from '../domain/call.ts';
import { limitPeriodMaxMs } from '../domain/calling-hours/calling-rule.ts';
import type { Purpose } from '../domain/calling-hours/purpose.ts';
import { findEarlierCallsTo } from '../store/calls/calls.ts';
import type { Queryable } from '../store/queryable.ts';
import type { WorkspaceRow } from '../store/workspaces.ts';
import type { CallingPermission, Permission } from './calling-permission.ts';

export interface SingleCall {
  /** E.164. */
  readonly phoneNumber: string;
  readonly customer: Customer | null;
  /** Null: `unspecified`. */
  readonly purpose: Purpose | null;
  readonly consent: boolean;
  /** Id of this call if it is stored already, so that it does not count towards its own limits. */
  readonly exceptCallId?: string;
}

export interface PermissionTerms {
  readonly workspace: WorkspaceRow;
  readonly permission: CallingPermission;
  readonly at: Date;
}

/**
 * Decides whether a call outside batches is allowed. Checks calling hours, and counts earlier and queued calls to the
 * number. The count is exact in a transaction that has locked the workspace's call counter (`acquireSlot`).
 */
export async function checkPermission(
  db: Queryable,
  { phoneNumber: number, customer, purpose, consent, exceptCallId }: SingleCall,
  { workspace, permission, at }: PermissionTerms,
): Promise<Permission> {
  const { id: workspaceId, callingHours, callingWindow: workspaceHours } = workspace;
  const call = { number, customerRegion: customer?.region, purpose: purpose ?? 'unspecified', consent };
  const since = new Date(at.getTime() - limitPeriodMaxMs);
  const recentCallsMs = permission.countsEarlierCalls(call)
    ? await findEarlierCallsTo(db, { workspaceId, number, since, at, exceptCallId })
    : undefined;
  return permission.decide({
    ...call,
    customerZone: customer?.timezone,
    nowMs: at.getTime(),
    window: null,
    workspaceHours,
    callingHours,
    recentCallsMs,
  });
}
