import type { LanguageMessage } from '../contracts/language-model.ts';

/** Older entries are left out of what a model is given; an hour of talk is about this much. */
const maxEntries = 200;

export interface HistoryEntry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

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

  /** For a model: what it is to do, then what was said. Models answer somebody, so an empty history gets a beginning. */
  messages(system: string): LanguageMessage[] {
    const entries =
      this.#entries.length > 0 ? this.#entries : [{ role: 'user', content: '(The call begins.)' } as const];
    return [{ role: 'system', content: system }, ...entries];
  }
}
