import { spokenWords } from '../core/spoken-words.ts';

/** Backchannel sounds. They never interrupt the agent. */
const soundTexts = [
  'mm hm',
  'mm',
  'mhm',
  'mm hmm',
  'mmhmm',
  'hmm',
  'hm',
  'uh huh',
  'uhuh',
  'uh',
  'um',
  'ah',
  'oh',
  'huh',
];

/** Words that are backchannels while the agent speaks, but answers near the end of a question. */
const acknowledgements = [
  'okay',
  'right',
  'yeah',
  'yep',
  'sure',
  'i see',
  'got it',
  'alright',
  'all right',
  'fine',
  'cool',
  'good',
  'great',
  'i understand',
  'of course',
];

/** Phrases that interrupt the agent at once. */
const interruptTexts = [
  'wait',
  'stop',
  'hold on',
  'hang on',
  'one moment',
  'just a moment',
  'just a second',
  'one second',
  'excuse me',
  'listen',
  'no no',
  'let me',
  'shut up',
  'sorry',
];

/** A set of phrases, normalised by `spokenWords` and matched at word boundaries. */
export class PhraseSet {
  readonly #phrases: readonly string[];

  constructor(phrases: readonly string[]) {
    const spoken = phrases.map((phrase) => spokenWords(phrase.replaceAll('-', ' ')));
    this.#phrases = spoken.filter((phrase) => phrase !== '').toSorted((a, b) => b.length - a.length);
  }

  /** Returns whether the words (normalised by `spokenWords`) consist only of these phrases, in any order and number. */
  coversAll(words: string): boolean {
    let remaining = words;
    while (remaining !== '') {
      const phrase = this.#phrases.find(
        (candidate) => remaining === candidate || remaining.startsWith(`${candidate} `),
      );
      if (phrase === undefined) return false;
      remaining = remaining.slice(phrase.length).trimStart();
    }
    return words !== '';
  }

  /** Returns whether the words start with one of the phrases. */
  matchesStartOf(words: string): boolean {
    return this.#phrases.some((phrase) => words === phrase || words.startsWith(`${phrase} `));
  }

  /** Returns whether the words contain one of the phrases. */
  occursIn(words: string): boolean {
    return this.#phrases.some((phrase) => ` ${words} `.includes(` ${phrase} `));
  }
}

export const backchannelSounds = new PhraseSet(soundTexts);
export const backchannels = new PhraseSet([...soundTexts, ...acknowledgements]);
export const interruptPhrases = new PhraseSet(interruptTexts);
