import {
  daysLater,
  inNextWeek,
  nextDate,
  nextDayOfMonth,
  nextWeekday,
  nthWeekday,
  realDate,
  type CivilDay,
} from '../../understanding/civil-day.ts';
import { readCardinal, readOrdinal, readSmall, type Reading } from '../../understanding/numbers.ts';
import { weekdayOf } from '../../understanding/zoned-time.ts';
import { startsWith, wordAt } from '../../understanding/words.ts';

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const indexByName = (names: readonly string[], extra: Readonly<Record<string, number>>) =>
  new Map<string, number>([
    ...names.flatMap((name, index) => {
      const word = name.toLowerCase();
      return [[word, index] as const, [word.slice(0, 3), index] as const];
    }),
    ...Object.entries(extra),
  ]);

const weekdays = indexByName(weekdayNames, { tues: 2, thur: 4, thurs: 4 });
const months = indexByName(monthNames, { sept: 8 });

const at = (value: CivilDay | undefined, next: number): Reading<CivilDay> | undefined =>
  value && { value, next };

/** Parsers of day phrases, the most specific first. */
const readers: readonly ((
  words: readonly string[],
  index: number,
  today: CivilDay,
) => Reading<CivilDay> | undefined)[] = [
  readHoliday,
  readNthWeekday,
  readDate,
  readRelativeDay,
  readInDays,
  readWeekPart,
  readWeekday,
];

/**
 * Parses a day at `index`: "tomorrow", "the day after tomorrow", "next friday", "march third", "the third", "in two weeks", `2026-11-24`. A day without
 * a year is the next one after `today`.
 */
export function readDay(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  for (const read of readers) {
    const reading = read(words, index, today);
    if (reading !== undefined) return withWeek(reading, words);
  }
  return undefined;
}

/** "Tomorrow week", "friday week": seven days later. */
function withWeek(reading: Reading<CivilDay>, words: readonly string[]): Reading<CivilDay> {
  return words[reading.next] === 'week'
    ? { value: daysLater(reading.value, 7), next: reading.next + 1 }
    : reading;
}

function readIsoDate(words: readonly string[], index: number): Reading<CivilDay> | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(wordAt(words, index));
  if (match === null) return undefined;
  return at(realDate(Number(match[1]), Number(match[2]), Number(match[3])), index + 1);
}

/** Month before day, as in the United States. */
function readSlashDate(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(wordAt(words, index));
  if (match === null) return undefined;
  const [month, day] = [Number(match[1]), Number(match[2])];
  return match[3] === undefined
    ? at(nextDate(month, day, today), index + 1)
    : at(realDate(Number(match[3]), month, day), index + 1);
}

/** "March third", "march the 3rd", "the third of march", each with or without a year. */
function readMonthDay(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  const found = readMonthThenDay(words, index) ?? readDayThenMonth(words, index);
  if (found === undefined) return undefined;
  const { month, day } = found.value;
  const year = readYear(words, found.next, today);
  return year === undefined
    ? at(nextDate(month, day, today), found.next)
    : at(realDate(year.value, month, day), year.next);
}

function readMonthThenDay(
  words: readonly string[],
  index: number,
): Reading<{ month: number; day: number }> | undefined {
  const month = months.get(wordAt(words, index));
  if (month === undefined) return undefined;
  const from = index + (words[index + 1] === 'the' ? 2 : 1);
  const day = readOrdinal(words, from) ?? readSmall(words, from);
  return day && { value: { month: month + 1, day: day.value }, next: day.next };
}

function readDayThenMonth(
  words: readonly string[],
  index: number,
): Reading<{ month: number; day: number }> | undefined {
  const day = readOrdinal(words, index + (words[index] === 'the' ? 1 : 0)) ?? readSmall(words, index);
  if (day === undefined) return undefined;
  const from = day.next + (words[day.next] === 'of' ? 1 : 0);
  const month = months.get(wordAt(words, from));
  return month === undefined ? undefined : { value: { month: month + 1, day: day.value }, next: from + 1 };
}

/** "The first monday in december". */
function readNthWeekday(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  const nth = readOrdinal(words, index + (words[index] === 'the' ? 1 : 0));
  if (nth === undefined || nth.value > 5) return undefined;
  const weekday = weekdayAt(words, nth.next);
  const month = monthAfter(words, nth.next + 1);
  if (weekday === undefined || month === undefined) return undefined;
  const year = readYear(words, month.next, today);
  const day = nthWeekday({ nth: nth.value, weekday, month: month.value, year: year?.value }, today);
  return at(day, year?.next ?? month.next);
}

/** "In december", "of december". */
function monthAfter(words: readonly string[], index: number): Reading<number> | undefined {
  const month = /^(?:in|of)$/.test(wordAt(words, index)) ? months.get(wordAt(words, index + 1)) : undefined;
  return month === undefined ? undefined : { value: month + 1, next: index + 2 };
}

/** Words that are likely a day if they are spelt nearly like it. */
export const dayWords = [...weekdayNames, 'tomorrow', 'today', 'tonight'].map((day) => day.toLowerCase());

/** `2027`, "two thousand twenty seven", "twenty twenty seven". */
function readYear(words: readonly string[], index: number, today: CivilDay): Reading<number> | undefined {
  const from = index + (words[index] === 'of' ? 1 : 0);
  if (startsWith(words, from, ['next', 'year'])) return { value: today.year + 1, next: from + 2 };
  if (/^20\d\d$/.test(wordAt(words, index))) return { value: Number(words[index]), next: index + 1 };
  if (words[index] === 'two' && words[index + 1] === 'thousand') return readCardinal(words, index);
  if (words[index] !== 'twenty') return undefined;
  const tail = readSmall(words, index + 1);
  return tail !== undefined && tail.value >= 20 ? { value: 2000 + tail.value, next: tail.next } : undefined;
}

/** "The third", "the 24th": in this month or the next one that has the day, today excluded. */
function readDayOfMonth(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  const ordinal = readOrdinal(words, index + (words[index] === 'the' ? 1 : 0));
  // After a month, it is a day that does not exist in that month.
  if (ordinal === undefined || months.has(wordAt(words, index - 1))) return undefined;
  if (words[ordinal.next] === 'thing') return undefined;
  return at(nextDayOfMonth(ordinal.value, today), ordinal.next);
}

const relativeDays: readonly (readonly [run: string, days: number])[] = [
  ['the day after tomorrow', 2],
  ['day after tomorrow', 2],
  ['later today', 0],
  ['today', 0],
  ['tomorrow', 1],
];

function readRelativeDay(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  for (const [run, days] of relativeDays) {
    const runWords = run.split(' ');
    if (startsWith(words, index, runWords))
      return { value: daysLater(today, days), next: index + runWords.length };
  }
  return undefined;
}

/** "In three days", "in a week", "two weeks from now", "a week from tomorrow". */
function readInDays(words: readonly string[], index: number, today: CivilDay): Reading<CivilDay> | undefined {
  const isIn = words[index] === 'in';
  const count = readCount(words, index + (isIn ? 1 : 0));
  if (count === undefined) return undefined;
  const unitDays = daysByUnit[wordAt(words, count.next)];
  if (unitDays === undefined || count.value * unitDays > 3660 || !Number.isInteger(count.value))
    return undefined;
  const days = count.value * unitDays;
  if (isIn) return { value: daysLater(today, days), next: count.next + 1 };
  const from = count.next + 1;
  if (words[from] !== 'from') return unitDays > 1 ? readWeeksOn(words, from, today, days) : undefined;
  return startsWith(words, from, ['from', 'now'])
    ? { value: daysLater(today, days), next: from + 2 }
    : laterBy(days, readDay(words, from + 1, today));
}

const laterBy = (days: number, base: Reading<CivilDay> | undefined): Reading<CivilDay> | undefined =>
  base && { value: daysLater(base.value, days), next: base.next };

const daysByUnit: Readonly<Record<string, number>> = { day: 1, days: 1, week: 7, weeks: 7, fortnight: 14 };

/** After "a week": "today", "tomorrow", "on friday". */
function readWeeksOn(
  words: readonly string[],
  index: number,
  today: CivilDay,
  days: number,
): Reading<CivilDay> | undefined {
  const from = index + (words[index] === 'on' ? 1 : 0);
  return laterBy(days, readRelativeDay(words, from, today) ?? readWeekday(words, from, today));
}

/** Days of the year with a name. */
const holidays: readonly (readonly [run: string, month: number, day: number])[] = [
  ['christmas eve', 12, 24],
  ['christmas day', 12, 25],
  ['boxing day', 12, 26],
  ['new years day', 1, 1],
  ['independence day', 7, 4],
];

function readHoliday(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  const found = holidays.find(([run]) => startsWith(words, index, run.split(' ')));
  return found && at(nextDate(found[1], found[2], today), index + found[0].split(' ').length);
}

/** Whether the day at an index is a guess for several days: "next week", "the weekend", "in a few days". */
export const isPartOfWeekAt = (words: readonly string[], index: number): boolean =>
  weekParts.some(([run]) => startsWith(words, index, run.split(' '))) ||
  startsWith(words, index, ['in', 'a', 'few']) ||
  (isNextWeekAt(words, index) && weekdayAt(words, index + 2) === undefined);

/** Whether the day at an index has another weekday than it says: "Tuesday the 25th", which is a Wednesday. */
export function isContradictionAt(words: readonly string[], index: number, day: CivilDay): boolean {
  const weekday = weekdayAt(words, index + (weekdayLeads.has(wordAt(words, index)) ? 1 : 0));
  return weekday !== undefined && weekday !== weekdayOf(day);
}

/** The weekday of a part of a week, in the next week if `next` is true. */
const weekParts: readonly (readonly [run: string, weekday: number, next?: true])[] = [
  ['this weekend', 6],
  ['next weekend', 6, true],
  ['the weekend', 6],
  ['beginning of next week', 1, true],
  ['start of next week', 1, true],
  ['early next week', 1, true],
  ['middle of next week', 3, true],
  ['mid next week', 3, true],
  ['later next week', 4, true],
  ['late next week', 4, true],
  ['end of next week', 5, true],
  ['end of the week', 5],
  ['end of this week', 5],
  ['later this week', 5],
];

/** "This weekend", "early next week", "the end of the week". */
function readWeekPart(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  for (const [run, weekday, next] of weekParts) {
    const runWords = run.split(' ');
    if (!startsWith(words, index, runWords)) continue;
    const value = next === true ? inNextWeek(today, weekday) : nextWeekday(today, weekday, true);
    return { value, next: index + runWords.length };
  }
  return undefined;
}

/** "A", "a couple of", "two", `1.5`. */
export function readCount(words: readonly string[], index: number): Reading<number> | undefined {
  if (startsWith(words, index, ['a', 'couple', 'of'])) return { value: 2, next: index + 3 };
  if (startsWith(words, index, ['a', 'few'])) return { value: 3, next: index + 2 };
  if (words[index] === 'a' || words[index] === 'an') return { value: 1, next: index + 1 };
  // "In 1.5 hours".
  if (/^\d{1,2}\.\d$/.test(wordAt(words, index))) return { value: Number(words[index]), next: index + 1 };
  return readSmall(words, index);
}

/**
 * "Friday" is the next one, today excluded; "this friday" may be today; "next friday" and "friday next week" are in the next week. "Next week" alone is
 * its Monday.
 */
function readWeekday(
  words: readonly string[],
  index: number,
  today: CivilDay,
): Reading<CivilDay> | undefined {
  if (isNextWeekAt(words, index)) return readNextWeek(words, index, today);
  const lead = weekdayLeads.has(wordAt(words, index)) ? wordAt(words, index) : '';
  const from = index + (lead === '' ? 0 : 1);
  const weekday = weekdayAt(words, from);
  if (weekday === undefined) return undefined;
  const date = readDate(words, from + 1, today);
  if (date !== undefined) return date;
  if (isNextWeekAt(words, from + 1)) return { value: inNextWeek(today, weekday), next: from + 3 };
  if (lead === 'next') return { value: inNextWeek(today, weekday), next: from + 1 };
  return { value: nextWeekday(today, weekday, lead === 'this'), next: from + 1 };
}

/** A day by its date, which takes precedence over a weekday: "Tuesday, November 24th". */
function readDate(words: readonly string[], index: number, today: CivilDay): Reading<CivilDay> | undefined {
  return (
    readIsoDate(words, index) ??
    readSlashDate(words, index, today) ??
    readMonthDay(words, index, today) ??
    readDayOfMonth(words, index, today)
  );
}

const isNextWeekAt = (words: readonly string[], index: number): boolean =>
  startsWith(words, index, ['next', 'week']);

function readNextWeek(words: readonly string[], index: number, today: CivilDay): Reading<CivilDay> {
  const weekday = weekdayAt(words, index + 2);
  return { value: inNextWeek(today, weekday ?? 1), next: index + (weekday === undefined ? 2 : 3) };
}

const weekdayLeads = new Set(['this', 'next', 'coming']);

/** "Friday", "fri", "fridays". */
function weekdayAt(words: readonly string[], index: number): number | undefined {
  const word = wordAt(words, index);
  return weekdays.get(word) ?? weekdays.get(word.replace(/s$/, ''));
}
