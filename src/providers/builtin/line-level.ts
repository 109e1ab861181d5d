import type { UtteranceLevels } from './utterance-gate.ts';

/** Mean level of the loud frames of speech that the recogniser is set to: of the built-in voices at -20 dBFS. */
const wantedDb = -26;
/** Words differ by so much among themselves; within it the sound is left alone. */
const usualSpreadDb = 8;
/** What is quieter or louder by more than this is no speaker; noise would be blown up. */
const changeDbMost = 20;
/** Less sound than this says little of how loud somebody speaks. */
const heardMsLeast = 200;
/** The last utterances count most: people move the phone. */
const newestShare = 0.5;

/**
 * How loud one line's speaker is, learnt from the beginning of the first utterance, and from each for the next. The recogniser takes a
 * fixed mean away: of callers 15 dB quieter it would understand 148 of 228 answers, where it understands 208 of louder ones.
 */
export class LineLevel {
  #speechDb: number | undefined;

  get isKnown(): boolean {
    return this.#speechDb !== undefined;
  }

  heard({ trusted, loudMs, speechDb }: UtteranceLevels): void {
    if (!trusted || loudMs < heardMsLeast) return;
    this.#speechDb =
      this.#speechDb === undefined ? speechDb : this.#speechDb + newestShare * (speechDb - this.#speechDb);
  }

  /** The sound at the level that the recogniser is used to; the same array where it is so already or not known yet. */
  adjusted(samples: Int16Array): Int16Array {
    const wantedChangeDb = wantedDb - (this.#speechDb ?? wantedDb);
    if (Math.abs(wantedChangeDb) < usualSpreadDb) return samples;
    const changeDb = Math.max(-changeDbMost, Math.min(changeDbMost, wantedChangeDb));
    const gain = 10 ** (changeDb / 20);
    return samples.map((sample) => Math.max(-32768, Math.min(32767, sample * gain)));
  }
}
