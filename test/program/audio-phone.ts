import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { decodeUlaw, encodeUlaw } from '../../src/audio/g711.ts';
import { calleeRequest, descriptionAt, field, methodOf, reply } from '../support/sip-message.ts';

const frameSamples = 160;
const frameMs = 20;
const rtpHeaderBytes = 12;
/** Quieter samples are silence. */
const minSpeechSample = 300;

/**
 * A phone behind a trunk that answers immediately and does not support telephone-event. Plays audio and keeps the audio that it receives, both in PCMU
 * packets of 20 ms.
 */
export class AudioPhone {
  readonly #signalling: Socket;
  readonly #media: Socket;
  #answered = Promise.withResolvers<void>();
  #invite = '';
  #peer: RemoteInfo | undefined;
  #reinvites = 0;
  #accepted = Promise.withResolvers<void>();
  #remotePort = 0;
  #timer: NodeJS.Timeout | undefined;
  #sequence = 0;
  /** Audio that is queued for sending. */
  #queue: Int16Array[] = [];
  #drained: (() => void) | undefined;
  #received: Int16Array[] = [];
  #isSpeaking = false;
  #doubleTalkFrames = 0;
  readonly #waiting = new Set<() => void>();

  private constructor(signalling: Socket, media: Socket) {
    this.#signalling = signalling;
    this.#media = media;
    signalling.on('message', (bytes, from) => this.#onMessage(bytes.toString('latin1'), from));
    media.on('message', (bytes) => this.#onPacket(bytes));
  }

  static async open(): Promise<AudioPhone> {
    const sockets = [createSocket('udp4').bind(0, '127.0.0.1'), createSocket('udp4').bind(0, '127.0.0.1')];
    await Promise.all(sockets.map((socket) => once(socket, 'listening')));
    return new AudioPhone(sockets[0]!, sockets[1]!);
  }

  get trunkUrl(): string {
    return `sip:127.0.0.1:${this.#signalling.address().port};transport=udp`;
  }

  /** Resolves when a call is answered and its audio has started. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }

  /** The received audio, 8 kHz. */
  get heard(): Int16Array {
    const heard = new Int16Array(this.#received.length * frameSamples);
    for (const [index, frame] of this.#received.entries()) heard.set(frame, index * frameSamples);
    return heard;
  }

  /** How long the phone has received speech while it sent speech, in ms. */
  get doubleTalkMs(): number {
    return this.#doubleTalkFrames * frameMs;
  }

  /** Length of the audio that is not sent yet. */
  get queuedMs(): number {
    return this.#queue.length * frameMs;
  }

  /** Resolves when the condition is true; it is checked after each received packet. The timeout of the test limits the wait. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Plays 8 kHz audio. Resolves when its last packet was sent. */
  async play(samples: Int16Array): Promise<void> {
    this.#queue.push(...framesOf(samples));
    await new Promise<void>((resolve) => (this.#drained = resolve));
  }

  /** Sends a re-INVITE with this direction (RFC 3264 §8.4), such as `sendonly` for a hold. Resolves when it is accepted. */
  async changeDirection(direction: 'sendonly' | 'sendrecv'): Promise<void> {
    this.#accepted = Promise.withResolvers<void>();
    this.#reinvites += 1;
    const body = `${descriptionAt(this.#media.address().port)}a=${direction}\r\n`;
    this.#sendRequest('INVITE', body);
    await this.#accepted.promise;
    this.#sendRequest('ACK');
  }

  /** Forgets the last call, so that the next one can be made. */
  forgetCall(): void {
    this.#answered = Promise.withResolvers<void>();
    this.#received = [];
    this.#doubleTalkFrames = 0;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#signalling.close();
    this.#media.close();
  }

  get #localParty() {
    return { tag: 'audio', port: this.#signalling.address().port };
  }

  #sendRequest(method: string, body = ''): void {
    const request = calleeRequest(method, this.#invite, this.#localParty, { cseq: this.#reinvites, body });
    this.#signalling.send(request, this.#peer!.port, this.#peer!.address);
  }

  #onMessage(text: string, from: RemoteInfo): void {
    const method = methodOf(text);
    if (method === undefined) {
      if (text.startsWith('SIP/2.0 200') && field(text, 'CSeq').endsWith('INVITE')) this.#accepted.resolve();
      return;
    }
    if (method === 'ACK') return this.#startAudio();
    const localParty = this.#localParty;
    const isInvite = method === 'INVITE';
    if (isInvite) {
      this.#remotePort = Number(/^m=audio (\d+)/m.exec(text)![1]);
      [this.#invite, this.#peer] = [text, from];
    }
    const body = isInvite ? descriptionAt(this.#media.address().port) : '';
    this.#signalling.send(reply(text, '200 OK', localParty, body), from.port, from.address);
  }

  #onPacket(bytes: Buffer): void {
    const frame = new Int16Array(frameSamples);
    decodeUlaw(bytes.subarray(rtpHeaderBytes, rtpHeaderBytes + frameSamples), frame);
    this.#received.push(frame);
    if (this.#isSpeaking && hasSpeech(frame)) this.#doubleTalkFrames += 1;
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #startAudio(): void {
    const startedMs = performance.now();
    this.#timer ??= setInterval(() => {
      while (this.#sequence * frameMs <= performance.now() - startedMs) this.#sendFrame();
    }, frameMs / 2);
    this.#answered.resolve();
  }

  #sendFrame(): void {
    const samples = this.#queue.shift() ?? new Int16Array(frameSamples);
    this.#isSpeaking = hasSpeech(samples);
    if (this.#queue.length === 0) this.#drained?.();
    const packet = Buffer.alloc(rtpHeaderBytes + frameSamples);
    packet[0] = 0x80;
    packet.writeUInt16BE(this.#sequence & 0xffff, 2);
    packet.writeUInt32BE(this.#sequence * frameSamples, 4);
    packet.writeUInt32BE(0x7e1e, 8);
    encodeUlaw(samples, packet.subarray(rtpHeaderBytes));
    this.#sequence += 1;
    this.#media.send(packet, this.#remotePort, '127.0.0.1');
  }
}

const hasSpeech = (frame: Int16Array): boolean => frame.some((sample) => Math.abs(sample) >= minSpeechSample);

/** Splits audio into frames of 20 ms; the last one is padded. */
function framesOf(samples: Int16Array): Int16Array[] {
  return Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, index) => {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(index * frameSamples, (index + 1) * frameSamples));
    return frame;
  });
}
