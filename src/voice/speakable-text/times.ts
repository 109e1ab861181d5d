import type { Rule, SpokenLanguage } from '../../domain/languages/spoken-language.ts';
import { alternatives } from './rewrite.ts';

const twelveHourTime =
  /(?<![\d:.,])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))?\s?([ap])\.?\s?m(?:\b\.?|\.)(?!\p{L})/giu;
/** Words with a capital letter that can follow a time in the same sentence: "5 p.m. Monday", "5 p.m. Eastern". */
const afterTime = /^\s(?:\p{Lu}\p{Ll}+day|Eastern|Central|Mountain|Pacific)(?!\p{L})/u;
const hours = String.raw`([01]?\d|2[0-4])`;

/** Rules for times of day, such as 14:30, 14h30, "14.30 Uhr" and 2:30 PM. */
export function timeRules(language: SpokenLanguage): Rule[] {
  const { before, after } = language.timeWords;
  const suffix = after.length === 0 ? '' : String.raw`(?:\s?(?:${alternatives(after)})(?!\p{L}))`;
  const speak = ({ 1: hour, 2: minute }: RegExpExecArray) => {
    const isTime = Number(hour) < 24 || Number(minute ?? 0) === 0;
    return isTime ? language.time(Number(hour), Number(minute ?? 0), undefined) : undefined;
  };
  const rules: Rule[] = [
    {
      pattern: twelveHourTime,
      speak({ input, index, 0: text, 1: hour, 2: minute, 3: half }) {
        const next = input.slice(index + text.length);
        const endsSentence = text.endsWith('.') && /^\s\p{Lu}\p{Ll}/u.test(next) && !afterTime.test(next);
        const period = half!.toLowerCase() === 'a' ? 'AM' : 'PM';
        return language.time(Number(hour), Number(minute ?? 0), period) + (endsSentence ? '.' : '');
      },
    },
    {
      pattern: new RegExp(
        String.raw`(?<![\p{L}\d:.,])${hours}:([0-5]\d)(?::[0-5]\d)?(?![\d:])${suffix === '' ? '' : `${suffix}?`}`,
        'giu',
      ),
      speak,
    },
  ];
  if (suffix !== '')
    rules.push({
      pattern: new RegExp(String.raw`(?<![\p{L}\d:.,])${hours}\.([0-5]\d)${suffix}`, 'giu'),
      speak,
    });
  if (before.length > 0)
    rules.push({
      pattern: new RegExp(
        String.raw`(?<=(?<!\p{L})(?:${alternatives(before)})\s?)${hours}\.([0-5]\d)(?![\d%]|[.,]\d)`,
        'giu',
      ),
      speak,
    });
  if (language.writesTimesWithH)
    rules.push({
      pattern: new RegExp(
        String.raw`(?<![\p{L}\d:.,])${hours}\s?h(?:\s?([0-5]\d)(?:\s?min)?)?(?![\p{L}\d/])`,
        'gu',
      ),
      speak,
    });
  return rules;
}
