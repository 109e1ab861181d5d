import { readdirSync, readFileSync } from 'node:fs';

/** A text of an agent and what a voice that needs words receives. */
export interface SpokenTextCase {
  /** BCP 47. */
  readonly tag: string;
  /** The clauses of the text. */
  readonly clauses: readonly string[];
  readonly text: string;
  readonly spoken: string;
}

const folder = new URL('texts/', import.meta.url);

/**
 * Reads the table: a language tag, a text whose clauses are separated by ` | `, and the spoken text, separated by tabs. Without a spoken text, the text
 * is spoken as it is written.
 */
export const readSpokenTexts = (): SpokenTextCase[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n'))
    .map((line) => {
      const [tag = '', marked = '', spoken = ''] = line.split('\t');
      const clauses = marked.split(' | ');
      const text = clauses.join(' ');
      return { tag, clauses, text, spoken: spoken === '' ? text : spoken };
    });
