import type { SpokenLanguage } from './language.ts';

/** A longer number without grouping is spoken digit by digit. */
const maxCardinalDigits = 6;
/** A longer number exceeds the precision of a double and is spoken digit by digit. */
const maxExactDigits = 15;

/** Speaks each digit. */
export const speakDigits = (digits: string, language: SpokenLanguage): string =>
  [...digits].map((digit) => language.cardinal(digit)).join(' ');

const patterns = {
  '.': String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`,
  ',': String.raw`\d{1,3}(?:[. ]\d{3})+(?:,\d+)?|\d+(?:,\d+)?`,
};

/** Writes out ordinals, ranges, decimals, years and all other numbers. No digit is left. */
export function speakNumbers(text: string, language: SpokenLanguage): string {
  const number = new RegExp(`(?<![\\p{L}\\d])[-\u2212]?(?:${patterns[language.decimalMark]})`, 'gu');
  return text
    .replace(language.ordinalPattern, (match, digits: string) =>
      Number(digits) > 0 ? language.ordinal(String(Number(digits))) : match,
    )
    .replace(/(?<=\d)\s?[-\u2013\u2014]\s?(?=\d)/g, ` ${language.to} `)
    .replace(number, (match) => ` ${spokenNumber(match, language)} `)
    .replace(/\d+/g, (digits) => ` ${speakDigits(digits, language)} `)
    .replace(/\p{Nd}+/gu, ' ');
}

function spokenNumber(text: string, language: SpokenLanguage): string {
  const isNegative = /^[-\u2212]/.test(text);
  const unsigned = isNegative ? text.slice(1) : text;
  if (/^\d+$/.test(unsigned)) {
    if (isYear(unsigned) && !isNegative) return language.year(Number(unsigned));
    if (isCode(unsigned)) return speakDigits(unsigned, language);
  }
  const [whole = '', fraction] = unsigned.split(language.decimalMark);
  const digits = whole.replace(/\D/g, '');
  const decimals = fraction === undefined ? '' : `.${fraction}`;
  if (digits.length + decimals.length > maxExactDigits)
    return speakDigits(unsigned.replace(/\D/g, ''), language);
  return language.cardinal(`${isNegative ? '-' : ''}${Number(digits)}${decimals}`);
}

const isYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

const isCode = (digits: string): boolean => digits.length > maxCardinalDigits || /^0\d/.test(digits);
