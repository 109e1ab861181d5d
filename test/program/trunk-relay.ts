import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A relayed RTP packet (RFC 3550 §5.1). */
export interface RelayedPacket {
  readonly atMs: number;
  readonly payloadType: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payloadBytes: number;
}

const sequenceNumberOffset = 2;
const timestampOffset = 4;
const ssrcOffset = 8;
const headerBytes = 12;

/** Sits between the two sides of a call in the place of one side. Records and forwards the audio that it receives. */
class MediaRelay {
  readonly packets: RelayedPacket[] = [];
  readonly #socket: Socket;
  /** The media port of the represented side. */
  #realPort = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Forwards received packets from the socket of `other`, as if the called side had sent them. */
  forwardFrom(other: MediaRelay): void {
    this.#socket.on('message', (bytes) => {
      this.packets.push(parsePacket(bytes));
      other.#socket.send(bytes, this.#realPort, '127.0.0.1');
    });
  }

  /** Replaces the media port in a session description. Both ports have five digits, so the length does not change. */
  replaceMediaPort(message: string): string {
    return message.replace(/^m=audio (\d{5}) /m, (_, port: string) => {
      this.#realPort = Number(port);
      return `m=audio ${this.#socket.address().port} `;
    });
  }

  close(): void {
    this.#socket.close();
  }
}

/**
 * A trunk that relays one call over UDP. Replaces the called number by one of the same length and the media ports by its own. Records the
 * RTP of both directions.
 */
export class TrunkRelay {
  readonly #sip: Socket;
  readonly #caller: MediaRelay;
  readonly #callee: MediaRelay;
  #callerPort = 0;
  #calleePort = 0;
  #numbers: readonly [dialed: string, called: string] = ['', ''];

  private constructor([sip, caller, callee]: readonly [Socket, Socket, Socket]) {
    this.#sip = sip;
    this.#caller = new MediaRelay(caller);
    this.#callee = new MediaRelay(callee);
    this.#caller.forwardFrom(this.#callee);
    this.#callee.forwardFrom(this.#caller);
    sip.on('message', (bytes, from) => this.#forwardSip(bytes.toString('latin1'), from));
  }

  static async open(): Promise<TrunkRelay> {
    return new TrunkRelay([await openSocket(), await openSocket(), await openSocket()]);
  }

  get trunkUrl(): string {
    return `sip:127.0.0.1:${this.#sip.address().port};transport=udp`;
  }

  /** The packets from the caller. */
  get fromCaller(): readonly RelayedPacket[] {
    return this.#callee.packets;
  }

  /** The packets from the callee. */
  get fromCallee(): readonly RelayedPacket[] {
    return this.#caller.packets;
  }

  /** Routes calls to `dialed` to the number `called` at the port of this machine. Both numbers must have the same length. */
  connect(dialed: string, called: string, port: number): void {
    this.#numbers = [dialed, called];
    this.#calleePort = port;
  }

  close(): void {
    for (const part of [this.#sip, this.#caller, this.#callee]) part.close();
  }

  #forwardSip(message: string, { port }: RemoteInfo): void {
    const [dialed, called] = this.#numbers;
    if (this.#calleePort === 0) return;
    if (port === this.#calleePort) {
      const forwarded = this.#callee.replaceMediaPort(message.replaceAll(called, dialed));
      this.#sip.send(forwarded, this.#callerPort, '127.0.0.1');
      return;
    }
    this.#callerPort = port;
    const forwarded = this.#caller.replaceMediaPort(message.replaceAll(dialed, called));
    this.#sip.send(forwarded, this.#calleePort, '127.0.0.1');
  }
}

async function openSocket(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

function parsePacket(bytes: Buffer): RelayedPacket {
  return {
    atMs: performance.now(),
    payloadType: bytes[1]! & 0x7f,
    sequenceNumber: bytes.readUInt16BE(sequenceNumberOffset),
    timestamp: bytes.readUInt32BE(timestampOffset),
    ssrc: bytes.readUInt32BE(ssrcOffset),
    payloadBytes: bytes.length - headerBytes,
  };
}
