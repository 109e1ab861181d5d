import { CallNotPossible } from '../../calls/load-call-plan.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { zonedText } from '../../domain/understanding/zoned-text.ts';
import type { HeldCallback } from '../../store/callbacks/hold-callback.ts';
import type { SettledCallback } from '../../store/callbacks/settle-callback.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { WorkspaceRow } from '../../store/workspaces/workspace-row.ts';
import type { CallingPermission, Permission } from '../calling-permission.ts';
import { mayCall } from '../may-call.ts';
import { findCallbackGround, type CallbackGround } from './callback-ground.ts';

/** Until it is looked at again whether what was missing is there. */
const repairMs = 3_600_000;

/** A callback that can be made now, and by which rules. */
export interface CallableCallback {
  readonly ground: CallbackGround;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly expiresAt: Date;
}

/** A callback that is not made now. */
export type Settlement = Pick<SettledCallback, 'status' | 'scheduledAt' | 'expiresAt' | 'note'>;

export interface ExaminationTerms {
  readonly workspace: WorkspaceRow;
  readonly permission: CallingPermission;
  /** How long after it is due a callback may still be made, in ms. */
  readonly expiryMs: number;
  readonly at: Date;
}

/** Whether a callback that is due may be made, and can be; else what becomes of it. */
export async function examineCallback(
  db: Queryable,
  callback: HeldCallback,
  terms: ExaminationTerms,
): Promise<CallableCallback | Settlement> {
  const { at, expiryMs } = terms;
  const expiresAt = callback.expiresAt ?? new Date(callback.scheduledAt.getTime() + expiryMs);
  if (callback.suppressed) return over('cancelled', 'Cancelled: this number is not to be called.');
  if (parsePhoneNumber(callback.phoneNumber) === undefined)
    return over('failed', 'This is no number that can be called.');
  if (at > expiresAt) return over('expired', 'It could not be called in time.');
  const permission = await mayCall(db, callback, terms);
  if (!permission.allowed) return putOff(callback, permission, terms.workspace);
  try {
    return { ground: await findCallbackGround(db, callback), evidence: permission.evidence, expiresAt };
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    const scheduledAt = new Date(at.getTime() + repairMs);
    return { status: 'pending', scheduledAt, expiresAt, note: error.message };
  }
}

const over = (status: 'cancelled' | 'expired' | 'failed', note: string): Settlement => ({
  status,
  scheduledAt: null,
  expiresAt: null,
  note,
});

/** Into the next hours in which it is allowed, from which its time counts anew: it is not dropped for the hour at which it was due. */
function putOff(
  { scheduledAt: from }: HeldCallback,
  { nextAllowedAt: to, detail }: Extract<Permission, { allowed: false }>,
  { timezone }: WorkspaceRow,
): Settlement {
  if (to === null) return over('failed', detail);
  const note = `${detail} Put off from ${minuteIn(timezone, from)} to ${minuteIn(timezone, to)}.`;
  return { status: 'pending', scheduledAt: to, expiresAt: null, note };
}

/** ISO 8601 to the minute, with the zone's offset: `2030-01-05T09:00-05:00`. */
const minuteIn = (zone: string, at: Date): string => zonedText(at, zone).replace(/:\d\d\.\d{3}/, '');
