import { frameSamples } from './jitter-buffer.ts';

/** 50 to 200 Hz: the pitch range of voices. */
const minLag = 40;
const maxLag = frameSamples;
const historySamples = 2 * frameSamples;
/** Number of the newest samples that are compared with the samples one lag earlier. */
const comparedSamples = 80;
/** Full level for 10 ms, then a fade to silence at 60 ms. Longer concealment sounds robotic. */
const fullLevelSamples = 80;
const fadeEndSamples = 480;
/** 5 ms. */
const crossFadeSamples = 40;

/**
 * Conceals lost frames by the method of ITU-T G.711 Appendix I. The last pitch period is repeated and faded out. The
 * next received frame is cross-faded in.
 */
export class PacketLossConcealer {
  readonly #history = new Int16Array(historySamples);
  readonly #concealed = new Int16Array(frameSamples);
  #lag = frameSamples;
  #concealedSamples = 0;

  /**
   * Accepts a received frame of 160 samples. After a lost frame, cross-fades from the continued concealed audio to the
   * beginning of `frame`, in place.
   */
  accept(frame: Int16Array): void {
    if (this.#concealedSamples > 0) this.#blend(frame);
    this.#concealedSamples = 0;
    this.#history.copyWithin(0, frameSamples);
    this.#history.set(frame, frameSamples);
  }

  /** Fills a lost frame. */
  conceal(frame: Int16Array): void {
    if (this.#concealedSamples >= fadeEndSamples) {
      frame.fill(0);
      return;
    }
    if (this.#concealedSamples === 0) this.#lag = pitchLag(this.#history);
    this.#synthesize(frame);
    this.#concealedSamples += frameSamples;
  }

  /** Discards the history, for a new source. */
  reset(): void {
    this.#history.fill(0);
    this.#concealedSamples = 0;
  }

  #synthesize(frame: Int16Array): void {
    const periodStart = historySamples - this.#lag;
    for (let i = 0; i < frameSamples; i++) {
      const position = this.#concealedSamples + i;
      const sample = this.#history[periodStart + (position % this.#lag)]!;
      frame[i] = sample * gainAt(position);
    }
  }

  #blend(frame: Int16Array): void {
    if (this.#concealedSamples < fadeEndSamples) this.#synthesize(this.#concealed);
    else this.#concealed.fill(0);
    for (let i = 0; i < crossFadeSamples; i++) {
      const share = (i + 1) / (crossFadeSamples + 1);
      frame[i] = frame[i]! * share + this.#concealed[i]! * (1 - share);
    }
  }
}

function gainAt(position: number): number {
  if (position < fullLevelSamples) return 1;
  return Math.max(0, (fadeEndSamples - position) / (fadeEndSamples - fullLevelSamples));
}

/** Returns the lag at which the end of the history is most similar to itself; a whole frame for silence. */
function pitchLag(history: Int16Array): number {
  let best = 0;
  let bestLag = maxLag;
  for (let lag = minLag; lag <= maxLag; lag++) {
    const similarity = similarityAt(history, lag);
    if (similarity > best) {
      best = similarity;
      bestLag = lag;
    }
  }
  return bestLag;
}

/** Returns the squared correlation over the energy; 0 for a negative correlation. */
function similarityAt(history: Int16Array, lag: number): number {
  let product = 0;
  let energy = 1;
  for (let i = historySamples - comparedSamples; i < historySamples; i++) {
    const before = history[i - lag]!;
    product += history[i]! * before;
    energy += before * before;
  }
  return product > 0 ? (product * product) / energy : 0;
}
