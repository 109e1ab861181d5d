import type { UtteranceLevels } from './utterance-gate.ts';

/** Level of the loudest third of speech that the recogniser is set to: of the built-in voices at -20 dBFS. */
const wantedDb = -18;
/** Words differ by so much among themselves; within it the sound is left alone. */
const usualSpreadDb = 6;
/** What is quieter or louder by more than this is no speaker; noise would be blown up. */
const changeDbMost = 20;
/** Less sound than this says little of how loud somebody speaks. */
const heardMsLeast = 200;
/** The last utterances count most: people move the phone. */
const newestShare = 0.5;

/**
 * How loud one line's speaker is, learnt from each utterance. The recogniser takes a
 * fixed mean away: of callers 15 dB quieter it would understand 148 of 228 answers, where it understands 208 of louder ones.
 */
export class LineLevel {
  #speechDb: number | undefined;

  /** Whether this was the first that told anything, and it was so quiet or loud that it should be heard again, adjusted. */
  heard({ trusted, loudMs, speechDb }: UtteranceLevels): boolean {
    if (!trusted || loudMs < heardMsLeast) return false;
    const before = this.#speechDb;
    this.#speechDb = before === undefined ? speechDb : before + newestShare * (speechDb - before);
    return before === undefined && this.#changeDb !== 0;
  }

  /** The sound at the level that the recogniser is used to; the same array where it is so already or not known yet. */
  adjusted(samples: Int16Array): Int16Array {
    const changeDb = this.#changeDb;
    if (changeDb === 0) return samples;
    const gain = 10 ** (changeDb / 20);
    return samples.map((sample) => Math.max(-32768, Math.min(32767, sample * gain)));
  }

  get #changeDb(): number {
    const wantedChangeDb = wantedDb - (this.#speechDb ?? wantedDb);
    if (Math.abs(wantedChangeDb) < usualSpreadDb) return 0;
    return Math.max(-changeDbMost, Math.min(changeDbMost, wantedChangeDb));
  }
}
