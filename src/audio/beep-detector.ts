/*
 * The beep after which a voicemail records. A pure tone obeys x[n] + x[n-2] = c·x[n-1] with c = 2·cos ω; the best c of a
 * 20 ms frame gives its frequency, and what is left over tells how pure it is. Three multiplications a sample.
 */
const sampleRate = 8000;
const frameSamples = 160;
const frameMs = 20;

/** Below it speech is smooth enough to look like a tone; above it no machine beeps. */
const hzLeast = 400;
const hzMost = 2600;
/** Share of the energy that the tone leaves unexplained; µ-law's own noise leaves about 0.1 %. */
const residueMost = 0.02;
/** About -40 dBFS. */
const leastMeanSquare = 328 ** 2;
/** One half of a frame has no more than this share of it: two tones that beat, as ringing does, sway more. */
const halfShareMost = 0.65;
/** Neighbouring frames of one beep differ by less. */
const driftMost = 0.015;
/** A whistling consonant or vowel may be pure for three or four frames. */
const beepMsLeast = 120;
/** A tone that goes on is a fax or a fault. */
const beepMsMost = 3000;

/** A beep that has just ended. */
export interface Beep {
  readonly hz: number;
  readonly durationMs: number;
}

/** Finds single steady tones of 120 to 3,000 ms in 8 kHz sound, and tells of each when it ends. */
export class BeepDetector {
  readonly #onBeep: (beep: Beep) => void;
  readonly #frame = new Int16Array(frameSamples);
  #filled = 0;
  #hz = 0;
  #frames = 0;

  constructor(onBeep: (beep: Beep) => void) {
    this.#onBeep = onBeep;
  }

  /** Takes any length. */
  push(samples: Int16Array): void {
    for (let i = 0; i < samples.length; i++) {
      this.#frame[this.#filled++] = samples[i]!;
      if (this.#filled < frameSamples) continue;
      this.#filled = 0;
      this.#step(toneOf(this.#frame));
    }
  }

  #step(hz: number): void {
    if (hz !== 0 && Math.abs(hz - this.#hz) <= driftMost * this.#hz) {
      this.#frames += 1;
      this.#hz = hz;
      return;
    }
    const durationMs = this.#frames * frameMs;
    if (durationMs >= beepMsLeast && durationMs <= beepMsMost)
      this.#onBeep({ hz: Math.round(this.#hz), durationMs });
    this.#hz = hz;
    this.#frames = hz === 0 ? 0 : 1;
  }
}

/** The frequency of a frame that is one pure, even tone, else 0. */
function toneOf(frame: Int16Array): number {
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
  if (energy < leastMeanSquare * frame.length) return 0;
  const coefficient = product / energy;
  const residue = sumEnergy - coefficient * product;
  if (residue > residueMost * energy || Math.abs(coefficient) >= 2 || !isEven(frame, energy)) return 0;
  const hz = (Math.acos(coefficient / 2) * sampleRate) / (2 * Math.PI);
  return hz >= hzLeast && hz <= hzMost ? hz : 0;
}

function isEven(frame: Int16Array, energy: number): boolean {
  let firstHalf = 0;
  for (let i = 0; i < frame.length / 2; i++) firstHalf += frame[i]! * frame[i]!;
  return firstHalf < energy * halfShareMost && firstHalf > energy * (1 - halfShareMost);
}
