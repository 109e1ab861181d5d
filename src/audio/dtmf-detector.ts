import { dtmfHighHz, dtmfDigits, dtmfLowHz } from './dtmf-generator.ts';

/*
 * In-band DTMF detection for lines without telephone-event (ITU-T Q.24). Uses Goertzel filters over blocks of 12.75 ms
 * that overlap by half. Without the overlap, four in ten tones of 40 ms are missed.
 */
const sampleRate = 8000;
const blockSamples = 102;
const hopSamples = 51;
const hopMs = (hopSamples * 1000) / sampleRate;

/** A digit starts after this many consecutive blocks that contain it: about 32 ms of tone. */
const blocksToStart = 4;
/** A digit ends after this many consecutive blocks without it, so a dropout of 10 ms does not end a digit. */
const blocksToEnd = 4;

/** -50 dBFS (RMS), about -44 dBm0: below the level of a digit on any line. */
const minMeanSquare = 10_000;
/**
 * Maximum power ratios between the two tones: 6 dB and 9 dB. In Q.24, the limits of AT&T are 4 dB for a stronger high
 * tone and 8 dB for a stronger low tone.
 */
const maxHighOverLow = 4;
const maxLowOverHigh = 8;
/** Minimum power ratio of a tone to the other tones of its group: 8 dB. */
const minInGroupRatio = 6.3;
/** Minimum share of the two tones in the energy. Speech that contains both tones also contains much other energy. */
const minToneShare = 0.72;
/**
 * Minimum power ratio of the high tone to its second harmonic: 10 dB. A voice has overtones, a DTMF digit does not. The
 * low tone is not checked, because twice 697 Hz is too close to 1336 Hz.
 */
const minHarmonicRatio = 10;

const tonesHz = [...dtmfLowHz, ...dtmfHighHz];
const toneCoefficients = Float64Array.from(tonesHz, (hz) => 2 * Math.cos((2 * Math.PI * hz) / sampleRate));
const harmonicCoefficients = Float64Array.from(
  tonesHz,
  (hz) => 2 * Math.cos((4 * Math.PI * hz) / sampleRate),
);

/**
 * Detects DTMF digits in 8 kHz audio. `push` accepts any number of samples. Each digit is reported once, after about 35
 * ms.
 */
export class DtmfDetector {
  readonly #onDigit: (digit: string) => void;
  readonly #onEnd: ((digit: string, durationMs: number) => void) | undefined;
  readonly #block = new Float64Array(blockSamples);
  readonly #powers = new Float64Array(tonesHz.length);
  #filled = 0;
  #candidate = '';
  #equalBlocks = 0;
  #activeDigit = '';
  #otherBlocks = 0;
  #activeBlocks = 0;

  /** `onEnd` receives the duration of the tone, accurate to about 10 ms, when the tone ends. */
  constructor(onDigit: (digit: string) => void, onEnd?: (digit: string, durationMs: number) => void) {
    this.#onDigit = onDigit;
    this.#onEnd = onEnd;
  }

  /** Returns the digit whose tone is on, or an empty string. */
  get activeDigit(): string {
    return this.#activeDigit;
  }

  push(samples: Int16Array): void {
    for (let i = 0; i < samples.length; i++) {
      this.#block[this.#filled++] = samples[i]!;
      if (this.#filled < blockSamples) continue;
      this.#processBlock(digitOfBlock(this.#block, this.#powers));
      this.#block.copyWithin(0, hopSamples);
      this.#filled = blockSamples - hopSamples;
    }
  }

  #processBlock(digit: string): void {
    this.#equalBlocks = digit !== '' && digit === this.#candidate ? this.#equalBlocks + 1 : 1;
    this.#candidate = digit;
    if (this.#activeDigit !== '') this.#updateActive(digit);
    if (this.#activeDigit === '' && digit !== '' && this.#equalBlocks >= blocksToStart) {
      this.#activeDigit = digit;
      this.#otherBlocks = 0;
      this.#activeBlocks = this.#equalBlocks;
      this.#onDigit(digit);
    }
  }

  #updateActive(digit: string): void {
    this.#activeBlocks += 1;
    this.#otherBlocks = digit === this.#activeDigit ? 0 : this.#otherBlocks + 1;
    if (this.#otherBlocks < blocksToEnd) return;
    const endedDigit = this.#activeDigit;
    this.#activeDigit = '';
    this.#onEnd?.(endedDigit, Math.round((this.#activeBlocks - this.#otherBlocks + 1) * hopMs));
  }
}

/** Returns the digit of one block, or an empty string. `powers` is a buffer for the power of each tone. */
function digitOfBlock(block: Float64Array, powers: Float64Array): string {
  const energy = energyOf(block);
  if (energy < blockSamples * minMeanSquare) return '';
  for (let i = 0; i < powers.length; i++) powers[i] = goertzel(block, toneCoefficients[i]!);
  const row = strongest(powers, 0, 4);
  const column = strongest(powers, 4, 8);
  const low = powers[row]!;
  const high = powers[column]!;
  if (high > low * maxHighOverLow || low > high * maxLowOverHigh) return '';
  if (!dominates(powers, row, 0, 4) || !dominates(powers, column, 4, 8)) return '';
  if (low + high < (minToneShare * energy * blockSamples) / 2) return '';
  if (goertzel(block, harmonicCoefficients[column]!) * minHarmonicRatio > high) return '';
  return dtmfDigits[row]![column - 4]!;
}

function energyOf(block: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < block.length; i++) energy += block[i]! * block[i]!;
  return energy;
}

/** Returns the squared magnitude at one frequency, given as 2·cos(ω). */
function goertzel(block: Float64Array, coefficient: number): number {
  let last = 0;
  let beforeLast = 0;
  for (let i = 0; i < block.length; i++) {
    const next = block[i]! + coefficient * last - beforeLast;
    beforeLast = last;
    last = next;
  }
  return last * last + beforeLast * beforeLast - coefficient * last * beforeLast;
}

function strongest(powers: Float64Array, first: number, end: number): number {
  let best = first;
  for (let i = first + 1; i < end; i++) if (powers[i]! > powers[best]!) best = i;
  return best;
}

function dominates(powers: Float64Array, tone: number, first: number, end: number): boolean {
  for (let i = first; i < end; i++) {
    if (i !== tone && powers[i]! * minInGroupRatio > powers[tone]!) return false;
  }
  return true;
}
