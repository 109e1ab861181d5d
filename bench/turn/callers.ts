/** The process of the simulated callers, started by `startCallers` of calls.ts. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { parseRtpPacket, serializeRtpPacket } from '../../src/rtp/rtp-packet.ts';

/** Configuration of the simulated callers: the first message of the parent process. */
export interface CallersConfig {
  readonly callers: number;
  /** The utterance of a caller, in µ-law. */
  readonly speech: Uint8Array;
}

/** Times are fractional milliseconds since the Unix epoch, comparable between processes. */
export type CallersMessage =
  | { readonly type: 'listening'; readonly ports: readonly number[] }
  /** The first sound of the agent. */
  | { readonly type: 'agent-greeted'; readonly caller: number; readonly receivedAtMs: number }
  | {
      readonly type: 'agent-responded';
      readonly caller: number;
      readonly speechEndedAtMs: number;
      readonly receivedAtMs: number;
    }
  /** The agent did not respond within `responseTimeoutMs`. */
  | { readonly type: 'agent-failed'; readonly caller: number; readonly speechEndedAtMs: number }
  /** The reply to each later message of the parent process. */
  | {
      readonly type: 'packets-counted';
      readonly received: number;
      /** Missing according to the sequence numbers. */
      readonly missing: number;
      /** How much later than the even interval of 20 ms each packet of the last minute arrived, in ms. */
      readonly latenessMs: readonly number[];
      /** Lateness of the loop of the callers in the same time, in ms: the noise of timers on this machine. */
      readonly loopLatenessMs: readonly number[];
    };

const frameBytes = 160;
const frameMs = 20;
const muLawSilence = 0xff;
/** Silence of the agent before a caller speaks. */
const agentSilenceMs = 400;
const responseTimeoutMs = 15_000;
const maxLateness = 1_000_000;

const [{ callers, speech }] = (await once(process, 'message')) as [CallersConfig];
const now = () => performance.timeOrigin + performance.now();
const postMessage = (message: CallersMessage) => process.send!(message);
let latenessMs: number[] = [];
let loopLatenessMs: number[] = [];

/** A caller that speaks each time the agent has been silent for `agentSilenceMs`. */
class SimulatedCaller {
  readonly socket = createSocket('udp4');
  readonly #index: number;
  #sequence = 0;
  #timestamp = 0;
  #speechOffset: number | undefined;
  #speechEndedAtMs: number | undefined;
  #agentSpokeAtMs = now();
  #hasGreeted = false;
  /** Packets of other senders, such as an earlier process, are ignored. */
  #ssrc: number | undefined;
  #firstPacket: { readonly sequenceNumber: number; readonly atMs: number } | undefined;
  #remotePort: number | undefined;
  /** Packets received, and the highest number of packets that were sent until one of them. */
  received = 0;
  sent = 0;

  constructor(index: number) {
    this.#index = index;
    this.socket.on('message', (bytes, { port }) => this.#onPacket(bytes, port));
    this.socket.on('error', () => undefined);
  }

  /** Sends the next 20 ms. */
  tick(): void {
    if (this.#remotePort === undefined) return;
    this.#stopWaiting();
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

  /** Gives up waiting for a response, so that the caller speaks again. */
  #stopWaiting(): void {
    const speechEndedAtMs = this.#speechEndedAtMs;
    if (speechEndedAtMs === undefined || now() < speechEndedAtMs + responseTimeoutMs) return;
    this.#speechEndedAtMs = undefined;
    postMessage({ type: 'agent-failed', caller: this.#index, speechEndedAtMs });
  }

  #endSpeech(): void {
    this.#speechOffset = undefined;
    this.#speechEndedAtMs = now() + frameMs;
  }

  /** Sent at 0, 20, 40 … ms after the first packet; a packet that came earlier than expected moves this origin. */
  #countPacket(sequenceNumber: number, atMs: number): void {
    const { sequenceNumber: first, atMs: firstAtMs } = (this.#firstPacket ??= { sequenceNumber, atMs });
    const index = (sequenceNumber - first) & 0xffff;
    this.received += 1;
    this.sent = Math.max(this.sent, index + 1);
    const lateMs = atMs - firstAtMs - index * frameMs;
    if (lateMs < 0) this.#firstPacket = { sequenceNumber: first, atMs: firstAtMs + lateMs };
    if (latenessMs.length < maxLateness) latenessMs.push(Math.max(0, lateMs));
  }

  #onPacket(bytes: Uint8Array, port: number): void {
    this.#remotePort ??= port;
    const packet = parseRtpPacket(bytes);
    if (packet === undefined) return;
    const { payload, sequenceNumber, ssrc } = packet;
    this.#ssrc ??= ssrc;
    if (ssrc !== this.#ssrc) return;
    const receivedAtMs = now();
    this.#countPacket(sequenceNumber, receivedAtMs);
    if (payload.every((byte) => (byte & 0x7f) >= 0x70)) return;
    this.#agentSpokeAtMs = receivedAtMs;
    if (!this.#hasGreeted) postMessage({ type: 'agent-greeted', caller: this.#index, receivedAtMs });
    this.#hasGreeted = true;
    const speechEndedAtMs = this.#speechEndedAtMs;
    if (speechEndedAtMs === undefined || receivedAtMs < speechEndedAtMs) return;
    this.#speechEndedAtMs = undefined;
    postMessage({ type: 'agent-responded', caller: this.#index, speechEndedAtMs, receivedAtMs });
  }
}

const simulatedCallers = Array.from({ length: callers }, (_, index) => new SimulatedCaller(index));
const ports = await Promise.all(
  simulatedCallers.map(
    ({ socket }) =>
      new Promise<number>((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket.address().port))),
  ),
);
postMessage({ type: 'listening', ports });

process.on('disconnect', () => process.exit(0));
/** Sends the counts since the last message of the parent process. */
process.on('message', () => {
  const sum = (count: (caller: SimulatedCaller) => number) =>
    simulatedCallers.reduce((total, caller) => total + count(caller), 0);
  const [received, sent] = [sum((caller) => caller.received), sum((caller) => caller.sent)];
  postMessage({ type: 'packets-counted', received, missing: sent - received, latenessMs, loopLatenessMs });
  latenessMs = [];
  loopLatenessMs = [];
});

let dueMs = performance.now();
const loop = () => {
  if (loopLatenessMs.length < maxLateness) loopLatenessMs.push(Math.max(0, performance.now() - dueMs));
  for (const caller of simulatedCallers) caller.tick();
  dueMs += frameMs;
  setTimeout(loop, Math.max(0, dueMs - performance.now()));
};
loop();
