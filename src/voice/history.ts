import type { LanguageMessage } from '../contracts/language-model.ts';

/** Older entries are left out of what a model is given; an hour of talk is about this much. */
const maxEntries = 200;

export interface HistoryEntry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Stands for words that were spoken and not understood. */
export const notUnderstood = '(The caller said something that was not understood.)';
const callBegins = { role: 'user', content: '(The call begins.)' } as const;
const callerListens = { role: 'user', content: '(The caller is listening.)' } as const;

/** What was said so far, as both sides heard it. Neighbouring entries of one side are joined. */
export class History {
  #entries: HistoryEntry[] = [];

  add(role: HistoryEntry['role'], content: string): void {
    if (content === '') return;
    const last = this.#entries.at(-1);
    if (last?.role === role)
      this.#entries[this.#entries.length - 1] = { role, content: `${last.content} ${content}` };
    else this.#entries.push({ role, content });
    if (this.#entries.length > maxEntries) this.#entries.shift();
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  /**
   * For a model: what it is to do, then what was said. Many servers take only conversations in which the user speaks first and
   * last, so where the agent did, a note stands in.
   */
  messages(system: string): LanguageMessage[] {
    const begins = this.#entries[0]?.role === 'user' ? [] : [callBegins];
    const ends = this.#entries.at(-1)?.role === 'assistant' ? [callerListens] : [];
    return [{ role: 'system', content: system }, ...begins, ...this.#entries, ...ends];
  }
}
