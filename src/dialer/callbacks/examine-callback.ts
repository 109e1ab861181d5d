import { CallNotPossible } from '../../calls/load-call-plan.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { isoInZone } from '../../domain/understanding/zoned-text.ts';
import type { LockedCallback, SettledCallback } from '../../store/callbacks.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { WorkspaceRow } from '../../store/workspaces.ts';
import type { CallingPermission, Permission } from '../calling-permission.ts';
import { checkPermission } from '../check-permission.ts';
import { loadCallbackContext, type CallbackContext } from './callback-context.ts';

/** Delay before a callback whose agent, flow or number cannot be used is examined again. */
const retryMs = 3_600_000;

/** A callback that can be made now, and the rules that allow it. */
export interface CallableCallback {
  readonly context: CallbackContext;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly expiresAt: Date;
}

/** New state of a callback that is not made now. */
export type Settlement = Pick<SettledCallback, 'status' | 'scheduledAt' | 'expiresAt' | 'note'>;

export interface ExaminationTerms {
  readonly workspace: WorkspaceRow;
  readonly permission: CallingPermission;
  /** How long after its due time a callback may still be made, in ms. */
  readonly expiryMs: number;
  readonly at: Date;
}

/** Checks whether a due callback is allowed and possible. Returns its context, or its new state if it is not made now. */
export async function examineCallback(
  db: Queryable,
  callback: LockedCallback,
  terms: ExaminationTerms,
): Promise<CallableCallback | Settlement> {
  const { at, expiryMs } = terms;
  const expiresAt = callback.expiresAt ?? new Date(callback.scheduledAt.getTime() + expiryMs);
  if (callback.suppressed) return settledAs('cancelled', 'Cancelled: this number is not to be called.');
  if (parsePhoneNumber(callback.phoneNumber) === undefined)
    return settledAs('failed', 'The phone number is not valid.');
  if (at > expiresAt) return settledAs('expired', 'The callback expired before it could be made.');
  const permission = await checkPermission(db, callback, terms);
  if (!permission.allowed) return defer(callback, permission, terms.workspace);
  try {
    return { context: await loadCallbackContext(db, callback), evidence: permission.evidence, expiresAt };
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    const scheduledAt = new Date(at.getTime() + retryMs);
    return { status: 'pending', scheduledAt, expiresAt, note: error.message };
  }
}

const settledAs = (status: 'cancelled' | 'expired' | 'failed', note: string): Settlement => ({
  status,
  scheduledAt: null,
  expiresAt: null,
  note,
});

/**
 * Defers the callback to the next allowed time, from which its expiry is counted again, so that no callback expires because
 * of calling hours.
 */
function defer(
  { scheduledAt: from }: LockedCallback,
  { nextAllowedAt: to, detail }: Extract<Permission, { allowed: false }>,
  { timezone }: WorkspaceRow,
): Settlement {
  if (to === null) return settledAs('failed', detail);
  const note = `${detail} Deferred from ${formatMinute(timezone, from)} to ${formatMinute(timezone, to)}.`;
  return { status: 'pending', scheduledAt: to, expiresAt: null, note };
}

/** Formats a time in ISO 8601 to the minute, with the offset of the zone: `2030-01-05T09:00-05:00`. */
const formatMinute = (zone: string, at: Date): string => isoInZone(at, zone).replace(/:\d\d\.\d{3}/, '');
