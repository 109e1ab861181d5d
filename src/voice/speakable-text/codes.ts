import { listOfAllLanguages } from '../../domain/languages/languages.ts';
import type { Rule, SpokenLanguage } from '../../domain/languages/spoken-language.ts';
import { alternatives } from './rewrite.ts';

const iban = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?(?![\p{L}\d])/gu;
/** Numbers of cards, social security numbers and other groups of digits that are no date and no range. */
const groupedDigits =
  /(?<![\p{L}\d.,/-])(?:\d{4}(?:[ -]\d{4}){2,3}|\d{1,9}(?:-\d{1,9}){2,6}|\d{4,9}-\d{1,9}|\d{1,9}-\d{4,9})(?![\p{L}\d]|[.,/-]\d)/gu;
/** Identifiers such as 12 345 678 901, which are longer than amounts. */
const spacedDigits = /(?<![\p{L}\d.,/-])\d{1,6}(?: \d{1,6}){3,9}(?![\p{L}\d]|[.,/-]\d)/gu;
const minSpacedDigits = 9;
/** Brazilian identifiers of persons and companies, such as 123.456.789-09. */
const brazilianId = /(?<![\p{L}\d.,/-])\d{2,3}\.\d{3}\.\d{3}(?:\/\d{4})?-\d{2}(?![\p{L}\d]|[.,/-]\d)/gu;
/** Groups of capital letters and digits with hyphens, such as INV-2026-001, but not COVID-19. */
const groupedCode =
  /(?<![\p{L}\d-])(?![A-Z]+-\d{1,2}(?![A-Z\d-]))(?=[A-Z\d-]*\d)(?=[A-Z\d-]*[A-Z])[A-Z\d]{1,12}(?:-[A-Z\d]{1,12}){1,5}(?![\p{L}\d-])/gu;
/** A code without hyphens, such as AB12CD and KL1234. */
const mixedCode =
  /(?<![\p{L}\d.,-])(?:[A-Z]{1,6}\d{3,12}|(?=[A-Z\d]*[A-Z])(?=[A-Z\d]*\d[A-Z\d]*\d)[A-Z\d]{5,24})(?![\p{L}\d-])/gu;
/** Words between the name of a code and its digits, in all languages. */
const links = String.raw`[#:]|(?:${listOfAllLanguages(({ textConventions }) => textConventions.codeLinks)})(?!\p{L})`;
const isYearRange = /^(?:19|20)\d\d-(?:19|20)\d\d$/;
const roundNumbers = /^([1-9]\d*[05]0)-([1-9]\d*[05]0)$/;

/** Whether the groups are the ends of a range: years, or round numbers such as 1500-2000. */
function isRange(code: string): boolean {
  const [, from, to] = roundNumbers.exec(code) ?? [];
  return isYearRange.test(code) || Number(from) < Number(to);
}

/** Speaks each digit; other characters are skipped. */
export const speakDigits = (text: string, { cardinal }: Pick<SpokenLanguage, 'cardinal'>): string =>
  (text.match(/\d/g) ?? []).map((digit) => cardinal(digit)).join(' ');

/** Rules for identifiers, whose digits are spoken one by one. */
export function codeRules(language: SpokenLanguage): Rule[] {
  const currencies = Object.values(language.currencies).flatMap(({ one, other }) => [one, other]);
  const codeAfterWord = String.raw`(?<=(?<!\p{L})(?:${language.codeWords.join('|')})(?:\s?(?:${links})){0,3}\s?)(?<![\p{L}\d.,/-])\d{3,20}(?:[ -]\d{2,6}){0,4}(?![\p{L}\d]|[.,:/-]\d|(?:[ -]\d{2,6}){0,4}\s*(?:[%€$£]|(?:${alternatives(currencies)})(?!\p{L})))`;
  const rules: Rule[] = [
    { pattern: iban, speak: ([code]) => speakGroups(code.split(' '), language) },
    {
      pattern: new RegExp(codeAfterWord, 'giu'),
      speak: ([code]) => speakGroups(code.split(/[ -]/), language),
    },
    {
      pattern: groupedDigits,
      speak: ([code]) => (isRange(code) ? undefined : speakGroups(code.split(/[ -]/), language)),
    },
    { pattern: brazilianId, speak: ([code]) => speakGroups(code.split(/[./-]/), language) },
    {
      pattern: spacedDigits,
      speak: ([code]) =>
        code.replaceAll(' ', '').length < minSpacedDigits
          ? undefined
          : speakGroups(code.split(' '), language),
    },
    { pattern: groupedCode, speak: ([code]) => speakGroups(code.split('-'), language) },
    { pattern: mixedCode, speak: ([code]) => speakGroups([code], language) },
  ];
  if (language.hasPostalCodeBeforeCity)
    rules.push({
      pattern: /(?<![\p{L}\d.,])\d{5}(?= \p{Lu}\p{Ll})/gu,
      speak: ([code]) => speakDigits(code, language),
    });
  return rules;
}

/** A rule for seven and more digits without groups, and for numbers that begin with 0, which are no amount of a unit. */
export const longNumberRule = (language: SpokenLanguage): Rule => ({
  pattern: /(?<![\p{L}\d.,:/]|\d[ '\u202f\u00a0])(?:\d{7,}|0\d+)(?![\p{L}\d]|[.,:/]\d)/gu,
  speak: ([code]) => speakDigits(code, language),
});

const speakGroups = (groups: readonly string[], language: SpokenLanguage): string =>
  groups
    .map((group) =>
      group
        .replace(/\d/g, (digit) => ` ${language.cardinal(digit)} `)
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join(', ');
