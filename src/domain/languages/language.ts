import { primarySubtag } from '../../core/language-subtags.ts';
import type { Choice, SpokenChoice } from '../understanding/choices.ts';
import type { SpokenDigits } from '../understanding/digit-string.ts';
import type { SpokenNumber } from '../understanding/number-parser.ts';
import type { CallbackLanguage } from '../understanding/callback-time.ts';
import type { NumberReader } from '../understanding/number-reader.ts';
import type { Requests } from '../understanding/requests.ts';
import type { Words } from '../understanding/words.ts';
import type { YesNoParser } from '../understanding/yes-no.ts';
import type { DateOrder } from '../understanding/written-date.ts';
import type { Listening } from './listening.ts';
import type { SpokenLanguage, TextConventions } from './spoken-language.ts';

/** Primary language subtags (RFC 5646 §2.2.1) of the languages that Parley understands and speaks by itself. */
export const languageTags = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl'] as const;

export type LanguageTag = (typeof languageTags)[number];

/** The English names of the languages, as in a sentence. */
export const languageNames = new Intl.ListFormat('en-GB').format(
  languageTags.map((tag) => new Intl.DisplayNames('en', { type: 'language' }).of(tag)!),
);

/** Returns whether Parley has the language of a BCP 47 tag. Cheaper than `findLanguage`, which loads all languages. */
export const hasLanguage = (tag: string): boolean =>
  (languageTags as readonly string[]).includes(primarySubtag(tag));

/** The sentences that Parley says and writes by itself. Names in double braces are variables of a flow. */
export interface Sentences {
  /** After a silence of both sides. */
  readonly reminder: string;
  /** While the caller waits for a response, in turn. */
  readonly fillers: readonly string[];
  /** In a long wait for a response: an apology with an offer. */
  readonly offer: string;
  /** After all models failed. */
  readonly apology: string;
  /** Precedes a repeated question after an answer that was not understood. */
  readonly notUnderstood: string;
  /** How to answer a question by keypad. */
  readonly keypad: {
    readonly yesNo: string;
    /** `names`: the spoken forms of the choices, for the keys from 1 on. */
    readonly choice: (names: readonly string[]) => string;
    readonly digits: string;
    readonly date: string;
  };
  /** Ask whether `{{candidate}}` was understood; `{{spelled}}` has its digits one by one. */
  readonly readBack: { readonly date: string; readonly value: string; readonly spelled: string };
  /** Replies to the requests that are understood at any moment. */
  readonly optOut: string;
  readonly wrongNumber: string;
  readonly whoIsThis: string;
  /** Introduces the agent to a call-screening assistant. */
  readonly introduction: string;
  /** Asks whether the call may be recorded, and says whether it is. */
  readonly recordingConsent: { readonly question: string; readonly given: string; readonly refused: string };
  readonly callback: {
    readonly question: string;
    readonly agreed: string;
    /** After the caller refused the proposed time. */
    readonly otherTime: string;
  };
  readonly person: { readonly offer: string; readonly agreed: string; readonly goodbye: string };
  readonly goodbye: string;
  /** Replace sentences in messages, where the language takes leave in other words than on the phone. */
  readonly written?: Partial<Pick<Sentences, 'optOut' | 'wrongNumber' | 'person' | 'goodbye'>>;
  /** Answers to the keywords of messages. The words STOP and START are not translated: they are keywords in every language. */
  readonly keywords: {
    readonly stop: (sender: string) => string;
    readonly start: (sender: string) => string;
    readonly help: (sender: string) => string;
  };
}

/** Everything that a language must bring. A language is whole or not offered: no member is optional. */
export interface Language extends CallbackLanguage {
  readonly tag: LanguageTag;
  /** Name in English. */
  readonly name: string;
  readonly words: Words;
  readonly numbers: NumberReader;
  readonly requests: Requests;
  /**
   * What callers say when a conversation is over: goodbyes, thanks and acknowledgements. Without diacritics, separated by vertical bars. "No" alone is not among
   * them: it can be an objection.
   */
  readonly farewells: string;
  /** Order of month and day in a date that is entered by keypad. */
  readonly dateOrder: DateOrder;
  readonly sentences: Sentences;
  readonly listening: Listening;
  /** Returns how numbers, dates, money and abbreviations are spoken. `region`: ISO 3166-1 code, undefined if the language tag has none. */
  readonly spoken: (region: string | undefined) => SpokenLanguage;
  readonly textConventions: TextConventions;
  /** Returns the number in a text; undefined if there is none, if there are several, or if words such as "at least" limit it. */
  readonly parseNumber: (text: string) => SpokenNumber | undefined;
  /** Returns the digits in a text, said one by one or in groups; undefined if there are none, or if they may be others. */
  readonly parseDigits: (text: string) => SpokenDigits | undefined;
  /** Finds the choice in a text, by its phrases, its value or its position; undefined if there is none. */
  readonly parseChoice: (text: string, choices: readonly Choice[]) => SpokenChoice | undefined;
  /** Returns whether a text has a word that recognisers easily confuse with another: 13 and 30. */
  readonly isEasilyMisheard: (text: string) => boolean;
  /** The words that a person reads in a message. */
  readonly yes: string;
  readonly no: string;
  readonly parseYesNo: YesNoParser;
}
