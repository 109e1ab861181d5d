import { hourOf, readClock, readPart, type SpokenClock, type SpokenPart } from './clock-phrases.ts';
import type { CivilDay } from './civil-day.ts';
import { later, readCount, readDay } from './day-phrases.ts';
import type { Reading } from './numbers.ts';
import { contentWordsOf, splitAtRuns, startsWith, wordAt } from './words.ts';
import { civilTimeAt, instantOf, type CivilTime } from './zoned-time.ts';

export interface SpokenDateTime {
  /** Unix ms. Where no time was said: ten in the morning of the day, or an hour from now where that is past. */
  readonly instantMs: number;
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** Whether nothing else was said. */
  readonly complete: boolean;
}

/** What was found so far. */
interface Parts {
  day?: CivilDay;
  clock?: SpokenClock;
  part?: SpokenPart;
  /** From now, in minutes. */
  offsetMinutes?: number;
}

const minuteMs = 60_000;
const hourWithoutTime = 10;

/** Words that may stand around a date without saying more. */
const leadIns = new Set(
  (
    'on at the of for in by around about i would like to want can could do we us let say make it is how what maybe yes ' +
    'okay sure works work good fine me then day and or oclock how about that will be best better any time anytime ' +
    'sometime some prefer perhaps before after'
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
  const parts: Parts = Object.assign({}, ...stretches.map(withWeakClock));
  if (parts.offsetMinutes !== undefined) {
    const instantMs = Math.ceil((nowMs + parts.offsetMinutes * minuteMs) / minuteMs) * minuteMs;
    return { instantMs, hasDate: true, hasTime: true, complete };
  }
  const { day, clock, part } = parts;
  if (day === undefined && clock === undefined && part === undefined) return undefined;
  const hasTime = clock !== undefined || part !== undefined;
  const instantMs = hasTime ? instantOfTime(parts, now, nowMs, zone) : instantOfDay(day!, now, nowMs, zone);
  return { instantMs, hasDate: day !== undefined || part?.today === true, hasTime, complete };
}

interface Found {
  readonly parts: Parts;
  /** A bare number, the first one. */
  readonly weakClock: SpokenClock | undefined;
  readonly complete: boolean;
}

function readAll(words: readonly string[], now: CivilTime): Found {
  let found: Found = { parts: {}, weakClock: undefined, complete: true };
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
  return { found: { ...found, weakClock: found.weakClock ?? clock.value }, next: clock.next };
}

/** A bare number is a time beside a day or a part of the day, or where it was all that was said. */
function withWeakClock({ parts, weakClock, complete }: Found): Parts {
  if (weakClock === undefined || parts.clock !== undefined) return parts;
  const isTime = parts.day !== undefined || parts.part !== undefined || complete;
  return isTime ? { ...parts, clock: weakClock } : parts;
}

/** Reads one piece into `parts`; the index behind it, or undefined where there is none. Of two of a kind the first stays. */
function readPiece(
  words: readonly string[],
  index: number,
  now: CivilTime,
  parts: Parts,
): number | undefined {
  const offset = readOffset(words, index);
  if (offset !== undefined) {
    parts.offsetMinutes ??= offset.value;
    return offset.next;
  }
  const day = readDay(words, index, now);
  if (day !== undefined) {
    parts.day ??= day.value;
    return day.next;
  }
  const part = readPart(words, index);
  if (part !== undefined) {
    parts.part ??= part.value;
    return part.next;
  }
  const clock = readClock(words, index);
  if (clock === undefined || clock.value.weak) return undefined;
  parts.clock ??= clock.value;
  return clock.next;
}

/** "In two hours", "in half an hour", "an hour from now", "in an hour and a half". */
function readOffset(words: readonly string[], index: number): Reading<number> | undefined {
  const isIn = words[index] === 'in';
  const from = index + (isIn ? 1 : 0);
  const length = readLength(words, from);
  if (length === undefined) return undefined;
  if (isIn) return length;
  return startsWith(words, length.next, ['from', 'now'])
    ? { value: length.value, next: length.next + 2 }
    : undefined;
}

function readLength(words: readonly string[], from: number): Reading<number> | undefined {
  if (startsWith(words, from, ['half', 'an', 'hour'])) return { value: 30, next: from + 3 };
  const count = readCount(words, from);
  if (count === undefined) return undefined;
  const unit = wordAt(words, count.next);
  if (/^minutes?$/.test(unit)) return { value: count.value, next: count.next + 1 };
  if (!/^hours?$/.test(unit)) return undefined;
  const hasHalf = startsWith(words, count.next + 1, ['and', 'a', 'half']);
  return { value: count.value * 60 + (hasHalf ? 30 : 0), next: count.next + (hasHalf ? 4 : 1) };
}

function instantOfTime(parts: Parts, now: CivilTime, nowMs: number, zone: string): number {
  const time = timeOf(parts);
  const day = parts.day ?? (parts.part?.today === true ? now : undefined);
  if (day === undefined) {
    const today = atHour(now, time.hour, time.minute, zone);
    return today > nowMs ? today : atHour(later(now, 1), time.hour, time.minute, zone);
  }
  const instantMs = atHour(day, time.hour, time.minute, zone);
  // "Today at nine", said at noon, is the evening.
  return instantMs <= nowMs && time.mayBeEvening ? atHour(day, time.hour + 12, time.minute, zone) : instantMs;
}

/** The time of day on a 24-hour clock: the one that was said, else the one that stands for the part of the day. */
function timeOf({ clock, part }: Parts): { hour: number; minute: number; mayBeEvening: boolean } {
  if (clock === undefined) return { hour: part!.hour, minute: part!.minute, mayBeEvening: false };
  const hour = hourOf(clock, part?.part);
  const mayBeEvening = clock.half === 'open' && part === undefined && hour < 12;
  return { hour, minute: clock.minute, mayBeEvening };
}

function instantOfDay(day: CivilDay, now: CivilTime, nowMs: number, zone: string): number {
  const morning = atHour(day, hourWithoutTime, 0, zone);
  const isToday = day.year === now.year && day.month === now.month && day.day === now.day;
  return isToday && morning <= nowMs ? nowMs + 60 * minuteMs : morning;
}

/** Hour 24 is the midnight that ends the day. */
function atHour(day: CivilDay, hour: number, minute: number, zone: string): number {
  const on = hour === 24 ? later(day, 1) : day;
  return instantOf({ ...on, hour: hour % 24, minute }, zone);
}
