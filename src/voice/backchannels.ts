import { spokenWords, withoutAccents } from '../core/spoken-words.ts';
import type { LanguageTag } from '../domain/languages/language.ts';
import { languageOf } from '../domain/languages/languages.ts';

/** A set of phrases, matched at word boundaries. */
export class PhraseSet {
  readonly #phrases: readonly string[];

  /** `normalise`: the form of the words with which the phrases are compared. Defaults to `spokenWords`. */
  constructor(phrases: readonly string[], normalise = normalisedSpokenWords) {
    const spoken = phrases.map((phrase) => normalise(phrase));
    this.#phrases = spoken.filter((phrase) => phrase !== '').toSorted((a, b) => b.length - a.length);
  }

  /** Returns the words without the phrases at their start. */
  withoutLeading(words: string): string {
    let remaining = words;
    for (;;) {
      const phrase = this.#phrases.find((candidate) => startsWith(remaining, candidate));
      if (phrase === undefined) return remaining;
      remaining = remaining.slice(phrase.length).trimStart();
    }
  }

  /** Returns whether the words consist only of these phrases, in any order and number. */
  coversAll(words: string): boolean {
    return words !== '' && this.withoutLeading(words) === '';
  }

  /** Returns whether the words are the beginning of such phrases: more words can complete the last one. */
  isStartOf(words: string): boolean {
    const remaining = this.withoutLeading(words);
    return remaining !== '' && this.#phrases.some((phrase) => startsWith(phrase, remaining));
  }

  /** Returns whether the words start with one of the phrases. */
  matchesStartOf(words: string): boolean {
    return this.#phrases.some((phrase) => startsWith(words, phrase));
  }

  /** Returns whether the words contain one of the phrases. */
  occursIn(words: string): boolean {
    return this.#phrases.some((phrase) => ` ${words} `.includes(` ${phrase} `));
  }
}

const startsWith = (words: string, phrase: string): boolean =>
  words === phrase || words.startsWith(`${phrase} `);

const normalisedSpokenWords = (text: string): string => spokenWords(text.replaceAll('-', ' '));

/** Returns the words of any language in lower case, without accents and punctuation, separated by single spaces. */
export const plainWords = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');

/** What a listener says while the agent speaks. The phrases are normalised by `plainWords`. */
export interface ListenerPhrases {
  /** Backchannel sounds. They never interrupt the agent. */
  readonly sounds: PhraseSet;
  /** Sounds, and words that are backchannels while the agent speaks, but answers near the end of a question. */
  readonly backchannels: PhraseSet;
  /** Phrases that interrupt the agent at once. */
  readonly interrupts: PhraseSet;
}

/** Sounds of all languages, as recognisers write them. */
const soundTexts =
  'mm hm|mm|mmm|mhm|mh|mm hmm|mmhmm|hmm|hm|hmhm|hum|uhum|uh huh|uhuh|uh|um|ah|aha|aham|oh|huh|eh|ehm|euh|aja|ach';

const phrasesByLanguage = new Map<LanguageTag, ListenerPhrases>();

/** Returns the phrases of a language (BCP 47), together with the English ones, which recognisers write in every language. */
export function listenerPhrases(tag: string): ListenerPhrases {
  const language = languageOf(tag);
  const known = phrasesByLanguage.get(language.tag);
  if (known !== undefined) return known;
  const spoken = [...new Set([language, languageOf('en')])].map(({ listening }) => listening);
  const setOf = (...lists: string[]) =>
    new PhraseSet(
      lists.flatMap((list) => list.split('|')),
      plainWords,
    );
  const phrases = {
    sounds: setOf(soundTexts),
    backchannels: setOf(soundTexts, ...spoken.map(({ acknowledgements }) => acknowledgements)),
    interrupts: setOf(...spoken.map(({ interrupts }) => interrupts)),
  };
  phrasesByLanguage.set(language.tag, phrases);
  return phrases;
}
