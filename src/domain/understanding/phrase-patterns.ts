import type { Words } from './words.ts';

/** A value read by a slot, and the index of the next word. */
export interface SlotReading {
  readonly value: unknown;
  readonly next: number;
}

/** Returns the readings at an index, the preferred one first. */
export type Slot = (words: readonly string[], index: number) => readonly SlotReading[];

/** A word of a pattern: one of several words, or a slot. */
type Token =
  | { readonly type: 'words'; readonly words: ReadonlySet<string>; readonly isOptional: boolean }
  | { readonly type: 'slot'; readonly name: string; readonly isOptional: boolean };

export interface PhraseMatch<Rule> {
  readonly rule: Rule;
  /** Values of the slots by name. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Index of the next word. */
  readonly next: number;
}

interface Phrase<Rule> {
  readonly tokens: readonly Token[];
  readonly rule: Rule;
  /** Index in the list of patterns. */
  readonly order: number;
}

interface End {
  readonly next: number;
  readonly values: ReadonlyMap<string, unknown>;
}

const noValues: ReadonlyMap<string, unknown> = new Map();

/**
 * Creates a function that returns the phrases at an index, the longest first, of equal length in order. A pattern has words, alternatives `am|um`,
 * slots `{hour}`, and optional parts in parentheses: `(am|um) {hour} uhr ({minute})`.
 */
export function createPhraseMatcher<Rule>(
  patterns: readonly (readonly [pattern: string, rule: Rule])[],
  slots: Readonly<Record<string, Slot>>,
  { wordsOf }: Words,
): (words: readonly string[], index: number) => readonly PhraseMatch<Rule>[] {
  const byFirstWord = new Map<string, Phrase<Rule>[]>();
  const byFirstSlot = new Map<string, Phrase<Rule>[]>();
  for (const [order, [pattern, rule]] of patterns.entries()) {
    const phrase = { tokens: tokensOf(pattern, wordsOf), rule, order };
    const { words, slot } = firstOf(phrase.tokens);
    for (const word of words) byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), phrase]);
    if (slot !== undefined) byFirstSlot.set(slot, [...(byFirstSlot.get(slot) ?? []), phrase]);
  }
  const candidatesAt = (words: readonly string[], index: number): readonly Phrase<Rule>[] => {
    const found = new Set(byFirstWord.get(words[index] ?? ''));
    for (const [slot, phrases] of byFirstSlot)
      if (slots[slot]!(words, index).length > 0) for (const phrase of phrases) found.add(phrase);
    return [...found].toSorted((a, b) => a.order - b.order);
  };
  const endOf = (
    tokens: readonly Token[],
    at: number,
    words: readonly string[],
    index: number,
    values: ReadonlyMap<string, unknown>,
  ): End | undefined => {
    const token = tokens[at];
    if (token === undefined) return { next: index, values };
    let found = token.isOptional ? endOf(tokens, at + 1, words, index, values) : undefined;
    const consider = (end: End | undefined) => {
      if (end !== undefined && end.next > (found?.next ?? index)) found = end;
    };
    if (token.type === 'words') {
      if (token.words.has(words[index] ?? '')) consider(endOf(tokens, at + 1, words, index + 1, values));
      return found;
    }
    for (const { value, next } of slots[token.name]!(words, index))
      consider(endOf(tokens, at + 1, words, next, new Map(values).set(token.name, value)));
    return found;
  };
  return (words, index) =>
    candidatesAt(words, index)
      .flatMap(({ tokens, rule }): PhraseMatch<Rule>[] => {
        const end = endOf(tokens, 0, words, index, noValues);
        return end === undefined || end.next === index ? [] : [{ rule, ...end }];
      })
      .toSorted((a, b) => b.next - a.next);
}

/** A word that the language writes apart, such as "l'après-midi", is several tokens. */
function tokensOf(pattern: string, wordsOf: Words['wordsOf']): Token[] {
  return pattern.split(' ').flatMap((part): Token[] => {
    const isOptional = part.startsWith('(');
    const plain = isOptional ? part.slice(1, -1) : part;
    if (plain.startsWith('{')) return [{ type: 'slot', name: plain.slice(1, -1), isOptional }];
    if (plain.includes('|'))
      return [{ type: 'words', words: new Set(plain.split('|').flatMap(wordsOf)), isOptional }];
    return wordsOf(plain).map((word) => ({ type: 'words', words: new Set([word]), isOptional }));
  });
}

/** Returns the words and the slot with which a phrase may begin. A slot in front is not optional. */
function firstOf(tokens: readonly Token[]): { words: readonly string[]; slot?: string } {
  const words: string[] = [];
  for (const token of tokens) {
    if (token.type === 'slot') return { words, slot: token.name };
    words.push(...token.words);
    if (!token.isOptional) break;
  }
  return { words };
}

/** Keeps what a function returns for each index of the last list of words, since phrases are looked up several times. */
export function rememberLast<Result>(
  read: (words: readonly string[], index: number) => Result,
): (words: readonly string[], index: number) => Result {
  let last: readonly string[] = [];
  let results: { readonly value: Result }[] = [];
  return (words, index) => {
    if (last !== words) [last, results] = [words, []];
    return (results[index] ??= { value: read(words, index) }).value;
  };
}
