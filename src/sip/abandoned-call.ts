import { Authenticator, type Account } from './authenticator.ts';
import type { CallTrace, TracedPeer } from './call-trace.ts';
import { formatCSeq } from './cseq.ts';
import { dialogIdOfResponse, dialogOfCaller } from './dialog.ts';
import { reason } from './dialog-response.ts';
import { cseqOf, fromTagOf } from './header-fields.ts';
import { InviteSession } from './invite-session.ts';
import { createResponse, type SipRequest, type SipResponse } from './message.ts';
import { parseMessage } from './parse-message.ts';
import { SentRequest } from './send-request.ts';
import type { SessionMedia } from './session-media.ts';
import type { SipSource } from './transport/transport.ts';
import { parseUri } from './uri.ts';
import { contactFor, type UserAgentCore } from './user-agent-core.ts';

const why = reason(500, 'The machine that carried the call went down');

/**
 * Ends the call that a process which is gone has left: by CANCEL where it was not answered, and by BYE where it was, or is after all;
 * one to us that rang is told 480. `account` meets the challenge to a BYE. `done` comes once, when nothing more is to come. Throws
 * SipParseError for a trace that is damaged.
 */
export function endAbandoned(
  core: UserAgentCore,
  trace: CallTrace,
  account: Account | undefined,
  done: () => void,
): void {
  if (trace.type === 'calling') cancel(core, requestOf(trace.invite), trace.target, done);
  else if (trace.type === 'confirmed') sayBye(core, trace, account, done);
  else {
    refuse(core, requestOf(trace.invite), trace);
    done();
  }
}

/** RFC 3261 §9.1; whether a provisional response has come is not known, and who has not heard of the call answers 481. */
function cancel(core: UserAgentCore, invite: SipRequest, target: TracedPeer, done: () => void): void {
  const transaction = core.layer.resume(invite, target, {
    onResponse: (response, source) => {
      if (response.status < 200) return;
      if (response.status < 300) endUnclaimed(core, response, source);
      done();
    },
    onTimeout: done,
    onTransportError: done,
  });
  transaction.cancel([why]);
}

function refuse(
  core: UserAgentCore,
  invite: SipRequest,
  { source, localTag }: Extract<CallTrace, { type: 'offered' }>,
): void {
  const response = createResponse(invite, 480, { toTag: localTag, headers: [why] });
  core.layer.resumeServer(invite, source).respond(response);
}

function sayBye(
  core: UserAgentCore,
  { bye, hop, flow }: Extract<CallTrace, { type: 'confirmed' }>,
  account: Account | undefined,
  done: () => void,
): void {
  const first = requestOf(bye);
  let { number } = cseqOf(first);
  const compose = () => {
    const headers = first.headers.clone().set('CSeq', formatCSeq({ number, method: 'BYE' }));
    headers.set(...why);
    number += 1;
    return { ...first, headers };
  };
  const authenticator = account && new Authenticator(account, core.random);
  void new SentRequest(core, { compose, hop: parseUri(hop), flow, authenticator, onOutcome: done });
}

/** A 2xx that nobody waits for any more (§13.2.2.4): acknowledged and ended, or acknowledged again. */
export function endUnclaimed(core: UserAgentCore, response: SipResponse, source: SipSource): void {
  const owner = core.dialogs.get(dialogIdOfResponse(response));
  if (owner !== undefined) return owner.handleRepeated2xx(response);
  if (fromTagOf(response) === undefined) return;
  const session = new InviteSession(core, {
    dialog: dialogOfCaller(response, contactFor(core, source.protocol, source.address)),
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
  if (message.type === 'response') throw new Error('the trace of a call is a response');
  return message;
}

/** For a dialog that is ended as soon as it is there. */
const noMedia: SessionMedia = {
  offer: () => '',
  answer: () => undefined,
  acceptAnswer: () => false,
  abandonOffer: () => undefined,
};
