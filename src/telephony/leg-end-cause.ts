import type { LegEndCause } from '../contracts/carrier.ts';
import type { InviteEnd } from '../sip/invite-client.ts';
import { shortLine } from '../sip/reason.ts';
import { describeReason, legEndCauseOf } from './release-causes.ts';

/** The progress of an outbound call when it ended. */
export interface CallProgress {
  /** Whether a provisional response from 180 on was received, so that the callee's side was reached. */
  readonly rang: boolean;
  readonly wasAnswered: boolean;
}

/** The end of a call as the leg reports it. */
export interface LegEnd {
  readonly cause: LegEndCause;
  readonly status?: number;
  readonly detail?: string;
  /** Set if an internal error ended the call. */
  readonly fault?: 'platform';
}

/** The end of a leg after an internal error. */
export const internalErrorEnd: LegEnd = {
  cause: 'carrier_error',
  detail: 'An internal error ended the call.',
  fault: 'platform',
};

/**
 * The leg end for each status of a rejection. A 403 after ringing is also mapped; every other status is
 * `carrier_error`. docs/trunk-protocol.md has the same table.
 */
export const causeOfStatus: Readonly<Record<number, LegEndCause>> = {
  404: 'invalid_number',
  408: 'no_answer',
  410: 'invalid_number',
  /** RFC 5079: anonymous callers are rejected. */
  433: 'declined',
  480: 'no_answer',
  484: 'invalid_number',
  486: 'busy',
  487: 'no_answer',
  600: 'busy',
  603: 'declined',
  604: 'invalid_number',
  /** RFC 8197: unwanted. */
  607: 'declined',
  /** RFC 8688: rejected by a filter. */
  608: 'declined',
};

/** Statuses about the callee or the number, which are at least as precise as any Q.850 cause. */
const preciseStatuses: ReadonlySet<number> = new Set([410, 433, 484, 486, 600, 603, 604, 607, 608]);

/** Returns the leg end of an outbound call. */
export function outboundEnd(end: InviteEnd, progress: CallProgress): LegEnd {
  if (end.cause === 'internal-error') return internalErrorEnd;
  if (progress.wasAnswered) return answeredEnd(end);
  if (end.cause === 'rejected') return rejectedEnd(end, progress);
  if (end.cause === 'cancelled' || end.cause === 'local-bye') return { cause: 'cancelled' };
  if (end.cause === 'timeout')
    return progress.rang
      ? { cause: 'no_answer', detail: 'The phone rang, then the network stopped responding.' }
      : { cause: 'carrier_error', detail: 'The trunk did not respond.' };
  if (end.cause !== 'transport-error') return negotiationEnd(end, 'Ended');
  const fault = end.fault === undefined ? '' : `: ${end.fault}`;
  return { cause: 'carrier_error', detail: `The trunk could not be reached${fault}.` };
}

/** `action`: what the 488 did to the call. It is in the BYE of an answered call, or rejects the INVITE. */
function negotiationEnd({ sdpFault }: InviteEnd, action: 'Ended' | 'Rejected'): LegEnd {
  const text = sdpFault?.text ?? 'No usable session description was received.';
  return { cause: 'carrier_error', detail: `${action} with 488: ${text}` };
}

function rejectedEnd(end: InviteEnd, { rang }: CallProgress): LegEnd {
  const { status, reason, networkReason } = end;
  const networkCause = preciseStatuses.has(status ?? 0) ? undefined : legEndCauseOf(networkReason);
  const cause = networkCause ?? causeOfRejection(status, rang);
  const response = `The network answered ${status} ${shortLine(reason ?? '')}`.trimEnd();
  const detail = `${response}${describeReason(networkReason)}.`;
  return status === undefined ? { cause, detail } : { cause, status, detail };
}

/** A 403 before any ringing is a rejection by the trunk (credentials, fraud rules), not by the callee. */
function causeOfRejection(status: number | undefined, rang: boolean): LegEndCause {
  if (status === 403 && rang) return 'declined';
  return causeOfStatus[status ?? 0] ?? 'carrier_error';
}

/** Returns the leg end of an inbound call. */
export function inboundEnd(end: InviteEnd, wasAnswered: boolean): LegEnd {
  if (end.cause === 'internal-error') return internalErrorEnd;
  if (wasAnswered) return answeredEnd(end);
  if (end.cause === 'rejected' || end.cause === 'local-bye') return { cause: 'near_hangup' };
  if (end.cause === 'cancelled' || end.cause === 'remote-bye')
    return {
      cause: 'cancelled',
      detail: `The caller hung up before the answer${describeReason(end.networkReason)}.`,
    };
  if (end.cause === 'negotiation-failed') return negotiationEnd(end, 'Rejected');
  return { cause: 'carrier_error', detail: 'The call could not be set up.' };
}

function answeredEnd(end: InviteEnd): LegEnd {
  const { cause, networkReason } = end;
  switch (cause) {
    case 'local-bye':
      return { cause: 'near_hangup' };
    case 'remote-bye':
      return networkReason === undefined
        ? { cause: 'far_hangup' }
        : { cause: 'far_hangup', detail: `The remote side hung up${describeReason(networkReason)}.` };
    case 'gone':
      return { cause: 'carrier_error', detail: 'The remote side lost the call.' };
    case 'unacknowledged':
      return { cause: 'carrier_error', detail: 'The remote side never acknowledged the answer.' };
    case 'expired':
      return { cause: 'carrier_error', detail: 'The session timer expired.' };
    default:
      return negotiationEnd(end, 'Ended');
  }
}

/**
 * Returns whether another trunk can be tried: only if this trunk failed before the phone of the callee can have rung.
 */
export function canTryNextTrunk(end: InviteEnd, furthestStatus: number): boolean {
  if (furthestStatus >= 180) return false;
  if (end.cause === 'timeout' || end.cause === 'transport-error') return true;
  if (end.cause !== 'rejected' || (end.status !== 503 && end.status !== 408)) return false;
  return (legEndCauseOf(end.networkReason) ?? 'carrier_error') === 'carrier_error';
}
