import { readFileSync } from 'node:fs';

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
