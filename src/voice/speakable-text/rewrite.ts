import { rewritten, type Rule } from '../../domain/languages/spoken-language.ts';

/** Words of a text that are spoken together, and what is spoken for them: "14h30" as "quatorze heures trente". */
export interface SpokenGroup {
  readonly written: string;
  readonly spoken: string;
}

export interface SpokenText {
  readonly text: string;
  /** The words of the written text in order. */
  readonly groups: readonly SpokenGroup[];
}

interface Rewrite {
  readonly start: number;
  readonly end: number;
  readonly spoken: string;
}

/** Applies the rules in order. What one rule has rewritten, later rules do not match. */
export function rewrite(text: string, rules: readonly Rule[]): SpokenText {
  const rewrites: Rewrite[] = [];
  let masked = text.replaceAll(rewritten, ' ');
  for (const { pattern, speak } of rules) {
    const found: Rewrite[] = [];
    for (const match of masked.matchAll(pattern)) {
      const spoken = speak(match);
      if (spoken === undefined) continue;
      const end = match.index + match[0].length;
      // The full stop of an abbreviation at the end also ends the sentence.
      const endsSentence = match[0].endsWith('.') && !spoken.endsWith('.') && masked.slice(end).trim() === '';
      found.push({ start: match.index, end, spoken: endsSentence ? `${spoken}.` : spoken });
    }
    for (const { start, end } of found)
      masked = masked.slice(0, start) + rewritten.repeat(end - start) + masked.slice(end);
    rewrites.push(...found);
  }
  return groupsOf(
    text,
    rewrites.toSorted((a, b) => a.start - b.start),
  );
}

interface Piece extends SpokenGroup {
  readonly isRewritten: boolean;
}

/** Returns the rewritten parts of the text, and the words and spaces between them. */
function piecesOf(text: string, rewrites: readonly Rewrite[]): Piece[] {
  const plain = (start: number, end: number): Piece[] =>
    text
      .slice(start, end)
      .split(/(\s+)/)
      .filter((part) => part !== '')
      .map((part) => ({ written: part, spoken: part, isRewritten: false }));
  const pieces: Piece[] = [];
  let position = 0;
  for (const { start, end, spoken } of rewrites) {
    pieces.push(...plain(position, start), { written: text.slice(start, end), spoken, isRewritten: true });
    position = end;
  }
  return [...pieces, ...plain(position, text.length)];
}

/** Groups the text at its spaces, except those inside of rewritten parts. */
function groupsOf(text: string, rewrites: readonly Rewrite[]): SpokenText {
  const groups: SpokenGroup[] = [];
  let group: Piece | undefined;
  const close = () => {
    if (group !== undefined) groups.push({ written: group.written, spoken: group.spoken });
    group = undefined;
  };
  for (const piece of piecesOf(text, rewrites)) {
    if (!piece.isRewritten && piece.written.trim() === '') close();
    else group = group === undefined ? piece : joinPieces(group, piece);
  }
  close();
  return { text: spokenTextOf(groups), groups };
}

/** Joins two pieces without a space between them in the text. */
function joinPieces(first: Piece, second: Piece): Piece {
  const isBetweenWords = /[\p{L}\p{N}.]$/u.test(first.spoken) && /^[\p{L}\p{N}]/u.test(second.spoken);
  const space = isBetweenWords && (first.isRewritten || second.isRewritten) ? ' ' : '';
  return {
    written: first.written + second.written,
    spoken: first.spoken + space + second.spoken,
    isRewritten: second.isRewritten,
  };
}

const spokenTextOf = (groups: readonly SpokenGroup[]): string =>
  groups
    .map(({ spoken }) => spoken)
    .filter((spoken) => spoken !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the source of a regular expression that matches one of the texts; longer texts come first. */
export const alternatives = (texts: readonly string[]): string =>
  texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');
