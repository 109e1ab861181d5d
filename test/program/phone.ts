import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { description, field, methodOf, reply } from '../support/sip-message.ts';

/**
 * A phone behind a trunk with the minimum of RFC 3261 over UDP: it rings, or answers and stays silent. Records all requests. Shares no
 * code with the program and continues to run after it.
 */
export class Phone {
  readonly #socket: Socket;
  readonly #answers: boolean;
  readonly #requests: string[] = [];
  readonly #waiters = new Set<() => void>();

  private constructor(socket: Socket, answers: boolean) {
    this.#socket = socket;
    this.#answers = answers;
    socket.on('message', (bytes, from) => this.#onMessage(bytes.toString('latin1'), from));
  }

  /** @param behaviour whether it only rings or answers immediately */
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
    // A retransmission is the same request (RFC 3261 §17.1.2.2).
    return new Set(this.#requests.filter((request) => request.startsWith(`${method} `))).size;
  }

  /** Resolves when at least `times` requests of the method have been received. The timeout of the test limits the wait. */
  async received(method: string, times = 1): Promise<void> {
    while (this.count(method) < times) await new Promise<void>((resolve) => this.#waiters.add(resolve));
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
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
    for (const response of this.#responsesTo(text)) this.#socket.send(response, from.port, from.address);
  }

  #responsesTo(request: string): string[] {
    const method = methodOf(request);
    if (method === 'ACK') return [];
    const localParty = { tag: 'phone', port: this.#port };
    if (method !== 'INVITE') return [reply(request, '200 OK', localParty)];
    const ringing = reply(request, '180 Ringing', localParty);
    return this.#answers ? [ringing, reply(request, '200 OK', localParty, description)] : [ringing];
  }
}
