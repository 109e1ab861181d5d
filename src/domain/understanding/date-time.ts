import { isDeepStrictEqual } from 'node:util';
import { daysBetween, daysLater, inNextWeek, isSameDay, type CivilDay } from './civil-day.ts';
import type { Reading } from './numbers.ts';
import { rememberLast } from './phrase-patterns.ts';
import { hourOf, type SpokenClock, type SpokenDayPart } from './spoken-clock.ts';
import { statedWordsOf, type DatePiece, type PieceReader, type StatedRules } from './stated-dates.ts';
import { maxText, splitAtRuns, wordAt } from './words.ts';
import { civilTimeAt, instantOf, weekdayOf, type CivilTime } from './zoned-time.ts';

/**
 * A part of the result that was guessed: the day, the time, the hour of a part of the day, am or pm, the week of "next friday", the day of "next
 * week", or one of several values.
 */
export type Guess =
  | 'day'
  | 'time'
  | 'part-of-day'
  | 'half-of-day'
  | 'which-week'
  | 'part-of-week'
  | 'one-of-several';

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
export interface DateParts {
  day?: CivilDay;
  clock?: SpokenClock;
  dayPart?: SpokenDayPart;
  /** Offset from now, in minutes. */
  offsetMinutes?: number;
  /** Whether the text contains two parts of the same type. */
  several?: boolean;
  /** Whether the day has the form "next friday". */
  nextWeekday?: boolean;
  /** Whether the day is a guess for several days: "next week", "in a few days". */
  partOfWeek?: boolean;
  /** Whether the time has a meaning only with a day: "same time". */
  needsDay?: boolean;
}

/** How a language says dates and times. */
export interface DateRules extends StatedRules {
  /** Rewrites a text before it is split into words. */
  readonly prepare: (text: string, zone: string) => string;
  /** Reads the longest part at `index`. `found` has the parts before it. A bare number is no part. */
  readonly readPart: (
    words: readonly string[],
    index: number,
    now: CivilTime,
    found: DateParts,
  ) => Reading<DateParts> | undefined;
  /** Reads a time of day, also a bare number. */
  readonly readClock: (words: readonly string[], index: number) => Reading<SpokenClock> | undefined;
  /** Words around a date that do not change its meaning. */
  readonly leadIns: ReadonlySet<string>;
  /** Words after a bare number that begin a range or a choice. */
  readonly rangeWords: ReadonlySet<string>;
  /** Words before a bare number that make it a time. */
  readonly timeLeads: ReadonlySet<string>;
  /** Words that leave a date open if no date contains them: bounds ("before noon"), months, and days without a rule. */
  readonly openWords: ReadonlySet<string>;
  /** After one of these, a day and its time replace everything before: "I have the dentist on Tuesday, so better Wednesday". */
  readonly preferences: RegExp;
  /** Whether a word that is no part of a date may be a misspelt day: "tomorow". */
  readonly isLikeDay: (word: string) => boolean;
  /** Whether the word at `index` offers a choice: "or". */
  readonly isAlternative: (words: readonly string[], index: number) => boolean;
  /** Parts after one of these replace those before it. */
  readonly corrections: readonly (readonly string[])[];
  /** A correction at the end rejects the text: "Monday? No." */
  readonly rejectsAtEnd: string;
}

export type DateTimeParser = (text: string, nowMs: number, zone: string) => SpokenDateTime | undefined;

const minuteMs = 60_000;
const defaultHour = 10;

/**
 * Creates the function that parses a spoken date, time or both, relative to `nowMs` in the zone: "tomorrow at ten", "next friday morning", "in two
 * hours", "half past two on march third". A time without a date is the next such time. The function returns undefined if the text has neither a date
 * nor a time.
 */
export function createDateTimeParser(table: DateRules): DateTimeParser {
  const { answerWords, leadIns, openWords, prepositions, corrections, proposals, rejectsAtEnd } = table;
  const runs = [...corrections, ...proposals, [rejectsAtEnd]];
  const known = [answerWords, leadIns, openWords, prepositions, runs.flat()];
  const rules = { ...table, answerWords: new Set(known.flatMap((words) => [...words])) };
  return (text, nowMs, zone) => {
    const now = civilTimeAt(nowMs, zone);
    const segments = segmentsOf(rules.prepare(text.slice(0, maxText), zone), now, rules).map((words) =>
      readAll(words, now, rules),
    );
    const complete = segments.every((found) => found.complete);
    // Parts after a correction replace those before it.
    const parts: DateParts = Object.assign({}, ...segments.map(withBareNumberClock));
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
  };
}

const openGuesses: ReadonlySet<Guess> = new Set<Guess>(['one-of-several', 'part-of-week', 'which-week']);

/** Whether a date can be stored without a question: it is one day or one time, and not past. */
export const isDefinite = ({ guesses, instantMs }: SpokenDateTime, nowMs: number): boolean =>
  instantMs > nowMs && !guesses.some((guess) => openGuesses.has(guess));

/** Returns the words of a text between its corrections; none if the text rejects its date: "Monday? No." */
function segmentsOf(text: string, now: CivilTime, rules: DateRules): readonly (readonly string[])[] {
  const read: PieceReader = rememberLast((all, index) => pieceAt(all, index, now, rules));
  const words = preferredWordsOf(text, rules, read) ?? statedWordsOf(text, rules, read);
  return words === undefined || words.at(-1) === rules.rejectsAtEnd
    ? []
    : splitAtRuns(words, rules.corrections);
}

/** Returns the words after the last preference if they have a day. */
function preferredWordsOf(text: string, rules: DateRules, read: PieceReader): readonly string[] | undefined {
  const clauses = text.split(rules.preferences);
  const words = clauses.length === 1 ? undefined : statedWordsOf(clauses.at(-1)!, rules, read);
  const hasDay = words?.some((_, index) => read(words, index)?.kinds.includes('day') === true);
  return hasDay === true ? words : undefined;
}

const kinds = ['day', 'clock', 'dayPart', 'offsetMinutes'] as const;

/** Returns the date, time or part of a day at `index`. A bare number counts as a time. */
function pieceAt(
  words: readonly string[],
  index: number,
  now: CivilTime,
  rules: DateRules,
): DatePiece | undefined {
  const part = rules.readPart(words, index, now, {});
  if (part !== undefined)
    return { kinds: kinds.filter((kind) => part.value[kind] !== undefined), next: part.next };
  const clock = rules.readClock(words, index);
  return clock && { kinds: ['clock'], next: clock.next };
}

function guessesOf(parts: DateParts, now: CivilTime): Guess[] {
  const { day, clock, dayPart, several, nextWeekday, needsDay, partOfWeek } = parts;
  const guesses: readonly (readonly [Guess, boolean])[] = [
    ['day', day === undefined && dayPart?.today !== true],
    ['time', clock === undefined && dayPart === undefined],
    ['part-of-day', clock === undefined && dayPart !== undefined],
    ['half-of-day', dayPart === undefined && hasUnknownHalf(clock)],
    ['which-week', nextWeekday === true && day !== undefined && isAheadThisWeek(day, now)],
    ['part-of-week', partOfWeek === true],
    ['one-of-several', several === true || (needsDay === true && day === undefined)],
  ];
  return guesses.filter(([, isGuessed]) => isGuessed).map(([guess]) => guess);
}

/** On a Monday, "next friday" may mean in four or in eleven days. */
const isAheadThisWeek = (day: CivilDay, now: CivilDay): boolean =>
  daysBetween(now, inNextWeek(now, weekdayOf(day))) > 7;

const hasUnknownHalf = (clock: SpokenClock | undefined): boolean =>
  clock?.meridiem === 'unknown' && !isPlainHour(clock.hour);

/** Hours that are unambiguous without am or pm. */
const isPlainHour = (hour: number): boolean => hour === 12 || (hour >= 1 && hour <= 5) || hour >= 9;

interface Found {
  readonly parts: DateParts;
  /** The first bare number. */
  readonly bareNumberClock: SpokenClock | undefined;
  readonly complete: boolean;
}

function readAll(words: readonly string[], now: CivilTime, rules: DateRules): Found {
  let found: Found = { parts: {}, bareNumberClock: undefined, complete: true };
  const unknown: string[] = [];
  for (let index = 0; index < words.length;) {
    const part = rules.readPart(words, index, now, found.parts);
    if (part !== undefined) {
      addParts(found.parts, part.value);
      index = part.next;
      continue;
    }
    const after = readBareNumber(words, index, found, rules);
    if (after.found.complete === false && !rules.leadIns.has(words[index]!)) unknown.push(words[index]!);
    ({ found } = after);
    index = after.next;
  }
  const { day, dayPart, offsetMinutes } = found.parts;
  const hasDay = day !== undefined || dayPart?.today === true || offsetMinutes !== undefined;
  if (!hasDay && unknown.some(rules.isLikeDay)) found.parts.several = true;
  return found;
}

/** Parses the remaining words: a number that may be a time, or an unrelated word. */
function readBareNumber(
  words: readonly string[],
  index: number,
  found: Found,
  { readClock, isAlternative, openWords, leadIns, rangeWords, timeLeads }: DateRules,
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

/** A bare number is a time if there is also a day or a part of the day, or if the text contains nothing else. */
function withBareNumberClock({ parts, bareNumberClock, complete }: Found): DateParts {
  if (bareNumberClock === undefined || parts.clock !== undefined) return parts;
  const isTime = parts.day !== undefined || parts.dayPart !== undefined || complete;
  return isTime ? { ...parts, clock: bareNumberClock } : parts;
}

function addPart(parts: DateParts, added: DateParts, kind: (typeof kinds)[number]): void {
  const isNew = parts[kind] === undefined || (kind === 'clock' && isExplained(parts.clock, added.clock));
  if (isNew) Object.assign(parts, { [kind]: added[kind] });
  else if (!isRepeated(parts, kind, added[kind])) parts.several = true;
}

const flags = ['several', 'needsDay', 'partOfWeek'] as const;

/** Adds a part to those before it. The first of two parts of a type is kept. */
function addParts(parts: DateParts, added: DateParts): void {
  for (const flag of flags) if (added[flag] === true) parts[flag] = true;
  if (added.nextWeekday === true) parts.nextWeekday ??= parts.day === undefined;
  for (const kind of kinds) if (added[kind] !== undefined) addPart(parts, added, kind);
}

/** "At quarter past five, so 17:15": the second time says the half of the day of the first. */
const isExplained = (before: SpokenClock | undefined, clock: SpokenClock | undefined): boolean =>
  before?.meridiem === 'unknown' &&
  clock?.meridiem === '24-hour' &&
  before.hour % 12 === clock.hour % 12 &&
  before.minute === clock.minute;

/** "First thing Monday morning" repeats a part of the day. After a time of day, a repeated part is more often misheard. */
const isRepeated = (parts: DateParts, kind: keyof DateParts, value: unknown): boolean =>
  isDeepStrictEqual(parts[kind], value) && (kind !== 'dayPart' || parts.clock === undefined);

function instantOfTime(parts: DateParts, now: CivilTime, nowMs: number, zone: string): number {
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

/** Returns the time of day on a 24-hour clock: the spoken one, else the default of the part of the day. */
function timeOf({ clock, dayPart }: DateParts): { hour: number; minute: number; mayBeEvening: boolean } {
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
