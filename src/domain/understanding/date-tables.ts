import { distance } from 'fastest-levenshtein';
import { createDateTimeParser, type DateRules, type DateTimeParser } from './date-time.ts';
import { numericSlots, type NumeralTable } from './date-numerals.ts';
import {
  clockOf,
  partsOf,
  type ClockRule,
  type DatePhraseRule,
  type DayPartRule,
  type DayRule,
  type OffsetRule,
} from './date-phrases.ts';
import type { Reading } from './numbers.ts';
import { createPhraseMatcher, rememberLast, type PhraseMatch, type Slot } from './phrase-patterns.ts';
import type { SpokenClock } from './spoken-clock.ts';
import { wordAt, type Words } from './words.ts';
import { lazy } from './lazy.ts';

type Patterns<Rule> = readonly (readonly [pattern: string, rule: Rule])[];

/** The dates and times of a language. Patterns are those of `createPhraseMatcher`. Lists of words are separated by spaces, of phrases by bars. */
export interface DateTable extends NumeralTable {
  /** From Sunday. Variants are separated by bars. */
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  /** Calendar dates, which other patterns contain as `{date}`. */
  readonly dates: readonly string[];
  readonly days: Patterns<DayRule>;
  readonly clocks: Patterns<ClockRule>;
  /** Articles that are also the number one. They are no time. */
  readonly dayParts: readonly DayPartRule[];
  readonly offsets: readonly OffsetRule[];
  /** The current time of day, together with a day. */
  readonly sameTime: readonly string[];
  readonly leadIns: string;
  readonly openWords: string;
  readonly alternatives: string;
  /** After one of these, a day and its time replace everything before: "so better Wednesday". */
  readonly preferences: RegExp;
  readonly corrections: string;
  readonly rejectsAtEnd: string;
  readonly prepare?: (text: string) => string;
  readonly courtesies: RegExp;
  readonly clauseSeparators: RegExp;
  readonly limits: string;
  readonly limitPattern: RegExp;
  readonly past: string;
  readonly rejections: string;
  readonly rejectionRuns: string;
  readonly obstacles: RegExp;
  readonly negators: string;
  readonly prepositions: string;
  readonly verbs: string;
  readonly questions: string;
  readonly proposals: string;
  /** Further words around a date that leave its meaning unchanged. */
  readonly answerWords: string;
  readonly agreements: string;
  readonly callWords: string;
  readonly reasons: string;
}

/** Creates the function that parses the dates and times of a language from its tables. */
export const createTableParser = (table: DateTable): DateTimeParser => lazy(() => tableParser(table));

function tableParser(table: DateTable): DateTimeParser {
  const { words, prepare = (text: string) => text } = table;
  const leadIns = setFrom(table.leadIns, table);
  const articles = setFrom(table.articles, table);
  const match = createMatcher(table);
  /** "Zwei Kollegen" is no time, and neither is the article "eine". */
  const isTime = (all: readonly string[], index: number, { value, next }: Reading<SpokenClock>): boolean =>
    !value.isBareNumber ||
    (!(next === index + 1 && articles.has(all[index]!)) &&
      (next === all.length ||
        leadIns.has(all[next]!) ||
        ends.has(all[next]!) ||
        match(all, next).length > 0));
  const readClock = (all: readonly string[], index: number): Reading<SpokenClock> | undefined => {
    for (const { rule, values, next } of match(all, index)) {
      const value = rule.kind === 'clock' ? clockOf(rule.rule, values) : undefined;
      if (value !== undefined) return isTime(all, index, { value, next }) ? { value, next } : undefined;
    }
    return undefined;
  };
  const alternatives = setFrom(table.alternatives, table);
  const dayWords = dayWordsOf(table);
  const openWords = setFrom(table.openWords, table);
  const ends = new Set([...alternatives, ...openWords]);
  return createDateTimeParser({
    ...runsAndSets(table),
    words,
    prepare,
    readPart(all, index, now) {
      for (const phrase of match(all, index)) {
        const value = isHour(all, phrase) ? undefined : partsOf(phrase, now);
        if (value !== undefined) return { value, next: phrase.next };
      }
      return undefined;
    },
    readClock,
    isLikeDay: (word) => isLikeDay(word, dayWords),
    leadIns,
    openWords,
    rangeWords: ends,
    timeLeads: setFrom(table.clockLeads, table),
    isAlternative: (all, index) => alternatives.has(all[index]!) || /^\d/.test(all[index]!),
  });
}

type RunsAndSets = Omit<
  DateRules,
  | 'words'
  | 'prepare'
  | 'readPart'
  | 'readClock'
  | 'leadIns'
  | 'openWords'
  | 'rangeWords'
  | 'timeLeads'
  | 'isAlternative'
  | 'isLikeDay'
>;

function runsAndSets(table: DateTable): RunsAndSets {
  const setOf = (list: string) => setFrom(list, table);
  const runsOf = (phrases: string) => phrases.split('|').map(table.words.wordsOf);
  return {
    corrections: runsOf(table.corrections),
    rejectsAtEnd: table.rejectsAtEnd,
    preferences: table.preferences,
    courtesies: table.courtesies,
    clauseSeparators: table.clauseSeparators,
    limits: runsOf(table.limits),
    limitPattern: table.limitPattern,
    pastWords: setOf(table.past),
    rejections: setOf(table.rejections),
    rejectionRuns: runsOf(table.rejectionRuns),
    obstacles: table.obstacles,
    negators: runsOf(table.negators),
    prepositions: setOf(table.prepositions),
    verbs: setOf(table.verbs),
    questions: runsOf(table.questions),
    proposals: runsOf(table.proposals),
    answerWords: setOf(`${table.answerWords} ${table.alternatives}`),
    agreements: setOf(table.agreements),
    callWords: setOf(table.callWords),
    reasons: runsOf(table.reasons),
  };
}

/** Returns the words of a list as texts are split into them, such as without accents. */
const setFrom = (list: string, { words }: Pick<DateTable, 'words'>): ReadonlySet<string> =>
  new Set(list.split(' ').flatMap((word) => words.wordsOf(word)));

/** Words after a number that is an hour: "woensdag 9 uur" is not the ninth. */
const hourWords = new Set(['uhr', 'uur', 'u', 'h', 'heures', 'horas', 'hs']);

const isHour = (words: readonly string[], { rule, values, next }: PhraseMatch<DatePhraseRule>): boolean =>
  rule.kind === 'day' && values.has('day') && hourWords.has(wordAt(words, next));

/** Returns the words of five letters or more: names of days and months, and the days that are one word: "tomorrow". */
function dayWordsOf({ weekdays, months, days, words }: DateTable): readonly string[] {
  const names = [...weekdays, ...months].map((variants) => variants.split('|')[0]!);
  const single = days.map(([pattern]) => pattern).filter((pattern) => /^\p{L}+$/u.test(pattern));
  return [...names, ...single].flatMap(words.wordsOf).filter((word) => word.length > 4);
}

const sorted = (word: string): string => [...word].toSorted().join('');

/** Whether a word may be a misspelt or shortened day: one letter differs, two of a long one, two are exchanged, or it is the beginning. */
export const isLikeDay = (word: string, dayWords: readonly string[]): boolean =>
  word.length > 3 &&
  dayWords.some((day) => {
    const letters = distance(word, day);
    return (
      letters <= (day.length > 6 ? 2 : 1) ||
      (letters === 2 && sorted(word) === sorted(day)) ||
      day.startsWith(word)
    );
  });

type Matcher = (words: readonly string[], index: number) => readonly PhraseMatch<DatePhraseRule>[];

function createMatcher(table: DateTable): Matcher {
  const slots = slotsOf(table);
  const patterns: readonly (readonly [string, DatePhraseRule])[] = [
    ...table.offsets.map((rule) => [rule[0], { kind: 'offset', rule }] as const),
    ...table.dates.map((pattern) => [pattern, { kind: 'day', rule: {} }] as const),
    ...table.days.map(([pattern, rule]) => [pattern, { kind: 'day', rule }] as const),
    ...table.clocks.map(([pattern, rule]) => [pattern, { kind: 'clock', rule }] as const),
    ...commonClocks.map(([pattern, rule]) => [pattern, { kind: 'clock', rule }] as const),
    ...table.dayParts.map((rule) => [rule[0], { kind: 'part', rule }] as const),
    ...table.sameTime.map((pattern) => [pattern, { kind: 'same-time' }] as const),
  ];
  return rememberLast(createPhraseMatcher(patterns, slots, table.words));
}

const commonClocks: Patterns<ClockRule> = [
  ['{time}', {}],
  ['{hour} am', { half: 'am' }],
  ['{hour} pm', { half: 'pm' }],
  ['{hour} a m', { half: 'am' }],
  ['{hour} p m', { half: 'pm' }],
  ['{time} a m', { half: 'am' }],
  ['{time} p m', { half: 'pm' }],
  ['{time} am', { half: 'am' }],
  ['{time} pm', { half: 'pm' }],
  ['{hour} {tens}', {}],
  ['{hour}', { isBare: true }],
];

function slotsOf(table: DateTable): Record<string, Slot> {
  const { words, dates } = table;
  const slots: Record<string, Slot> = {
    ...numericSlots(table),
    weekday: wordSlot(table.weekdays, 0, words),
    month: wordSlot(table.months, 1, words),
  };
  const findDate = createPhraseMatcher(
    dates.map((pattern) => [pattern, undefined] as const),
    slots,
    words,
  );
  slots['date'] = rememberLast((all, index) => {
    const [found] = findDate(all, index);
    return found === undefined ? [] : [{ value: found.values, next: found.next }];
  });
  return slots;
}

/** Reads one of the names, which are counted from `first`. */
function wordSlot(names: readonly string[], first: number, { wordsOf }: Words): Slot {
  const numbers = new Map(
    names.flatMap((variants, index) =>
      variants.split('|').map((name) => [wordsOf(name).join(' '), index + first] as const),
    ),
  );
  return (words, index) =>
    [2, 1].flatMap((length) => {
      const value = numbers.get(words.slice(index, index + length).join(' '));
      return value === undefined || words.length < index + length ? [] : [{ value, next: index + length }];
    });
}
