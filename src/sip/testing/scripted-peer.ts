import { formatCSeq } from '../cseq.ts';
import { callIdOf, contactsOf, cseqOf } from '../header-fields.ts';
import {
  createRequest,
  createResponse,
  type Body,
  type HeaderEntry,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message.ts';
import { parseMessage } from '../parse-message.ts';
import { serializeMessage } from '../serialize-message.ts';
import type { SipTarget, Transport, TransportProtocol } from '../transport/transport.ts';
import { formatUri } from '../uri.ts';

/** Opens the transport of a peer: in a memory network, or with sockets. */
export interface PeerNetwork {
  open(protocol: TransportProtocol, address: string): Transport;
}

export interface PeerMessage {
  readonly toTag?: string;
  readonly fields?: readonly HeaderEntry[];
  /** The body: a session description, or any other text. */
  readonly sdp?: string;
  /** Content type of the body; default application/sdp. */
  readonly contentType?: string;
}

/**
 * A remote peer without its own logic: it sends exactly what the test requests, valid or not. It never retransmits or
 * acknowledges on its own.
 */
export class ScriptedPeer {
  readonly received: SipMessage[] = [];
  /** Includes the port unless it is 5060. */
  readonly #address: string;
  readonly #transport: Transport;
  readonly #userAgent: SipTarget;
  #branch = 0;
  #cseq = 100;

  constructor(network: PeerNetwork, address: string, userAgent: SipTarget) {
    this.#userAgent = userAgent;
    this.#transport = network.open('udp', address);
    const { port } = this.#transport.sentBy;
    this.#address = port === 5060 ? address : `${address}:${port}`;
    this.#transport.listen({ onMessage: (bytes) => this.received.push(parseMessage(bytes)) });
  }

  /** The received messages as methods and statuses. */
  get receivedLog(): string[] {
    return this.received.map((message) =>
      message.type === 'request' ? message.method : `${message.status} ${cseqOf(message).method}`,
    );
  }

  requests(method: string): SipRequest[] {
    return this.received.filter(
      (message): message is SipRequest => message.type === 'request' && message.method === method,
    );
  }

  responses(method: string): SipResponse[] {
    return this.received.filter(
      (message): message is SipResponse => message.type === 'response' && cseqOf(message).method === method,
    );
  }

  reply(request: SipRequest, status: number, message: PeerMessage = {}): void {
    const contact: HeaderEntry[] = status < 300 ? [['Contact', `<sip:peer@${this.#address}>`]] : [];
    const response = createResponse(request, status, {
      toTag: message.toTag ?? 'peer',
      headers: [...contact, ...(message.fields ?? [])],
      body: bodyOf(message),
    });
    this.#send(response);
  }

  /** Sends an INVITE that starts a call. */
  invite(
    message: PeerMessage & {
      readonly callId?: string;
      readonly uri?: string;
      /** Empty omits the field. */
      readonly contact?: string;
    } = {},
  ): SipRequest {
    const contact = message.contact ?? `<sip:peer@${this.#address}>`;
    const request = createRequest(
      'INVITE',
      message.uri ?? 'sip:+12025550100@192.0.2.1',
      [
        ['Via', this.#via()],
        ['Max-Forwards', '70'],
        ['From', `<sip:+12025550123@${this.#address}>;tag=peer`],
        ['To', '<sip:+12025550100@192.0.2.1>'],
        ['Call-ID', message.callId ?? 'call-in'],
        ['CSeq', '1 INVITE'],
        ...(contact === '' ? [] : [['Contact', contact] as const]),
        ...(message.fields ?? []),
      ],
      bodyOf(message),
    );
    this.#send(request);
    return request;
  }

  /** Sends a CANCEL with the branch and CSeq number of an INVITE that this peer sent. */
  cancel(invite: SipRequest): void {
    const fields = ['Via', 'From', 'To', 'Call-ID'].map((name): HeaderEntry => [
      name,
      invite.headers.get(name)!,
    ]);
    this.#send(createRequest('CANCEL', invite.uri, [...fields, ['CSeq', `${cseqOf(invite).number} CANCEL`]]));
  }

  /**
   * Sends a request within the dialog of `origin`, a received INVITE or response. An ACK needs the `cseq` of its
   * INVITE.
   */
  request(
    method: string,
    origin: SipMessage,
    message: PeerMessage & { readonly cseq?: number } = {},
  ): SipRequest {
    const isCaller = origin.type === 'response';
    const from = isCaller
      ? origin.headers.get('From')!
      : `${origin.headers.get('To')!};tag=${message.toTag ?? 'peer'}`;
    const to = isCaller ? origin.headers.get('To')! : origin.headers.get('From')!;
    const number = message.cseq ?? (this.#cseq += 1);
    const fields: HeaderEntry[] = [
      ['Via', this.#via()],
      ['Max-Forwards', '70'],
      ['From', from],
      ['To', to],
      ['Call-ID', callIdOf(origin)],
      ['CSeq', formatCSeq({ number, method })],
      ['Contact', `<sip:peer@${this.#address}>`],
      ...(message.fields ?? []),
    ];
    const request = createRequest(method, formatUri(contactsOf(origin)[0]!.uri), fields, bodyOf(message));
    this.#send(request);
    return request;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #via(): string {
    this.#branch += 1;
    const { host, port } = this.#transport.sentBy;
    return `SIP/2.0/UDP ${host}:${port};branch=z9hG4bKpeer${this.#branch}`;
  }

  /** Sends a message unchanged. */
  send(message: SipMessage): void {
    this.#send(message);
  }

  #send(message: SipMessage): void {
    void this.#transport.send(serializeMessage(message), this.#userAgent);
  }
}

function bodyOf({ sdp, contentType }: PeerMessage): Body | undefined {
  return sdp === undefined ? undefined : { contentType: contentType ?? 'application/sdp', content: sdp };
}
