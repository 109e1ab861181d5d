import { spokenWords } from '../core/spoken-words.ts';

/** Sounds of listening: they never ask for the floor. */
const sounds = [
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

/** Words of listening: while the agent speaks on they say "go on", at the end of a question they answer it. */
const agreements = [
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

/** What takes the floor at once, whoever has it. */
const demands = [
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

/** Phrases in their spoken form, looked for at word boundaries. */
export class PhraseSet {
  readonly #phrases: readonly string[];

  constructor(phrases: readonly string[]) {
    const spoken = phrases.map((phrase) => spokenWords(phrase.replaceAll('-', ' ')));
    this.#phrases = spoken.filter((phrase) => phrase !== '').toSorted((a, b) => b.length - a.length);
  }

  /** Whether the words (as `spokenWords` gives them) are nothing but these phrases, one or several times. */
  isAllOf(words: string): boolean {
    let rest = words;
    while (rest !== '') {
      const phrase = this.#phrases.find(
        (candidate) => rest === candidate || rest.startsWith(`${candidate} `),
      );
      if (phrase === undefined) return false;
      rest = rest.slice(phrase.length).trimStart();
    }
    return words !== '';
  }

  begins(words: string): boolean {
    return this.#phrases.some((phrase) => words === phrase || words.startsWith(`${phrase} `));
  }

  occursIn(words: string): boolean {
    return this.#phrases.some((phrase) => ` ${words} `.includes(` ${phrase} `));
  }
}

export const listeningSounds = new PhraseSet(sounds);
export const listeningWords = new PhraseSet([...sounds, ...agreements]);
export const floorDemands = new PhraseSet(demands);
