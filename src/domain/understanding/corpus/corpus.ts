import { readFileSync } from 'node:fs';
import { parseDateTime } from '../../languages/en/dates.ts';
import { isDefinite } from '../date-time.ts';
import { parseNumber } from '../spoken-number.ts';
import { parseYesNo } from '../../languages/en/yes-no.ts';
import { civilTimeAt } from '../zoned-time.ts';

/** A text and what it must be understood as. */
export interface Example {
  readonly text: string;
  /** The value as text, or `ask` if the text has none. */
  readonly expected: string;
  /** Whether asking again is right as well. */
  readonly mayAsk: boolean;
}

/** Result of one example: `wrong` is a value that the text does not have. */
export type Result = 'understood' | 'asked again' | 'wrong';

/** Reads a file of this folder. A line is a text; the heading above it is what the text must be understood as. */
export function examplesIn(file: string): Example[] {
  const examples: Example[] = [];
  let heading = '';
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    const found = /^\[(.+)\]$/.exec(line)?.[1];
    if (found !== undefined) heading = found;
    else if (line !== '' && !line.startsWith('# '))
      examples.push({
        text: line.replaceAll('\\n', '\n'),
        expected: heading.replace(/\?$/, ''),
        mayAsk: heading.endsWith('?'),
      });
  }
  return examples;
}

/** Compares a value with an example; undefined if the answer was asked again. */
export function resultOf({ expected, mayAsk }: Example, value: string | undefined): Result {
  const isAsked = value === undefined;
  if (isAsked && (expected === 'ask' || mayAsk)) return 'understood';
  if (isAsked) return 'asked again';
  return value === expected ? 'understood' : 'wrong';
}

const newYork = 'America/New_York';
/** The time of the answers with dates: Friday 20 November 2026, ten in the morning in New York. */
const friday = Date.UTC(2026, 10, 20, 15);

/** Returns what an answer is stored as, in the form of the headings; undefined if it is asked again. */
type Reader = (text: string) => string | undefined;

const readYesNo: Reader = (text) => {
  const value = parseYesNo(text)?.value;
  if (value === undefined) return undefined;
  return value ? 'yes' : 'no';
};

const readNumber: Reader = (text) => parseNumber(text)?.value.toString();

const readDate: Reader = (text) => {
  const spoken = parseDateTime(text, friday, newYork);
  if (spoken === undefined || !isDefinite(spoken, friday)) return undefined;
  const { year, month, day, hour, minute } = civilTimeAt(spoken.instantMs, newYork);
  const [date, time] = [
    [year, month, day],
    [hour, minute],
  ].map((parts) => parts.map((part) => String(part).padStart(2, '0')));
  const parts = [...(spoken.hasDate ? [date!.join('-')] : []), ...(spoken.hasTime ? [time!.join(':')] : [])];
  return `${spoken.hasDate ? '' : '?'}${parts.join(' ')}`;
};

/** The kinds of answers, with their parsers. Each has a file `<kind>.<part>.txt` for each part. */
export const kinds = { 'yes-no': readYesNo, numbers: readNumber, dates: readDate } as const satisfies Record<
  string,
  Reader
>;

/** The files of a kind, by how their answers were written. */
export const parts = ['grammar', 'everyday', 'later', 'unseen'] as const;
