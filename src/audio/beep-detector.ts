import { Resampler } from './resampler.ts';
import type { SampleRate } from './sample-rate.ts';

/*
 * Detects the beep after which a voicemail records. A pure tone obeys x[n] + x[n-2] = c·x[n-1] with c = 2·cos ω. The
 * best c of a 20 ms frame gives the frequency; the residual shows how pure the tone is. The cost is about three
 * multiplications per sample.
 */
const sampleRate = 8000;
const frameSamples = 160;
const frameMs = 20;

/** Below this frequency, voiced speech resembles a pure tone; above `maxHz` no voicemail beeps. */
const minHz = 400;
const maxHz = 2600;
/** Maximum share of the energy that the tone leaves unexplained. µ-law quantisation noise leaves about 0.1 %. */
const maxResidual = 0.02;
/** About -40 dBFS. */
const minMeanSquare = 328 ** 2;
/**
 * Maximum share of one half of a frame in the energy of the frame. Ringback exceeds it, because the level of the sum of
 * its two tones varies within a frame.
 */
const maxHalfShare = 0.65;
/** Maximum relative difference in frequency between neighbouring frames of one beep. */
const maxDrift = 0.015;
/** A whistled consonant or vowel can be pure for three or four frames. */
const minBeepMs = 120;
/** A longer tone is a fax or a fault. */
const maxBeepMs = 3000;

/** A beep that has just ended. */
export interface Beep {
  readonly hz: number;
  readonly durationMs: number;
}

/**
 * Detects single steady tones, in audio that is resampled to 8 kHz if it is faster, and reports each tone when it ends. The tone must be found in
 * 6 to 150 consecutive frames of 20 ms (120 to 3,000 ms).
 */
export class BeepDetector {
  readonly #onBeep: (beep: Beep) => void;
  readonly #frame = new Int16Array(frameSamples);
  readonly #resampler: Resampler | undefined;
  #filled = 0;
  #hz = 0;
  #toneFrames = 0;

  /** `rate` is the sample rate of the audio. */
  constructor(onBeep: (beep: Beep) => void, rate: SampleRate = sampleRate) {
    this.#onBeep = onBeep;
    if (rate !== sampleRate) this.#resampler = new Resampler(rate, sampleRate);
  }

  /** Accepts any number of samples. */
  push(audio: Int16Array): void {
    const samples = this.#resampler === undefined ? audio : this.#resampler.push(audio);
    for (let i = 0; i < samples.length; i++) {
      this.#frame[this.#filled++] = samples[i]!;
      if (this.#filled < frameSamples) continue;
      this.#filled = 0;
      this.#processFrame(toneFrequency(this.#frame));
    }
  }

  #processFrame(hz: number): void {
    if (hz !== 0 && Math.abs(hz - this.#hz) <= maxDrift * this.#hz) {
      this.#toneFrames += 1;
      this.#hz = hz;
      return;
    }
    const durationMs = this.#toneFrames * frameMs;
    if (durationMs >= minBeepMs && durationMs <= maxBeepMs)
      this.#onBeep({ hz: Math.round(this.#hz), durationMs });
    this.#hz = hz;
    this.#toneFrames = hz === 0 ? 0 : 1;
  }
}

/** Returns the frequency of a frame that holds one pure tone of even level, otherwise 0. */
function toneFrequency(frame: Int16Array): number {
  let energy = 0;
  let product = 0;
  let sumEnergy = 0;
  for (let i = 2; i < frame.length; i++) {
    const middle = frame[i - 1]!;
    const sum = frame[i]! + frame[i - 2]!;
    energy += middle * middle;
    product += middle * sum;
    sumEnergy += sum * sum;
  }
  if (energy < minMeanSquare * frame.length) return 0;
  const coefficient = product / energy;
  const residual = sumEnergy - coefficient * product;
  if (residual > maxResidual * energy || Math.abs(coefficient) >= 2 || !isLevelEven(frame, energy)) return 0;
  const hz = (Math.acos(coefficient / 2) * sampleRate) / (2 * Math.PI);
  return hz >= minHz && hz <= maxHz ? hz : 0;
}

function isLevelEven(frame: Int16Array, energy: number): boolean {
  let firstHalf = 0;
  for (let i = 0; i < frame.length / 2; i++) firstHalf += frame[i]! * frame[i]!;
  return firstHalf < energy * maxHalfShare && firstHalf > energy * (1 - maxHalfShare);
}
