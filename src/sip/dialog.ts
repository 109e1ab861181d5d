import type { Random } from '../core/random.ts';
import { formatCSeq } from './cseq.ts';
import {
  callIdOf,
  contactsOf,
  cseqOf,
  fromOf,
  fromTagOf,
  recordRoutesOf,
  toOf,
  toTagOf,
} from './header-fields.ts';
import { createRequest, type Body, type HeaderEntry, type SipRequest, type SipResponse } from './message.ts';
import { formatNameAddr, type NameAddr } from './name-addr.ts';
import { formatUri, isSipUri, type Uri } from './uri.ts';

/** The state of a dialog (RFC 3261 §12). Created by the functions below, changed only by its own methods. */
export class Dialog {
  readonly callId: string;
  readonly localTag: string;
  /** `undefined` for an RFC 2543 peer, which has no tags. */
  readonly remoteTag: string | undefined;
  /** Whether we sent the request that created the dialog. Determines the back-off after 491 (§14.1). */
  readonly isCaller: boolean;
  /** The local Contact as on the wire. */
  readonly contact: string;
  readonly #local: string;
  readonly #remote: string;
  #remoteTarget: Uri;
  #routeSet: readonly NameAddr[];
  #localCSeq: number;
  #remoteCSeq: number | undefined;

  constructor(state: DialogState) {
    this.callId = state.callId;
    this.localTag = state.localTag;
    this.remoteTag = state.remoteTag;
    this.isCaller = state.isCaller;
    this.#local = formatNameAddr(state.local);
    this.#remote = formatNameAddr(state.remote);
    this.contact = state.contact;
    this.#remoteTarget = state.remoteTarget;
    this.#routeSet = state.routeSet;
    this.#localCSeq = state.localCSeq;
    this.#remoteCSeq = state.remoteCSeq;
  }

  get id(): string {
    return dialogId(this.callId, this.localTag, this.remoteTag);
  }

  /** The next hop of a request (§12.2.1.1): the first route, otherwise the remote target. */
  get nextHop(): Uri {
    return this.#routeSet[0]?.uri ?? this.#remoteTarget;
  }

  /** The sequence number of our last request. */
  get localCSeq(): number {
    return this.#localCSeq;
  }

  /** Creates a request within the dialog with the next sequence number. Not for ACK and CANCEL. */
  createRequest(method: string, fields: Iterable<HeaderEntry> = [], body?: Body): SipRequest {
    this.#localCSeq += 1;
    return this.#compose(method, this.#localCSeq, fields, body);
  }

  /** Returns the next BYE without using its sequence number. Another process can end the dialog with it. */
  nextBye(): SipRequest {
    return this.#compose('BYE', this.#localCSeq + 1, [], undefined);
  }

  /** Creates the ACK for the 2xx to the INVITE with this sequence number (§13.2.2.4). */
  createAck(inviteCSeq: number, fields: Iterable<HeaderEntry> = [], body?: Body): SipRequest {
    return this.#compose('ACK', inviteCSeq, fields, body);
  }

  /**
   * A first route without `lr` is a strict router: it replaces the Request-URI, and the remote target becomes the last
   * route.
   */
  #compose(
    method: string,
    number: number,
    fields: Iterable<HeaderEntry>,
    body: Body | undefined,
  ): SipRequest {
    const [first, ...others] = this.#routeSet;
    const isStrictRouter = first !== undefined && isSipUri(first.uri) && !first.uri.parameters.has('lr');
    const routes = isStrictRouter
      ? [...others.map(formatNameAddr), `<${formatUri(this.#remoteTarget)}>`]
      : this.#routeSet.map(formatNameAddr);
    const entries: HeaderEntry[] = [
      ...routes.map((route): HeaderEntry => ['Route', route]),
      ['Max-Forwards', '70'],
      ['From', this.#local],
      ['To', this.#remote],
      ['Call-ID', this.callId],
      ['CSeq', formatCSeq({ number, method })],
      ['Contact', this.contact],
      ...fields,
    ];
    return createRequest(method, formatUri(isStrictRouter ? first.uri : this.#remoteTarget), entries, body);
  }

  /**
   * Returns whether a remote request is in order (§12.2.2); otherwise it must be rejected with 500. Not for ACK, which
   * has the sequence number of its INVITE.
   */
  acceptRemoteCSeq(request: SipRequest): boolean {
    const { number } = cseqOf(request);
    if (this.#remoteCSeq !== undefined && number < this.#remoteCSeq) return false;
    this.#remoteCSeq = number;
    return true;
  }

  /** Applies a target refresh (§12.2.1.2, §12.2.2): INVITE, UPDATE and their 2xx can change the remote target. */
  refreshTarget(message: SipRequest | SipResponse): void {
    this.#remoteTarget = contactsOf(message)[0]?.uri ?? this.#remoteTarget;
  }

  /** Applies the 2xx to the INVITE, which replaces the route set and target of a provisional response (§13.2.2.4). */
  confirm(response: SipResponse): void {
    this.#routeSet = reversedRoutes(response);
    this.refreshTarget(response);
  }
}

export interface DialogState {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string | undefined;
  readonly isCaller: boolean;
  readonly local: NameAddr;
  readonly remote: NameAddr;
  /** The local Contact as on the wire. */
  readonly contact: string;
  readonly remoteTarget: Uri;
  readonly routeSet: readonly NameAddr[];
  readonly localCSeq: number;
  readonly remoteCSeq: number | undefined;
}

/** Returns the identifier of a dialog from the local side's view (§12). */
export function dialogId(callId: string, localTag: string, remoteTag: string | undefined): string {
  return `${callId}\n${localTag}\n${remoteTag ?? ''}`;
}

/** Returns the dialog identifier of an incoming request: the local tag is in To. */
export const dialogIdOfRequest = (request: SipRequest): string =>
  dialogId(callIdOf(request), toTagOf(request) ?? '', fromTagOf(request));

/** Returns the dialog identifier of a response to our request: the local tag is in From. */
export const dialogIdOfResponse = (response: SipResponse): string =>
  dialogId(callIdOf(response), fromTagOf(response) ?? '', toTagOf(response));

/** Creates the dialog of a caller from a response (§12.1.2). The response contains everything that is needed. */
export function createCallerDialog(response: SipResponse, contact: string): Dialog {
  return new Dialog({
    callId: callIdOf(response),
    localTag: fromTagOf(response) ?? '',
    remoteTag: toTagOf(response),
    isCaller: true,
    local: fromOf(response),
    remote: toOf(response),
    contact,
    remoteTarget: contactsOf(response)[0]?.uri ?? toOf(response).uri,
    routeSet: reversedRoutes(response),
    localCSeq: cseqOf(response).number,
    remoteCSeq: undefined,
  });
}

/** Creates the dialog of a callee from a request (§12.1.1). */
export function createCalleeDialog(
  request: SipRequest,
  local: { readonly tag: string; readonly contact: string; readonly firstCSeq: number },
): Dialog {
  const to = toOf(request);
  return new Dialog({
    callId: callIdOf(request),
    localTag: local.tag,
    remoteTag: fromTagOf(request),
    isCaller: false,
    local: { ...to, parameters: new Map([...to.parameters, ['tag', local.tag]]) },
    remote: fromOf(request),
    contact: local.contact,
    remoteTarget: contactsOf(request)[0]?.uri ?? fromOf(request).uri,
    routeSet: recordRoutesOf(request),
    localCSeq: local.firstCSeq - 1,
    remoteCSeq: cseqOf(request).number,
  });
}

const reversedRoutes = (response: SipResponse): NameAddr[] => recordRoutesOf(response).toReversed();

/** Returns a tag of 64 random bits (§19.3 requires 32). */
export function newTag(random: Random): string {
  return Buffer.from(random.bytes(8)).toString('hex');
}
