import { stripMarkup } from './speakable-text/strip-markup.ts';

/** The first clause may end at a comma from this length on, so that speech starts early. */
const minFirstClauseChars = 20;
/** A later clause that is longer than this ends at the next comma. */
const longClauseChars = 120;
/** A longer clause ends at the next space; if none follows within twice this length, the clause is cut at this length. */
const maxClauseChars = 240;

const sentenceEnd = /[.!?…]["')\]]*$/;
const clauseEnd = /[,;:—]$/;
/** Words that end in a full stop without ending a sentence. */
const abbreviation = /(?:^|\s)(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|a\.m|p\.m|[a-z])\.$/i;

/** Splits a text into the clauses that are synthesised one by one. */
export function splitClauses(text: string): string[] {
  const splitter = new ClauseSplitter();
  return [...splitter.push(text), ...splitter.flush()];
}

/** Splits streamed text into clauses and returns each clause as soon as it is complete. */
export class ClauseSplitter {
  #pending = '';
  #isFirst = true;

  push(delta: string): string[] {
    this.#pending += delta;
    const clauses: string[] = [];
    for (let end = this.#boundary(); end > 0; end = this.#boundary()) this.#takeClause(end, clauses);
    return clauses;
  }

  /** Returns the remaining text at the end of the stream. */
  flush(): string[] {
    const clauses: string[] = [];
    this.#takeClause(this.#pending.length, clauses);
    return clauses;
  }

  #takeClause(end: number, into: string[]): void {
    const clause = stripMarkup(this.#pending.slice(0, end));
    this.#pending = this.#pending.slice(end);
    if (!/[\p{L}\p{N}]/u.test(clause)) return;
    this.#isFirst = false;
    into.push(clause);
  }

  /** Returns the end index of the first pending clause; 0 if it may be incomplete. */
  #boundary(): number {
    for (const space of this.#pending.matchAll(/\s+/g)) {
      const head = this.#pending.slice(0, space.index);
      if (head.trim() === '') continue;
      if (space[0].includes('\n') || this.#endsClause(head) || head.length > maxClauseChars)
        return space.index + space[0].length;
    }
    if (this.#pending.length <= 2 * maxClauseChars) return 0;
    return /[\ud800-\udbff]/.test(this.#pending[maxClauseChars - 1]!) ? maxClauseChars - 1 : maxClauseChars;
  }

  #endsClause(head: string): boolean {
    if (sentenceEnd.test(head)) return !abbreviation.test(head);
    return clauseEnd.test(head) && head.length >= (this.#isFirst ? minFirstClauseChars : longClauseChars);
  }
}
