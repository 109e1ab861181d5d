/**
 * A pattern of words: a list of elements, separated by spaces, that must match in sequence. In an element, `|` separates alternatives, `_` is a space inside an
 * alternative, `*` stands for any letters, and `<name>` for a named part. An element with `?` at its end is optional. `..3` is a gap of at most 3 words, `^` the start of
 * the words and `$` their end. Patterns are not regular expressions, because V8 needs 3 ms to compile one of this size.
 */
export interface WordPattern {
  /** The words with which its matches start; undefined if there are others too. */
  readonly firstWords: ReadonlySet<string> | undefined;
  /** Returns the index after the longest match that starts at an index; undefined if none does. */
  readonly endOf: (words: readonly string[], start: number) => number | undefined;
  /** Returns whether a match starts at an index and ends before another one. */
  readonly spans: (words: readonly string[], start: number, end: number) => boolean;
}

/** Named parts of patterns: lists of alternatives, with spaces or underscores in them. */
export type PatternParts = Readonly<Record<string, string>>;

interface Element {
  /** Adds the indexes after its matches at `start` to `ends`. */
  readonly addEnds: (words: readonly string[], start: number, ends: Set<number>) => void;
  readonly isOptional: boolean;
  /** The words with which its matches start; undefined if there are others too. */
  readonly firstWords: readonly string[] | undefined;
}

const maxDepth = 5;

function resolveParts(element: string, parts: PatternParts): string {
  let resolved = element;
  for (let depth = 0; depth < maxDepth && resolved.includes('<'); depth += 1)
    resolved = resolved.replaceAll(/<(\w+)>/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`Unknown part of a word pattern: ${name}`);
      return part
        .trim()
        .replaceAll(/\s*\|\s*/g, '|')
        .replaceAll(/\s+/g, '_');
    });
  return resolved;
}

const gapOf = (maxWords: number): Element => ({
  addEnds: (words, start, ends) => {
    for (let end = start; end <= Math.min(start + maxWords, words.length); end += 1) ends.add(end);
  },
  isOptional: true,
  firstWords: undefined,
});

/** The start and the end of the words. */
const anchors: ReadonlyMap<string, Element> = new Map(
  [
    ['^', (_words: readonly string[], at: number) => at === 0] as const,
    ['$', (words: readonly string[], at: number) => at === words.length] as const,
  ].map(([anchor, isAt]) => [
    anchor,
    {
      addEnds: (words, start, ends) => {
        if (isAt(words, start)) ends.add(start);
      },
      isOptional: false,
      firstWords: undefined,
    },
  ]),
);

function elementOf(alternatives: string, isOptional: boolean): Element {
  const byFirst = new Map<string, string[][]>();
  const wildcards: RegExp[] = [];
  for (const alternative of alternatives.split('|')) {
    if (alternative.includes('*')) wildcards.push(new RegExp(`^${alternative.replaceAll('*', '.*')}$`));
    else {
      const [first = '', ...rest] = alternative.split('_');
      byFirst.set(first, [...(byFirst.get(first) ?? []), rest]);
    }
  }
  const addEnds: Element['addEnds'] = (words, start, ends) => {
    if (isOptional) ends.add(start);
    const word = words[start];
    if (word === undefined) return;
    if (wildcards.some((wildcard) => wildcard.test(word))) ends.add(start + 1);
    for (const rest of byFirst.get(word) ?? [])
      if (rest.every((other, offset) => words[start + 1 + offset] === other))
        ends.add(start + 1 + rest.length);
  };
  return { addEnds, isOptional, firstWords: wildcards.length > 0 ? undefined : [...byFirst.keys()] };
}

/** Returns the words with which matches of a pattern start; undefined if there are others too. */
function firstWordsOf(elements: readonly Element[]): ReadonlySet<string> | undefined {
  const required = elements.findIndex(({ isOptional }) => !isOptional);
  const leading = required < 0 ? elements : elements.slice(0, required + 1);
  return leading.every(({ firstWords }) => firstWords !== undefined)
    ? new Set(leading.flatMap(({ firstWords }) => firstWords ?? []))
    : undefined;
}

/** Compiles patterns of one language. Equal elements are shared. */
export class PatternCompiler {
  readonly #parts: PatternParts;
  readonly #elements = new Map<string, Element>();

  constructor(parts: PatternParts) {
    this.#parts = parts;
  }

  /** Compiles one pattern per line. Throws an error if a named part is unknown. */
  compile(patterns: string): WordPattern[] {
    return patterns
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => patternOf(line.split(' ').map((element) => this.#element(element))));
  }

  #element(text: string): Element {
    const known = this.#elements.get(text);
    if (known !== undefined) return known;
    const gap = /^\.\.(\d)$/.exec(text)?.[1];
    const isOptional = text.endsWith('?');
    const alternatives = resolveParts(isOptional ? text.slice(0, -1) : text, this.#parts);
    const ofWords = gap === undefined ? elementOf(alternatives, isOptional) : gapOf(Number(gap));
    const element = anchors.get(text) ?? ofWords;
    this.#elements.set(text, element);
    return element;
  }
}

const noEnds: ReadonlySet<number> = new Set();

function patternOf(elements: readonly Element[]): WordPattern {
  const firstWords = firstWordsOf(elements);
  const endsOf = (words: readonly string[], start: number): ReadonlySet<number> => {
    if (firstWords?.has(words[start] ?? '') === false) return noEnds;
    let ends = new Set([start]);
    for (const element of elements) {
      const next = new Set<number>();
      for (const end of ends) element.addEnds(words, end, next);
      if (next.size === 0) return next;
      ends = next;
    }
    return ends;
  };
  return {
    firstWords,
    endOf: (words, start) => {
      const end = Math.max(-1, ...endsOf(words, start));
      return end > start ? end : undefined;
    },
    spans: (words, start, end) => endsOf(words, start).has(end),
  };
}

/** Longest anchored match, in words. */
const maxAnchored = 12;

/** Returns whether a pattern ends directly before an index, and starts at or after `from`. */
export function endsAt(
  patterns: readonly WordPattern[],
  words: readonly string[],
  { from, end }: { readonly from: number; readonly end: number },
): boolean {
  for (let start = Math.max(from, end - maxAnchored); start < end; start += 1)
    if (patterns.some((pattern) => pattern.spans(words, start, end))) return true;
  return false;
}

/** Returns whether a pattern starts at an index. */
export const startsAt = (patterns: readonly WordPattern[], words: readonly string[], at: number): boolean =>
  patterns.some((pattern) => pattern.endOf(words, at) !== undefined);
