import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the sender does. `rejected`: INVITEs to a number that nobody owns, without ACK. `cancelled`: CANCEL as soon as the call rings or
 * is answered, and BYE if it was answered.
 */
export type FloodKind = 'rejected' | 'cancelled';

export interface FloodOptions {
  readonly kind: FloodKind;
  readonly count: number;
  readonly perSecond: number;
  /** The called number. */
  readonly number: string;
  /** SIP port of the service on 127.0.0.1. */
  readonly port: number;
}

const address = '127.0.0.1';
const slotMs = 10;
/** Time for the last responses. */
const settleMs = 1_000;

const sessionDescription = [
  'v=0',
  `o=- 1 1 IN IP4 ${address}`,
  's=-',
  `c=IN IP4 ${address}`,
  't=0 0',
  'm=audio 9 RTP/AVP 0 101',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

/** Sends INVITEs at a bounded rate. Resolves with the number of final responses by status. */
export async function floodWithInvites(options: FloodOptions): Promise<Record<string, number>> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 << 20 }).bind(0, address);
  await once(socket, 'listening');
  const sender = new FloodSender(socket, options);
  const startedMs = performance.now();
  for (let sent = 0; sent < options.count; await sleep(slotMs)) {
    const due = Math.min(((performance.now() - startedMs) * options.perSecond) / 1000, options.count);
    for (; sent < due; sent += 1) sender.invite(sent);
  }
  await sleep(settleMs);
  socket.close();
  return sender.finalResponses;
}

class FloodSender {
  readonly finalResponses: Record<string, number> = {};
  readonly #socket: Socket;
  readonly #options: FloodOptions;
  readonly #finished = new Set<string>();
  readonly #run = Date.now().toString(36);

  constructor(socket: Socket, options: FloodOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('message', (bytes) => this.#receive(bytes.toString('latin1')));
  }

  invite(index: number): void {
    this.#send('INVITE', `${this.#run}-${index}`, 'invite', '', sessionDescription);
  }

  #receive(response: string): void {
    const status = response.slice(8, 11);
    const [, id] = /^Call-ID: (\S+)@/im.exec(response) ?? [];
    const [, toTag = ''] = /^To: .*(;tag=[^;\s]+)/im.exec(response) ?? [];
    if (id === undefined || !/^CSeq: 1 INVITE/im.test(response)) return;
    if (status < '180') return;
    if (status < '200') {
      if (this.#options.kind === 'cancelled') this.#send('CANCEL', id, 'invite', '');
      return;
    }
    if (this.#options.kind === 'cancelled') {
      this.#send('ACK', id, status === '200' ? 'ack' : 'invite', toTag);
      if (status === '200') this.#send('BYE', id, 'bye', toTag);
    }
    if (this.#finished.has(id)) return;
    this.#finished.add(id);
    this.finalResponses[status] = (this.finalResponses[status] ?? 0) + 1;
  }

  #send(method: string, id: string, branch: string, toTag: string, body = ''): void {
    const { number, port } = this.#options;
    const ownPort = this.#socket.address().port;
    const uri = `sip:${number}@${address}:${port}`;
    const text = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${address}:${ownPort};rport;branch=z9hG4bK-${branch}-${id}`,
      'Max-Forwards: 70',
      `From: <sip:+14155550199@${address}>;tag=${id}`,
      `To: <${uri}>${toTag}`,
      `Call-ID: ${id}@${address}`,
      `CSeq: ${method === 'BYE' ? 2 : 1} ${method}`,
      `Contact: <sip:flood@${address}:${ownPort}>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    this.#socket.send(text, port, address);
  }
}
