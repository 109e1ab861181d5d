import { concatenate } from './concatenate.ts';

/*
 * Selects the audio that is recognised. In most of a call the other side is silent, and silence must take almost no CPU time. Power is the mean square
 * of a 20 ms frame at 8 kHz.
 */
const frameSamples = 160;
export const gateFrameMs = 20;

/** Frames before the opening that are included, for the soft start of a word. */
const preRollFrames = 15;
/** Audio below -50 dBFS is never speech. */
const minPower = 32768 ** 2 * 10 ** -5;
/** Power ratio: speech is at least 8 dB above the noise of the line. */
const speechOverNoise = 10 ** 0.8;
/** Minimum noise level, so that the first hiss after digital silence does not count as speech. */
const minNoise = minPower / speechOverNoise;
/** The level of full scale, in dB. */
const fullScaleDb = 20 * Math.log10(32768);
/** Consecutive frames above the threshold that open the gate. */
const framesToOpen = 2;
/** The noise estimate follows falling power at once, and rises by at most 2.5 dB per second. */
const noiseRise = 10 ** (0.05 / 10);
/** Loud frames with a constant level are noise: speech varies by 4 dB and more. */
const steadyDeviationDb = 1.6;
const minSteadyFrames = 15;
/** Minimum level of a valid utterance above the noise. */
const minOverNoiseDb = 6;

export interface GateOpening {
  readonly type: 'opened';
  /** Media clock of the first sample of `samples`. */
  readonly atMs: number;
  readonly samples: Int16Array;
}

/** The audio that passed the gate: none, the start of an utterance, or its continuation. */
export type GateOutcome =
  | GateOpening
  | { readonly type: 'continued'; readonly samples: Int16Array }
  | undefined;

/** Level measurements of an utterance. */
export interface UtteranceLevels {
  /** Whether the sound is loud and constant, such as a tone, a fan or a line fault. */
  readonly steady: boolean;
  /** Level of its loud frames above the preceding noise. */
  readonly overNoiseDb: number;
  /** Level of the loudest third of its loud frames, in dBFS, without noise; 0 if there are none. */
  readonly speechDb: number;
  /** Total length of its loud frames. */
  readonly loudMs: number;
  /** Whether the utterance can be speech: not steady, and loud enough above the noise. */
  readonly trusted: boolean;
}

/** The level gate of one stream. Accepts audio of any length and returns whole frames. */
export class UtteranceGate {
  readonly #preRoll: Int16Array[] = [];
  #remainder = new Int16Array(0);
  #noise = minNoise;
  #consecutiveLoudFrames = 0;
  #isOpen = false;
  #quietFrames = 0;
  #levelsDb: number[] = [];
  #noiseAtOpening = minNoise;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Length of the silence since the last loud frame. */
  get quietMs(): number {
    return this.#quietFrames * gateFrameMs;
  }

  get levels(): UtteranceLevels {
    const count = this.#levelsDb.length;
    const mean = this.#levelsDb.reduce((sum, level) => sum + level, 0) / Math.max(1, count);
    const variance = this.#levelsDb.reduce((sum, level) => sum + (level - mean) ** 2, 0) / Math.max(1, count);
    const steady = count >= minSteadyFrames && Math.sqrt(variance) < steadyDeviationDb;
    const overNoiseDb = count === 0 ? 0 : mean - 10 * Math.log10(this.#noiseAtOpening);
    return {
      steady,
      overNoiseDb,
      speechDb: count === 0 ? 0 : meanOfLoudest(this.#levelsDb) - fullScaleDb,
      loudMs: count * gateFrameMs,
      trusted: !steady && overNoiseDb >= minOverNoiseDb,
    };
  }

  /** `atMs` is the media clock of the first sample. */
  push(samples: Int16Array, atMs: number): GateOutcome {
    const bufferedMs = this.#remainder.length / 8;
    const joined = concatenate([this.#remainder, samples]);
    const whole = joined.length - (joined.length % frameSamples);
    this.#remainder = joined.slice(whole);
    let opening: GateOpening | undefined;
    const continued: Int16Array[] = [];
    for (let at = 0; at < whole; at += frameSamples) {
      const frame = joined.subarray(at, at + frameSamples);
      const wasOpen = this.#isOpen;
      this.#measure(powerOf(frame));
      if (wasOpen) continued.push(frame);
      else this.#addToPreRoll(frame);
      if (!wasOpen && this.#isOpen) opening = this.#opening(atMs - bufferedMs + (at + frameSamples) / 8);
    }
    if (opening !== undefined) return { ...opening, samples: concatenate([opening.samples, ...continued]) };
    return continued.length > 0 ? { type: 'continued', samples: concatenate(continued) } : undefined;
  }

  /** Ends the utterance. Loud audio after it opens the gate again. */
  close(): void {
    this.#isOpen = false;
    this.#consecutiveLoudFrames = 0;
    this.#quietFrames = 0;
    this.#levelsDb = [];
    this.#preRoll.length = 0;
  }

  #measure(power: number): void {
    const loud = power > minPower && power > this.#noise * speechOverNoise;
    this.#noise = Math.max(minNoise, power < this.#noise ? power : this.#noise * noiseRise);
    this.#consecutiveLoudFrames = loud ? this.#consecutiveLoudFrames + 1 : 0;
    this.#quietFrames = loud ? 0 : this.#quietFrames + 1;
    if (this.#isOpen && loud) this.#levelsDb.push(10 * Math.log10(power));
    if (!this.#isOpen && this.#consecutiveLoudFrames >= framesToOpen) {
      this.#isOpen = true;
      this.#noiseAtOpening = this.#noise;
    }
  }

  #addToPreRoll(frame: Int16Array): void {
    this.#preRoll.push(frame.slice());
    if (this.#preRoll.length > preRollFrames) this.#preRoll.shift();
  }

  #opening(endMs: number): GateOpening {
    const samples = concatenate(this.#preRoll);
    this.#preRoll.length = 0;
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
