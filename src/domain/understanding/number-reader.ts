import { wordAt } from './words.ts';
import type { Reading } from './numbers.ts';
import { lazy } from './lazy.ts';

/** Reads numbers at an index of a list of words. Each function returns undefined if there is none. */
export interface NumberReader {
  /** Parses a cardinal number of at least 0 and below 10^12, in words or as a numeral with the separators of the language. */
  readonly readCardinal: (words: readonly string[], index: number) => Reading<number> | undefined;
  /** Parses 0 to 99 in words. */
  readonly readBelow100: (words: readonly string[], index: number) => Reading<number> | undefined;
  /** Parses 0 to 99 in words or as a numeral of one or two digits. */
  readonly readSmall: (words: readonly string[], index: number) => Reading<number> | undefined;
  /** Parses an ordinal of 1 to 99 in words or as a numeral with a suffix: "third", `3rd`. Some are also units or weekdays: "segunda", "quarto". */
  readonly readOrdinal: (words: readonly string[], index: number) => Reading<number> | undefined;
}

/** Spellings of numbers with their values. A space is where a spelling may be written apart or together. */
export type NumberSpellings = readonly (readonly [spelling: string, value: number])[];

/** The number words of a language, as `Words` returns them: without accents. */
export interface NumberTable {
  /** 0 to 99. */
  readonly below100: NumberSpellings;
  /** Multiples of 100, and other numbers that are one word with them. */
  readonly hundreds: NumberSpellings;
  /** The word of 1000 if no number precedes it. */
  readonly thousand: string;
  /** The words of 1000 after a number. */
  readonly thousands: readonly string[];
  /** Words that are multiplied by the number before, at least 10^6. */
  readonly scales: Readonly<Record<string, number>>;
  /** Word that may be between hundreds or thousands and the rest; empty if there is none. */
  readonly joiner: string;
  /** 1 to 99. */
  readonly ordinals: NumberSpellings;
  /** Words after a numeral that make it an ordinal: "er" of French `1er`. */
  readonly ordinalSuffixes: string;
  /** Whether `1,200` is 1200. Otherwise it has no value, since it may also be 1.2. */
  readonly hasCommaGroups?: boolean;
}

interface Entry {
  readonly value: number;
  /** Offsets in characters at which a word may end. */
  readonly breaks: ReadonlySet<number>;
}

/** Maps spellings without their spaces. */
interface Lexicon {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The lengths of the spellings with a first letter, longest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

/** Consecutive words written together. */
interface Joined {
  readonly text: string;
  /** Maps the offset after each word to the index of the next word. */
  readonly ends: ReadonlyMap<number, number>;
}

/** A number in `Joined`, and the offset after it. */
interface Match {
  readonly value: number;
  readonly end: number;
}

/** Longest number in words: "neuf cent quatre vingt dix neuf mille neuf cent quatre vingt dix neuf". */
const maxWords = 13;

/** Creates the functions that read the numbers of a language. */
export function createNumberReader(table: NumberTable): NumberReader {
  const reader = lazy(() => {
    const created = numberReader(table);
    return () => created;
  });
  return {
    readCardinal: (words, index) => reader().readCardinal(words, index),
    readBelow100: (words, index) => reader().readBelow100(words, index),
    readSmall: (words, index) => reader().readSmall(words, index),
    readOrdinal: (words, index) => reader().readOrdinal(words, index),
  };
}

function numberReader(table: NumberTable): NumberReader {
  const below100 = createLexicon(table.below100);
  const hundreds = createLexicon(table.hundreds);
  const thousand = createLexicon([[table.thousand, 1000]]);
  const thousands = createLexicon(table.thousands.map((word) => [word, 1000]));
  const joiner = createLexicon([[table.joiner, 0]]);
  const readOrdinalWords = createSpellingReader(table.ordinals);
  const ordinalSuffixes = new Set(table.ordinalSuffixes.split(' '));

  /** Returns the matches of `read` at an offset, and after a joiner at the offset. */
  const rest = (joined: Joined, at: number, read: (joined: Joined, at: number) => Match[]): Match[] => [
    ...read(joined, at),
    ...matchesAt(joiner, joined, at).flatMap(({ end }) => read(joined, end)),
  ];
  const small = (joined: Joined, at: number): Match[] => matchesAt(below100, joined, at);
  const below1000 = (joined: Joined, at: number): Match[] => [
    ...small(joined, at),
    ...matchesAt(hundreds, joined, at).flatMap((head) =>
      head.value % 100 === 0 ? [head, ...added(head, rest(joined, head.end, small))] : [head],
    ),
  ];
  const belowMillion = (joined: Joined, at: number): Match[] => {
    const heads = below1000(joined, at);
    const multiplied = heads
      .filter(({ value }) => value > 0 && value < 1000)
      .flatMap((head) =>
        matchesAt(thousands, joined, head.end).map(({ end }) => ({ value: head.value * 1000, end })),
      );
    const scaled = [...matchesAt(thousand, joined, at), ...multiplied];
    return [
      ...heads,
      ...scaled,
      ...scaled.flatMap((head) =>
        added(
          head,
          rest(joined, head.end, below1000).filter(({ value }) => value < 1000),
        ),
      ),
    ];
  };

  const readBelow100 = (words: readonly string[], index: number): Reading<number> | undefined =>
    longest(joinedWords(words, index), small);

  const readSmall = (words: readonly string[], index: number): Reading<number> | undefined =>
    /^\d{1,2}$/.test(wordAt(words, index))
      ? { value: Number(words[index]), next: index + 1 }
      : readBelow100(words, index);

  const readInWords = (words: readonly string[], index: number): Reading<number> | undefined => {
    const head = longest(joinedWords(words, index), belowMillion);
    const scale = head && table.scales[wordAt(words, head.next)];
    if (head === undefined || scale === undefined || head.value === 0) return head;
    const value = head.value * scale;
    const start = head.next + 1;
    const tail = readInWords(words, words[start] === table.joiner ? start + 1 : start);
    return tail !== undefined && tail.value > 0 && tail.value < scale
      ? { value: value + tail.value, next: tail.next }
      : { value, next: start };
  };

  const readCardinal = (words: readonly string[], index: number): Reading<number> | undefined => {
    const numeral = wordAt(words, index);
    if (!/^\d/.test(numeral)) return readInWords(words, index);
    const value = readNumeral(numeral, table.hasCommaGroups ?? false);
    return value === undefined ? undefined : { value, next: index + 1 };
  };

  const readOrdinal = (words: readonly string[], index: number): Reading<number> | undefined => {
    if (!/^\d{1,2}$/.test(wordAt(words, index))) return readOrdinalWords(words, index);
    return ordinalSuffixes.has(wordAt(words, index + 1))
      ? { value: Number(words[index]), next: index + 2 }
      : undefined;
  };

  return { readCardinal, readBelow100, readSmall, readOrdinal };
}

/**
 * Returns the value of a numeral: `1.200` and `1.200,50` have groups of three digits, `3,5` and `3.5` have decimals. Undefined if it may also be a
 * time or a date (`14.30`), and if its separator may have either meaning (`1,200`).
 */
export function readNumeral(numeral: string, hasCommaGroups: boolean): number | undefined {
  if (/^\d{1,15}$/.test(numeral)) return Number(numeral);
  if (/^[1-9]\d{0,2}(?:\.\d{3}){1,3}(?:,\d{1,2})?$/.test(numeral))
    return Number(numeral.replaceAll('.', '').replace(',', '.'));
  if (/^[1-9]\d{0,2}(?:,\d{3}){1,3}\.\d{1,2}$/.test(numeral)) return Number(numeral.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}(?:,\d{3}){1,3}$/.test(numeral) && (hasCommaGroups || numeral.length > 7))
    return Number(numeral.replaceAll(',', ''));
  if (/^\d{1,12}(?:,\d{1,2}|,\d{4,6}|\.\d)$/.test(numeral) || /^0,\d{1,6}$/.test(numeral))
    return Number(numeral.replace(',', '.'));
  return undefined;
}

/** Returns spellings of a list whose index is the value. Variants are separated by vertical bars. */
export function spellingsFrom(variants: readonly string[], factor = 1): NumberSpellings {
  return variants.flatMap((words, index) =>
    words === '' ? [] : words.split('|').map((word) => [word, index * factor] as const),
  );
}

/** Creates the function that reads the longest of the spellings at an index of a list of words. */
export function createSpellingReader(
  spellings: NumberSpellings,
): (words: readonly string[], index: number) => Reading<number> | undefined {
  return lazy(() => {
    const lexicon = createLexicon(spellings);
    return (words, index) =>
      longest(joinedWords(words, index), (joined, at) => matchesAt(lexicon, joined, at));
  });
}

function createLexicon(spellings: NumberSpellings): Lexicon {
  const entries = new Map<string, Entry>();
  for (const [spelling, value] of spellings) {
    const parts = spelling.split(' ');
    const breaks = new Set<number>();
    for (const part of parts) breaks.add(Math.max(0, ...breaks) + part.length);
    const known = entries.get(parts.join(''));
    if (spelling !== '')
      entries.set(parts.join(''), { value, breaks: new Set([...breaks, ...(known?.breaks ?? [])]) });
  }
  const lengths = Map.groupBy(entries.keys(), (spelling) => spelling[0]!);
  return {
    entries,
    lengths: new Map(
      [...lengths].map(([letter, spellings]) => [
        letter,
        [...new Set(spellings.map(({ length }) => length))].toSorted((a, b) => b - a),
      ]),
    ),
  };
}

/** Joins the words from an index that consist of letters. */
function joinedWords(words: readonly string[], index: number): Joined {
  let text = '';
  const ends = new Map<number, number>();
  for (let next = index; next < index + maxWords && /^\p{L}/u.test(wordAt(words, next)); next += 1) {
    text += words[next];
    ends.set(text.length, next + 1);
  }
  return { text, ends };
}

/** Returns the entries at an offset. A word may end only where the spelling allows it. */
function matchesAt({ entries, lengths }: Lexicon, { text, ends }: Joined, at: number): Match[] {
  const matches: Match[] = [];
  for (const length of lengths.get(text[at] ?? '') ?? []) {
    const entry = at + length > text.length ? undefined : entries.get(text.slice(at, at + length));
    if (entry === undefined) continue;
    let isApart = false;
    for (let offset = 1; offset < length; offset += 1)
      isApart ||= ends.has(at + offset) && !entry.breaks.has(offset);
    if (!isApart) matches.push({ value: entry.value, end: at + length });
  }
  return matches;
}

const added = (head: Match, tails: readonly Match[]): Match[] =>
  tails.filter(({ value }) => value > 0).map(({ value, end }) => ({ value: head.value + value, end }));

/** Returns the longest match that ends with a word. */
function longest(
  joined: Joined,
  read: (joined: Joined, at: number) => readonly Match[],
): Reading<number> | undefined {
  let found: Match | undefined;
  for (const match of read(joined, 0))
    if (joined.ends.has(match.end) && match.end > (found?.end ?? 0)) found = match;
  return found && { value: found.value, next: joined.ends.get(found.end)! };
}
