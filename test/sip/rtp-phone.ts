import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const rtpHeaderBytes = 12;
const frameBytes = 160;

/**
 * An RTP socket on 127.0.0.1. Sends µ-law frames of one value every 20 ms once it has a target, and counts received
 * packets.
 */
export class RtpPhone {
  receivedPackets = 0;
  readonly #socket: Socket;
  readonly #ssrc: number;
  readonly #payload: Buffer;
  #timer: NodeJS.Timeout | undefined;
  #sequence = 0;

  private constructor(socket: Socket, ssrc: number, ulaw: number) {
    this.#socket = socket;
    this.#ssrc = ssrc;
    this.#payload = Buffer.alloc(frameBytes, ulaw);
    socket.on('message', () => (this.receivedPackets += 1));
  }

  /** `ulaw` is the byte of all samples; 0xff is silence. */
  static async open(ssrc: number, ulaw: number): Promise<RtpPhone> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new RtpPhone(socket, ssrc, ulaw);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  sendTo(port: number): void {
    this.#timer ??= setInterval(() => this.#socket.send(this.#nextPacket(), port, '127.0.0.1'), 20);
  }

  /** Resolves after a number of further packets. */
  async waitForPackets(packets: number): Promise<void> {
    for (let i = 0; i < packets; i++) await once(this.#socket, 'message');
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  /** Returns the next packet (RFC 3550 §5.1, payload type 0). */
  #nextPacket(): Buffer {
    this.#sequence += 1;
    const packet = Buffer.alloc(rtpHeaderBytes + frameBytes);
    packet.writeUInt16BE(0x8000, 0);
    packet.writeUInt16BE(this.#sequence & 0xffff, 2);
    packet.writeUInt32BE((this.#sequence * frameBytes) >>> 0, 4);
    packet.writeUInt32BE(this.#ssrc, 8);
    this.#payload.copy(packet, rtpHeaderBytes);
    return packet;
  }
}

/** A SIP socket on 127.0.0.1 whose messages the test writes. */
export class SipPeer {
  readonly #socket: Socket;
  readonly #messages: { readonly text: string; readonly from: RemoteInfo }[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (bytes, from) => this.#messages.push({ text: bytes.toString('latin1'), from }));
  }

  static async open(): Promise<SipPeer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new SipPeer(socket);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Resolves with the first message that starts with this text. */
  async waitForMessage(start: string): Promise<string> {
    for (;;) {
      const message = this.#messages.find(({ text }) => text.startsWith(start));
      if (message !== undefined) return message.text;
      await once(this.#socket, 'message');
    }
  }

  /** Sends to the source of the first message. */
  send(text: string): void {
    const { port, address } = this.#messages[0]!.from;
    this.#socket.send(text, port, address);
  }

  close(): void {
    this.#socket.close();
  }
}
