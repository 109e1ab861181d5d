import type { SampleRate } from '../audio/sample-rate.ts';
import type { LegAudio, LegAudioStats } from '../contracts/leg-audio.ts';

/** The most audio that is buffered until the port is open. */
const maxPendingMs = 30_000;
const maxPendingCalls = 1000;

const emptyStats: LegAudioStats = {
  packetsSent: 0,
  packetsReceived: 0,
  packetsLost: 0,
  framesConcealed: 0,
  jitterMs: 0,
  receiveDelayMs: 0,
  roundTripMs: undefined,
  codec: 'PCMU',
  inboundDroppedMs: 0,
};

/** The audio of a leg whose port opens later. Method calls before that are queued and executed in order. */
export class AudioRelay implements LegAudio {
  readonly sampleRate: SampleRate;
  #port: LegAudio | undefined;
  #pending: ((audio: LegAudio) => void)[] = [];
  #pendingSamples = 0;

  /** `sampleRate` is that of the port. */
  constructor(sampleRate: SampleRate) {
    this.sampleRate = sampleRate;
  }

  /** Attaches the open port. Called once. Throws `RangeError` if the port has another sample rate. */
  attach(port: LegAudio): void {
    if (port.sampleRate !== this.sampleRate)
      throw new RangeError('The audio port has another sample rate than the leg.');
    this.#port = port;
    const queued = this.#pending;
    this.#pending = [];
    this.#pendingSamples = 0;
    for (const operation of queued) operation(port);
  }

  play(samples: Int16Array): void {
    if (this.#port !== undefined) {
      this.#port.play(samples);
      return;
    }
    if (this.#msOf(this.#pendingSamples + samples.length) > maxPendingMs) return;
    this.#pendingSamples += samples.length;
    const copy = samples.slice();
    this.#runOrQueue((audio) => audio.play(copy));
  }

  clear(): void {
    if (this.#port === undefined) this.#pendingSamples = 0;
    this.#runOrQueue((audio) => audio.clear());
  }

  pause(): void {
    this.#runOrQueue((audio) => audio.pause());
  }

  resume(): void {
    this.#runOrQueue((audio) => audio.resume());
  }

  lower(isLowered: boolean): void {
    this.#runOrQueue((audio) => audio.lower(isLowered));
  }

  get playedMs(): number {
    return this.#port?.playedMs ?? 0;
  }

  get queuedMs(): number {
    return this.#port?.queuedMs ?? this.#msOf(this.#pendingSamples);
  }

  get nowMs(): number {
    return this.#port?.nowMs ?? 0;
  }

  sendDigits(digits: string, pauseMs?: number): void {
    this.#runOrQueue((audio) =>
      pauseMs === undefined ? audio.sendDigits(digits) : audio.sendDigits(digits, pauseMs),
    );
  }

  listen(chunkMs: number): void {
    this.#runOrQueue((audio) => audio.listen(chunkMs));
  }

  record(path: string): void {
    this.#runOrQueue((audio) => audio.record(path));
  }

  muteRecording(muted: boolean): void {
    this.#runOrQueue((audio) => audio.muteRecording(muted));
  }

  stats(): LegAudioStats {
    return this.#port?.stats() ?? emptyStats;
  }

  #msOf(samples: number): number {
    return (samples * 1000) / this.sampleRate;
  }

  #runOrQueue(operation: (audio: LegAudio) => void): void {
    if (this.#port !== undefined) operation(this.#port);
    else if (this.#pending.length < maxPendingCalls) this.#pending.push(operation);
  }
}
