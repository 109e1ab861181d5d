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

/** RFC 3261 §12: what two user agents keep of their conversation. Built by the functions below, changed by its own methods only. */
export class Dialog {
  readonly callId: string;
  readonly localTag: string;
  /** Undefined for a peer of RFC 2543, which has none. */
  readonly remoteTag: string | undefined;
  /** Whether we sent the request that made it: decides the back-off after 491 (§14.1). */
  readonly isCaller: boolean;
  /** Our own Contact as it stands on the wire. */
  readonly contact: string;
  readonly #local: string;
  readonly #remote: string;
  #remoteTarget: Uri;
  #routeSet: readonly NameAddr[];
  #localCSeq: number;
  #remoteCSeq: number | undefined;

  constructor(parts: DialogParts) {
    this.callId = parts.callId;
    this.localTag = parts.localTag;
    this.remoteTag = parts.remoteTag;
    this.isCaller = parts.isCaller;
    this.#local = formatNameAddr(parts.local);
    this.#remote = formatNameAddr(parts.remote);
    this.contact = parts.contact;
    this.#remoteTarget = parts.remoteTarget;
    this.#routeSet = parts.routeSet;
    this.#localCSeq = parts.localCSeq;
    this.#remoteCSeq = parts.remoteCSeq;
  }

  get id(): string {
    return dialogId(this.callId, this.localTag, this.remoteTag);
  }

  /** Where the next request goes first (§12.2.1.1): the first route, else the remote target. */
  get nextHop(): Uri {
    return this.#routeSet[0]?.uri ?? this.#remoteTarget;
  }

  /** The sequence number of the last request that we made. */
  get localCSeq(): number {
    return this.#localCSeq;
  }

  /** A request within the dialog, with the next sequence number; any method but ACK and CANCEL. */
  createRequest(method: string, fields: Iterable<HeaderEntry> = [], body?: Body): SipRequest {
    this.#localCSeq += 1;
    return this.#compose(method, this.#localCSeq, fields, body);
  }

  /** The BYE that would be made next; whoever makes it in our place need know nothing else. */
  nextBye(): SipRequest {
    return this.#compose('BYE', this.#localCSeq + 1, [], undefined);
  }

  /** The ACK for the 2xx to the INVITE of this number (§13.2.2.4). */
  createAck(inviteCSeq: number, fields: Iterable<HeaderEntry> = [], body?: Body): SipRequest {
    return this.#compose('ACK', inviteCSeq, fields, body);
  }

  /** A first route without `lr` is a strict router: it takes the place of the Request-URI, and the remote target ends the routes. */
  #compose(
    method: string,
    number: number,
    fields: Iterable<HeaderEntry>,
    body: Body | undefined,
  ): SipRequest {
    const [first, ...others] = this.#routeSet;
    const strict = first !== undefined && isSipUri(first.uri) && !first.uri.parameters.has('lr');
    const routes = strict
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
    return createRequest(method, formatUri(strict ? first.uri : this.#remoteTarget), entries, body);
  }

  /** Whether a request of the other side is in order (§12.2.2); one that is not is to be answered 500. ACK has its INVITE's number. */
  takeRemoteCSeq(request: SipRequest): boolean {
    const { number } = cseqOf(request);
    if (this.#remoteCSeq !== undefined && number < this.#remoteCSeq) return false;
    this.#remoteCSeq = number;
    return true;
  }

  /** A target refresh (§12.2.1.2, §12.2.2): INVITE and UPDATE and their 2xx may move the remote target. */
  refreshTarget(message: SipRequest | SipResponse): void {
    this.#remoteTarget = contactsOf(message)[0]?.uri ?? this.#remoteTarget;
  }

  /** The 2xx to the INVITE settles the route set and the target that a provisional response gave (§13.2.2.4). */
  confirm(response: SipResponse): void {
    this.#routeSet = reversedRoutes(response);
    this.refreshTarget(response);
  }
}

export interface DialogParts {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string | undefined;
  readonly isCaller: boolean;
  readonly local: NameAddr;
  readonly remote: NameAddr;
  /** Our Contact as it stands on the wire. */
  readonly contact: string;
  readonly remoteTarget: Uri;
  readonly routeSet: readonly NameAddr[];
  readonly localCSeq: number;
  readonly remoteCSeq: number | undefined;
}

/** The name of a dialog, seen from its owner (§12). */
export function dialogId(callId: string, localTag: string, remoteTag: string | undefined): string {
  return `${callId}\n${localTag}\n${remoteTag ?? ''}`;
}

/** The dialog that an incoming request belongs to, as a name: our tag is in To. */
export const dialogIdOfRequest = (request: SipRequest): string =>
  dialogId(callIdOf(request), toTagOf(request) ?? '', fromTagOf(request));

/** The dialog that a response to our request belongs to, as a name: our tag is in From. */
export const dialogIdOfResponse = (response: SipResponse): string =>
  dialogId(callIdOf(response), fromTagOf(response) ?? '', toTagOf(response));

/** §12.1.2: a response that sets up a dialog, seen by the caller. The response alone tells all. */
export function dialogOfCaller(response: SipResponse, contact: string): Dialog {
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

/** §12.1.1: a request that sets up a dialog, seen by the callee. */
export function dialogOfCallee(
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

/** A tag of 64 random bits (§19.3 asks for 32). */
export function newTag(random: Random): string {
  return Buffer.from(random.bytes(8)).toString('hex');
}
