/** Maximum number of digits of an E.164 number. */
const maxDigits = 15;
const windowLength = 3;
/** Maximum number of windows. Two are nearly as selective as all, and each requires an index lookup. */
const maxWindows = 2;

/** The format of `contains`: 2 to 16 digits or `*`; each `*` matches one digit. */
export const containsPattern = /^[0-9*]{2,16}$/;

/** Returns the SQL LIKE pattern for E.164 numbers that contain the digits after the plus sign. */
export const likePattern = (contains: string): string => `+%${contains.replaceAll('*', '_')}%`;

/** Three consecutive characters of a pattern with at least two digits. */
export interface DigitWindow {
  /** Start index in the pattern, from 0. */
  readonly at: number;
  /** The matching three-digit numbers: one, or ten if one character is `*`. */
  readonly values: readonly number[];
}

/** Returns the most selective windows of a pattern, at most two; none if no window has two digits. */
export function digitWindows(contains: string): readonly DigitWindow[] {
  const all = Array.from({ length: Math.max(contains.length - windowLength + 1, 0) }, (_none, at) => at)
    .map((at) => ({ at, values: valuesOf(contains.slice(at, at + windowLength)) }))
    .filter(({ values }) => values.length <= 10);
  const withoutWildcard = all.filter(({ values }) => values.length === 1);
  const [first, last] = [withoutWildcard[0] ?? all[0], withoutWildcard.at(-1) ?? all.at(-1)];
  return [...new Set([first, last])].filter((window) => window !== undefined).slice(0, maxWindows);
}

function valuesOf(text: string): number[] {
  return [...text].reduce<number[]>(
    (values, character) =>
      values.flatMap((value) =>
        (character === '*' ? anyDigit : [Number(character)]).map((digit) => value * 10 + digit),
      ),
    [0],
  );
}

const anyDigit = Array.from({ length: 10 }, (_none, digit) => digit);

/** Returns the possible start indexes of the pattern in a number of `digits` digits, from 0. */
export const offsetsOf = (contains: string, digits = maxDigits): readonly number[] =>
  Array.from({ length: Math.max(digits - contains.length + 1, 0) }, (_none, offset) => offset);
