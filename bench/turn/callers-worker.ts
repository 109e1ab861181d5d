import { createSocket } from 'node:dgram';
import { parentPort, workerData } from 'node:worker_threads';
import { parseRtpPacket, serializeRtpPacket } from '../../src/rtp/rtp-packet.ts';

/** Configuration of the simulated callers. */
export interface CallersConfig {
  readonly callers: number;
  /** The utterance of a caller, in µ-law. */
  readonly speech: Uint8Array;
}

/** Times are fractional milliseconds since the Unix epoch, comparable between threads. */
export type CallersMessage =
  | { readonly type: 'listening'; readonly ports: readonly number[] }
  | {
      readonly type: 'agent-responded';
      readonly caller: number;
      readonly speechEndedAtMs: number;
      readonly receivedAtMs: number;
    };

const frameBytes = 160;
const frameMs = 20;
const muLawSilence = 0xff;
/** Silence of the agent before a caller speaks. */
const agentSilenceMs = 400;

const { callers, speech } = workerData as CallersConfig;
const now = () => performance.timeOrigin + performance.now();

/** A caller that speaks each time the agent has been silent for `agentSilenceMs`. */
class SimulatedCaller {
  readonly socket = createSocket('udp4');
  readonly #index: number;
  #sequence = 0;
  #timestamp = 0;
  #speechOffset: number | undefined;
  #speechEndedAtMs: number | undefined;
  #agentSpokeAtMs = now();
  #remotePort: number | undefined;

  constructor(index: number) {
    this.#index = index;
    this.socket.on('message', (bytes, { port }) => this.#onPacket(bytes, port));
    this.socket.on('error', () => undefined);
  }

  /** Sends the next 20 ms. */
  tick(): void {
    if (this.#remotePort === undefined) return;
    this.#startSpeaking();
    const payload = new Uint8Array(frameBytes).fill(muLawSilence);
    if (this.#speechOffset !== undefined) {
      payload.set(speech.subarray(this.#speechOffset, this.#speechOffset + frameBytes));
      this.#speechOffset += frameBytes;
      if (this.#speechOffset >= speech.length) this.#endSpeech();
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
    if (this.#speechOffset !== undefined || this.#speechEndedAtMs !== undefined) return;
    if (now() - this.#agentSpokeAtMs > agentSilenceMs) this.#speechOffset = 0;
  }

  #endSpeech(): void {
    this.#speechOffset = undefined;
    this.#speechEndedAtMs = now() + frameMs;
  }

  #onPacket(bytes: Uint8Array, port: number): void {
    this.#remotePort ??= port;
    const payload = parseRtpPacket(bytes)?.payload;
    if (payload === undefined || payload.every((byte) => (byte & 0x7f) >= 0x70)) return;
    const receivedAtMs = now();
    this.#agentSpokeAtMs = receivedAtMs;
    const speechEndedAtMs = this.#speechEndedAtMs;
    if (speechEndedAtMs === undefined || receivedAtMs < speechEndedAtMs) return;
    this.#speechEndedAtMs = undefined;
    const message: CallersMessage = {
      type: 'agent-responded',
      caller: this.#index,
      speechEndedAtMs,
      receivedAtMs,
    };
    parentPort!.postMessage(message, []);
  }
}

const simulatedCallers = Array.from({ length: callers }, (_, index) => new SimulatedCaller(index));
const ports = await Promise.all(
  simulatedCallers.map(
    ({ socket }) =>
      new Promise<number>((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket.address().port))),
  ),
);
const listening: CallersMessage = { type: 'listening', ports };
parentPort!.postMessage(listening, []);

let dueMs = performance.now();
const loop = () => {
  for (const caller of simulatedCallers) caller.tick();
  dueMs += frameMs;
  setTimeout(loop, Math.max(0, dueMs - performance.now()));
};
loop();
