import type { NumberReader } from './number-reader.ts';
import type { Reading } from './numbers.ts';
import { rememberLast, type Slot, type SlotReading } from './phrase-patterns.ts';
import { startsWith, wordAt, type Words } from './words.ts';

/** What numerals and numbers mean in the dates and times of a language. */
export interface NumeralTable {
  readonly words: Words;
  readonly numbers: NumberReader;
  /** Counts besides numbers: "a few", "one and a half". */
  readonly counts: Readonly<Record<string, number | 'few'>>;
  /** Articles that are also the number one. They are neither a time nor a day. */
  readonly articles: string;
  /** Words before a day of the month or a time: "am 5.12.", "um 10.30". */
  readonly dateLeads: string;
  readonly clockLeads: string;
  /** Whether `5.12` is a date without a word before it. */
  readonly hasDotDates?: true;
  /** Whether `5-12` is a date without a word before it, and no range of hours. */
  readonly hasDashDates?: true;
  /** Phrases after a date, separated by bars. */
  readonly nextYear: string;
}

/** A date in numerals: `24/11`, `24.11.2026`, `2026-11-24`. */
export interface DateNumerals {
  readonly day: number;
  readonly month: number;
  readonly year: number | undefined;
}

/** A time in numerals: `14:30`, `14h30`. */
export interface TimeNumerals {
  readonly hour: number;
  readonly minute: number;
  /** Whether it is on a 24-hour clock. "3:30" may also be in the afternoon. */
  readonly isExact: boolean;
  readonly isLikelyMorning?: boolean;
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/;
const numericDate = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d\d))?$/;
const numericTime = /^(\d{1,2})(?:(?:[:h]|([.,]))(\d\d)|h)(?::\d\d)?$/;

/** The slots with numbers. Day and month are in this order, unless the second number is above 12. */
export function numericSlots(table: NumeralTable): Record<string, Slot> {
  const { readSmall, readOrdinal, readCardinal } = table.numbers;
  const small = rememberLast(numberSlot(readSmall));
  const ordinal = rememberLast(numberSlot(readOrdinal));
  const within =
    (slot: Slot, min: number, max: number): Slot =>
    (words, index) =>
      slot(words, index).filter(({ value }) => Number(value) >= min && Number(value) <= max);
  const anyOf =
    (...slots: readonly Slot[]): Slot =>
    (words, index) =>
      slots.flatMap((slot) => slot(words, index));
  const dateLeads = new Set(table.words.wordsOf(table.dateLeads));
  const clockLeads = new Set(table.words.wordsOf(table.clockLeads));
  const leadAt = (words: readonly string[], index: number): Lead => {
    const before = wordAt(words, index - 1);
    if (dateLeads.has(before)) return 'date';
    return clockLeads.has(before) ? 'clock' : undefined;
  };
  const articles = new Set(table.words.wordsOf(table.articles));
  const counts = Object.entries(table.counts).map(
    ([run, value]) => [table.words.wordsOf(run), value] as const,
  );
  const nextYear = table.nextYear.split('|').map(table.words.wordsOf);
  return {
    hour: within(small, 0, 24),
    minute: within(longestOf(small), 0, 59),
    /** Minutes after the hour without a word between them: "drei dreißig". */
    tens: within(longestOf(small), 10, 59),
    day: (words, index) =>
      articles.has(wordAt(words, index)) ? [] : within(anyOf(ordinal, small), 1, 31)(words, index),
    /** Also an article that is the number one, as before a month. */
    daynumber: within(anyOf(ordinal, small), 1, 31),
    ordinal: within(ordinal, 1, 31),
    nth: within(longestOf(ordinal), 1, 5),
    monthnumber: within(anyOf(ordinal, small), 1, 12),
    monthordinal: within(ordinal, 1, 12),
    count: anyOf(
      (words, index) =>
        counts.flatMap(([run, value]) =>
          startsWith(words, index, run) ? [{ value, next: index + run.length }] : [],
        ),
      small,
      (words, index) => {
        const decimal = /^\d{1,2}[.,]\d$/.test(wordAt(words, index));
        return decimal ? [{ value: Number(words[index]!.replace(',', '.')), next: index + 1 }] : [];
      },
    ),
    year: (words, index) => {
      const next = nextYear.find((run) => startsWith(words, index, run));
      if (next !== undefined) return [{ value: 'next', next: index + next.length }];
      if (/^20\d\d$/.test(wordAt(words, index))) return [{ value: Number(words[index]), next: index + 1 }];
      const year = /^\p{L}/u.test(wordAt(words, index)) ? readCardinal(words, index) : undefined;
      return year !== undefined && year.value >= 2020 && year.value < 2100 ? [year] : [];
    },
    numerals(words, index) {
      const value = dateNumeralsOf(wordAt(words, index), leadAt(words, index), table);
      return value === undefined ? [] : [{ value, next: index + 1 }];
    },
    time(words, index) {
      const value = timeNumeralsOf(wordAt(words, index), leadAt(words, index));
      return value === undefined ? [] : [{ value, next: index + 1 }];
    },
  };
}

/** What a word before a numeral says about it. */
type Lead = 'date' | 'clock' | undefined;

function dateNumeralsOf(
  text: string,
  lead: Lead,
  table: Pick<NumeralTable, 'hasDotDates' | 'hasDashDates'>,
): DateNumerals | undefined {
  const iso = isoDate.exec(text);
  if (iso !== null) return { day: Number(iso[3]), month: Number(iso[2]), year: Number(iso[1]) };
  const match = numericDate.exec(text);
  if (match === null) return undefined;
  const [first, sign, second] = [Number(match[1]), match[2], Number(match[3])];
  const year = match[4] === undefined ? undefined : Number(match[4].padStart(4, '20'));
  if (year === undefined && mayBeTime(sign!, first, lead, table)) return undefined;
  if (second <= 12) return { day: first, month: second, year };
  return sign !== '.' && first <= 12 ? { day: second, month: first, year } : undefined;
}

/** "10.12" may be a time, and "10-12" a range of hours. */
function mayBeTime(
  sign: string,
  first: number,
  lead: Lead,
  { hasDotDates, hasDashDates }: Pick<NumeralTable, 'hasDotDates' | 'hasDashDates'>,
): boolean {
  if (lead === 'date') return false;
  if (sign === '.') return lead === 'clock' || hasDotDates !== true;
  return sign === '-' && first <= 12 && (lead === 'clock' || hasDashDates !== true);
}

/** Before minutes, a dot is no time after "am", and a comma is one only after "um": "alle 14,30". */
const mayEndHour = (mark: string | undefined, lead: Lead): boolean =>
  mark === ',' ? lead === 'clock' : mark !== '.' || lead !== 'date';

function timeNumeralsOf(text: string, lead: Lead): TimeNumerals | undefined {
  const [, hour, mark, minute = '00'] = numericTime.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  if (!mayEndHour(mark, lead)) return undefined;
  const isExact = /^(?:0\d|1[3-9]|2\d)$/.test(hour);
  return {
    hour: Number(hour),
    minute: Number(minute),
    isExact,
    ...(/^[67]$/.test(hour) && { isLikelyMorning: true }),
  };
}

const longestOf =
  (slot: Slot): Slot =>
  (words, index) =>
    slot(words, index).slice(0, 1);

/** Reads a number, and the number in its first word alone: "veinte treinta" is 20 and 30. */
function numberSlot(read: (words: readonly string[], index: number) => Reading<number> | undefined): Slot {
  return (words, index) => {
    const longest = read(words, index);
    if (longest === undefined) return [];
    const readings: SlotReading[] = [longest];
    for (let end = longest.next - 1; end > index; end -= 1) {
      const shorter = read(words.slice(0, end), index);
      if (shorter !== undefined && shorter.next === end) readings.push(shorter);
    }
    return readings;
  };
}
