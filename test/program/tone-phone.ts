import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { dtmfTone } from '../../src/audio/dtmf-generator.ts';
import { encodeUlaw } from '../../src/audio/g711.ts';
import { descriptionAt, methodOf, reply } from '../support/sip-message.ts';

const frameSamples = 160;
const toneMs = 120;
const gapMs = 100;

/**
 * A phone behind a trunk that answers immediately and does not support telephone-event: it sends its keys as in-band tones (ITU-T Q.23)
 * in PCMU packets of 20 ms.
 */
export class TonePhone {
  readonly #signalling: Socket;
  readonly #media: Socket;
  readonly #answered = Promise.withResolvers<void>();
  #remotePort = 0;
  #timer: NodeJS.Timeout | undefined;
  #sequence = 0;
  /** Audio that is queued for sending. */
  #queue: Int16Array[] = [];
  #drained: (() => void) | undefined;

  private constructor(signalling: Socket, media: Socket) {
    this.#signalling = signalling;
    this.#media = media;
    signalling.on('message', (bytes, from) => this.#onMessage(bytes.toString('latin1'), from));
  }

  static async open(): Promise<TonePhone> {
    const sockets = [createSocket('udp4').bind(0, '127.0.0.1'), createSocket('udp4').bind(0, '127.0.0.1')];
    await Promise.all(sockets.map((socket) => once(socket, 'listening')));
    return new TonePhone(sockets[0]!, sockets[1]!);
  }

  get trunkUrl(): string {
    return `sip:127.0.0.1:${this.#signalling.address().port};transport=udp`;
  }

  /** Resolves when a call is answered and its audio has started. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }

  /** Resolves when the last key was sent. */
  async press(digits: string): Promise<void> {
    for (const digit of digits)
      this.#queue.push(...framesOf(dtmfTone(digit, toneMs)), ...framesOf(silence(gapMs)));
    await new Promise<void>((resolve) => (this.#drained = resolve));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#signalling.close();
    this.#media.close();
  }

  #onMessage(text: string, from: RemoteInfo): void {
    const method = methodOf(text);
    if (method === undefined) return;
    if (method === 'ACK') return this.#startAudio();
    const localParty = { tag: 'tones', port: this.#signalling.address().port };
    const isInvite = method === 'INVITE';
    if (isInvite) this.#remotePort = Number(/^m=audio (\d+)/m.exec(text)![1]);
    const body = isInvite ? descriptionAt(this.#media.address().port) : '';
    this.#signalling.send(reply(text, '200 OK', localParty, body), from.port, from.address);
  }

  #startAudio(): void {
    this.#timer ??= setInterval(() => this.#sendFrame(), 20);
    this.#answered.resolve();
  }

  #sendFrame(): void {
    const samples = this.#queue.shift() ?? silence(20);
    if (this.#queue.length === 0) this.#drained?.();
    const packet = Buffer.alloc(12 + frameSamples);
    packet[0] = 0x80;
    packet.writeUInt16BE(this.#sequence & 0xffff, 2);
    packet.writeUInt32BE(this.#sequence * frameSamples, 4);
    packet.writeUInt32BE(0x7e1e, 8);
    encodeUlaw(samples, packet.subarray(12));
    this.#sequence += 1;
    this.#media.send(packet, this.#remotePort, '127.0.0.1');
  }
}

const silence = (ms: number): Int16Array => new Int16Array(ms * 8);

/** Splits audio into frames of 20 ms; the last one is padded. */
function framesOf(samples: Int16Array): Int16Array[] {
  return Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, index) => {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(index * frameSamples, (index + 1) * frameSamples));
    return frame;
  });
}
