import { createGuardedClock } from '../core/guarded-clock.ts';
import { offeredEntry } from './dialog-log.ts';
import { createCalleeDialog, newTag } from './dialog.ts';
import { unsupportedExtensions } from './dialog-response.ts';
import {
  callIdOf,
  contactsOf,
  cseqOf,
  fromOf,
  supportsExtension,
  rackOf,
  toOf,
  tokensOf,
} from './header-fields.ts';
import type { InfoDigit } from './info-digits.ts';
import type { InviteEnd } from './invite-client.ts';
import { InviteSession, type SessionEnd } from './invite-session.ts';
import { createResponse, type HeaderEntry, type SipRequest, type SipResponse } from './message.ts';
import { readBody, sdpOf } from './message-body.ts';
import type { NameAddr } from './name-addr.ts';
import { networkReasonOf } from './reason.ts';
import { ResponseRetransmission } from './response-retransmission.ts';
import { warningField, type SdpFault, type SessionMedia } from './session-media.ts';
import { answerInterval } from './session-timer.ts';
import type { ServerTransaction } from './transaction-layer.ts';
import type { SipSource } from './transport/transport.ts';
import { allowedMethods, contactFor, supportedExtensions, type UserAgentCore } from './user-agent-core.ts';

/** The handlers of an accepted inbound call. */
export interface InboundHandlers {
  /** Used when the call is answered, not before. */
  readonly media: SessionMedia;
  /** Called exactly once, whether the call was answered or not. */
  onEnded(end: InviteEnd): void;
  onDigit?(digit: InfoDigit): void;
  /** Returns whether requests of the call are accepted from this address, in addition to the source of the INVITE. */
  isPeer?(address: string): boolean;
}

/** The valid state transitions, shown in docs/sip-session-states.md. */
const transitions = {
  offered: ['answered', 'ended'],
  answered: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

type InboundState = keyof typeof transitions;

/**
 * An inbound call: RFC 3261 §13.3, with CANCEL (§9.2), reliable ringing if the caller requires it (RFC 3262 §3) and
 * RFC 4028 §9.
 */
export class InboundInvite {
  readonly #core: UserAgentCore;
  readonly #transaction: ServerTransaction;
  readonly #localTag: string;
  readonly #onReleased: () => void;
  #handlers: InboundHandlers | undefined;
  #session: InviteSession | undefined;
  #state: InboundState = 'offered';
  #reliable: { readonly rseq: number; readonly retransmission: ResponseRetransmission } | undefined;
  #rseq: number;

  /** `onReleased` is called once, just before `onEnded`. */
  constructor(core: UserAgentCore, transaction: ServerTransaction, onReleased: () => void) {
    this.#core = { ...core, clock: createGuardedClock(core.clock, (error) => this.#fail(error)) };
    this.#transaction = transaction;
    this.#onReleased = onReleased;
    this.#localTag = newTag(core.random);
    this.#rseq = core.random.below(2 ** 30) + 1;
    transaction.listen({
      onCancel: (cancel) => this.#onCancel(cancel),
      onInternalError: (error) => this.#fail(error),
    });
  }

  get request(): SipRequest {
    return this.#transaction.request;
  }
  get source(): SipSource {
    return this.#transaction.source;
  }
  get callId(): string {
    return callIdOf(this.request);
  }
  get from(): NameAddr {
    return fromOf(this.request);
  }
  get to(): NameAddr {
    return toOf(this.request);
  }
  /** The session; available after `accept`. */
  get session(): InviteSession | undefined {
    return this.#session;
  }
  get #logKey(): string {
    return `${this.callId}\n${this.#localTag}\noffered`;
  }

  /** Accepts the call for processing: from now on `handlers` are called. Must precede `ring` and `answer`. */
  accept(handlers: InboundHandlers): void {
    const { source } = this;
    this.#handlers = handlers;
    this.#session = new InviteSession(this.#core, {
      dialog: createCalleeDialog(this.request, {
        tag: this.#localTag,
        contact: contactFor(this.#core, source.protocol, source.address),
        firstCSeq: this.#core.random.below(10_000) + 1,
      }),
      media: handlers.media,
      flow: source,
      isPeer: (address) => handlers.isPeer?.(address) ?? false,
      handlers: {
        onEnded: (end) => this.#onSessionEnded(end),
        onDigit: (digit) => handlers.onDigit?.(digit),
        onPrack: (transaction) => this.#onPrack(transaction),
      },
    });
    this.#core.dialogLog.put(this.#logKey, offeredEntry(this.request, source, this.#localTag));
    this.#session.learnCapabilities(this.request);
    if (sdpOf(this.request) !== '') this.#session.exchange.receiveOffer();
  }

  /** Sends 180, reliably if the caller requires it. Does nothing once answered or ended. */
  ring(): void {
    if (this.#state !== 'offered' || this.#session === undefined || this.#reliable !== undefined) return;
    if (tokensOf(this.request, 'Require').includes('100rel')) this.#ringReliably();
    else this.#transaction.respond(this.#respondWith(180, this.#capabilityFields()));
  }

  #ringReliably(): void {
    const rseq = (this.#rseq += 1);
    const fields: HeaderEntry[] = [
      ...this.#capabilityFields(),
      ['Require', '100rel'],
      ['RSeq', String(rseq)],
    ];
    const response = this.#respondWith(180, fields);
    const retransmission = new ResponseRetransmission({
      clock: this.#core.clock,
      times: this.#core.times,
      maxIntervalMs: Infinity,
      send: () => this.#transaction.respond(response),
      onTimeout: () => this.reject(504),
    });
    this.#reliable = { rseq, retransmission };
  }

  /**
   * Sends 200 with our SDP. Returns false if the call is already answered or ended, or if negotiation fails (488 is
   * sent).
   */
  answer(): boolean {
    const session = this.#session;
    if (this.#state !== 'offered' || session === undefined) return false;
    const body = this.#answerOrOffer(session);
    if (typeof body !== 'string') {
      this.#rejectWith(488, { cause: 'negotiation-failed', sdpFault: body }, [warningField(body)]);
      return false;
    }
    this.#reliable?.retransmission.stop();
    this.#enter('answered');
    const interval = answerInterval(this.request, this.#core.sessionTimer);
    session.accept(this.#transaction, body, interval.type === 'agreed' ? interval : { fields: [] });
    this.#core.dialogLog.remove(this.#logKey);
    return true;
  }

  #answerOrOffer(session: InviteSession): string | SdpFault {
    const offer = sdpOf(this.request);
    session.exchange.closeOffer();
    if (offer !== '') return session.media.answer(offer);
    session.exchange.offer();
    return session.media.offer();
  }

  /** Sends a final response of 300 to 699. Does nothing once answered or ended. */
  reject(status: number, fields: readonly HeaderEntry[] = []): void {
    if (this.#state === 'offered') this.#rejectWith(status, { cause: 'rejected', status }, fields);
  }

  /** Ends the call in any state. */
  hangup(fields: readonly HeaderEntry[] = []): void {
    if (this.#state === 'answered') this.#session?.bye(fields);
    else this.reject(480, fields);
  }

  /** Ends only this call after a defect. Never throws. */
  #fail(error: unknown): void {
    const { internalErrors } = this.#core;
    if (this.#state === 'answered' && this.#session !== undefined) return this.#session.fail(error);
    internalErrors.record('leg', error);
    if (this.#state === 'offered')
      internalErrors.guard('leg', () => this.#rejectWith(500, { cause: 'internal-error' }))();
  }

  #onCancel(cancel: SipRequest): void {
    if (this.#state === 'offered')
      this.#rejectWith(487, { cause: 'cancelled', networkReason: networkReasonOf(cancel) });
  }

  #onPrack(transaction: ServerTransaction): void {
    const rack = rackOf(transaction.request);
    const pending = this.#reliable;
    const matches =
      pending !== undefined &&
      rack?.rseq === pending.rseq &&
      rack.cseqNumber === cseqOf(this.request).number &&
      rack.method === 'INVITE';
    if (matches) pending.retransmission.stop();
    const status = !matches ? 481 : transaction.request.body.length > 0 ? 488 : 200;
    transaction.respond(createResponse(transaction.request, status, { toTag: this.#localTag }));
  }

  #onSessionEnded(end: SessionEnd): void {
    // A caller can end an early dialog with BYE; the INVITE still needs a final response (§15.1.2).
    if (this.#state === 'offered') this.#respondFinally(this.#respondWith(487));
    this.#finish(end);
  }

  #rejectWith(status: number, end: InviteEnd, fields: readonly HeaderEntry[] = []): void {
    this.#respondFinally(this.#respondWith(status, fields));
    this.#session?.abandon();
    this.#finish(end);
  }

  /** Rejects the INVITE. The transaction, which lasts up to 32 s longer, then no longer keeps the call in memory. */
  #respondFinally(response: SipResponse): void {
    this.#transaction.respond(response);
    this.#transaction.listen({});
  }

  #respondWith(status: number, fields: readonly HeaderEntry[] = []): SipResponse {
    return createResponse(this.request, status, { toTag: this.#localTag, headers: fields });
  }

  #capabilityFields(): HeaderEntry[] {
    const contact = this.#session?.dialog.contact;
    return [
      ...(contact === undefined ? [] : [['Contact', contact] as const]),
      ['Allow', allowedMethods],
      ['Supported', supportedExtensions],
    ];
  }

  #finish(end: InviteEnd): void {
    this.#reliable?.retransmission.stop();
    this.#enter('ended');
    this.#core.dialogLog.remove(this.#logKey);
    this.#onReleased();
    this.#handlers?.onEnded(end);
  }

  #enter(next: InboundState): void {
    if (!(transitions[this.#state] as readonly string[]).includes(next))
      throw new Error(`an incoming call that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}

/** Returns the rejection of an INVITE that cannot start a dialog (§8.2); `undefined` for a valid one. */
export function findInviteFault(core: UserAgentCore, request: SipRequest): InviteFault | undefined {
  const unsupported = unsupportedExtensions(request);
  if (unsupported !== undefined) return { status: 420, fields: [unsupported] };
  // §8.1.1.8: without the address of the caller, no request of the dialog can be sent.
  if (contactsOf(request).length === 0)
    return { status: 400, fields: [warningField({ warningCode: 399, text: 'Contact has no address' })] };
  const result = readBody(request);
  if (result.type === 'rejected') return result;
  const interval = supportsExtension(request, 'timer')
    ? answerInterval(request, core.sessionTimer)
    : undefined;
  return interval?.type === 'too-small' ? { status: 422, fields: interval.fields } : undefined;
}

export interface InviteFault {
  readonly status: number;
  readonly fields: readonly HeaderEntry[];
}
