import type { Language } from '../languages/language.ts';
import { isSameDay, type CivilDay } from './civil-day.ts';
import { civilTimeAt } from './zoned-time.ts';

/** Where and when a text is said. */
export interface Setting {
  readonly language: Pick<Language, 'parseDateTime' | 'parseNumber'>;
  readonly nowMs: number;
  readonly timezone: string;
}

/** The days and hours that a text names. */
interface NamedTimes {
  readonly days: CivilDay[];
  readonly hours: NamedHour[];
}

interface NamedHour {
  readonly hour: number;
  readonly minute: number;
  /** Whether only a part of the day was named: "in the afternoon". */
  readonly isPartOfDay: boolean;
}

/** Words of the longest time that is looked for: "on the 27th of November". */
const maxWords = 4;
/** A longer text is a story, and its times are not an answer. */
const maxTextWords = 40;
/** In an answer of at most this many words, a bare number is an hour: "sure, 11". */
const maxWordsAroundHour = 3;

/**
 * Returns whether an answer names a day or a time that its question does not have: "works at three" after "Can you come on Monday at ten?". A question
 * without a day or time has none to contradict. Hours of the two halves of a day are equal, since "at ten" may be either.
 */
export function namesOtherTime(answer: string, question: string, setting: Setting): boolean {
  const { days, hours } = timesIn(answer, setting);
  if (days.length === 0 && hours.length === 0) return false;
  const asked = timesIn(question, setting);
  const isOtherDay =
    asked.days.length > 0 && days.some((day) => !asked.days.some((one) => isSameDay(one, day)));
  const isOtherHour =
    asked.hours.length > 0 && hours.some((hour) => !asked.hours.some((one) => isSameHour(one, hour)));
  return isOtherDay || isOtherHour;
}

function isSameHour(one: NamedHour, other: NamedHour): boolean {
  if (one.isPartOfDay || other.isPartOfDay) return one.hour < 12 === other.hour < 12;
  return one.hour % 12 === other.hour % 12 && one.minute === other.minute;
}

/** Returns the times that short runs of words say. In a whole sentence, its other words can make a time uncertain. */
function timesIn(text: string, setting: Setting): NamedTimes {
  const words = text.split(/[\s,;!?¿¡\n]+|\.(?=\s|$)/u).filter((word) => word !== '');
  const named: NamedTimes = { days: [], hours: [] };
  if (words.length > maxTextWords) return named;
  const isShort = words.length <= maxWordsAroundHour;
  for (const [start, word] of words.entries())
    for (let length = 1; length <= maxWords && start + length <= words.length; length += 1) {
      // "Two" of "my two kids" is no hour.
      if (length === 1 && !isShort && isNumber(word, setting)) continue;
      addTime(words.slice(start, start + length).join(' '), setting, named);
    }
  if (isShort) addBareHours(words, named);
  return named;
}

const isNumber = (word: string, { language }: Setting): boolean => language.parseNumber(word) !== undefined;

function addTime(run: string, { language, nowMs, timezone }: Setting, named: NamedTimes): void {
  const spoken = language.parseDateTime(run, nowMs, timezone);
  if (spoken?.complete !== true) return;
  const { hasDate, hasTime, guesses } = spoken;
  const { hour, minute, ...day } = civilTimeAt(spoken.instantMs, timezone);
  if (hasDate && !guesses.includes('part-of-week')) named.days.push(day);
  const isPartOfDay = guesses.includes('part-of-day');
  if (hasTime || isPartOfDay) named.hours.push({ hour, minute, isPartOfDay });
}

function addBareHours(words: readonly string[], { hours }: NamedTimes): void {
  if (hours.length > 0) return;
  for (const word of words)
    if (/^\d{1,2}$/.test(word) && Number(word) <= 24)
      hours.push({ hour: Number(word) % 24, minute: 0, isPartOfDay: false });
}
