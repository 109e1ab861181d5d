import type { LegAudio, LegAudioStats } from '../contracts/leg-audio.ts';

/** How much sound is kept for a port that is not open yet: 30 s. */
const waitingSamplesMax = 30 * 8000;
const waitingCallsMax = 1000;

const nothingYet: LegAudioStats = {
  packetsSent: 0,
  packetsReceived: 0,
  packetsLost: 0,
  framesConcealed: 0,
  jitterMs: 0,
  receiveDelayMs: 0,
  roundTripMs: undefined,
  codec: 'PCMU',
  uplinkDroppedMs: 0,
};

/** The sound of a leg whose port opens later: what is asked for before is done then, in order. */
export class AudioRelay implements LegAudio {
  readonly sampleRate = 8000;
  #port: LegAudio | undefined;
  #waiting: ((audio: LegAudio) => void)[] = [];
  #waitingSamples = 0;

  /** The port is open. Comes once. */
  attach(port: LegAudio): void {
    this.#port = port;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingSamples = 0;
    for (const act of waiting) act(port);
  }

  play(samples: Int16Array): void {
    if (this.#port !== undefined) {
      this.#port.play(samples);
      return;
    }
    if (this.#waitingSamples + samples.length > waitingSamplesMax) return;
    this.#waitingSamples += samples.length;
    const kept = samples.slice();
    this.#do((audio) => audio.play(kept));
  }

  clear(): void {
    if (this.#port === undefined) this.#waitingSamples = 0;
    this.#do((audio) => audio.clear());
  }

  pause(): void {
    this.#do((audio) => audio.pause());
  }

  resume(): void {
    this.#do((audio) => audio.resume());
  }

  get playedMs(): number {
    return this.#port?.playedMs ?? 0;
  }

  get queuedMs(): number {
    return this.#port?.queuedMs ?? this.#waitingSamples / 8;
  }

  get nowMs(): number {
    return this.#port?.nowMs ?? 0;
  }

  sendDigits(digits: string, pauseMs?: number): void {
    this.#do((audio) =>
      pauseMs === undefined ? audio.sendDigits(digits) : audio.sendDigits(digits, pauseMs),
    );
  }

  listen(chunkMs: number): void {
    this.#do((audio) => audio.listen(chunkMs));
  }

  record(path: string): void {
    this.#do((audio) => audio.record(path));
  }

  muteRecording(muted: boolean): void {
    this.#do((audio) => audio.muteRecording(muted));
  }

  stats(): LegAudioStats {
    return this.#port?.stats() ?? nothingYet;
  }

  #do(act: (audio: LegAudio) => void): void {
    if (this.#port !== undefined) act(this.#port);
    else if (this.#waiting.length < waitingCallsMax) this.#waiting.push(act);
  }
}
