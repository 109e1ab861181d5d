import { wordsOf } from '../languages/en/words.ts';
import { startsWith, maxText } from './words.ts';
import type { YesNoGrammar } from './yes-no-grammar.ts';

export type TokenKind =
  | keyof YesNoGrammar
  /** A sign such as 👍. */
  | 'signYes'
  | 'signNo'
  | 'signUnsure'
  /** Punctuation. */
  | 'comma'
  | 'stop'
  | 'query'
  | 'line'
  /** A number, such as a time. */
  | 'number'
  /** An unknown word with a capital letter, except at the start of a sentence. */
  | 'name'
  | 'unknown';

export interface Token {
  readonly kind: TokenKind;
  readonly words: readonly string[];
}

/** Classes by precedence for phrases of equal length. */
const kinds: readonly (keyof YesNoGrammar)[] = [
  'yes',
  'no',
  'intensifiers',
  'unsure',
  'firmYes',
  'firmNo',
  'courtesies',
  'mentions',
  'changes',
  'reservations',
  'additions',
  'weakYes',
  'certain',
  'support',
  'against',
  'negators',
  'conditions',
  'contrasts',
  'corrections',
  'questionWords',
  'pronouns',
  'auxiliaries',
  'conjunctions',
  'negatable',
  'functionWords',
  'partial',
];

/** The phrases of a grammar by their first word, the longest first. */
export type Lexicon = ReadonlyMap<string, readonly Token[]>;

export function lexiconOf(grammar: YesNoGrammar): Lexicon {
  const lexicon = new Map<string, Token[]>();
  for (const kind of kinds)
    for (const phrase of grammar[kind]) {
      const words = wordsOf(phrase);
      const entries = lexicon.get(words[0]!) ?? [];
      entries.push({ kind, words });
      lexicon.set(words[0]!, entries);
    }
  // The sort is stable: phrases of equal length keep the precedence of their classes.
  for (const entries of lexicon.values()) entries.sort((a, b) => b.words.length - a.words.length);
  return lexicon;
}

const signs: readonly (readonly [RegExp, TokenKind])[] = [
  [/[👍👌✅✔☑]/u, 'signYes'],
  [/[👎❌🚫🙅✖]/u, 'signNo'],
  [/[🤔🤷❓]/u, 'signUnsure'],
];
const separators = /([👍👌✅✔☑👎❌🚫🙅✖🤔🤷❓\n()"“”?!,;:…]|\.(?!\d)|\s[-–—]+(?=\s)|—)/u;
const hesitations = new Set([
  'um',
  'umm',
  'uh',
  'uhh',
  'er',
  'erm',
  'ah',
  'hm',
  'hmm',
  'hmmm',
  'mm',
  'well',
  'just',
]);

/** Returns the phrases, signs and punctuation of a text. */
export function tokensOf(text: string, lexicon: Lexicon): Token[] {
  const plain = text
    .slice(0, maxText)
    .replaceAll('%', ' percent ')
    .replaceAll(/\b([ap])\.\s?m\./gi, '$1m');
  // With a capturing group, `split` returns the separators too, as every second part.
  const pieces = plain.split(separators);
  return pieces.flatMap((piece, index) => {
    if (index % 2 === 1) return [markOf(piece)];
    const tokens = phrasesIn(piece, lexicon);
    const before = index === 0 ? undefined : markOf(pieces[index - 1]!).kind;
    return before === 'comma' || before === 'line' || tokens.length === 0
      ? withNames(tokens, piece)
      : [tokens[0]!, ...withNames(tokens.slice(1), piece)];
  });
}

/** Marks unknown words with a capital letter as names. */
function withNames(tokens: readonly Token[], piece: string): Token[] {
  const capitals = new Set((piece.match(/(?<![\p{L}'’])\p{Lu}\p{Ll}[\p{L}'’-]*/gu) ?? []).flatMap(wordsOf));
  return tokens.map((token) =>
    token.kind === 'unknown' && capitals.has(token.words[0]!) ? { ...token, kind: 'name' } : token,
  );
}

function markOf(mark: string): Token {
  const sign = signs.find(([pattern]) => pattern.test(mark));
  if (sign !== undefined) return { kind: sign[1], words: [] };
  if (mark === '?') return { kind: 'query', words: [] };
  if (mark === '\n') return { kind: 'line', words: [] };
  return { kind: mark === '.' || mark === '!' || mark === ';' ? 'stop' : 'comma', words: [] };
}

function phrasesIn(piece: string, lexicon: Lexicon): Token[] {
  const all = wordsOf(piece).map((word) => knownSpelling(word, lexicon));
  const words = all.filter((word, index) => !isHesitation(all, index));
  const tokens: Token[] = [];
  for (let index = 0; index < words.length;) {
    const word = words[index]!;
    const token = lexicon.get(word)?.find((entry) => startsWith(words, index, entry.words));
    tokens.push(token ?? { kind: /^\d/.test(word) ? 'number' : 'unknown', words: [word] });
    index += token?.words.length ?? 1;
  }
  return tokens;
}

/** "Uh huh" and "mm hmm" are answers. */
function isHesitation(words: readonly string[], index: number): boolean {
  if (!hesitations.has(words[index]!)) return false;
  const isAnswer = (first: string | undefined, second: string | undefined) =>
    (first === 'uh' && (second === 'huh' || second === 'uh')) ||
    (first === 'mm' && (second === 'hmm' || second === 'hm'));
  return (
    !isAnswer(words[index], words[index + 1]) &&
    !isAnswer(words[index - 1], words[index]) &&
    words[index - 1] !== 'nuh'
  );
}

/** "Yesss" and "nooo" are yes and no: letters that are repeated do not count, unless the word is known with them. */
function knownSpelling(word: string, lexicon: Lexicon): string {
  if (lexicon.has(word) || !/([a-z])\1/.test(word)) return word;
  const plain = word.replaceAll(/([a-z])\1+/g, '$1');
  const doubled = word.replaceAll(/([a-z])\1{2,}/g, '$1$1');
  return (
    [doubled, plain].find((known) => lexicon.get(known)?.some((entry) => entry.words.length === 1)) ?? word
  );
}
