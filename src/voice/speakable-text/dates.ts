import type { DateParts, Rule, SpokenLanguage } from '../../domain/languages/spoken-language.ts';
import { alternatives } from './rewrite.ts';

const isoDate =
  /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g;
const numericDate = /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)/g;

/** Rules for dates such as 2026-11-24, 24.11.2026 and "5 janv. 2026". Dates that the calendar does not have are left as they are. */
export function dateRules(language: SpokenLanguage): Rule[] {
  const monthNames = [...language.months, ...Object.keys(language.monthAbbreviations)];
  const textual = String.raw`(?<![\p{L}\d.,/:-])(\d{1,2})(\.|er|º|°|\.º)? ?(de |di )?(${alternatives(monthNames)})(?!\p{L})(?:(?: de| del)? (\d{4})(?![\d.,]))?`;
  return [
    {
      pattern: isoDate,
      speak: ({ input, index, 1: year, 2: month, 3: day, 4: hour, 5: minute }) => {
        const date = spokenDate({ year, month, day }, input.slice(0, index), language);
        if (date === undefined || hour === undefined) return date;
        return `${date}, ${language.time(Number(hour), Number(minute), undefined)}`;
      },
    },
    {
      pattern: numericDate,
      speak: ({ input, index, 1: first, 2: separator, 3: second, 4: year }) => {
        if (separator === '-' && year!.length === 2) return undefined;
        const before = input.slice(0, index);
        const [dmy, mdy] = [
          { year, month: second, day: first },
          { year, month: first, day: second },
        ];
        const [usual, other] = language.dateOrder === 'dmy' || separator === '.' ? [dmy, mdy] : [mdy, dmy];
        return spokenDate(usual, before, language) ?? spokenDate(other, before, language);
      },
    },
    {
      pattern: new RegExp(textual, 'giu'),
      speak: ({ input, index, 1: day, 4: name, 5: year }) => {
        const month = monthOf(name!, language);
        // "Option 2 may suit you" has no date.
        if (isCapitalized(language.months[month - 1]!) && !isCapitalized(name!)) return undefined;
        return spokenDate({ year, month: String(month), day }, input.slice(0, index), language);
      },
    },
  ];
}

const isCapitalized = (name: string): boolean => /^\p{Lu}/u.test(name);

/** Returns the number of a month, from 1. */
export function monthOf(name: string, { months, monthAbbreviations }: SpokenLanguage): number {
  const lower = name.toLowerCase();
  return monthAbbreviations[lower] ?? months.findIndex((month) => month.toLowerCase() === lower) + 1;
}

interface DateText {
  readonly year: string | undefined;
  readonly month: string | undefined;
  readonly day: string | undefined;
}

/** Returns the date as words; undefined if the calendar has no such date. */
export function spokenDate(text: DateText, before: string, language: SpokenLanguage): string | undefined {
  const [month, day] = [Number(text.month), Number(text.day)];
  const year =
    text.year === undefined ? undefined : Number(text.year.length === 2 ? `20${text.year}` : text.year);
  if (!isCalendarDate({ day, month, year, before })) return undefined;
  return language.date({ day, month, year, before });
}

/** A date without a year may be February 29. */
function isCalendarDate({ day, month, year = 2024 }: DateParts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
