import { primarySubtag } from '../../core/language-subtags.ts';
import { german } from './de/german.ts';
import { english } from './en/english.ts';
import { spanish } from './es/spanish.ts';
import { french } from './fr/french.ts';
import { italian } from './it/italian.ts';
import type { Language, LanguageTag } from './language.ts';
import { dutch } from './nl/dutch.ts';
import { portuguese } from './pt/portuguese.ts';

/** Each tag has its language. */
const languages: Readonly<Record<LanguageTag, Language>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
  pt: portuguese,
  it: italian,
  nl: dutch,
};

export const allLanguages: readonly Language[] = Object.values(languages);

/** Returns the language of a BCP 47 tag, or English for a tag of none. Agents and flows are checked for this when they are saved. */
export const languageOf = (tag: string): Language => findLanguage(tag) ?? english;

const writtenLanguages: ReadonlyMap<Language, Language> = new Map(
  allLanguages.map((language) => {
    const { sentences } = language;
    const { written } = sentences;
    return [
      language,
      written === undefined ? language : { ...language, sentences: { ...sentences, ...written } },
    ];
  }),
);

/** Returns the language of `languageOf` with the sentences for messages. */
export const writtenLanguageOf = (tag: string): Language => writtenLanguages.get(languageOf(tag))!;

/** Returns the language of a BCP 47 tag by its primary subtag; undefined if Parley does not have it. */
export const findLanguage = (tag: string): Language | undefined => {
  const subtag = primarySubtag(tag);
  return allLanguages.find((language) => language.tag === subtag);
};

/** Returns the lists of all languages as one list, separated by vertical bars: for speech before the language is known, and callers who use two. */
export const listOfAllLanguages = (listOf: (language: Language) => string): string =>
  allLanguages
    .map(listOf)
    .filter((list) => list !== '')
    .join('|');
