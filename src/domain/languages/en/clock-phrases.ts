import { readSmall, type Reading } from '../../understanding/numbers.ts';
import type { DayPart, SpokenClock, SpokenDayPart } from '../../understanding/spoken-clock.ts';
import { startsWith, wordAt } from '../../understanding/words.ts';

const namedTimes: readonly (readonly [run: string, hour: number])[] = [
  ['noon', 12],
  ['midday', 12],
  ['lunchtime', 12],
  ['midnight', 24],
];

const dayParts: readonly (readonly [run: string, part: DayPart, hour: number, minute?: number])[] = [
  ['first thing in the morning', 'morning', 9],
  ['first thing', 'morning', 9],
  ['early morning', 'morning', 8],
  ['mid morning', 'morning', 10, 30],
  ['late morning', 'morning', 11],
  ['early afternoon', 'afternoon', 13],
  ['mid afternoon', 'afternoon', 15],
  ['late afternoon', 'afternoon', 16],
  ['early evening', 'evening', 17, 30],
  ['late evening', 'evening', 20],
  ['before work', 'morning', 8],
  ['at lunch', 'afternoon', 12],
  ['over lunch', 'afternoon', 12],
  ['during lunch', 'afternoon', 12],
  ['after school', 'afternoon', 16],
  ['after dinner', 'evening', 19, 30],
  ['close of business', 'afternoon', 17],
  ['before lunch', 'morning', 11],
  ['after lunch', 'afternoon', 14],
  ['after work', 'evening', 17, 30],
  ['end of the day', 'afternoon', 17],
  ['end of day', 'afternoon', 17],
  ['morning', 'morning', 9],
  ['afternoon', 'afternoon', 14],
  ['evening', 'evening', 18],
  ['tonight', 'evening', 19],
  ['night', 'night', 20],
];

/** Parses a time of day: "half past ten", "ten to three", "ten thirty", "10:30", "two pm", "noon", "ten". */
export function readClock(words: readonly string[], index: number): Reading<SpokenClock> | undefined {
  return (
    readNamed(words, index) ??
    readNumeral(words, index) ??
    readPastOrTo(words, index) ??
    readHourAndMinute(words, index)
  );
}

function readNamed(words: readonly string[], index: number): Reading<SpokenClock> | undefined {
  const found = namedTimes.find(([run]) => words[index] === run);
  if (found === undefined) return undefined;
  return { value: { hour: found[1], minute: 0, meridiem: '24-hour', isBareNumber: false }, next: index + 1 };
}

/** `10:30`, `10.30`, `10am`, `14:00`. */
function readNumeral(words: readonly string[], index: number): Reading<SpokenClock> | undefined {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/.exec(wordAt(words, index));
  if (match === null || (match[2] === undefined && match[3] === undefined)) return undefined;
  const value = clock(Number(match[1]), Number(match[2] ?? 0), match[3] ?? words[index + 1]);
  if (value === undefined) return undefined;
  return { value, next: index + (match[3] === undefined && isMeridiem(words[index + 1]) ? 2 : 1) };
}

/** "Half past ten", "half five", "quarter to three", "twenty past two", "five minutes to six". */
function readPastOrTo(words: readonly string[], index: number): Reading<SpokenClock> | undefined {
  const minutes = readMinutesWord(words, index);
  if (minutes === undefined) return undefined;
  const at = minutes.next + (words[minutes.next] === 'minutes' ? 1 : 0);
  const halfHour = words[index] === 'half' ? readTwelveHour(words, at) : undefined;
  if (halfHour !== undefined)
    return readingOf(clock(halfHour.value, 30, words[halfHour.next]), words, halfHour.next);
  const isPast = pastWords.has(wordAt(words, at));
  const hour =
    isPast || (toWords.has(wordAt(words, at)) && !isRange(words, index, at, minutes))
      ? readTwelveHour(words, at + 1)
      : undefined;
  return (
    hour &&
    readingOf(
      hourWithMinutes(hour.value, isPast ? minutes.value : -minutes.value, words[hour.next]),
      words,
      hour.next,
    )
  );
}

/** Returns the clock time some minutes after an hour, or before it if `minutes` is negative. */
function hourWithMinutes(
  hour: number,
  minutes: number,
  meridiem: string | undefined,
): SpokenClock | undefined {
  if (minutes >= 0) return clock(hour, minutes, meridiem);
  return clock(hour === 1 ? 12 : hour - 1, 60 + minutes, meridiem);
}

/** "Two to four" and "10 to 11" are ranges, "ten to three" and "two minutes to three" are times. */
const isRange = (
  words: readonly string[],
  index: number,
  at: number,
  { value: minutes, next }: Reading<number>,
): boolean =>
  at === next &&
  (minutes % 5 !== 0 || words[index - 1] === 'from' || (minutes <= 12 && /^\d/.test(words[index]!)));

const readingOf = (
  value: SpokenClock | undefined,
  words: readonly string[],
  next: number,
): Reading<SpokenClock> | undefined => value && { value, next: afterMeridiem(words, next) };

function readTwelveHour(words: readonly string[], index: number): Reading<number> | undefined {
  const hour = readSmall(words, index);
  return hour !== undefined && hour.value >= 1 && hour.value <= 12 ? hour : undefined;
}

const pastWords = new Set(['past', 'after']);
const toWords = new Set(['to', 'before']);

function readMinutesWord(words: readonly string[], index: number): Reading<number> | undefined {
  const from = words[index] === 'a' ? index + 1 : index;
  if (words[from] === 'half') return { value: 30, next: from + 1 };
  if (words[from] === 'quarter') return { value: 15, next: from + 1 };
  const minutes = readSmall(words, index);
  return minutes !== undefined && minutes.value >= 1 && minutes.value < 60 ? minutes : undefined;
}

/** "Ten", "ten thirty", "ten oh five", "ten o'clock", "ten pm". */
function readHourAndMinute(words: readonly string[], index: number): Reading<SpokenClock> | undefined {
  const hour = readSmall(words, index);
  if (hour === undefined) return undefined;
  const minute = readMinute(words, hour.next);
  if (minute === undefined && hour.value === 0) return undefined;
  const { value: minutes, next } = minute ?? { value: 0, next: hour.next };
  const value = clock(hour.value, minutes, words[next]);
  if (value === undefined) return undefined;
  const end = afterMeridiem(words, next);
  return { value: { ...value, isBareNumber: end === next && minute === undefined }, next: end };
}

function readMinute(words: readonly string[], index: number): Reading<number> | undefined {
  if (words[index] === 'oh' || words[index] === 'o') {
    const unit = readSmall(words, index + 1);
    return unit !== undefined && unit.value >= 1 && unit.value <= 9 ? unit : undefined;
  }
  if (words[index] === 'hundred') return { value: 0, next: index + 1 };
  const minute = readSmall(words, index);
  return minute !== undefined && minute.value >= 10 && minute.value < 60 ? minute : undefined;
}

const isMeridiem = (word: string | undefined): word is 'am' | 'pm' => word === 'am' || word === 'pm';

/** Returns the index after "am", "pm" or "o'clock", if one is at `index`. */
const afterMeridiem = (words: readonly string[], index: number): number =>
  isMeridiem(words[index]) || words[index] === 'oclock' ? index + 1 : index;

function clock(hour: number, minute: number, meridiem: string | undefined): SpokenClock | undefined {
  if (minute > 59 || hour > 23) return undefined;
  if (hour === 0 || hour > 12)
    return isMeridiem(meridiem) ? undefined : { hour, minute, meridiem: '24-hour', isBareNumber: false };
  return { hour, minute, meridiem: isMeridiem(meridiem) ? meridiem : 'unknown', isBareNumber: false };
}

/** Parses a part of the day: "morning", "this afternoon", "after lunch", "tonight". */
export function readDayPart(words: readonly string[], index: number): Reading<SpokenDayPart> | undefined {
  const isThis = words[index] === 'this';
  const from = index + (isThis ? 1 : 0);
  for (const [run, part, hour, minute = 0] of dayParts) {
    const runWords = run.split(' ');
    if (startsWith(words, from, runWords))
      return {
        value: { part, hour, minute, today: isThis || run === 'tonight' },
        next: from + runWords.length,
      };
  }
  return undefined;
}
