import type { NumberReader } from '../understanding/number-reader.ts';
import type { Words } from '../understanding/words.ts';

/** Primary language subtags (RFC 5646 §2.2.1) of the languages that Parley understands and speaks by itself. */
export const languageTags = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl'] as const;

export type LanguageTag = (typeof languageTags)[number];

/** Everything that a language must bring. A language is whole or not offered: no member is optional. */
export interface Language {
  readonly tag: LanguageTag;
  /** Name in English. */
  readonly name: string;
  readonly words: Words;
  readonly numbers: NumberReader;
}
