import { hourOf, readClock, readDayPart, type SpokenClock, type SpokenDayPart } from './clock-phrases.ts';
import type { CivilDay } from './civil-day.ts';
import { daysLater, readDay } from './day-phrases.ts';
import type { Reading } from './numbers.ts';
import { readOffset } from './offset-phrases.ts';
import { contentWordsOf, splitAtRuns, startsWith, wordAt } from './words.ts';
import { civilTimeAt, instantOf, type CivilTime } from './zoned-time.ts';

/**
 * What was filled in rather than heard: the day, the time, the hour that stands for a part of the day, whether morning or
 * evening, which week "next friday" means, which of several was meant.
 */
export type Guess = 'day' | 'time' | 'part-of-day' | 'half-of-day' | 'which-week' | 'one-of-several';

export interface SpokenDateTime {
  /** Unix ms. Where no time was said: ten in the morning of the day, or an hour from now where that is past. */
  readonly instantMs: number;
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** Whether nothing else was said. */
  readonly complete: boolean;
  readonly guesses: readonly Guess[];
}

/** What was found so far. */
interface Parts {
  day?: CivilDay;
  clock?: SpokenClock;
  part?: SpokenDayPart;
  /** From now, in minutes. */
  offsetMinutes?: number;
  /** Two of a kind were said. */
  several?: boolean;
  /** The day was said as "next friday". */
  nextWeekday?: boolean;
}

const minuteMs = 60_000;
const hourWithoutTime = 10;

/** Words that may stand around a date without saying more. */
const leadIns = new Set(
  (
    'on at the of for in by around about i would like to want can could do we us let say make it is how what maybe yes ' +
    'okay sure works work good fine me then day and or oclock how about that will be best better any time anytime ' +
    'sometime some prefer perhaps before after later so ish roughly approximately between'
  ).split(' '),
);

const timeLeads = new Set(['at', 'around', 'by', 'before', 'after']);
const corrections: readonly (readonly string[])[] = [['no'], ['sorry'], ['i', 'mean'], ['wait'], ['rather']];

/**
 * A date, a time or both, as people say them, seen from `nowMs` in the zone: "tomorrow at ten", "next friday morning", "in two
 * hours", "half past two on march third". A time without a date is the next such time. Undefined where neither was said.
 */
export function parseDateTime(text: string, nowMs: number, zone: string): SpokenDateTime | undefined {
  const now = civilTimeAt(nowMs, zone);
  const stretches = splitAtRuns(contentWordsOf(text), corrections).map((words) => readAll(words, now));
  const complete = stretches.every((found) => found.complete);
  // What is said after a correction takes the place of what was said before it.
  const parts: Parts = Object.assign({}, ...stretches.map(withBareNumberClock));
  if (parts.offsetMinutes !== undefined) {
    const instantMs = Math.ceil((nowMs + parts.offsetMinutes * minuteMs) / minuteMs) * minuteMs;
    return { instantMs, hasDate: true, hasTime: true, complete, guesses: [] };
  }
  const { day, clock, part } = parts;
  if (day === undefined && clock === undefined && part === undefined) return undefined;
  const hasTime = clock !== undefined || part !== undefined;
  const instantMs = hasTime ? instantOfTime(parts, now, nowMs, zone) : instantOfDay(day!, now, nowMs, zone);
  const hasDate = day !== undefined || part?.today === true;
  return { instantMs, hasDate, hasTime, complete, guesses: guessesOf(parts, now) };
}

function guessesOf({ day, clock, part, several, nextWeekday }: Parts, now: CivilTime): Guess[] {
  const isDoubtful: readonly (readonly [Guess, boolean])[] = [
    ['day', day === undefined && part?.today !== true],
    ['time', clock === undefined && part === undefined],
    ['part-of-day', clock === undefined && part !== undefined],
    ['half-of-day', clock?.meridiem === 'unknown' && part === undefined && !isPlainHour(clock.hour)],
    // On a Monday, "next friday" may be in four days or in eleven.
    ['which-week', nextWeekday === true && day !== undefined && daysBetween(now, day) > 7],
    ['one-of-several', several === true],
  ];
  return isDoubtful.filter(([, doubtful]) => doubtful).map(([guess]) => guess);
}

const daysBetween = (one: CivilDay, other: CivilDay): number =>
  (Date.UTC(other.year, other.month - 1, other.day) - Date.UTC(one.year, one.month - 1, one.day)) /
  86_400_000;

/** Hours that hardly anybody means in the other half of the day. */
const isPlainHour = (hour: number): boolean => hour === 12 || (hour >= 1 && hour <= 5) || hour >= 9;

interface Found {
  readonly parts: Parts;
  /** A bare number, the first one. */
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

/** What is left: a number that may be a time, or a word that says nothing of time. */
function readBareNumber(
  words: readonly string[],
  index: number,
  found: Found,
): { found: Found; next: number } {
  const clock = readClock(words, index);
  if (clock === undefined) {
    const complete = found.complete && leadIns.has(words[index]!);
    return { found: { ...found, complete }, next: index + 1 };
  }
  if (timeLeads.has(wordAt(words, index - 1))) found.parts.clock ??= clock.value;
  return { found: { ...found, bareNumberClock: found.bareNumberClock ?? clock.value }, next: clock.next };
}

/** A bare number is a time beside a day or a part of the day, or where it was all that was said. */
function withBareNumberClock({ parts, bareNumberClock, complete }: Found): Parts {
  if (bareNumberClock === undefined || parts.clock !== undefined) return parts;
  const isTime = parts.day !== undefined || parts.part !== undefined || complete;
  return isTime ? { ...parts, clock: bareNumberClock } : parts;
}

/** Reads one piece into `parts`; the index behind it, or undefined where there is none. Of two of a kind the first stays. */
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
  keep(parts, 'offsetMinutes', readOffset(words, index));

const readDayPiece: PieceReader = (words, index, now, parts) => {
  const isNext = words[index] === 'next' && words[index + 1] !== 'week';
  const day = readDay(words, index, now);
  if (day !== undefined && isNext) parts.nextWeekday ??= parts.day === undefined;
  return keep(parts, 'day', day);
};

const readPartPiece: PieceReader = (words, index, _now, parts) =>
  keep(parts, 'part', readDayPart(words, index));

const readClockPiece: PieceReader = (words, index, _now, parts) => {
  const clock = readClock(words, index);
  // Of a bare number it is told at the end whether it is a time.
  return clock?.value.isBareNumber === true && words[index - 1] !== 'between'
    ? undefined
    : keep(parts, 'clock', clock);
};

/** "Same time tomorrow", "this time next week": what the clock shows now. "Not this time" is no time. */
const readSameTimePiece: PieceReader = (words, index, now, parts) => {
  const isSame = startsWith(words, index, ['same', 'time']);
  if (!isSame && !startsWith(words, index, ['this', 'time'])) return undefined;
  const day = startsWith(words, index + 2, ['next', 'week'])
    ? { value: daysLater(now, 7), next: index + 4 }
    : readDay(words, index + 2, now);
  if (day === undefined && (!isSame || parts.day === undefined)) return undefined;
  const { hour, minute } = now;
  keep(parts, 'clock', {
    value: { hour, minute, meridiem: '24-hour', isBareNumber: false },
    next: index + 2,
  });
  return keep(parts, 'day', day) ?? index + 2;
};

const pieces: readonly PieceReader[] = [
  readOffsetPiece,
  readSameTimePiece,
  readDayPiece,
  readPartPiece,
  readClockPiece,
];

/** Writes a reading down where it is the first of its kind; the index behind it. */
function keep<Kind extends 'day' | 'clock' | 'part' | 'offsetMinutes'>(
  parts: Parts,
  kind: Kind,
  reading: Reading<NonNullable<Parts[Kind]>> | undefined,
): number | undefined {
  if (reading === undefined) return undefined;
  if (parts[kind] === undefined) Object.assign(parts, { [kind]: reading.value });
  else parts.several = true;
  return reading.next;
}

function instantOfTime(parts: Parts, now: CivilTime, nowMs: number, zone: string): number {
  const time = timeOf(parts);
  const day = parts.day ?? (parts.part?.today === true ? now : undefined);
  if (day === undefined) {
    const today = atHour(now, time.hour, time.minute, zone);
    return today > nowMs ? today : atHour(daysLater(now, 1), time.hour, time.minute, zone);
  }
  const instantMs = atHour(day, time.hour, time.minute, zone);
  if (instantMs > nowMs) return instantMs;
  // "Today at nine", said at noon, is the evening; "this afternoon", said at three, is an hour later.
  if (time.mayBeEvening) return atHour(day, time.hour + 12, time.minute, zone);
  return parts.clock === undefined && isSameDay(day, now) ? nowMs + 60 * minuteMs : instantMs;
}

const isSameDay = (one: CivilDay, other: CivilDay): boolean =>
  one.year === other.year && one.month === other.month && one.day === other.day;

/** The time of day on a 24-hour clock: the one that was said, else the one that stands for the part of the day. */
function timeOf({ clock, part }: Parts): { hour: number; minute: number; mayBeEvening: boolean } {
  if (clock === undefined) return { hour: part!.hour, minute: part!.minute, mayBeEvening: false };
  const hour = hourOf(clock, part?.part);
  const mayBeEvening = clock.meridiem === 'unknown' && part === undefined && hour < 12;
  return { hour, minute: clock.minute, mayBeEvening };
}

function instantOfDay(day: CivilDay, now: CivilTime, nowMs: number, zone: string): number {
  const morning = atHour(day, hourWithoutTime, 0, zone);
  return isSameDay(day, now) && morning <= nowMs ? nowMs + 60 * minuteMs : morning;
}

/** Hour 24 is the midnight that ends the day. */
function atHour(day: CivilDay, hour: number, minute: number, zone: string): number {
  const on = hour === 24 ? daysLater(day, 1) : day;
  return instantOf({ ...on, hour: hour % 24, minute }, zone);
}
