import type { SpokenLanguage } from './language.ts';

const isoDate =
  /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/g;
const numericDate = /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/-])/g;
const twelveHourTime =
  /(?<![\d:.])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))?\s?([ap])\.?\s?m(?:\b\.?|\.)(?!\p{L})/giu;
const time =
  /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?![\d:])(?:\s?(?:Uhr|heures?|horas?|uur|h)(?!\p{L}))?/giu;

/** Writes out dates such as 2026-11-24 and 24.11.2026 and times such as 14:30 and 2:30 PM. Impossible dates are left as they are. */
export function speakDatesAndTimes(text: string, language: SpokenLanguage): string {
  return text
    .replace(isoDate, (match, year: string, month: string, day: string, hour?: string, minute?: string) => {
      const date = spokenDate({ year, month, day }, language);
      if (date === undefined) return match;
      return hour === undefined ? date : `${date}, ${language.time(Number(hour), Number(minute), undefined)}`;
    })
    .replace(numericDate, (match, first: string, _separator: string, second: string, year: string) => {
      const [day, month] = language.dateOrder === 'dmy' ? [first, second] : [second, first];
      return spokenDate({ year, month, day }, language) ?? match;
    })
    .replace(twelveHourTime, (_match, hour: string, minute: string | undefined, half: string) =>
      language.time(Number(hour), Number(minute ?? 0), half.toLowerCase() === 'a' ? 'AM' : 'PM'),
    )
    .replace(time, (_match, hour: string, minute: string) =>
      language.time(Number(hour), Number(minute), undefined),
    );
}

interface DateText {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** Returns the date as words; undefined if the calendar has no such date. */
function spokenDate({ year, month, day }: DateText, language: SpokenLanguage): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day) || Number(year) < 1000)
    return undefined;
  return new Intl.DateTimeFormat(language.locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .formatToParts(date)
    .map(({ type, value }) => {
      if (type === 'day') return language.day(Number(day));
      if (type === 'year') return language.year(Number(year));
      return type === 'literal' ? value.replace(/^\./, '') : value;
    })
    .join('');
}
