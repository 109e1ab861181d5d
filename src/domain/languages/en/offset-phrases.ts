import { readCount } from './day-phrases.ts';
import type { Reading } from '../../understanding/numbers.ts';
import { startsWith, wordAt } from '../../understanding/words.ts';

/** Parses an offset from now, in minutes: "in two hours", "half an hour from now", "give me ten minutes", "within the hour". */
export function readOffset(words: readonly string[], index: number): Reading<number> | undefined {
  const lead = offsetLeads.find((run) => startsWith(words, index, run));
  const from = index + (lead?.length ?? 0);
  const length = (lead && readNamedLength(words, from)) ?? readLength(words, from);
  if (length === undefined) return undefined;
  if (lead !== undefined) return length;
  return startsWith(words, length.next, ['from', 'now'])
    ? { value: length.value, next: length.next + 2 }
    : undefined;
}

const offsetLeads: readonly (readonly string[])[] = [['in'], ['within'], ['give', 'me'], ['after']];

const namedLengths: readonly (readonly [run: string, minutes: number])[] = [
  ['the next half hour', 30],
  ['the next hour', 60],
  ['the hour', 60],
  ['half an hour', 30],
  ['a half hour', 30],
  ['a quarter of an hour', 15],
  ['quarter of an hour', 15],
  ['three quarters of an hour', 45],
];

function readNamedLength(words: readonly string[], from: number): Reading<number> | undefined {
  for (const [run, minutes] of namedLengths) {
    const runWords = run.split(' ');
    if (startsWith(words, from, runWords)) return { value: minutes, next: from + runWords.length };
  }
  return undefined;
}

function readLength(words: readonly string[], from: number): Reading<number> | undefined {
  if (startsWith(words, from, ['half', 'an', 'hour'])) return { value: 30, next: from + 3 };
  const count = readCount(words, from);
  if (count === undefined) return undefined;
  const hasHalfBeforeUnit = startsWith(words, count.next, ['and', 'a', 'half']);
  const unitAt = count.next + (hasHalfBeforeUnit ? 3 : 0);
  const unit = wordAt(words, unitAt);
  if (/^min(?:ute)?s?$/.test(unit)) return { value: count.value, next: unitAt + 1 };
  if (!/^h(?:ou)?rs?$/.test(unit)) return undefined;
  const hasHalfAfterUnit = !hasHalfBeforeUnit && startsWith(words, unitAt + 1, ['and', 'a', 'half']);
  const minutes = count.value * 60 + (hasHalfBeforeUnit || hasHalfAfterUnit ? 30 : 0);
  return { value: minutes, next: unitAt + (hasHalfAfterUnit ? 4 : 1) };
}
