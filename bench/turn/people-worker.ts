import { createSocket } from 'node:dgram';
import { parentPort, workerData } from 'node:worker_threads';
import { parseRtpPacket, serializeRtpPacket } from '../../src/rtp/rtp-packet.ts';

/** What the people are to do: one answer after the other, each when the agent has been silent for a while. */
export interface PeopleOrder {
  readonly people: number;
  /** What they say, in µ-law. */
  readonly speech: Uint8Array;
}

/** Times are milliseconds since the Unix epoch, to fractions, so that threads can compare them. */
export type PeopleMessage =
  | { readonly type: 'listening'; readonly ports: readonly number[] }
  | {
      readonly type: 'answered';
      readonly person: number;
      readonly fellSilentAtMs: number;
      readonly heardAtMs: number;
    };

const frameBytes = 160;
const frameMs = 20;
const muLawSilence = 0xff;
/** Silence of the agent after which a person takes the word. */
const patienceMs = 400;

const { people, speech } = workerData as PeopleOrder;
const now = () => performance.timeOrigin + performance.now();

class Person {
  readonly socket = createSocket('udp4');
  readonly #index: number;
  #sequence = 0;
  #timestamp = 0;
  #speechAt: number | undefined;
  #fellSilentAtMs: number | undefined;
  #agentHeardAtMs = now();
  #remotePort: number | undefined;

  constructor(index: number) {
    this.#index = index;
    this.socket.on('message', (bytes, { port }) => this.#hear(bytes, port));
    this.socket.on('error', () => undefined);
  }

  /** Sends the next 20 ms. */
  tick(): void {
    if (this.#remotePort === undefined) return;
    this.#startSpeaking();
    const payload = new Uint8Array(frameBytes).fill(muLawSilence);
    if (this.#speechAt !== undefined) {
      payload.set(speech.subarray(this.#speechAt, this.#speechAt + frameBytes));
      this.#speechAt += frameBytes;
      if (this.#speechAt >= speech.length) this.#fallSilent();
    }
    const sequenceNumber = this.#sequence++ & 0xffff;
    const packet = serializeRtpPacket({
      marker: false,
      payloadType: 0,
      sequenceNumber,
      timestamp: this.#timestamp,
      ssrc: this.#index + 1,
      payload,
    });
    this.#timestamp = (this.#timestamp + frameBytes) >>> 0;
    this.socket.send(packet, this.#remotePort, '127.0.0.1');
  }

  #startSpeaking(): void {
    if (this.#speechAt !== undefined || this.#fellSilentAtMs !== undefined) return;
    if (now() - this.#agentHeardAtMs > patienceMs) this.#speechAt = 0;
  }

  #fallSilent(): void {
    this.#speechAt = undefined;
    this.#fellSilentAtMs = now() + frameMs;
  }

  #hear(bytes: Uint8Array, port: number): void {
    this.#remotePort ??= port;
    const payload = parseRtpPacket(bytes)?.payload;
    if (payload === undefined || payload.every((byte) => (byte & 0x7f) >= 0x70)) return;
    const heardAtMs = now();
    this.#agentHeardAtMs = heardAtMs;
    const fellSilentAtMs = this.#fellSilentAtMs;
    if (fellSilentAtMs === undefined || heardAtMs < fellSilentAtMs) return;
    this.#fellSilentAtMs = undefined;
    const message: PeopleMessage = { type: 'answered', person: this.#index, fellSilentAtMs, heardAtMs };
    parentPort!.postMessage(message, []);
  }
}

const all = Array.from({ length: people }, (_, index) => new Person(index));
const ports = await Promise.all(
  all.map(
    ({ socket }) =>
      new Promise<number>((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket.address().port))),
  ),
);
const listening: PeopleMessage = { type: 'listening', ports };
parentPort!.postMessage(listening, []);

let dueMs = performance.now();
const loop = () => {
  for (const person of all) person.tick();
  dueMs += frameMs;
  setTimeout(loop, Math.max(0, dueMs - performance.now()));
};
loop();
