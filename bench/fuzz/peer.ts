import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/core/random.ts';
import {
  descriptions,
  request,
  response,
  rtcpPacket,
  rtpPacket,
  token,
  type MessageContext,
} from './messages.ts';
import { mutatePacket, mutateText } from './mutate.ts';

const address = '127.0.0.1';
const maxResponseMs = 10_000;

interface Dialog {
  readonly callId: string;
  readonly fromTag: string;
  readonly toTag: string;
  readonly mediaPort: number;
  readonly ssrc: number;
  cseq: number;
  sequence: number;
}

async function bindSocket(port = 0): Promise<Socket> {
  const socket = createSocket('udp4').bind(port, address);
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  return socket;
}

/**
 * An admitted peer of the service. Places and receives calls with its own media ports, and sends mutated messages in
 * these calls.
 */
export class FuzzPeer {
  /**
   * `toService`: calls that the service answered. `fromService`: calls to this peer, which received mutated responses.
   */
  readonly callCounts = { toService: 0, fromService: 0 };
  readonly #random: Random;
  readonly #servicePort: () => number;
  readonly #sip: Socket;
  readonly #rtp: Socket;
  readonly #rtcp: Socket;
  readonly #pendingRequests = new Map<string, (message: string) => void>();
  #dialog: Dialog | undefined;

  private constructor(sockets: readonly [Socket, Socket, Socket], random: Random, servicePort: () => number) {
    [this.#sip, this.#rtp, this.#rtcp] = sockets;
    this.#random = random;
    this.#servicePort = servicePort;
    this.#sip.on('message', (bytes, from) => this.#onMessage(bytes.toString('latin1'), from));
  }

  static async open(random: Random, servicePort: () => number): Promise<FuzzPeer> {
    const rtp = await bindSocket();
    const rtcp = await bindSocket();
    return new FuzzPeer([await bindSocket(), rtp, rtcp], random, servicePort);
  }

  get sipPort(): number {
    return this.#sip.address().port;
  }

  close(): void {
    for (const socket of [this.#sip, this.#rtp, this.#rtcp]) socket.close();
  }

  /**
   * Resolves with the status of a valid OPTIONS, which shows that the service has processed earlier messages;
   * `undefined` without a response.
   */
  async options(): Promise<number | undefined> {
    for (let tries = 0; tries < 3; tries += 1) {
      const response = await this.#request('OPTIONS', this.#contextOutsideDialog());
      if (response !== undefined) return Number(response.slice(8, 11));
    }
    return undefined;
  }

  /** Calls a number of the service unless a call is active. */
  async call(number: string): Promise<void> {
    if (this.#dialog !== undefined) return;
    const context = {
      ...this.#contextOutsideDialog(),
      requestUri: `sip:${number}@${address}:${this.#servicePort()}`,
    };
    const response = await this.#request(
      'INVITE',
      context,
      descriptions[0]!(address, this.#rtp.address().port),
    );
    if (response === undefined || !response.startsWith('SIP/2.0 200')) return;
    const toTag = /^to:.*;tag=([^\s;]+)/im.exec(response)?.[1];
    const mediaPort = Number(/^m=audio (\d+)/m.exec(response)?.[1]);
    if (toTag === undefined || !(mediaPort > 0)) return;
    this.#send(Buffer.from(request('ACK', { ...context, toTag }, this.#random)));
    const { callId, fromTag } = context;
    this.#dialog = {
      callId,
      fromTag,
      toTag,
      mediaPort,
      ssrc: this.#random.below(2 ** 32),
      cseq: 10,
      sequence: 0,
    };
    this.callCounts.toService += 1;
  }

  /** Sends a mutated request with the tags of the active call, or outside a dialog if there is none. */
  sendInDialog(method: string): void {
    const description = method === 'INVITE' || method === 'UPDATE' ? this.#mutatedDescription() : undefined;
    this.#send(
      mutateText(
        Buffer.from(request(method, this.#contextInDialog(), this.#random, description), 'latin1'),
        this.#random,
      ),
    );
  }

  /**
   * Sends RTP to the RTP port of the call, one packet in 20 to its RTCP port. Returns false, and sends nothing, without
   * an active call.
   */
  sendRtp(): boolean {
    const dialog = this.#dialog;
    if (dialog === undefined) return false;
    const packet = rtpPacket(this.#random, (dialog.sequence += 1), dialog.ssrc);
    this.#sendMedia(this.#rtp, packet, dialog.mediaPort + (this.#isOneIn(20) ? 1 : 0));
    return true;
  }

  /**
   * Sends RTCP to the RTCP port of the call, one packet in 4 to its RTP port (RFC 5761). Returns false, and sends
   * nothing, without an active call.
   */
  sendRtcp(): boolean {
    const dialog = this.#dialog;
    if (dialog === undefined) return false;
    const packet = rtcpPacket(this.#random, dialog.ssrc);
    this.#sendMedia(this.#rtcp, packet, dialog.mediaPort + (this.#isOneIn(4) ? 0 : 1));
    return true;
  }

  /** Sends a packet: one in five unchanged, the others mutated. */
  #sendMedia(socket: Socket, packet: Buffer, port: number): void {
    const bytes = this.#isOneIn(5) ? packet : mutatePacket(packet, this.#random);
    socket.send(bytes, port, address, () => undefined);
  }

  #isOneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }

  /** Returns whether a message has the Call-ID and tags of the active call, unmutated. */
  #hasTagsOfDialog(text: string): boolean {
    const dialog = this.#dialog;
    if (dialog === undefined) return false;
    const tags = [...text.matchAll(/^(?:from|to):.*;tag=([^\s;]+)/gim)].map(([, tag]) => tag);
    return text.includes(dialog.callId) && tags.includes(dialog.fromTag) && tags.includes(dialog.toTag);
  }

  #contextOutsideDialog(): MessageContext {
    const { port } = this.#sip.address();
    const requestUri = `sip:${address}:${this.#servicePort()}`;
    const [callId, fromTag] = [token(this.#random), token(this.#random)];
    return { transport: 'UDP', address, port, requestUri, callId, fromTag, toTag: undefined, cseq: 1 };
  }

  #contextInDialog(): MessageContext {
    const context = this.#contextOutsideDialog();
    const dialog = this.#dialog;
    if (dialog === undefined) return context;
    const { callId, fromTag, toTag } = dialog;
    return { ...context, callId, fromTag, toTag, cseq: (dialog.cseq += 1) };
  }

  #mutatedDescription(): string {
    const text = descriptions[this.#random.below(descriptions.length)]!(address, this.#rtp.address().port);
    return mutateText(Buffer.from(text), this.#random).toString('latin1');
  }

  #send(bytes: Buffer): void {
    this.#sip.send(bytes, this.#servicePort(), address, () => undefined);
  }

  async #request(method: string, context: MessageContext, description?: string): Promise<string | undefined> {
    const answered = new Promise<string>((resolve) => this.#pendingRequests.set(context.callId, resolve));
    this.#send(Buffer.from(request(method, context, this.#random, description)));
    const timeout = new AbortController();
    const response = await Promise.race([
      answered,
      sleep(maxResponseMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
    this.#pendingRequests.delete(context.callId);
    return response;
  }

  #onMessage(text: string, from: RemoteInfo): void {
    const callId = /^call-id:\s*(\S+)/im.exec(text)?.[1] ?? '';
    if (text.startsWith('SIP/2.0')) {
      if (!text.startsWith('SIP/2.0 1')) this.#pendingRequests.get(callId)?.(text);
      // Our request has ended the call, or the call was already over.
      const isOver = text.startsWith('SIP/2.0 481') || /^cseq:\s*\d+ BYE/im.test(text);
      if (isOver && this.#hasTagsOfDialog(text)) this.#dialog = undefined;
      return;
    }
    if (text.startsWith('BYE') && callId === this.#dialog?.callId) this.#dialog = undefined;
    if (text.startsWith('ACK')) return;
    if (text.startsWith('INVITE') && callId !== this.#dialog?.callId) this.#answerCall(text, from);
    else this.#sip.send(response(text, '200 OK', this.sipPort), from.port, from.address);
  }

  /** Answers a call of the service with mutated provisional and final responses, then rejects it. */
  #answerCall(invite: string, from: RemoteInfo): void {
    this.callCounts.fromService += 1;
    const reply = (status: string, isMutated: boolean) => {
      const text = Buffer.from(
        response(invite, status, this.sipPort, status < '200' ? '' : this.#mutatedDescription()),
        'latin1',
      );
      this.#sip.send(isMutated ? mutateText(text, this.#random) : text, from.port, from.address);
    };
    for (const status of [
      '100 Trying',
      '180 Ringing',
      '183 Session Progress',
      '302 Moved',
      '401 Unauthorized',
      '200 OK',
    ])
      for (let count = 0; count < 3; count += 1) reply(status, true);
    reply('486 Busy Here', false);
  }
}
