import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { CallTransport } from './media-call.ts';

export interface PacketHandlers {
  onPacket(bytes: Uint8Array, address: string, port: number): void;
  onRtcpPacket(bytes: Uint8Array, address: string): void;
  /** Called for each socket error. There can be thousands of ICMP errors until the peer is reachable. */
  onError(): void;
}

/**
 * The two UDP sockets of a call. Once the source is known, the RTP socket is connected. The kernel then drops packets
 * from other sources and reports ICMP errors.
 */
export class CallSockets implements CallTransport {
  readonly #rtp: Socket;
  readonly #rtcp: Socket;
  readonly #onError: () => void;
  #connected = false;
  #closed = false;

  private constructor(rtp: Socket, rtcp: Socket, handlers: PacketHandlers) {
    this.#rtp = rtp;
    this.#rtcp = rtcp;
    this.#onError = () => handlers.onError();
    rtp.on('message', (bytes, from) => handlers.onPacket(bytes, from.address, from.port));
    rtcp.on('message', (bytes, from) => handlers.onRtcpPacket(bytes, from.address));
    rtp.on('error', this.#onError);
    rtcp.on('error', this.#onError);
  }

  /** Binds `port` and the next port. On failure releases both and rejects with the system error. */
  static async open(address: string, port: number, handlers: PacketHandlers): Promise<CallSockets> {
    const rtp = await bind(address, port);
    try {
      return new CallSockets(rtp, await bind(address, port + 1), handlers);
    } catch (error) {
      rtp.close();
      throw error;
    }
  }

  connect(address: string, port: number): void {
    this.#attempt(() => {
      this.#rtp.connect(port, address);
      this.#connected = true;
    });
  }

  disconnect(): void {
    if (!this.#connected) return;
    this.#connected = false;
    this.#attempt(() => this.#rtp.disconnect());
  }

  send(packet: Uint8Array, address: string, port: number): void {
    if (this.#closed) return;
    if (this.#connected) this.#rtp.send(packet);
    else this.#rtp.send(packet, port, address);
  }

  sendRtcp(packet: Uint8Array, address: string, port: number): void {
    // The port after RTP port 65,535 does not exist.
    if (!this.#closed && port <= 65_535) this.#rtcp.send(packet, port, address);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#rtp.close();
    this.#rtcp.close();
  }

  #attempt(operation: () => void): void {
    try {
      operation();
    } catch {
      this.#onError();
    }
  }
}

async function bind(address: string, port: number): Promise<Socket> {
  const family = isIPv6(address) ? 6 : 4;
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Addresses are numeric. Node's own lookup would defer every send to the next event loop turn.
    lookup: (host, _options, callback) => callback(null, host, family),
  });
  const bound = once(socket, 'listening');
  socket.bind({ address, port, exclusive: true });
  try {
    await bound;
  } catch (error) {
    socket.close();
    throw error;
  }
  return socket;
}
