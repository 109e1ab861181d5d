import { maxText, startsWith, type Words } from './words.ts';

/** What a token is without a grammar: a sign such as 👍, punctuation, a numeral, or an unknown word. A name is an unknown word with a capital letter. */
export type PlainKind =
  | 'signYes'
  | 'signNo'
  | 'signUnsure'
  | 'comma'
  | 'stop'
  | 'query'
  | 'line'
  | 'number'
  | 'name'
  | 'unknown';

export interface Token<Kind extends string> {
  readonly kind: Kind | PlainKind;
  readonly words: readonly string[];
  /** Another class of the same phrase. */
  readonly otherwise?: Kind;
}

export interface TokenRules<Kind extends string> {
  /** The phrases of each class. */
  readonly phrases: Readonly<Record<Kind, readonly string[]>>;
  /** The classes by precedence for phrases of equal length. */
  readonly kinds: readonly Kind[];
  readonly wordsOf: (text: string) => string[];
  /** Returns whether the word at an index is a sound without meaning. */
  readonly isHesitation: (words: readonly string[], index: number) => boolean;
  /** Whether a capital letter within a sentence marks a name. In German it marks any noun. */
  readonly hasCapitalNames: boolean;
}

/** Returns a function that writes words of dialects and of short messages as usual. */
export function respelled(
  wordsOf: Words['wordsOf'],
  spellings: Readonly<Record<string, string>> = {},
): Words['wordsOf'] {
  const usual = new Map(
    Object.entries(spellings).flatMap(([word, variants]) =>
      wordsOf(variants).map((variant) => [variant, word.split(' ')] as const),
    ),
  );
  return (text) => wordsOf(text).flatMap((word) => usual.get(word) ?? [word]);
}

/** The phrases of a grammar by their first word, the longest first. */
type Lexicon<Kind extends string> = ReadonlyMap<string, readonly Token<Kind>[]>;

/** Splits a list of phrases at vertical bars. */
export const phraseList = (text: string): string[] =>
  text
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

/** Returns a function that splits a text into phrases, signs and punctuation. At each position, the longest phrase counts. */
export function tokenizer<Kind extends string>(rules: TokenRules<Kind>): (text: string) => Token<Kind>[] {
  const lexicon = lexiconOf(rules);
  return (text) => {
    const plain = text
      .slice(0, maxText)
      .replaceAll('%', ' percent ')
      .replaceAll(/\b([ap])\.\s?m\./gi, '$1m')
      .replaceAll(/\bo\.\s?k\b\.?/gi, 'ok');
    // With a capturing group, `split` returns the separators too, as every second part.
    const pieces = plain.split(separators);
    return pieces.flatMap((piece, index) => {
      if (index % 2 === 1) return [markOf(piece)];
      const tokens = phrasesIn(piece, lexicon, rules);
      if (!rules.hasCapitalNames) return tokens;
      const before = index === 0 ? undefined : markOf(pieces[index - 1]!).kind;
      return before === 'comma' || before === 'line' || tokens.length === 0
        ? withNames(tokens, piece, rules)
        : [tokens[0]!, ...withNames(tokens.slice(1), piece, rules)];
    });
  };
}

/** German without umlauts, as on a foreign keyboard: "fur" for "für". */
const bareUmlauts: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u' };
const withoutUmlauts = (text: string): string => text.replaceAll(/[äöü]/g, (letter) => bareUmlauts[letter]!);

function lexiconOf<Kind extends string>({ kinds, phrases, wordsOf }: TokenRules<Kind>): Lexicon<Kind> {
  const byText = new Map<string, Token<Kind>>();
  for (const kind of kinds)
    for (const phrase of phrases[kind].flatMap((one) => [one, withoutUmlauts(one)])) {
      const words = wordsOf(phrase);
      const known = byText.get(words.join(' '));
      if (known === undefined) byText.set(words.join(' '), { kind, words });
      else if (known.otherwise === undefined && known.kind !== kind)
        byText.set(words.join(' '), { ...known, otherwise: kind });
    }
  const lexicon = new Map<string, Token<Kind>[]>();
  for (const token of byText.values())
    lexicon.set(token.words[0]!, [...(lexicon.get(token.words[0]!) ?? []), token]);
  for (const entries of lexicon.values()) entries.sort((a, b) => b.words.length - a.words.length);
  return lexicon;
}

const signs: readonly (readonly [RegExp, PlainKind])[] = [
  [/[👍👌✅✔☑]/u, 'signYes'],
  [/[👎❌🚫🙅✖]/u, 'signNo'],
  [/[🤔🤷❓]/u, 'signUnsure'],
];
const separators = /([👍👌✅✔☑👎❌🚫🙅✖🤔🤷❓\n()"“”«»¿¡?!,;:…]|\.(?!\d)|\s[-–—]+(?=\s)|—)/u;

/** Marks unknown words with a capital letter as names. */
function withNames<Kind extends string>(
  tokens: readonly Token<Kind>[],
  piece: string,
  { wordsOf }: TokenRules<Kind>,
): Token<Kind>[] {
  const capitals = new Set(
    (piece.match(/(?<![\p{L}'’])\p{Lu}(?:\p{Ll}|['’]\p{Lu})[\p{L}'’-]*/gu) ?? []).flatMap(wordsOf),
  );
  return tokens.map((token) =>
    token.kind === 'unknown' && capitals.has(token.words[0]!) ? { ...token, kind: 'name' } : token,
  );
}

function markOf(mark: string): { readonly kind: PlainKind; readonly words: readonly string[] } {
  const sign = signs.find(([pattern]) => pattern.test(mark));
  if (sign !== undefined) return { kind: sign[1], words: [] };
  if (mark === '?') return { kind: 'query', words: [] };
  if (mark === '\n') return { kind: 'line', words: [] };
  return { kind: mark === '.' || mark === '!' || mark === ';' ? 'stop' : 'comma', words: [] };
}

function phrasesIn<Kind extends string>(
  piece: string,
  lexicon: Lexicon<Kind>,
  { wordsOf, isHesitation }: TokenRules<Kind>,
): Token<Kind>[] {
  const all = wordsOf(piece).map((word) => knownSpelling(word, lexicon));
  const words = all.filter((_, index) => !isHesitation(all, index));
  const tokens: Token<Kind>[] = [];
  for (let index = 0; index < words.length;) {
    const word = words[index]!;
    const token = lexicon.get(word)?.find((entry) => startsWith(words, index, entry.words));
    tokens.push(token ?? { kind: /^\d/.test(word) ? 'number' : 'unknown', words: [word] });
    index += token?.words.length ?? 1;
  }
  return tokens;
}

/**
 * "Yesss" and "nooo" are yes and no: letters that are repeated do not count, unless the word is known with them. Two letters of a longer word may be
 * in the wrong order: "confrimed".
 */
function knownSpelling<Kind extends string>(word: string, lexicon: Lexicon<Kind>): string {
  if (lexicon.has(word)) return word;
  const isKnown = (spelling: string) => lexicon.get(spelling)?.some((entry) => entry.words.length === 1);
  if (!/(\p{L})\1/u.test(word)) return transpositionsOf(word).find(isKnown) ?? word;
  const plain = word.replaceAll(/(\p{L})\1+/gu, '$1');
  const doubled = word.replaceAll(/(\p{L})\1{2,}/gu, '$1$1');
  return [doubled, plain].find(isKnown) ?? word;
}

const minTransposedLetters = 7;
const maxTransposedLetters = 14;

/** Returns a word with two neighbouring letters exchanged, except the first. */
function transpositionsOf(word: string): string[] {
  if (word.length < minTransposedLetters || word.length > maxTransposedLetters) return [];
  return Array.from(
    { length: word.length - 2 },
    (_, index) => `${word.slice(0, index + 1)}${word[index + 2]}${word[index + 1]}${word.slice(index + 3)}`,
  );
}
