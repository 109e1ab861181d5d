import { Authenticator, type Account } from './authenticator.ts';
import type { DialogLogEntry, LoggedPeer } from './dialog-log.ts';
import { formatCSeq } from './cseq.ts';
import { dialogIdOfResponse, createCallerDialog } from './dialog.ts';
import { reasonField } from './dialog-response.ts';
import { cseqOf, fromTagOf } from './header-fields.ts';
import { InviteSession } from './invite-session.ts';
import { createResponse, type SipRequest, type SipResponse } from './message.ts';
import { parseMessage } from './parse-message.ts';
import { OutgoingRequest } from './outgoing-request.ts';
import type { SdpFault, SessionMedia } from './session-media.ts';
import type { SipSource } from './transport/transport.ts';
import { parseUri } from './uri.ts';
import { contactFor, type UserAgentCore } from './user-agent-core.ts';

const crashReason = reasonField(500, 'The machine that carried the call went down');

/**
 * Ends a call that a terminated process left behind: an unanswered outbound call by CANCEL, an answered call by BYE,
 * even if it is answered after the crash. A ringing inbound call is rejected with 480. A challenge to the BYE is
 * answered with `account`. `done` is called once, when no more messages are expected. Throws SipParseError for a
 * corrupt log entry.
 */
export function endOrphanedCall(
  core: UserAgentCore,
  entry: DialogLogEntry,
  account: Account | undefined,
  done: () => void,
): void {
  if (entry.type === 'calling') cancel(core, requestOf(entry.invite), entry.target, done);
  else if (entry.type === 'confirmed') sendBye(core, entry, account, done);
  else {
    reject(core, requestOf(entry.invite), entry);
    done();
  }
}

/**
 * Cancels a call (RFC 3261 §9.1) without waiting for a provisional response, which may have arrived before the crash. A
 * peer that does not know the call answers 481.
 */
function cancel(core: UserAgentCore, invite: SipRequest, target: LoggedPeer, done: () => void): void {
  const transaction = core.layer.resumeClient(invite, target, {
    onResponse: (response, source) => {
      if (response.status < 200) return;
      if (response.status < 300) handleStray2xx(core, response, source);
      done();
    },
    onTimeout: done,
    onTransportError: done,
  });
  transaction.cancel([crashReason]);
}

function reject(
  core: UserAgentCore,
  invite: SipRequest,
  { source, localTag }: Extract<DialogLogEntry, { type: 'offered' }>,
): void {
  const response = createResponse(invite, 480, { toTag: localTag, headers: [crashReason] });
  core.layer.resumeServer(invite, source).respond(response);
}

function sendBye(
  core: UserAgentCore,
  { bye, hop, flow }: Extract<DialogLogEntry, { type: 'confirmed' }>,
  account: Account | undefined,
  done: () => void,
): void {
  const loggedBye = requestOf(bye);
  let { number } = cseqOf(loggedBye);
  const compose = () => {
    const headers = loggedBye.headers.clone().set('CSeq', formatCSeq({ number, method: 'BYE' }));
    headers.set(...crashReason);
    number += 1;
    return { ...loggedBye, headers };
  };
  const authenticator = account && new Authenticator(account, core.random);
  void new OutgoingRequest(core, { compose, hop: parseUri(hop), flow, authenticator, onOutcome: done });
}

/**
 * Handles a 2xx without a client transaction (§13.2.2.4). If the 2xx belongs to a dialog, repeats the ACK. Otherwise
 * acknowledges the 2xx and ends its call by BYE.
 */
export function handleStray2xx(core: UserAgentCore, response: SipResponse, source: SipSource): void {
  const owner = core.dialogs.get(dialogIdOfResponse(response));
  if (owner !== undefined) return owner.handleRetransmitted2xx(response);
  if (fromTagOf(response) === undefined) return;
  const session = new InviteSession(core, {
    dialog: createCallerDialog(response, contactFor(core, source.protocol, source.address)),
    media: noMedia,
    flow: source,
    handlers: { onEnded: () => undefined },
  });
  session.confirm(response);
  session.acknowledge(response);
  session.bye();
}

function requestOf(text: string): SipRequest {
  const message = parseMessage(Buffer.from(text, 'latin1'));
  if (message.type === 'response') throw new Error('the log entry of a call is a response');
  return message;
}

const hasEnded: SdpFault = { warningCode: 399, text: 'The call has ended.' };

/** The media of a dialog that is ended immediately. */
const noMedia: SessionMedia = {
  offer: () => '',
  answer: () => hasEnded,
  acceptAnswer: () => hasEnded,
  abandonOffer: () => undefined,
};
