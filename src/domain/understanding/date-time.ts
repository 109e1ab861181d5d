import { isDeepStrictEqual } from 'node:util';
import { hourOf, readClock, readDayPart, type SpokenClock, type SpokenDayPart } from './clock-phrases.ts';
import type { CivilDay } from './civil-day.ts';
import { daysLater, readDay } from './day-phrases.ts';
import type { Reading } from './numbers.ts';
import { readOffset } from './offset-phrases.ts';
import { statedWordsOf, type DatePiece } from './stated-dates.ts';
import { splitAtRuns, startsWith, wordAt } from './words.ts';
import { withOrderedDates } from './written-date.ts';
import { civilTimeAt, instantOf, type CivilTime } from './zoned-time.ts';

/**
 * A part of the result that was guessed: the day, the time, the hour of a part of the day, am or pm, the week of "next friday", or one of several
 * values.
 */
export type Guess = 'day' | 'time' | 'part-of-day' | 'half-of-day' | 'which-week' | 'one-of-several';

export interface SpokenDateTime {
  /** Unix ms. Without a time: ten in the morning of the day, or an hour from now if that is past. */
  readonly instantMs: number;
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** Whether the text contains nothing else. */
  readonly complete: boolean;
  readonly guesses: readonly Guess[];
}

/** The parts of a date and time that were found. */
interface Parts {
  day?: CivilDay;
  clock?: SpokenClock;
  dayPart?: SpokenDayPart;
  /** Offset from now, in minutes. */
  offsetMinutes?: number;
  /** Whether the text contains two parts of the same type. */
  several?: boolean;
  /** Whether the day has the form "next friday". */
  nextWeekday?: boolean;
}

const minuteMs = 60_000;
const defaultHour = 10;

/** Words around a date that do not change its meaning. */
const leadIns = new Set(
  (
    'on at the of for in by around about i would like to want can could do we us let say make it is how what maybe yes ' +
    'okay sure works work good fine me then day and or oclock how about that will be best better any time anytime ' +
    'sometime some prefer perhaps before after later so ish roughly approximately between'
  ).split(' '),
);

const rangeWords = new Set(['to', 'and', 'or', 'till', 'til']);
const timeLeads = new Set(['at', 'around', 'by', 'before', 'after']);
const corrections: readonly (readonly string[])[] = [['no'], ['sorry'], ['i', 'mean'], ['wait'], ['rather']];

/**
 * Parses a spoken date, time or both, relative to `nowMs` in the zone: "tomorrow at ten", "next friday morning", "in two hours", "half past two on
 * march third". A time without a date is the next such time. Returns undefined if the text has neither a date nor a time.
 */
export function parseDateTime(text: string, nowMs: number, zone: string): SpokenDateTime | undefined {
  const now = civilTimeAt(nowMs, zone);
  const segments = segmentsOf(text, now, zone).map((words) => readAll(words, now));
  const complete = segments.every((found) => found.complete);
  // Parts after a correction replace those before it.
  const parts: Parts = Object.assign({}, ...segments.map(withBareNumberClock));
  if (parts.offsetMinutes !== undefined) {
    const instantMs = Math.ceil((nowMs + parts.offsetMinutes * minuteMs) / minuteMs) * minuteMs;
    return { instantMs, hasDate: true, hasTime: true, complete, guesses: [] };
  }
  const { day, clock, dayPart } = parts;
  if (day === undefined && clock === undefined && dayPart === undefined) return undefined;
  const hasTime = clock !== undefined || dayPart !== undefined;
  const instantMs = hasTime ? instantOfTime(parts, now, nowMs, zone) : instantOfDay(day!, now, nowMs, zone);
  const hasDate = day !== undefined || dayPart?.today === true;
  return { instantMs, hasDate, hasTime, complete, guesses: guessesOf(parts, now) };
}

/** Whether a date can be stored without a question: it is one value, and not past. */
export const isDefinite = ({ guesses, instantMs }: SpokenDateTime, nowMs: number): boolean =>
  !guesses.includes('one-of-several') && instantMs > nowMs;

/** Returns the words of a text between its corrections; none if the text rejects its date: "Monday? No." */
function segmentsOf(text: string, now: CivilTime, zone: string): string[][] {
  const words = statedWordsOf(withOrderedDates(text, zone), (all, index) => pieceAt(all, index, now));
  return words === undefined || words.at(-1) === 'no' ? [] : splitAtRuns(words, corrections);
}

/** Returns the date, time or part of a day at `index`. A bare number counts as a time. */
function pieceAt(words: readonly string[], index: number, now: CivilTime): DatePiece | undefined {
  const parts: Parts = {};
  const next = readPiece(words, index, now, parts);
  if (next !== undefined) return { kinds: Object.keys(parts), next };
  const clock = readClock(words, index);
  return clock && { kinds: ['clock'], next: clock.next };
}

function guessesOf({ day, clock, dayPart, several, nextWeekday }: Parts, now: CivilTime): Guess[] {
  const guesses: readonly (readonly [Guess, boolean])[] = [
    ['day', day === undefined && dayPart?.today !== true],
    ['time', clock === undefined && dayPart === undefined],
    ['part-of-day', clock === undefined && dayPart !== undefined],
    ['half-of-day', clock?.meridiem === 'unknown' && dayPart === undefined && !isPlainHour(clock.hour)],
    // On a Monday, "next friday" may mean in four or in eleven days.
    ['which-week', nextWeekday === true && day !== undefined && daysBetween(now, day) > 7],
    ['one-of-several', several === true],
  ];
  return guesses.filter(([, isGuessed]) => isGuessed).map(([guess]) => guess);
}

const daysBetween = (one: CivilDay, other: CivilDay): number =>
  (Date.UTC(other.year, other.month - 1, other.day) - Date.UTC(one.year, one.month - 1, one.day)) /
  86_400_000;

/** Hours that are unambiguous without am or pm. */
const isPlainHour = (hour: number): boolean => hour === 12 || (hour >= 1 && hour <= 5) || hour >= 9;

interface Found {
  readonly parts: Parts;
  /** The first bare number. */
  readonly bareNumberClock: SpokenClock | undefined;
  readonly complete: boolean;
}

function readAll(words: readonly string[], now: CivilTime): Found {
  let found: Found = { parts: {}, bareNumberClock: undefined, complete: true };
  for (let index = 0; index < words.length;) {
    const next = readPiece(words, index, now, found.parts);
    const after = next === undefined ? readBareNumber(words, index, found) : { found, next };
    ({ found } = after);
    index = after.next;
  }
  return found;
}

/** Parses the remaining words: a number that may be a time, or an unrelated word. */
function readBareNumber(
  words: readonly string[],
  index: number,
  found: Found,
): { found: Found; next: number } {
  const clock = readClock(words, index);
  if (clock === undefined) {
    if (isAlternative(words, index) || openWords.has(words[index]!)) found.parts.several = true;
    const complete = found.complete && leadIns.has(words[index]!);
    return { found: { ...found, complete }, next: index + 1 };
  }
  const isRange = rangeWords.has(wordAt(words, clock.next));
  if (isRange || found.bareNumberClock !== undefined) found.parts.several = true;
  if (timeLeads.has(wordAt(words, index - 1))) found.parts.clock ??= clock.value;
  return { found: { ...found, bareNumberClock: found.bareNumberClock ?? clock.value }, next: clock.next };
}

/** Words that leave a date open if no date contains them: bounds ("before noon"), months, and days without a rule here. */
const openWords = new Set(
  (
    'before after until till from by latest earliest onward onwards january february march april june july august september october ' +
    'november december christmas xmas easter thanksgiving halloween birthday anniversary eve boxing pentecost ramadan eid diwali passover ' +
    'hanukkah years'
  ).split(' '),
);

/** "Or", except in "or so", and a numeral that is no time, such as "2-4". */
const isAlternative = (words: readonly string[], index: number): boolean =>
  words[index] === 'or' ? wordAt(words, index + 1) !== 'so' : /^\d/.test(words[index]!);

/** A bare number is a time if there is also a day or a part of the day, or if the text contains nothing else. */
function withBareNumberClock({ parts, bareNumberClock, complete }: Found): Parts {
  if (bareNumberClock === undefined || parts.clock !== undefined) return parts;
  const isTime = parts.day !== undefined || parts.dayPart !== undefined || complete;
  return isTime ? { ...parts, clock: bareNumberClock } : parts;
}

/** Parses one part into `parts` and returns the next index; undefined if there is none. The first of two parts of a type is kept. */
function readPiece(
  words: readonly string[],
  index: number,
  now: CivilTime,
  parts: Parts,
): number | undefined {
  for (const read of pieces) {
    const next = read(words, index, now, parts);
    if (next !== undefined) return next;
  }
  return undefined;
}

type PieceReader = typeof readPiece;

const readOffsetPiece: PieceReader = (words, index, _now, parts) =>
  storePart(parts, 'offsetMinutes', readOffset(words, index));

const readDayPiece: PieceReader = (words, index, now, parts) => {
  const isNext = words[index] === 'next' && words[index + 1] !== 'week';
  const day = readDay(words, index, now);
  if (day !== undefined && isNext) parts.nextWeekday ??= parts.day === undefined;
  return storePart(parts, 'day', day);
};

const readPartPiece: PieceReader = (words, index, _now, parts) =>
  storePart(parts, 'dayPart', readDayPart(words, index));

const readClockPiece: PieceReader = (words, index, _now, parts) => {
  const clock = readClock(words, index);
  if (clock !== undefined && words[index - 1] === 'between') parts.several = true;
  // Whether a bare number is a time is decided at the end.
  return clock?.value.isBareNumber === true && words[index - 1] !== 'between'
    ? undefined
    : storePart(parts, 'clock', clock);
};

/** "Same time tomorrow", "this time next week": the current time of day. "Not this time" is not a time. */
const readSameTimePiece: PieceReader = (words, index, now, parts) => {
  const isSame = startsWith(words, index, ['same', 'time']);
  if (!isSame && !startsWith(words, index, ['this', 'time'])) return undefined;
  const day = startsWith(words, index + 2, ['next', 'week'])
    ? { value: daysLater(now, 7), next: index + 4 }
    : readDay(words, index + 2, now);
  if (day === undefined && (!isSame || parts.day === undefined)) return undefined;
  const { hour, minute } = now;
  storePart(parts, 'clock', {
    value: { hour, minute, meridiem: '24-hour', isBareNumber: false },
    next: index + 2,
  });
  return storePart(parts, 'day', day) ?? index + 2;
};

const pieces: readonly PieceReader[] = [
  readOffsetPiece,
  readSameTimePiece,
  readDayPiece,
  readPartPiece,
  readClockPiece,
];

/** "First thing Monday morning" repeats a part of the day. After a time of day, a repeated part is more often misheard. */
const isRepeated = (parts: Parts, kind: keyof Parts, value: unknown): boolean =>
  isDeepStrictEqual(parts[kind], value) && (kind !== 'dayPart' || parts.clock === undefined);

/** Stores a value if it is the first of its type, and returns the next index. */
function storePart<Kind extends 'day' | 'clock' | 'dayPart' | 'offsetMinutes'>(
  parts: Parts,
  kind: Kind,
  reading: Reading<NonNullable<Parts[Kind]>> | undefined,
): number | undefined {
  if (reading === undefined) return undefined;
  if (parts[kind] === undefined) Object.assign(parts, { [kind]: reading.value });
  else if (!isRepeated(parts, kind, reading.value)) parts.several = true;
  return reading.next;
}

function instantOfTime(parts: Parts, now: CivilTime, nowMs: number, zone: string): number {
  const time = timeOf(parts);
  const day = parts.day ?? (parts.dayPart?.today === true ? now : undefined);
  if (day === undefined) {
    const today = atHour(now, time.hour, time.minute, zone);
    return today > nowMs ? today : atHour(daysLater(now, 1), time.hour, time.minute, zone);
  }
  const instantMs = atHour(day, time.hour, time.minute, zone);
  if (instantMs > nowMs) return instantMs;
  // At noon, "today at nine" is in the evening. At three, "this afternoon" is an hour later.
  if (time.mayBeEvening) return atHour(day, time.hour + 12, time.minute, zone);
  return parts.clock === undefined && isSameDay(day, now) ? nowMs + 60 * minuteMs : instantMs;
}

const isSameDay = (one: CivilDay, other: CivilDay): boolean =>
  one.year === other.year && one.month === other.month && one.day === other.day;

/** Returns the time of day on a 24-hour clock: the spoken one, else the default of the part of the day. */
function timeOf({ clock, dayPart }: Parts): { hour: number; minute: number; mayBeEvening: boolean } {
  if (clock === undefined) return { hour: dayPart!.hour, minute: dayPart!.minute, mayBeEvening: false };
  const hour = hourOf(clock, dayPart?.part);
  const mayBeEvening = clock.meridiem === 'unknown' && dayPart === undefined && hour < 12;
  return { hour, minute: clock.minute, mayBeEvening };
}

function instantOfDay(day: CivilDay, now: CivilTime, nowMs: number, zone: string): number {
  const morning = atHour(day, defaultHour, 0, zone);
  return isSameDay(day, now) && morning <= nowMs ? nowMs + 60 * minuteMs : morning;
}

/** Hour 24 is the midnight that ends the day. */
function atHour(day: CivilDay, hour: number, minute: number, zone: string): number {
  const on = hour === 24 ? daysLater(day, 1) : day;
  return instantOf({ ...on, hour: hour % 24, minute }, zone);
}
