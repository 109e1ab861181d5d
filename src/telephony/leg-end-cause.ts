import type { LegEndCause } from '../contracts/carrier.ts';
import type { InviteEnd } from '../sip/invite-client.ts';
import { shortLine } from '../sip/reason.ts';
import { describeReason, endOfRelease } from './release-causes.ts';

/** What is known of a call besides how SIP ended it. */
export interface CallCircumstances {
  /** A 180, or a 183 with media: the callee's side was reached. */
  readonly rang: boolean;
  readonly wasAnswered: boolean;
}

/** An end as the leg reports it. */
export interface LegEnd {
  readonly cause: LegEndCause;
  readonly status?: number;
  readonly detail?: string;
  /** Set where a defect of ours ended the call. */
  readonly fault?: 'platform';
}

/** The end of a leg that a defect of ours ended. */
export const internalError: LegEnd = {
  cause: 'carrier_error',
  detail: 'An internal error ended the call.',
  fault: 'platform',
};

/**
 * The end that each status of a refusal means, and 403 after ringing; every other one is `carrier_error`. docs/trunks.md has the same
 * table.
 */
export const causeOfStatus: Readonly<Record<number, LegEndCause>> = {
  404: 'invalid_number',
  408: 'no_answer',
  410: 'invalid_number',
  /** RFC 5079: anonymous callers are refused. */
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

/** Statuses that no Q.850 cause makes more precise: they are about the callee or the number already. */
const preciseStatuses: ReadonlySet<number> = new Set([410, 433, 484, 486, 600, 603, 604, 607, 608]);

/** The end of a call of ours, in the words of the contract. */
export function outboundEnd(end: InviteEnd, circumstances: CallCircumstances): LegEnd {
  if (end.why === 'internal-error') return internalError;
  if (circumstances.wasAnswered) return answeredEnd(end);
  if (end.why === 'refused') return refusedEnd(end, circumstances);
  if (end.why === 'cancelled' || end.why === 'near-bye') return { cause: 'cancelled' };
  if (end.why === 'timeout')
    return circumstances.rang
      ? { cause: 'no_answer', detail: 'The phone rang and the network fell silent.' }
      : { cause: 'carrier_error', detail: 'The trunk did not answer.' };
  if (end.why !== 'transport-error')
    return { cause: 'carrier_error', detail: 'No common audio codec was found.' };
  const fault = end.fault === undefined ? '' : `: ${end.fault}`;
  return { cause: 'carrier_error', detail: `The trunk could not be reached${fault}.` };
}

function refusedEnd(end: InviteEnd, { rang }: CallCircumstances): LegEnd {
  const { status, reason, networkReason } = end;
  const released = preciseStatuses.has(status ?? 0) ? undefined : endOfRelease(networkReason);
  const cause = released ?? causeOfRefusal(status, rang);
  const answer = `The network answered ${status} ${shortLine(reason ?? '')}`.trimEnd();
  const detail = `${answer}${describeReason(networkReason)}.`;
  return status === undefined ? { cause, detail } : { cause, status, detail };
}

/** A 403 that comes before any ringing is the trunk's refusal (credentials, fraud rules), not the callee's. */
function causeOfRefusal(status: number | undefined, rang: boolean): LegEndCause {
  if (status === 403 && rang) return 'declined';
  return causeOfStatus[status ?? 0] ?? 'carrier_error';
}

/** The end of a call to us, in the words of the contract. */
export function inboundEnd(end: InviteEnd, wasAnswered: boolean): LegEnd {
  if (end.why === 'internal-error') return internalError;
  if (wasAnswered) return answeredEnd(end);
  if (end.why === 'refused' || end.why === 'near-bye') return { cause: 'near_hangup' };
  if (end.why === 'cancelled' || end.why === 'far-bye')
    return { cause: 'cancelled', detail: `The caller gave up${describeReason(end.networkReason)}.` };
  return { cause: 'carrier_error', detail: 'The call could not be set up.' };
}

function answeredEnd({ why, networkReason }: InviteEnd): LegEnd {
  switch (why) {
    case 'near-bye':
      return { cause: 'near_hangup' };
    case 'far-bye':
      return networkReason === undefined
        ? { cause: 'far_hangup' }
        : { cause: 'far_hangup', detail: `The other side hung up${describeReason(networkReason)}.` };
    case 'gone':
      return { cause: 'carrier_error', detail: 'The other side lost the call.' };
    case 'unacknowledged':
      return { cause: 'carrier_error', detail: 'The other side never confirmed the answer.' };
    case 'expired':
      return { cause: 'carrier_error', detail: 'The session timer ran out.' };
    default:
      return { cause: 'carrier_error', detail: 'No common audio codec was found.' };
  }
}

/** Whether another trunk may be tried: only where this one failed before the callee can have noticed anything. */
export function mayTryNext(end: InviteEnd, furthestStatus: number): boolean {
  if (furthestStatus >= 180) return false;
  if (end.why === 'timeout' || end.why === 'transport-error') return true;
  if (end.why !== 'refused' || (end.status !== 503 && end.status !== 408)) return false;
  return (endOfRelease(end.networkReason) ?? 'carrier_error') === 'carrier_error';
}
