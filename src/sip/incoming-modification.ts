import type { Dialog } from './dialog.ts';
import { dialogResponse } from './dialog-response.ts';
import type { HeaderEntry, SipRequest } from './message.ts';
import { readBody, sdpOf } from './message-body.ts';
import type { OfferAnswerExchange } from './offer-answer-exchange.ts';
import { sdpType, warningField, type SdpFault, type SessionMedia } from './session-media.ts';
import { answerInterval, type SessionInterval } from './session-timer.ts';
import type { ServerTransaction } from './transaction-layer.ts';
import type { UserAgentCore } from './user-agent-core.ts';

/** The session interval of a 2xx, and its header fields. */
export interface GrantedInterval {
  readonly fields: readonly HeaderEntry[];
  readonly interval?: SessionInterval;
}

/** The session that a remote re-INVITE or UPDATE modifies. */
export interface RemotelyModifiedSession {
  readonly core: Pick<UserAgentCore, 'random' | 'sessionTimer'>;
  readonly dialog: Dialog;
  readonly media: SessionMedia;
  readonly exchange: OfferAnswerExchange;
  /** Whether the initial INVITE has no final response yet. */
  readonly isEarly: boolean;
  /** Whether a local INVITE has no final response yet. */
  readonly hasPendingInvite: boolean;
  /** Whether our 2xx to a remote INVITE has no ACK yet. */
  readonly awaitsAck: boolean;
  /** Answers an INVITE, and retransmits the 2xx until its ACK. */
  accept(transaction: ServerTransaction, body: string, granted: GrantedInterval): void;
  /** Applies the target and interval of an accepted request. */
  onAccepted(request: SipRequest, interval: SessionInterval | undefined): void;
}

/** Answers a remote re-INVITE (RFC 3261 §14.2) or UPDATE (RFC 3311 §5.2). */
export function answerModification(session: RemotelyModifiedSession, transaction: ServerTransaction): void {
  const { request } = transaction;
  const rejectWith = (status: number, fields: readonly HeaderEntry[] = []) =>
    transaction.respond(dialogResponse(session.dialog, request, status, fields));
  const collision = collisionOf(request, session);
  if (collision !== undefined) return rejectWith(collision, collision === 500 ? [retryAfter(session)] : []);
  const result = readBody(request);
  if (result.type === 'rejected') return rejectWith(result.status, result.fields);
  const interval = answerInterval(request, session.core.sessionTimer);
  if (interval.type === 'too-small') return rejectWith(422, interval.fields);
  const body = createBody(session, transaction, result.sdp);
  if (typeof body !== 'string') return rejectWith(488, [warningField(body)]);
  const granted = interval.type === 'agreed' ? interval : { fields: [] };
  if (request.method === 'INVITE') session.accept(transaction, body, granted);
  else answerUpdate(session, transaction, body, granted);
}

function answerUpdate(
  session: RemotelyModifiedSession,
  transaction: ServerTransaction,
  body: string,
  granted: GrantedInterval,
): void {
  const { request } = transaction;
  session.onAccepted(request, granted.interval);
  const content = body === '' ? undefined : { contentType: sdpType, content: body };
  transaction.respond(dialogResponse(session.dialog, request, 200, granted.fields, content));
}

/**
 * Returns the SDP of the 2xx: our answer to an offer, our offer for an INVITE without an offer, '' for an UPDATE
 * without an offer; or why the offer is unusable.
 */
function createBody(
  { media, exchange }: RemotelyModifiedSession,
  { request, source }: ServerTransaction,
  sdp: string,
): string | SdpFault {
  if (sdp !== '') return media.answer(sdp, source.address);
  if (request.method !== 'INVITE') return '';
  const offer = media.offer();
  exchange.offer();
  return offer;
}

/** Returns how a remote modification is rejected while another is pending; `undefined` if it can proceed. */
function collisionOf(request: SipRequest, session: RemotelyModifiedSession): 491 | 500 | undefined {
  return request.method === 'INVITE'
    ? inviteCollision(session)
    : updateCollision(sdpOf(request) !== '', session);
}

/** RFC 3261 §14.2: 500 while a remote INVITE is pending, 491 while a local one is. */
function inviteCollision(session: RemotelyModifiedSession): 491 | 500 | undefined {
  const { exchange, isEarly, hasPendingInvite, awaitsAck } = session;
  if (isEarly || awaitsAck || exchange.state === 'answering') return 500;
  return hasPendingInvite || exchange.state === 'offered' ? 491 : undefined;
}

/** RFC 3311 §5.2: only an UPDATE with an offer can collide. */
function updateCollision(hasOffer: boolean, session: RemotelyModifiedSession): 491 | 500 | undefined {
  if (!hasOffer) return undefined;
  if (session.exchange.state === 'answering') return 500;
  return session.hasPendingInvite || session.exchange.state === 'offered' ? 491 : undefined;
}

/** Returns the Retry-After of a 500: a random delay of up to 10 s (§14.2). */
function retryAfter({ core }: RemotelyModifiedSession): HeaderEntry {
  return ['Retry-After', String(core.random.below(11))];
}
