import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { field, methodOf, reply } from '../support/sip-message.ts';

/** A call received by the trunk. */
export interface ReceivedInvite {
  readonly atMs: number;
  readonly number: string;
  readonly callId: string;
}

/**
 * A trunk that responds to every call with 486 Busy Here (RFC 3261 §21.4.24) and records it. Shares no code with the program.
 */
export class BusyTrunk {
  readonly invites: ReceivedInvite[] = [];
  readonly #socket: Socket;
  readonly #callIds = new Set<string>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (bytes, from) => this.#respond(bytes.toString('latin1'), from));
  }

  static async open(): Promise<BusyTrunk> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new BusyTrunk(socket);
  }

  get url(): string {
    return `sip:127.0.0.1:${this.#socket.address().port};transport=udp`;
  }

  /** Returns the calls to numbers with this prefix. */
  invitesTo(prefix: string): readonly ReceivedInvite[] {
    return this.invites.filter(({ number }) => number.startsWith(prefix));
  }

  close(): void {
    this.#socket.close();
  }

  #respond(message: string, from: RemoteInfo): void {
    const method = methodOf(message);
    if (method === 'ACK' || method === undefined) return;
    if (method === 'INVITE') this.#recordInvite(message);
    const status = method === 'INVITE' ? '486 Busy Here' : '200 OK';
    const localParty = { tag: 'busy', port: this.#socket.address().port };
    this.#socket.send(reply(message, status, localParty), from.port, from.address);
  }

  /** Counts a retransmitted INVITE as the same call. */
  #recordInvite(message: string): void {
    const callId = field(message, 'Call-ID');
    if (this.#callIds.has(callId)) return;
    this.#callIds.add(callId);
    const number = /^INVITE sip:([^@]+)@/.exec(message)?.[1] ?? '';
    this.invites.push({ atMs: performance.now(), number, callId });
  }
}
