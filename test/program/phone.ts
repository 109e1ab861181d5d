import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { description, field, methodOf, reply } from '../support/sip-message.ts';

/**
 * A phone behind a trunk: the minimum of RFC 3261 over UDP to ring, or to answer and stay silent. It records all requests, shares no code
 * with the program, and outlives it.
 */
export class Phone {
  readonly #socket: Socket;
  readonly #answers: boolean;
  readonly #requests: string[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(socket: Socket, answers: boolean) {
    this.#socket = socket;
    this.#answers = answers;
    socket.on('message', (bytes, from) => this.#onMessage(bytes.toString('latin1'), from));
  }

  /** @param behaviour whether it only rings or answers at once */
  static async open(behaviour: 'rings' | 'answers'): Promise<Phone> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Phone(socket, behaviour === 'answers');
  }

  get trunkUrl(): string {
    return `sip:127.0.0.1:${this.#port};transport=udp`;
  }

  /** Returns the number of different calls received. */
  get calls(): number {
    const invites = this.#requests.filter((request) => request.startsWith('INVITE '));
    return new Set(invites.map((request) => field(request, 'Call-ID'))).size;
  }

  /** Returns the number of requests of this method, including retransmissions. */
  count(method: string): number {
    return this.#requests.filter((request) => request.startsWith(`${method} `)).length;
  }

  /** Resolves when this number of requests of the method has been received; the timeout of the test ends the wait. */
  async received(method: string, times = 1): Promise<void> {
    while (this.count(method) < times) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  close(): void {
    this.#socket.close();
  }

  get #port(): number {
    return this.#socket.address().port;
  }

  #onMessage(text: string, from: RemoteInfo): void {
    if (methodOf(text) === undefined) return;
    this.#requests.push(text);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
    for (const answer of this.#repliesTo(text)) this.#socket.send(answer, from.port, from.address);
  }

  #repliesTo(request: string): string[] {
    const method = methodOf(request);
    if (method === 'ACK') return [];
    const own = { tag: 'phone', port: this.#port };
    if (method !== 'INVITE') return [reply(request, '200 OK', own)];
    const ringing = reply(request, '180 Ringing', own);
    return this.#answers ? [ringing, reply(request, '200 OK', own, description)] : [ringing];
  }
}
