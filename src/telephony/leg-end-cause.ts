import type { LegEndCause } from '../contracts/carrier.ts';
import type { InviteEnd } from '../sip/invite-client.ts';

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

/** Statuses that speak of the callee or of the number; every other refusal is the network's. */
const causeOfStatus: Readonly<Record<number, LegEndCause>> = {
  404: 'invalid_number',
  408: 'no_answer',
  410: 'invalid_number',
  433: 'declined',
  480: 'no_answer',
  484: 'invalid_number',
  486: 'busy',
  487: 'no_answer',
  600: 'busy',
  603: 'declined',
  604: 'invalid_number',
  607: 'declined',
  608: 'declined',
};

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
  const detail =
    end.why === 'transport-error' ? 'The trunk could not be reached.' : 'No common audio codec was found.';
  return { cause: 'carrier_error', detail };
}

/** A 403 that comes before any ringing is the trunk's refusal (credentials, fraud rules), not the callee's. */
function refusedEnd({ status, reason }: InviteEnd, { rang }: CallCircumstances): LegEnd {
  const cause = status === 403 && rang ? 'declined' : (causeOfStatus[status ?? 0] ?? 'carrier_error');
  const detail = `The network answered ${status} ${reason ?? ''}`.trimEnd() + '.';
  return status === undefined ? { cause, detail } : { cause, status, detail };
}

/** The end of a call to us, in the words of the contract. */
export function inboundEnd(end: InviteEnd, wasAnswered: boolean): LegEnd {
  if (end.why === 'internal-error') return internalError;
  if (wasAnswered) return answeredEnd(end);
  if (end.why === 'refused' || end.why === 'near-bye') return { cause: 'near_hangup' };
  if (end.why === 'cancelled' || end.why === 'far-bye')
    return { cause: 'cancelled', detail: 'The caller gave up.' };
  return { cause: 'carrier_error', detail: 'The call could not be set up.' };
}

function answeredEnd({ why, reason }: InviteEnd): LegEnd {
  switch (why) {
    case 'near-bye':
      return { cause: 'near_hangup' };
    case 'far-bye':
      return reason === undefined ? { cause: 'far_hangup' } : { cause: 'far_hangup', detail: reason };
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
  return end.why === 'refused' && (end.status === 503 || end.status === 408);
}
