/** Rewrites the matches of a pattern. `speak` returns what is spoken; undefined leaves the match as it is. */
export interface Rule {
  /** With the flag `g`. */
  readonly pattern: RegExp;
  readonly speak: (match: RegExpExecArray) => string | undefined;
}

/** A private-use character in place of text that a rule has rewritten. */
export const rewritten = '\ue001';

export type Gender = 'masculine' | 'feminine' | 'neuter';

/** How a unit or a currency is spoken after a number. */
export interface UnitWords {
  readonly one: string;
  readonly other: string;
  /** Defaults to masculine. */
  readonly gender?: Gender;
}

/** How a currency is spoken. */
export interface CurrencyWords extends UnitWords {
  /** Hundredths, such as cents. */
  readonly subunit: UnitWords;
}

/** ISO 4217 codes of the currencies that are spoken, and the peso, which several countries write as `$`. */
export type SpokenCurrency = 'USD' | 'EUR' | 'GBP' | 'CHF' | 'BRL' | 'PESO';

/** A word or an abbreviation for a power of ten after a number, such as `M` and `Mio.`. */
export interface Magnitude {
  /** Source of a regular expression. */
  readonly pattern: string;
  readonly one: string;
  readonly other: string;
  /** Whether it is a noun that takes `of` before the currency: "un millón de euros", but "mil euros". */
  readonly isNoun?: boolean;
}

/** A date of the calendar, with the text before it, which decides about its inflection. */
export interface DateParts {
  readonly day: number;
  /** 1 to 12. */
  readonly month: number;
  readonly year: number | undefined;
  readonly before: string;
}

/** The words and the number format of one language. */
export interface SpokenLanguage {
  readonly decimalMark: '.' | ',';
  /** Order of day and month in a date such as 11/24/2026. */
  readonly dateOrder: 'mdy' | 'dmy';
  /** Speaks a number in the notation of JavaScript, such as `-4` and `3.5`. */
  readonly cardinal: (value: string) => string;
  /** Speaks a number before a noun: "un euro", "duas horas". Defaults to `cardinal`. */
  count?(value: string, gender: Gender): string;
  /** Returns whether the form of the number depends on the gender of its noun. Defaults to no number. */
  agrees?(value: string): boolean;
  /** Returns the gender of a noun that is often counted; undefined if it is not known. */
  genderOf?(noun: string): Gender | undefined;
  /** Rules that come before those of all languages. */
  readonly rules: readonly Rule[];
  /** Rules for ordinals in digits, such as `24th`. */
  readonly ordinals: readonly Rule[];
  /** Formats of telephone numbers without `+`, without the ones that begin with 0. */
  readonly phonePatterns: readonly string[];
  /** Speaks the groups of a telephone number. Defaults to single digits. */
  phoneGroups?(groups: readonly string[]): string[] | undefined;
  /** Sources of regular expressions for words before codes, such as "order" and "PIN". The digits of a code are spoken one by one. */
  readonly codeWords: readonly string[];
  /** Whether five digits before a name are a postal code. */
  readonly hasPostalCodeBeforeCity: boolean;
  readonly currencies: Readonly<Record<SpokenCurrency, CurrencyWords>>;
  /** The currency of the sign `$`. */
  readonly dollarSign: SpokenCurrency;
  /** Between units and subunits: "twelve dollars and fifty cents". */
  readonly and: string;
  readonly magnitudes: readonly Magnitude[];
  /** Returns the currency after a million: "de euros". Defaults to the currency itself. */
  of?(currency: string): string;
  readonly units: Readonly<Record<string, UnitWords>>;
  /** Between the ends of a range: "nine to five". */
  readonly to: string;
  /** Spoken for the characters of addresses and numbers. */
  readonly symbols: Readonly<Record<'@' | '.' | '-' | '_' | '/' | '+' | '%' | '&' | '#', string>>;
  /** Abbreviations with their full stops, in lower case, and what is spoken for them. */
  readonly abbreviations: Readonly<Record<string, string>>;
  /** Abbreviations of "number", in lower case; they are spoken only before digits. */
  readonly numberAbbreviations: readonly string[];
  /** The names of the months, and abbreviations of them with their numbers from 1. */
  readonly months: readonly string[];
  readonly monthAbbreviations: Readonly<Record<string, number>>;
  date(date: DateParts): string;
  /** Whether `14h30` and `14h` are times of day. */
  readonly writesTimesWithH: boolean;
  /** Words beside a time such as `14.30`, without which it is a decimal number: "Uhr", "alle". */
  readonly timeWords: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Speaks a time of day; `period` is set if the text had AM or PM. */
  time(hour: number, minute: number, period: 'AM' | 'PM' | undefined): string;
  /** Speaks a year of four digits. */
  year(year: number): string;
  /** Speaks a fraction such as 3/4; undefined if it is not a usual one. */
  fraction(numerator: number, denominator: number): string | undefined;
  /** Speaks a number with a fraction such as 1 1/2. */
  mixed(whole: string, fraction: string, isHalf: boolean): string;
}

/**
 * What the text of a reply has besides words that are spoken. The language of a streamed text is not known, so the conventions of all languages apply.
 * Lists and patterns are separated by vertical bars.
 */
export interface TextConventions {
  /** List of abbreviations whose full stop ends no sentence, in lower case without the last full stop. */
  readonly abbreviations: string;
  /** The same for abbreviations in a sentence. A capital letter after them begins the next one. */
  readonly abbreviationsWithinSentence: string;
  /** The same for abbreviations that often end a sentence: it continues before a small letter. */
  readonly abbreviationsBeforeLowerCase: string;
  /** Patterns of words between the name of a code and its digits. */
  readonly codeLinks: string;
  /** Patterns of the stage directions of language models, such as "*smiles*". */
  readonly stageDirections: {
    /** Directions without further words. Within a sentence, asterisks around them are emphasis. */
    readonly single: string;
    /** Verbs that begin a direction of several words. */
    readonly verbs: string;
  };
}

/** Returns the gender of a Spanish or Portuguese noun in lower case by its ending, after the exceptions; undefined if the ending does not decide. */
export function romanceGender(noun: string, masculine: RegExp, feminine: RegExp): Gender | undefined {
  if (masculine.test(noun)) return 'masculine';
  if (feminine.test(noun)) return 'feminine';
  if (/os?$/.test(noun)) return 'masculine';
  return /as?$/.test(noun) ? 'feminine' : undefined;
}
