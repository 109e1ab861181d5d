import { frameSamples } from './jitter-buffer.ts';

/** 50 to 200 Hz: the pitch of voices. */
const shortestLag = 40;
const longestLag = frameSamples;
const historySamples = 2 * frameSamples;
/** How much of the newest sound is compared with the sound one lag before. */
const compareSamples = 80;
/** Full for 10 ms, then falling to nothing at 60 ms: longer sounds like a machine. */
const fullSamples = 80;
const fadedSamples = 480;
/** 5 ms. */
const crossFadeSamples = 40;

/**
 * Makes up lost frames after the idea of ITU-T G.711 Appendix I: the last pitch period goes on, fading; where real sound
 * comes back the two are cross-faded.
 */
export class PacketLossConcealer {
  readonly #history = new Int16Array(historySamples);
  readonly #made = new Int16Array(frameSamples);
  #lag = frameSamples;
  #madeSamples = 0;

  /** A real frame of 160 samples. Its beginning is blended, in place, with what was being made up. */
  accept(frame: Int16Array): void {
    if (this.#madeSamples > 0) this.#blend(frame);
    this.#madeSamples = 0;
    this.#history.copyWithin(0, frameSamples);
    this.#history.set(frame, frameSamples);
  }

  /** Fills a frame that is lost. */
  conceal(into: Int16Array): void {
    if (this.#madeSamples >= fadedSamples) {
      into.fill(0);
      return;
    }
    if (this.#madeSamples === 0) this.#lag = pitchLag(this.#history);
    this.#continue(into);
    this.#madeSamples += frameSamples;
  }

  /** Forgets the sound before, as for a new source. */
  reset(): void {
    this.#history.fill(0);
    this.#madeSamples = 0;
  }

  #continue(into: Int16Array): void {
    const periodStart = historySamples - this.#lag;
    for (let i = 0; i < frameSamples; i++) {
      const place = this.#madeSamples + i;
      const sample = this.#history[periodStart + (place % this.#lag)]!;
      into[i] = sample * gainAt(place);
    }
  }

  #blend(frame: Int16Array): void {
    if (this.#madeSamples < fadedSamples) this.#continue(this.#made);
    else this.#made.fill(0);
    for (let i = 0; i < crossFadeSamples; i++) {
      const share = (i + 1) / (crossFadeSamples + 1);
      frame[i] = frame[i]! * share + this.#made[i]! * (1 - share);
    }
  }
}

function gainAt(place: number): number {
  if (place < fullSamples) return 1;
  return Math.max(0, (fadedSamples - place) / (fadedSamples - fullSamples));
}

/** The lag at which the end of the sound resembles itself most; a whole frame where it is silent. */
function pitchLag(history: Int16Array): number {
  let best = 0;
  let bestLag = longestLag;
  for (let lag = shortestLag; lag <= longestLag; lag++) {
    const likeness = likenessAt(history, lag);
    if (likeness > best) {
      best = likeness;
      bestLag = lag;
    }
  }
  return bestLag;
}

/** Squared correlation over energy: 0 where the two run against each other. */
function likenessAt(history: Int16Array, lag: number): number {
  let product = 0;
  let energy = 1;
  for (let i = historySamples - compareSamples; i < historySamples; i++) {
    const before = history[i - lag]!;
    product += history[i]! * before;
    energy += before * before;
  }
  return product > 0 ? (product * product) / energy : 0;
}
