import { resample } from '../../../audio/resampler.ts';

const sampleRate = 8_000;
const windowSamples = 256;
/** Distance of the frames of a known text: 20 ms. */
const hopSamples = 160;
/** Frames of an utterance are closer, so that some of them have nearly the same windows as the known text. */
const hopsPerFrame = 2;
/** The first bin of each band and the end of the last one, in steps of 31.25 Hz: 280 to 3,400 Hz, where telephone lines have no filter. */
const bandEdges = [9, 12, 16, 20, 25, 31, 38, 46, 55, 66, 80, 95, 109];
const bandCount = bandEdges.length - 1;
/** Frames with less energy than this share of the loudest one are pauses. */
const pauseShare = 1e-4;
/**
 * The least similarity of a text, from -1 to 1. The same speech has 0.96 or more after G.711 and 20 dB less, and 0.85 or more with a gap of 200 ms
 * in half a second of speech.
 */
const minSimilarity = 0.85;
/** Costs of a frame that the utterance lacks, and of a frame that it has in addition, as late packets cause them. */
const lostFrameCost = 0.3;
const addedFrameCost = 0.2;
/** Texts that are longer than this multiple of the utterance are not compared. */
const maxStretch = 1.2;
/** The share of the sound of an utterance that its texts must explain. Short words resemble parts of other speech. */
const minExplained = 0.6;

/** Spectra of 32 ms each, `bandCount` values per frame: their shapes without the level, of norm 1; zeros in a pause. */
interface Frames {
  readonly shapes: Float32Array;
  readonly length: number;
  /** Number of frames that are no pauses. */
  readonly soundCount: number;
}

interface KnownText {
  readonly text: string;
  readonly frames: Frames;
}

/** A known text in an utterance. `start` and `end` are indexes of frames of the utterance. */
interface FoundText extends KnownText {
  readonly start: number;
  readonly end: number;
  readonly similarity: number;
}

/**
 * Recognises speech that was added before, by the sequence of its spectra: whatever its level, after G.711 and resampling, and with gaps and lost packets. An
 * utterance may consist of several known texts.
 */
export class KnownSpeech {
  readonly #texts: KnownText[] = [];

  add(text: string, samples: Int16Array, fromRate: number): void {
    this.#texts.push({ text, frames: framesOf(inRate(samples, fromRate), hopSamples) });
  }

  /** Returns the known texts in an utterance, in their order; empty if they do not explain most of it. */
  textOf(samples: Int16Array, fromRate: number): string {
    const utterance = framesOf(inRate(samples, fromRate), hopSamples / hopsPerFrame);
    const found = this.#texts.flatMap((known) => findIn(utterance, known) ?? []);
    // A longer text explains more of the utterance than a short one that is a part of it.
    const byLength = found.toSorted((a, b) => explainedBy(b) - explainedBy(a));
    const accepted: FoundText[] = [];
    for (const one of byLength) if (!accepted.some((other) => overlaps(one, other))) accepted.push(one);
    const explained = accepted.reduce((sum, { frames }) => sum + frames.soundCount, 0);
    if (explained < (minExplained * utterance.soundCount) / hopsPerFrame) return '';
    return accepted
      .toSorted((a, b) => a.start - b.start)
      .map(({ text }) => text)
      .join(' ');
  }
}

const explainedBy = ({ frames, similarity }: FoundText): number => frames.soundCount * similarity;

const overlaps = (left: FoundText, right: FoundText): boolean =>
  left.start < right.end && right.start < left.end;

/** The best alignments of the first frames of a text that end with each frame of an utterance: the sum of their similarities, and where they start. */
interface Alignments {
  readonly scores: Float64Array;
  readonly starts: Int32Array;
}

/** Returns the place in the utterance that is most similar to the text; undefined if none is similar. */
function findIn(utterance: Frames, known: KnownText): FoundText | undefined {
  const { length } = utterance;
  const { frames } = known;
  if (frames.length * hopsPerFrame > maxStretch * length) return undefined;
  let best: Alignments = {
    scores: new Float64Array(length),
    starts: Int32Array.from({ length }, (_, at) => at),
  };
  for (let index = 0; index < frames.length; index++) best = alignFrame(utterance, frames, index, best);
  const end = best.scores.indexOf(Math.max(...best.scores));
  const similarity = (best.scores[end] ?? 0) / Math.max(1, frames.soundCount);
  return similarity < minSimilarity ? undefined : { ...known, start: best.starts[end]!, end, similarity };
}

/** Returns the alignments with one more frame of the text. */
function alignFrame(utterance: Frames, frames: Frames, index: number, previous: Alignments): Alignments {
  const { length } = utterance;
  const scores = new Float64Array(length);
  const starts = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    const before = at - hopsPerFrame;
    let score = similarityOf(frames, index, utterance, at) + (before < 0 ? 0 : previous.scores[before]!);
    let start = before < 0 ? at : previous.starts[before]!;
    const lost = previous.scores[at]! - lostFrameCost;
    if (lost > score) [score, start] = [lost, previous.starts[at]!];
    const added = at === 0 ? -Infinity : scores[at - 1]! - addedFrameCost / hopsPerFrame;
    if (added > score) [score, start] = [added, starts[at - 1]!];
    scores[at] = score;
    starts[at] = start;
  }
  return { scores, starts };
}

function similarityOf(left: Frames, leftIndex: number, right: Frames, rightIndex: number): number {
  const [leftAt, rightAt] = [leftIndex * bandCount, rightIndex * bandCount];
  let sum = 0;
  for (let band = 0; band < bandCount; band++)
    sum += left.shapes[leftAt + band]! * right.shapes[rightAt + band]!;
  return sum;
}

const inRate = (samples: Int16Array, fromRate: number): Int16Array =>
  fromRate === sampleRate ? samples : resample(samples, fromRate, sampleRate);

/** Returns the frames from the first to the last one that is no pause. */
function framesOf(audio: Int16Array, hop: number): Frames {
  const powers: Float64Array[] = [];
  for (let at = 0; at + windowSamples <= audio.length; at += hop)
    powers.push(bandPowers(audio.subarray(at, at + windowSamples)));
  const energies = powers.map((bands) => bands.reduce((sum, power) => sum + power, 0));
  const least = Math.max(...energies, 1) * pauseShare;
  const isSound = (energy: number): boolean => energy >= least;
  const first = Math.max(0, energies.findIndex(isSound));
  const length = energies.findLastIndex(isSound) + 1 - first;
  const shapes = new Float32Array(length * bandCount);
  for (let index = 0; index < length; index++)
    if (isSound(energies[first + index]!)) shapes.set(shapeOf(powers[first + index]!), index * bandCount);
  return { shapes, length, soundCount: energies.filter(isSound).length };
}

/** Returns the logarithms of the powers, without their mean, with norm 1. */
function shapeOf(powers: Float64Array): Float64Array {
  const levels = powers.map((power) => Math.log(power + 1));
  const mean = levels.reduce((sum, level) => sum + level, 0) / bandCount;
  const centred = levels.map((level) => level - mean);
  const norm = Math.hypot(...centred);
  return norm === 0 ? centred : centred.map((level) => level / norm);
}

const hann = Float64Array.from(
  { length: windowSamples },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowSamples),
);

/** Returns the power of each band. */
function bandPowers(window: Int16Array): Float64Array {
  const real = Float64Array.from(window, (sample, index) => sample * hann[index]!);
  const imaginary = new Float64Array(windowSamples);
  transform(real, imaginary);
  const powers = new Float64Array(bandCount);
  for (let band = 0; band < bandCount; band++)
    for (let bin = bandEdges[band]!; bin < bandEdges[band + 1]!; bin++)
      powers[band]! += real[bin]! ** 2 + imaginary[bin]! ** 2;
  return powers;
}

const indexBits = Math.log2(windowSamples);
const reversed = Uint16Array.from({ length: windowSamples }, (_, index) =>
  Number.parseInt([...index.toString(2).padStart(indexBits, '0')].reverse().join(''), 2),
);

/** Replaces the values by their discrete Fourier transform: the radix-2 algorithm of Cooley and Tukey. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let index = 0; index < windowSamples; index++) {
    const other = reversed[index]!;
    if (other > index) [real[index], real[other]] = [real[other]!, real[index]!];
  }
  for (let half = 1; half < windowSamples; half *= 2) {
    for (let offset = 0; offset < half; offset++) {
      const angle = (-Math.PI * offset) / half;
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      for (let low = offset; low < windowSamples; low += 2 * half) {
        const high = low + half;
        const productReal = real[high]! * cosine - imaginary[high]! * sine;
        const productImaginary = real[high]! * sine + imaginary[high]! * cosine;
        real[high] = real[low]! - productReal;
        imaginary[high] = imaginary[low]! - productImaginary;
        real[low]! += productReal;
        imaginary[low]! += productImaginary;
      }
    }
  }
}
