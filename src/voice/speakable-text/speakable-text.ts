import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { SpokenCurrency, SpokenLanguage } from './language.ts';
import { dutch } from './languages/dutch.ts';
import { english } from './languages/english.ts';
import { french } from './languages/french.ts';
import { german } from './languages/german.ts';
import { italian } from './languages/italian.ts';
import { portuguese } from './languages/portuguese.ts';
import { spanish } from './languages/spanish.ts';
import { speakAddresses } from './addresses.ts';
import { speakDatesAndTimes } from './dates-and-times.ts';
import { speakDigits, speakNumbers } from './numbers.ts';
import { stripMarkup } from './strip-markup.ts';

const languages: Readonly<Record<string, SpokenLanguage>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
  pt: portuguese,
  it: italian,
  nl: dutch,
};

/** A longer text is cut. */
const maxCharacters = 10_000;

/**
 * Returns the text as words that every voice pronounces alike: without Markdown and emoji, with numbers, money, dates, times, phone
 * numbers, addresses and abbreviations written out. Texts in other languages than en, es, fr, de, pt, it and nl lose only their markup.
 * `language` is a BCP 47 tag.
 */
export function speakableText(text: string, language: string): string {
  const plain = stripMarkup(text.slice(0, maxCharacters));
  const spoken = languages[language.split('-', 1)[0]!.toLowerCase()];
  return collapse(spoken === undefined ? plain : speak(plain, spoken));
}

function speak(plain: string, language: SpokenLanguage): string {
  const steps = [
    speakAddresses,
    speakPhoneNumbers,
    speakMoney,
    speakDatesAndTimes,
    speakAbbreviations,
    speakNumbers,
  ];
  // Digits of other scripts, full-width forms and special spaces become plain ones.
  const normalized = plain.normalize('NFKC').replaceAll('\u2044', '/');
  return speakSymbols(
    steps.reduce((text, step) => step(text, language), normalized),
    language,
  );
}

const collapse = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ +([.,;:!?])/g, '$1')
    .trim();

const phonePattern =
  /(?<![\p{L}\d.,+])(?:\+\d[\d\s().-]{6,24}\d|\(\d{3}\) ?\d{3}[\s.-]\d{4}|\d{3}[\s.-]\d{3}[\s.-]\d{4})(?![\p{L}\d])/gu;

/** Speaks each digit, with a pause between the groups of the number. */
function speakPhoneNumbers(text: string, language: SpokenLanguage): string {
  return text.replace(phonePattern, (number) => {
    const grouped = number.startsWith('+')
      ? (parsePhoneNumberFromString(number)?.formatInternational() ?? number)
      : number;
    const groups = grouped.match(/\d+/g)!.map((group) => speakDigits(group, language));
    return `${number.startsWith('+') ? `${language.symbols['+']} ` : ''}${groups.join(', ')}`;
  });
}

const currencyOf: Readonly<Record<string, SpokenCurrency>> = {
  $: 'USD',
  US$: 'USD',
  USD: 'USD',
  '€': 'EUR',
  EUR: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
};

const sign = String.raw`US\$|\$|€|£|\b(?:USD|EUR|GBP)\b`;
const amountPatterns = {
  '.': String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?`,
  ',': String.raw`\d{1,3}(?:[. ]\d{3})+(?:,\d{1,2})?|\d+(?:[.,]\d{1,2})?`,
};

function speakMoney(text: string, language: SpokenLanguage): string {
  const amount = amountPatterns[language.decimalMark];
  const before = new RegExp(`(${sign})\\s?(${amount})(?![\\d])`, 'g');
  const after = new RegExp(`(?<![\\d.,])(${amount})\\s?(${sign})`, 'g');
  return text
    .replace(before, (_match, currency: string, value: string) =>
      spokenAmount(value, currencyOf[currency]!, language),
    )
    .replace(after, (_match, value: string, currency: string) =>
      spokenAmount(value, currencyOf[currency]!, language),
    );
}

function spokenAmount(value: string, currency: SpokenCurrency, language: SpokenLanguage): string {
  const decimals = /[.,](\d{1,2})$/.exec(value)?.[1];
  const units = (decimals === undefined ? value : value.slice(0, -decimals.length - 1)).replace(/\D/g, '');
  const hundredths = Number((decimals ?? '').padEnd(2, '0'));
  const { one, other, subunit } = language.currencies[currency];
  const main = `${spokenCount(units, language)} ${Number(units) === 1 ? one : other}`;
  const rest = `${spokenCount(String(hundredths), language)} ${hundredths === 1 ? subunit.one : subunit.other}`;
  if (hundredths === 0) return ` ${main} `;
  return Number(units) === 0 ? ` ${rest} ` : ` ${main} ${language.and} ${rest} `;
}

const spokenCount = (units: string, language: SpokenLanguage): string =>
  units.length > 15 ? speakDigits(units, language) : language.cardinal(String(Number(units)));

function speakAbbreviations(text: string, language: SpokenLanguage): string {
  const { abbreviations, numberAbbreviations, symbols } = language;
  const numbers = new RegExp(`(?<![\\p{L}\\d])(?:${alternatives(numberAbbreviations)})\\s*(?=\\d)`, 'giu');
  const others = new RegExp(
    `(?<![\\p{L}\\d])(?:${alternatives(Object.keys(abbreviations))})(?![\\p{L}\\d])`,
    'giu',
  );
  return text
    .replace(numbers, `${symbols['#']} `)
    .replace(others, (abbreviation: string, index: number, whole: string) => {
      const rest = whole.slice(index + abbreviation.length);
      const isSentenceEnd = abbreviation.endsWith('.') && rest.trim() === '';
      return abbreviations[abbreviation.toLowerCase()]! + (isSentenceEnd ? '.' : '');
    });
}

const alternatives = (texts: readonly string[]): string =>
  texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');

/** Speaks or removes the symbols that are left. */
function speakSymbols(text: string, { symbols }: SpokenLanguage): string {
  return text
    .replace(/[%&@+]/g, (symbol) => ` ${symbols[symbol as keyof typeof symbols]} `)
    .replace(/#(?=\S)/g, `${symbols['#']} `)
    .replace(/[/\\_|<>{}[\]^~=*#$€£°ºª"“”„«»]/g, ' ')
    .replace(/[\u2013\u2014]/g, ', ')
    .replace(/\(\s*/g, ', ')
    .replace(/\s*\)/g, ', ')
    .replace(/,\s*(?=[,.;:!?])/g, '');
}
