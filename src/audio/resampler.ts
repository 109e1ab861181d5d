import { lowPass } from './low-pass.ts';

/**
 * Half the length of the filter, in periods of the lower rate, and the cutoff as a share of the lower rate. With a Kaiser window of this
 * beta the filter is flat to 42.5 % of the lower rate (3.4 of 8 kHz), and attenuates by at least 65 dB above 52.5 %.
 */
const reachPeriods = 23.5;
const cutoffShare = 0.475;
const kaiserBeta = 7;
/** Rates that are converted, in Hz: multiples of 25, such as 22,050, since the number of phases grows as the common divisor falls. */
const minRate = 8_000;
const maxRate = 48_000;
const rateUnit = 25;

/** The taps of each phase: the fractions of an input sample at which output samples can be. */
interface Polyphase {
  /** Output samples per `step` input samples. */
  readonly phaseCount: number;
  readonly step: number;
  /** Input samples before and after an output sample that contribute to it. */
  readonly reach: number;
  readonly phases: readonly Float64Array[];
}

const maxKeptFilters = 8;
const keptFilters = new Map<string, Polyphase>();

/**
 * Converts mono audio of one rate to another one, in parts of any size, without delay: sample i of the result is at the time i / `toRate`. The
 * results of the parts, joined, are equal to the result of the whole. Before and after the audio is silence.
 */
export class Resampler {
  readonly #filter: Polyphase;
  /** Input samples that are still needed. */
  #kept: Int16Array;
  /** Position of the next output sample in `#kept`: a whole sample and a phase. */
  #position: number;
  #phase = 0;

  /** @throws {RangeError} for rates that `isResampledRate` excludes */
  constructor(fromRate: number, toRate: number) {
    this.#filter = filterOf(fromRate, toRate);
    this.#kept = new Int16Array(this.#filter.reach);
    this.#position = this.#filter.reach;
  }

  /** Returns the output samples that are complete after the part. */
  push(samples: Int16Array): Int16Array {
    const input = new Int16Array(this.#kept.length + samples.length);
    input.set(this.#kept);
    input.set(samples, this.#kept.length);
    const { reach, step, phaseCount, phases } = this.#filter;
    const end = input.length - reach;
    const to = new Int16Array(countBefore(end - this.#position, this.#phase, this.#filter));
    for (let i = 0; i < to.length; i++) {
      to[i] = weightedSum(input, this.#position - reach, phases[this.#phase]!);
      const next = this.#phase + step;
      this.#position += Math.floor(next / phaseCount);
      this.#phase = next % phaseCount;
    }
    const start = Math.max(0, Math.min(input.length, this.#position - reach));
    this.#kept = input.slice(start);
    this.#position -= start;
    return to;
  }

  /** Returns the last output samples. In total there are `ceil(n * toRate / fromRate)` for n input samples. */
  finish(): Int16Array {
    return this.push(new Int16Array(this.#filter.reach));
  }
}

/** Returns the whole audio in another rate. @throws {RangeError} for rates that `isResampledRate` excludes */
export function resample(samples: Int16Array, fromRate: number, toRate: number): Int16Array {
  const resampler = new Resampler(fromRate, toRate);
  const body = resampler.push(samples);
  const rest = resampler.finish();
  const result = new Int16Array(body.length + rest.length);
  result.set(body);
  result.set(rest, body.length);
  return result;
}

/** Returns whether `Resampler` converts the rate, in Hz: multiples of 25 from 8,000 to 48,000. */
export const isResampledRate = (rate: number): boolean =>
  rate >= minRate && rate <= maxRate && rate % rateUnit === 0;

/** Returns how many output samples lie before `span` input samples after the given phase. */
const countBefore = (span: number, phase: number, { phaseCount, step }: Polyphase): number =>
  Math.max(0, Math.ceil((span * phaseCount - phase) / step));

function weightedSum(input: Int16Array, from: number, taps: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < taps.length; k++) sum += input[from + k]! * taps[k]!;
  const rounded = Math.round(sum);
  return rounded > 32_767 ? 32_767 : rounded < -32_768 ? -32_768 : rounded;
}

function filterOf(fromRate: number, toRate: number): Polyphase {
  if (!isResampledRate(fromRate) || !isResampledRate(toRate))
    throw new RangeError(`Audio of ${fromRate} Hz cannot be converted to ${toRate} Hz.`);
  const id = `${fromRate} ${toRate}`;
  const filter = keptFilters.get(id) ?? createFilter(fromRate, toRate);
  if (keptFilters.size < maxKeptFilters) keptFilters.set(id, filter);
  return filter;
}

function createFilter(fromRate: number, toRate: number): Polyphase {
  if (fromRate === toRate) return { phaseCount: 1, step: 1, reach: 0, phases: [Float64Array.of(1)] };
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const phaseCount = toRate / divisor;
  const lowerRate = Math.min(fromRate, toRate);
  const reach = Math.ceil((reachPeriods * fromRate) / lowerRate);
  // The filter at the rate that contains both rates, one tap longer at its start so that all phases have the same length.
  const prototype = lowPass(
    2 * reach * phaseCount + 1,
    (cutoffShare * lowerRate) / (fromRate * phaseCount),
    kaiserBeta,
  );
  const phases = Array.from({ length: phaseCount }, (_, phase) => {
    const taps = Float64Array.from(
      { length: 2 * reach + 1 },
      (_, k) => prototype[k * phaseCount - phase] ?? 0,
    );
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  });
  return { phaseCount, step: fromRate / divisor, reach, phases };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
