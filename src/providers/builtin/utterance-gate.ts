/*
 * Selects the audio that is recognised. Most of a call is silence of the other side, which must cost almost no CPU. Levels are mean squares of 20 ms
 * frames at 8 kHz.
 */
const frameSamples = 160;
export const gateFrameMs = 20;

/** Audio before the opening that is included, for the soft start of a word. */
const preRollFrames = 15;
/** Quieter than -50 dBFS is never speech. */
const leastPower = 32768 ** 2 * 10 ** -5;
/** Speech is at least 8 dB above the noise of the line. */
const speechOverNoise = 10 ** 0.8;
/** Minimum noise level, so that the first hiss after digital silence does not count as speech. */
const leastNoise = leastPower / speechOverNoise;
/** The power of full scale, as a level. */
const fullScaleDb = 20 * Math.log10(32768);
/** Consecutive frames above the threshold that open the gate. */
const framesToOpen = 2;
/** The noise estimate follows falling levels at once, and rising ones by 2.5 dB per second. */
const noiseRise = 10 ** (0.05 / 10);
/** Loud frames with a constant level are noise: speech varies by 4 dB and more. */
const steadyDeviationDb = 1.6;
const steadyFramesLeast = 15;
/** Minimum level above the noise of a valid utterance. */
const trustedOverNoiseDb = 6;

export interface GateOpening {
  readonly type: 'opened';
  /** Media clock of the first sample of `samples`. */
  readonly atMs: number;
  readonly samples: Int16Array;
}

/** Result of pushed audio: none, the start of an utterance, or its continuation. */
export type GateOutcome = GateOpening | { readonly type: 'more'; readonly samples: Int16Array } | undefined;

/** Level measurements of an utterance. */
export interface UtteranceLevels {
  /** Loud and constant, such as a tone, a fan or a line fault. */
  readonly steady: boolean;
  /** Level of its loud frames above the preceding noise. */
  readonly overNoiseDb: number;
  /** Level of the loudest third of its loud frames, in dBFS, without noise; 0 if there are none. */
  readonly speechDb: number;
  readonly loudMs: number;
  readonly trusted: boolean;
}

/** The gate of one stream. Accepts audio of any length and returns whole frames. */
export class UtteranceGate {
  readonly #history: Int16Array[] = [];
  #rest = new Int16Array(0);
  #noise = leastNoise;
  #loudInRow = 0;
  #open = false;
  #quietFrames = 0;
  #levelsDb: number[] = [];
  #noiseAtOpening = leastNoise;

  get isOpen(): boolean {
    return this.#open;
  }

  /** Length of the silence while open. */
  get quietMs(): number {
    return this.#quietFrames * gateFrameMs;
  }

  get levels(): UtteranceLevels {
    const count = this.#levelsDb.length;
    const mean = this.#levelsDb.reduce((sum, level) => sum + level, 0) / Math.max(1, count);
    const variance = this.#levelsDb.reduce((sum, level) => sum + (level - mean) ** 2, 0) / Math.max(1, count);
    const steady = count >= steadyFramesLeast && Math.sqrt(variance) < steadyDeviationDb;
    const overNoiseDb = count === 0 ? 0 : mean - 10 * Math.log10(this.#noiseAtOpening);
    return {
      steady,
      overNoiseDb,
      speechDb: count === 0 ? 0 : meanOfLoudest(this.#levelsDb) - fullScaleDb,
      loudMs: count * gateFrameMs,
      trusted: !steady && overNoiseDb >= trustedOverNoiseDb,
    };
  }

  /** `atMs` is the media clock of the first sample. */
  push(samples: Int16Array, atMs: number): GateOutcome {
    const heldMs = this.#rest.length / 8;
    const joined = concatenate([this.#rest, samples]);
    const whole = joined.length - (joined.length % frameSamples);
    this.#rest = joined.slice(whole);
    let opening: GateOpening | undefined;
    const more: Int16Array[] = [];
    for (let at = 0; at < whole; at += frameSamples) {
      const frame = joined.subarray(at, at + frameSamples);
      const wasOpen = this.#open;
      this.#hear(powerOf(frame));
      if (wasOpen) more.push(frame);
      else this.#remember(frame);
      if (!wasOpen && this.#open) opening = this.#opening(atMs - heldMs + (at + frameSamples) / 8);
    }
    if (opening !== undefined) return { ...opening, samples: concatenate([opening.samples, ...more]) };
    return more.length > 0 ? { type: 'more', samples: concatenate(more) } : undefined;
  }

  /** Ends the utterance. Loud audio after it opens the gate again. */
  close(): void {
    this.#open = false;
    this.#loudInRow = 0;
    this.#quietFrames = 0;
    this.#levelsDb = [];
    this.#history.length = 0;
  }

  #hear(power: number): void {
    const loud = power > leastPower && power > this.#noise * speechOverNoise;
    this.#noise = Math.max(leastNoise, power < this.#noise ? power : this.#noise * noiseRise);
    this.#loudInRow = loud ? this.#loudInRow + 1 : 0;
    this.#quietFrames = loud ? 0 : this.#quietFrames + 1;
    if (this.#open && loud) this.#levelsDb.push(10 * Math.log10(power));
    if (!this.#open && this.#loudInRow >= framesToOpen) {
      this.#open = true;
      this.#noiseAtOpening = this.#noise;
    }
  }

  #remember(frame: Int16Array): void {
    this.#history.push(frame.slice());
    if (this.#history.length > preRollFrames) this.#history.shift();
  }

  #opening(endMs: number): GateOpening {
    const samples = concatenate(this.#history);
    this.#history.length = 0;
    return { type: 'opened', atMs: Math.max(0, endMs - samples.length / 8), samples };
  }
}

function meanOfLoudest(levelsDb: readonly number[]): number {
  const loudest = levelsDb.toSorted((a, b) => b - a).slice(0, Math.ceil(levelsDb.length / 3));
  return loudest.reduce((sum, level) => sum + level, 0) / loudest.length;
}

function powerOf(frame: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < frame.length; i++) sum += frame[i]! * frame[i]!;
  return sum / frame.length;
}

function concatenate(parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const joined = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
