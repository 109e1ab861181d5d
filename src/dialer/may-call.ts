import type { Customer } from '../domain/call.ts';
import { limitPeriodMaxMs } from '../domain/calling-hours/calling-rule.ts';
import type { Purpose } from '../domain/calling-hours/purpose.ts';
import { findEarlierCallsTo } from '../store/calls/find-earlier-calls.ts';
import type { Queryable } from '../store/queryable.ts';
import type { WorkspaceRow } from '../store/workspaces/workspace-row.ts';
import type { CallingPermission, Permission } from './calling-permission.ts';

export interface CallToOne {
  /** E.164. */
  readonly phoneNumber: string;
  readonly customer: Customer | null;
  /** Null: `unspecified`. */
  readonly purpose: Purpose | null;
  readonly consent: boolean;
  /** A call that the limits do not count. */
  readonly exceptCallId?: string;
}

export interface MayCallTerms {
  readonly workspace: WorkspaceRow;
  readonly permission: CallingPermission;
  readonly at: Date;
}

/**
 * Whether one call that belongs to no batch may be made, by the clock and by the calls that were made or are about to be: exact where the
 * workspace's counter of calls is held.
 */
export async function mayCall(
  db: Queryable,
  { phoneNumber: number, customer, purpose, consent, exceptCallId }: CallToOne,
  { workspace, permission, at }: MayCallTerms,
): Promise<Permission> {
  const { id: workspaceId, callingHours, callingWindow: workspaceHours } = workspace;
  const call = { number, customerRegion: customer?.region, purpose: purpose ?? 'unspecified', consent };
  const since = new Date(at.getTime() - limitPeriodMaxMs);
  const earlierCallsMs = permission.countsCalls(call)
    ? await findEarlierCallsTo(db, { workspaceId, number, since, exceptCallId })
    : undefined;
  return permission.decide({
    ...call,
    customerZone: customer?.timezone,
    nowMs: at.getTime(),
    window: null,
    workspaceHours,
    callingHours,
    earlierCallsMs,
  });
}
