import type { LanguageMessage } from '../contracts/language-model.ts';

/** Above this number the oldest entries are dropped. It covers about an hour of conversation. */
const maxEntries = 200;

export interface HistoryEntry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A conversation that can be read. */
export interface Conversation {
  readonly entries: readonly HistoryEntry[];
}

/** Placeholder for speech that was not recognised. */
export const notUnderstood = '(The caller said something that was not understood.)';
const callStartedMessage = { role: 'user', content: '(The call begins.)' } as const;
const callerListeningMessage = { role: 'user', content: '(The caller is listening.)' } as const;

/** The conversation as both sides heard it. Consecutive entries of one side are joined. */
export class History implements Conversation {
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
   * Returns the messages for a language model: the system prompt, then the conversation. Many servers require that the first and last message are
   * from the user, so a placeholder is added where the agent spoke first or last.
   */
  messages(system: string): LanguageMessage[] {
    const leading = this.#entries[0]?.role === 'user' ? [] : [callStartedMessage];
    const trailing = this.#entries.at(-1)?.role === 'assistant' ? [callerListeningMessage] : [];
    return [{ role: 'system', content: system }, ...leading, ...this.#entries, ...trailing];
  }
}
