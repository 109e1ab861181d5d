import {
  rewritten,
  type Gender,
  type Rule,
  type SpokenLanguage,
} from '../../domain/languages/spoken-language.ts';
import { longNumberRule } from './codes.ts';
import { alternatives } from './rewrite.ts';

/** A longer number exceeds the precision of a double and is left as it is. */
const maxExactDigits = 15;

/** Returns the source of a regular expression for a number with or without groups of thousands and decimals. */
export function numberSource({ decimalMark }: SpokenLanguage): string {
  // Between English numbers, a space separates two numbers.
  const mark =
    decimalMark === '.' ? String.raw`[.,'\u2019\u202f\u00a0]` : String.raw`[.,'\u2019 \u202f\u00a0]`;
  return String.raw`\d{1,3}(?:${mark}\d{3}(?!\d))+(?:[.,]\d{1,4}(?!\d))?|\d{1,15}(?:[.,]\d{1,6})?`;
}

/**
 * Returns a number in the notation of JavaScript; undefined if it is ambiguous. One mark before three digits separates thousands unless it is the
 * decimal mark of the language; of two different marks, the last one is the decimal mark.
 */
export function parseNumber(text: string, decimalMark: '.' | ','): string | undefined {
  const compact = text.replace(/(?<=\d)['\u2019 \u202f\u00a0](?=\d)/g, '');
  const marks = [...compact.matchAll(/[.,]/g)];
  const last = marks.at(-1);
  let normalized = compact;
  if (last !== undefined) {
    const kinds = new Set(marks.map(([mark]) => mark));
    const decimals = compact.slice(last.index + 1);
    const isDecimal =
      kinds.size === 2 || (marks.length === 1 && (decimals.length !== 3 || last[0] === decimalMark));
    const whole = (isDecimal ? compact.slice(0, last.index) : compact).replace(/[.,]/g, '');
    normalized = isDecimal ? `${whole}.${decimals}` : whole;
  }
  if (normalized.replace('.', '').length > maxExactDigits) return undefined;
  return normalized.replace(/^0+(?=\d)/, '');
}

export const speakCount = (value: string, gender: Gender, language: SpokenLanguage): string =>
  language.count?.(value, gender) ?? language.cardinal(value);

/** Rules for percentages, units, fractions, ordinals, years, ranges and all other numbers. */
export function numberRules(language: SpokenLanguage): Rule[] {
  return [
    ...unitRules(language),
    ...fractionRules(language),
    longNumberRule(language),
    ...language.ordinals,
    ...plainNumberRules(language),
    {
      pattern: new RegExp(
        String.raw`(?<=[\d${rewritten}])\s?[\u2013\u2014]\s?(?=[\d${rewritten}])|(?<=[\d${rewritten}])-(?=[\d${rewritten}])`,
        'g',
      ),
      speak: () => ` ${language.to} `,
    },
  ];
}

function unitRules(language: SpokenLanguage): Rule[] {
  const value = numberSource(language);
  const units = alternatives(Object.keys(language.units));
  const minus = (sign: string | undefined) => (sign === undefined ? '' : `${minusOf(language)} `);
  return [
    {
      pattern: new RegExp(String.raw`(?<![\p{L}\d.,/:])([-\u2212])?(${value})\s?%`, 'gu'),
      speak: ({ 1: sign, 2: text }) => {
        const parsed = parseNumber(text!, language.decimalMark);
        return (
          parsed && `${minus(sign)}${speakCount(parsed, 'masculine', language)} ${language.symbols['%']}`
        );
      },
    },
    {
      pattern: new RegExp(
        String.raw`(?<![\p{L}\d.,/:])([-\u2212](?=\d+\s?°))?(${value}|\d+ \d\/\d|\d\/\d)\s?(${units})(?![\p{L}\d/²³]|['\u2019]\p{L})`,
        'gu',
      ),
      speak: ({ 1: sign, 2: text, 3: unit }) => {
        const words = language.units[unit!]!;
        const fraction = spokenFraction(text!, language);
        if (fraction !== undefined) return `${fraction} ${words.other}`;
        const parsed = parseNumber(text!, language.decimalMark);
        if (parsed === undefined) return undefined;
        const gender = words.gender ?? 'masculine';
        return `${minus(sign)}${speakCount(parsed, gender, language)} ${parsed === '1' ? words.one : words.other}`;
      },
    },
  ];
}

/** The word before a negative number. */
const minusOf = (language: SpokenLanguage): string => language.cardinal('-1').split(' ', 1)[0]!;

const vulgarFractions: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
};

function spokenFraction(text: string, language: SpokenLanguage): string | undefined {
  const match = /^(?:(\d{1,3}) )?(\d)\/(\d{1,2})$/.exec(text);
  if (match === null) return undefined;
  const [numerator, denominator] = [Number(match[2]), Number(match[3])];
  const fraction = numerator < denominator ? language.fraction(numerator, denominator) : undefined;
  if (fraction === undefined || match[1] === undefined) return fraction;
  return language.mixed(match[1], fraction, numerator === 1 && denominator === 2);
}

/** A fraction after a preposition or an article may be a date. */
const datePreposition =
  /(?:^|[^\p{L}])(?:on|by|until|since|from|before|after|el|del|al|le|du|au|am|vom|zum|bis|den|il|dal|em|no|dia|op|vanaf|tot)\s$/iu;

function fractionRules(language: SpokenLanguage): Rule[] {
  return [
    {
      pattern: /(?<![\p{L}\d.,/:])(?:\d{1,3} )?[1-9]\/[1-9]\d?(?![\p{L}\d/]|[.,]\d)/gu,
      speak: ({ input, index, 0: text }) =>
        datePreposition.test(input.slice(0, index)) ? undefined : spokenFraction(text, language),
    },
    {
      pattern: /(?<![\p{L}\d.,/:])(\d{1,3})? ?([½⅓⅔¼¾])/gu,
      speak: ({ 1: whole, 2: sign }) =>
        spokenFraction(`${whole === undefined ? '' : `${whole} `}${vulgarFractions[sign!]}`, language),
    },
  ];
}

function plainNumberRules(language: SpokenLanguage): Rule[] {
  const value = numberSource(language);
  const number = String.raw`(?<![\p{L}\d.,/:-]|\d ?[-\u2013])([-\u2212])?(${value})`;
  return [
    {
      pattern: new RegExp(String.raw`${number}(?![\p{L}\d]|[.,:/]\d)(?=(?:\s(\p{L}+))?)`, 'gu'),
      speak: ({ input, index, 1: sign, 2: text, 3: noun }) =>
        isEarlyYear(text!, input.slice(0, index))
          ? language.year(Number(text))
          : spokenNumber(sign, text!, noun, language),
    },
    // The second number of a range.
    {
      pattern: new RegExp(
        String.raw`(?<=[\d${rewritten}]\s?[-\u2013\u2014]\s?)(${value})(?![\p{L}\d]|[.,:/]\d)`,
        'gu',
      ),
      speak: ({ 1: text }) => spokenNumber(undefined, text!, undefined, language),
    },
    // The first or last part of a word such as A4, 5G and "3-day".
    {
      pattern:
        /(?<![\p{L}\d.,])\d{1,3}(?=-?\p{L}+(?![\p{L}\d]))|(?<=(?<![\p{L}\d])\p{L}+-?)\d{1,2}(?![\p{L}\d/:]|[.,]\d)/gu,
      speak: ([text]) => (text.startsWith('0') ? undefined : language.cardinal(text)),
    },
  ];
}

/** Words before a year, in the languages that do not speak years as other numbers. */
const beforeYear =
  /(?<!\p{L})(?:in|since|from|until|before|after|year|im Jahr|Jahr|seit|gegründet|sinds|jaar) $/iu;

/** Returns whether a number from 1100 to 1899 is a year. */
const isEarlyYear = (text: string, before: string): boolean =>
  /^1[1-8]\d\d$/.test(text) && !text.endsWith('00') && beforeYear.test(before);

function spokenNumber(
  sign: string | undefined,
  text: string,
  noun: string | undefined,
  language: SpokenLanguage,
): string | undefined {
  if (sign === undefined && /^(?:19|20)\d\d$/.test(text)) return language.year(Number(text));
  // Whether five digits and more are an amount or a code is not known, unless the number is round.
  if (/^\d{5,}$/.test(text) && !text.endsWith('00')) return undefined;
  const parsed = parseNumber(text, language.decimalMark);
  if (parsed === undefined) return undefined;
  return spokenCount(`${sign === undefined ? '' : '-'}${parsed}`, noun, language);
}

/** Words that show that a number stands alone, as in "press 1 for sales", in all languages. */
const functionWords =
  /^(?:para|por|hasta|ahora|agora|cuando|ya|no|luego|mientras|apenas|ainda|contra|hacia|a|o|y|e|de|del|en|con|como|pero|que|ou|et|pour|dans|sur|par|oder|und|für|von|zu|bei|mit|ist|di|da|per|su|tra|em|com|mas|é|es|est|à|às|as|das|até|las|los|alle|dalle|du|des)$/;

/** Returns undefined if the number must agree with a noun whose gender is not known. */
function spokenCount(value: string, noun: string | undefined, language: SpokenLanguage): string | undefined {
  const name = noun?.toLowerCase() ?? '';
  const isAlone = name === '' || functionWords.test(name);
  if (isAlone || language.agrees?.(value.replace('-', '')) !== true) return language.cardinal(value);
  const gender = language.genderOf?.(name);
  return gender && speakCount(value, gender, language);
}
