import { dependsOnNextWord, isAbbreviation } from './sentence-ends.ts';
import { stripMarkup } from './speakable-text/strip-markup.ts';

/** The first clause may end at a comma from this width on, so that speech starts early. */
const minFirstClauseWidth = 20;
/** A later clause that is wider than this ends at the next comma. */
const longClauseWidth = 120;
/** A longer clause ends at the next space; if none follows within twice this length, the clause is cut at this length. */
const maxClauseChars = 240;
/** How far the end of a parenthesis, a bracket or an emphasis may be from its start. Clauses do not end inside. */
const maxEnclosedChars = 60;

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/gu;
/** A letter of Chinese or Japanese takes about as long as three Latin ones. */
const ideographWidth = 3;

/** Marks that end a clause without a space after them: of Chinese and Japanese, and the danda of Hindi. */
const closing = String.raw`["'”’»)\]」』）】]`;
const candidate = new RegExp(
  String.raw`(?:(?<marks>[。！？｡、，；：।॥]+${closing}*)|(?=\s))(?<space>\s*)`,
  'gu',
);
const sentenceEnd = new RegExp(String.raw`[.!?…。！？｡।॥]${closing}*$`, 'u');
const clauseEnd = /[,;:—、，；：]$/u;
const enclosure = new RegExp(
  String.raw`[([][^)\]\n]{0,${maxEnclosedChars}}$|(?<![\p{L}\p{N}.!?,*])\*{1,2}\p{L}[^*\n]{0,${maxEnclosedChars}}$`,
  'u',
);

/** Splits a text into the clauses that are synthesised one by one. */
export function splitClauses(text: string): string[] {
  const splitter = new ClauseSplitter();
  return [...splitter.push(text), ...splitter.flush()];
}

/** Joins clauses or words to a text: with a space, except between two letters of Chinese or Japanese. */
export function joinClauses(clauses: readonly string[]): string {
  return clauses.reduce((text, clause) => {
    const isIdeographic = [text.at(-1), clause[0]].every((char = '') => char.search(ideographs) === 0);
    return text === '' || clause === '' || isIdeographic ? text + clause : `${text} ${clause}`;
  }, '');
}

/** Splits streamed text into clauses and returns each clause as soon as it is complete. The clauses do not depend on how the stream is cut. */
export class ClauseSplitter {
  #pending = '';
  #isFirst = true;

  push(delta: string): string[] {
    this.#pending += delta;
    return this.#takeClauses(false);
  }

  /** Returns the remaining text at the end of the stream. */
  flush(): string[] {
    const clauses = this.#takeClauses(true);
    this.#takeClause(this.#pending.length, clauses);
    return clauses;
  }

  #takeClauses(isComplete: boolean): string[] {
    const clauses: string[] = [];
    for (;;) {
      this.#pending = this.#pending.trimStart();
      const end = clauseEndOf(this.#pending, this.#isFirst, isComplete);
      if (end === 0) return clauses;
      this.#takeClause(end, clauses);
    }
  }

  #takeClause(end: number, into: string[]): void {
    const clause = stripMarkup(this.#pending.slice(0, end));
    this.#pending = this.#pending.slice(end);
    if (!/[\p{L}\p{N}]/u.test(clause)) return;
    this.#isFirst = false;
    into.push(clause);
  }
}

/** Yields the places where the first clause may end: the text before, its space and the text after. */
function* candidatesIn(text: string): Iterable<{ head: string; space: string; rest: string }> {
  for (const match of text.matchAll(candidate)) {
    const [{ length }, { marks = '', space = '' }] = [match[0], match.groups!];
    const headEnd = match.index + marks.length;
    if (headEnd > 2 * maxClauseChars) return;
    yield { head: text.slice(0, headEnd), space, rest: text.slice(match.index + length) };
  }
}

/** Returns the end index of the first clause; 0 if it may be incomplete. Decides by text that a longer stream cannot change. */
function clauseEndOf(pending: string, isFirst: boolean, isComplete: boolean): number {
  // The second half of a character may follow.
  const text = isComplete ? pending : pending.replace(/[\ud800-\udbff]$/, '');
  for (const { head, space, rest } of candidatesIn(text)) {
    const next = /^(?:\p{L}{1,40}|\S)/u.exec(rest)?.[0] ?? '';
    const isNextComplete = isComplete || next.length < rest.length;
    if (!isNextComplete && !isDecided(head, space, rest)) return 0;
    if (endsClause(head, space, next, isFirst)) return text.length - rest.length;
  }
  return text.length > 2 * maxClauseChars ? cutOf(text) : 0;
}

/** Returns where a text without spaces is cut. */
function cutOf(text: string): number {
  return /[\ud800-\udbff]/.test(text[maxClauseChars - 1]!) ? maxClauseChars - 1 : maxClauseChars;
}

/** Returns whether `endsClause` returns the same if more text follows `rest`, whose first word is incomplete. */
function isDecided(head: string, space: string, rest: string): boolean {
  if (sentenceEnd.test(head) && dependsOnNextWord(head)) return false;
  // Without a space, a closing quotation mark may follow.
  return rest !== '' || (space !== '' && sentenceEnd.test(head));
}

function endsClause(head: string, space: string, next: string, isFirst: boolean): boolean {
  if (space.includes('\n') || head.length > maxClauseChars) return true;
  if (enclosure.test(head)) return false;
  if (sentenceEnd.test(head)) return !isAbbreviation(head, next);
  if (!clauseEnd.test(head) || /^\p{N}/u.test(next)) return false;
  return widthOf(head) >= (isFirst ? minFirstClauseWidth : longClauseWidth);
}

const widthOf = (text: string): number =>
  text.length + (ideographWidth - 1) * (text.match(ideographs)?.length ?? 0);
