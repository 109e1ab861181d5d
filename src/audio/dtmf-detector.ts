import { dtmfHighHz, dtmfKeys, dtmfLowHz } from './dtmf-generator.ts';

/*
 * Keys in the sound itself, for lines without telephone-events (ITU-T Q.24). Goertzel filters over blocks of
 * 12.75 ms that overlap by half: without the overlap four in ten tones of 40 ms are missed.
 */
const sampleRate = 8000;
const blockSamples = 102;
const hopSamples = 51;
const hopMs = (hopSamples * 1000) / sampleRate;

/** Equal blocks that make a digit: about 32 ms of tone. */
const blocksToBegin = 4;
/** Other blocks that end one: a dropout of 20 ms does not. */
const blocksToEnd = 4;

/** About -50 dBm0: quieter than any line delivers a key. */
const leastMeanSquare = 10_000;
/** Q.24 allows the high tone 4 dB more and 8 dB less than the low; a little more is granted. */
const highOverLowMost = 4;
const lowOverHighMost = 8;
/** 8 dB between a tone and the others of its group. */
const inGroupRatio = 6.3;
/** Speech that happens to hold both tones holds much else too (talk-off). */
const toneShareLeast = 0.72;
/**
 * A voice has overtones, a key does not. Only the high tone's second harmonic is looked at: twice 697 Hz is too near
 * 1336 Hz.
 */
const harmonicRatio = 10;

const tonesHz = [...dtmfLowHz, ...dtmfHighHz];
const toneCoefficients = Float64Array.from(tonesHz, (hz) => 2 * Math.cos((2 * Math.PI * hz) / sampleRate));
const harmonicCoefficients = Float64Array.from(
  tonesHz,
  (hz) => 2 * Math.cos((4 * Math.PI * hz) / sampleRate),
);

/** Finds keys pressed within 8 kHz sound. `push` takes any length; each key is told once, after about 35 ms. */
export class DtmfDetector {
  readonly #onDigit: (digit: string) => void;
  readonly #onEnd: ((digit: string, durationMs: number) => void) | undefined;
  readonly #block = new Float64Array(blockSamples);
  readonly #powers = new Float64Array(tonesHz.length);
  #filled = 0;
  #candidate = '';
  #equalBlocks = 0;
  #active = '';
  #otherBlocks = 0;
  #activeBlocks = 0;

  /** `onEnd` is told the length of the tone, to about 10 ms, once it is over. */
  constructor(onDigit: (digit: string) => void, onEnd?: (digit: string, durationMs: number) => void) {
    this.#onDigit = onDigit;
    this.#onEnd = onEnd;
  }

  /** The key that is down now; empty where none is. */
  get active(): string {
    return this.#active;
  }

  push(samples: Int16Array): void {
    for (let i = 0; i < samples.length; i++) {
      this.#block[this.#filled++] = samples[i]!;
      if (this.#filled < blockSamples) continue;
      this.#step(digitOfBlock(this.#block, this.#powers));
      this.#block.copyWithin(0, hopSamples);
      this.#filled = blockSamples - hopSamples;
    }
  }

  #step(digit: string): void {
    this.#equalBlocks = digit !== '' && digit === this.#candidate ? this.#equalBlocks + 1 : 1;
    this.#candidate = digit;
    if (this.#active !== '') this.#follow(digit);
    if (this.#active === '' && digit !== '' && this.#equalBlocks >= blocksToBegin) {
      this.#active = digit;
      this.#otherBlocks = 0;
      this.#activeBlocks = this.#equalBlocks;
      this.#onDigit(digit);
    }
  }

  #follow(digit: string): void {
    this.#activeBlocks += 1;
    this.#otherBlocks = digit === this.#active ? 0 : this.#otherBlocks + 1;
    if (this.#otherBlocks < blocksToEnd) return;
    const ended = this.#active;
    this.#active = '';
    this.#onEnd?.(ended, Math.round((this.#activeBlocks - this.#otherBlocks + 1) * hopMs));
  }
}

/** The key that fills one block, or an empty string. `powers` is room for the tones' powers. */
function digitOfBlock(block: Float64Array, powers: Float64Array): string {
  const energy = energyOf(block);
  if (energy < blockSamples * leastMeanSquare) return '';
  for (let i = 0; i < powers.length; i++) powers[i] = goertzel(block, toneCoefficients[i]!);
  const row = strongest(powers, 0, 4);
  const column = strongest(powers, 4, 8);
  const low = powers[row]!;
  const high = powers[column]!;
  if (high > low * highOverLowMost || low > high * lowOverHighMost) return '';
  if (!standsOut(powers, row, 0, 4) || !standsOut(powers, column, 4, 8)) return '';
  if (low + high < (toneShareLeast * energy * blockSamples) / 2) return '';
  if (goertzel(block, harmonicCoefficients[column]!) * harmonicRatio > high) return '';
  return dtmfKeys[row]![column - 4]!;
}

function energyOf(block: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < block.length; i++) energy += block[i]! * block[i]!;
  return energy;
}

/** The squared magnitude of one frequency, given as 2·cos(ω). */
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

function standsOut(powers: Float64Array, chosen: number, first: number, end: number): boolean {
  for (let i = first; i < end; i++) {
    if (i !== chosen && powers[i]! * inGroupRatio > powers[chosen]!) return false;
  }
  return true;
}
