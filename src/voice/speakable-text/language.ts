/** How a currency is spoken. */
export interface CurrencyWords {
  readonly one: string;
  readonly other: string;
  /** Hundredths, such as cents. */
  readonly subunit: { readonly one: string; readonly other: string };
}

/** ISO 4217 codes of the currencies whose subunits are spoken. */
export type SpokenCurrency = 'USD' | 'EUR' | 'GBP';

/** The words and the number format of one language. */
export interface SpokenLanguage {
  /** BCP 47, for `Intl`. */
  readonly locale: string;
  cardinal(value: string): string;
  ordinal(value: string): string;
  readonly decimalMark: '.' | ',';
  /** Order of day and month in a date such as 11/24/2026. */
  readonly dateOrder: 'mdy' | 'dmy';
  /** Matches an ordinal in digits, such as `24th`; the first group is the number. */
  readonly ordinalPattern: RegExp;
  readonly currencies: Readonly<Record<SpokenCurrency, CurrencyWords>>;
  /** Between units and subunits: "twelve dollars and fifty cents". */
  readonly and: string;
  /** Between the ends of a range: "nine to five". */
  readonly to: string;
  /** Spoken for the characters of addresses and numbers. */
  readonly symbols: Readonly<Record<'@' | '.' | '-' | '_' | '/' | '+' | '%' | '&' | '#', string>>;
  /** Abbreviations with their full stops, in lower case, and what is spoken for them. */
  readonly abbreviations: Readonly<Record<string, string>>;
  /** Abbreviations of "number", in lower case; they are spoken only before digits. */
  readonly numberAbbreviations: readonly string[];
  /** Speaks a time of day; `period` is set if the text had AM or PM. */
  time(hour: number, minute: number, period: 'AM' | 'PM' | undefined): string;
  /** Speaks a year of four digits. */
  year(year: number): string;
  /** Speaks the day of a month in a date. */
  day(day: number): string;
}
