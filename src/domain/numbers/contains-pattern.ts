/** Digits that an E.164 number has at most. */
const digitsMax = 15;
const windowLength = 3;
/** Two tell nearly as much as all of them, and an index is asked for each. */
const windowsMax = 2;

/** What `contains` takes: 2 to 16 digits or `*`, each of which stands for any one digit. */
export const containsPattern = /^[0-9*]{2,16}$/;

/** For SQL's LIKE over numbers in E.164: the plus sign stands before what is looked for. */
export const likePattern = (contains: string): string => `+%${contains.replaceAll('*', '_')}%`;

/** Three places of a pattern of which at least two are known. */
export interface DigitWindow {
  /** Where it begins in the pattern, from 0. */
  readonly at: number;
  /** What may stand there: one number of three digits, or ten where one place is open. */
  readonly values: readonly number[];
}

/** The windows that tell most of a pattern, two at most; none where it has no two digits so near to each other. */
export function digitWindows(contains: string): readonly DigitWindow[] {
  const all = Array.from({ length: Math.max(contains.length - windowLength + 1, 0) }, (_none, at) => at)
    .map((at) => ({ at, values: valuesOf(contains.slice(at, at + windowLength)) }))
    .filter(({ values }) => values.length <= 10);
  const whole = all.filter(({ values }) => values.length === 1);
  const [first, last] = [whole[0] ?? all[0], whole.at(-1) ?? all.at(-1)];
  return [...new Set([first, last])].filter((window) => window !== undefined).slice(0, windowsMax);
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

/** Where a pattern of this length may begin in a number of so many digits, from 0. */
export const offsetsOf = (contains: string, digits = digitsMax): readonly number[] =>
  Array.from({ length: Math.max(digits - contains.length + 1, 0) }, (_none, offset) => offset);
