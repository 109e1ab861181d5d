/**
 * The pattern of a `digits` condition: keys `0`-`9`, `*`, `#`; `.` for any key; `[1-5]` or `[19#]` for one of several; `{n}` or `{n,m}` for the count
 * of the preceding element; `|` between alternatives. Examples: `[1-3]`, `.{4}`, `1|99#`.
 *
 * Matching advances a set of positions, so that its cost is at most keys times positions for any pattern.
 */
export interface DigitPattern {
  readonly alternatives: readonly (readonly Element[])[];
}

/** The accepted keys, and the minimum and maximum number of consecutive keys. */
interface Element {
  readonly keys: string;
  readonly min: number;
  readonly max: number;
}

interface Position {
  readonly keys: string;
  readonly optional: boolean;
}

const anyKey = '0123456789*#';
const maxPositions = 64;
const elementPattern = /([0-9*#.]|\[([0-9*#-]+)\])(?:\{(\d{1,2})(?:,(\d{1,2}))?\})?/y;

/** Parses a pattern. Returns undefined if it is invalid or has more than 64 keys. */
export function parseDigitPattern(text: string): DigitPattern | undefined {
  const alternatives: Element[][] = [];
  for (const part of text.split('|')) {
    const alternative = parseAlternative(part);
    if (alternative === undefined) return undefined;
    alternatives.push(alternative);
  }
  return { alternatives };
}

function parseAlternative(text: string): Element[] | undefined {
  const elements: Element[] = [];
  let positions = 0;
  elementPattern.lastIndex = 0;
  while (elementPattern.lastIndex < text.length) {
    const read = elementPattern.exec(text);
    const element = read === null ? undefined : elementOf(read);
    if (element === undefined || (positions += element.max) > maxPositions) return undefined;
    elements.push(element);
  }
  return elements.some(({ min }) => min > 0) ? elements : undefined;
}

function elementOf([, element, members, minText, maxText]: RegExpExecArray): Element | undefined {
  const keys = keysOf(element!, members);
  const min = Number(minText ?? 1);
  const max = Number(maxText ?? min);
  return keys === undefined || max < min || max === 0 ? undefined : { keys, min, max };
}

function keysOf(element: string, members: string | undefined): string | undefined {
  if (element === '.') return anyKey;
  if (members === undefined) return element;
  let keys = '';
  for (let index = 0; index < members.length; index += 1) {
    const [from, dash, to] = [members[index]!, members[index + 1], members[index + 2]];
    if (dash !== '-' || to === undefined) keys += from;
    else {
      if (!/[0-9]/.test(from) || !/[0-9]/.test(to) || from > to) return undefined;
      keys += anyKey.slice(Number(from), Number(to) + 1);
      index += 2;
    }
  }
  return keys.includes('-') ? undefined : keys;
}

/** Returns whether the pattern matches all of the digits. */
export function matchesDigits(pattern: DigitPattern, digits: string): boolean {
  return pattern.alternatives.some((elements) => matchesAlternative(elements.flatMap(positionsOf), digits));
}

const positionsOf = ({ keys, min, max }: Element): Position[] =>
  Array.from({ length: max }, (_, count) => ({ keys, optional: count >= min }));

function matchesAlternative(positions: readonly Position[], digits: string): boolean {
  let reached = skipOptional(positions, new Set([0]));
  for (const digit of digits) {
    const stepped = new Set<number>();
    for (const index of reached) if (positions[index]?.keys.includes(digit)) stepped.add(index + 1);
    if (stepped.size === 0) return false;
    reached = skipOptional(positions, stepped);
  }
  return reached.has(positions.length);
}

function skipOptional(positions: readonly Position[], reached: Set<number>): Set<number> {
  // The iteration of a set includes elements that are added during it.
  for (const index of reached) if (positions[index]?.optional) reached.add(index + 1);
  return reached;
}

/** Returns the maximum number of digits that the pattern can match. */
export function longestDigits(pattern: DigitPattern): number {
  return Math.max(...pattern.alternatives.map((elements) => elements.reduce((sum, { max }) => sum + max, 0)));
}
