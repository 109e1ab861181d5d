import { spokenWords } from '../core/spoken-words.ts';
import type { LanguageMessage } from '../contracts/language-model.ts';
import type { Reply } from './generate-reply.ts';

/** A reply that is generated before the turn of the caller has ended, and held until then. It has no effect unless it is taken. */
export class HeldReply {
  #key = '';
  #reply: Reply | undefined;

  /** Replaces the held reply. A reply to the same messages is kept. */
  hold(messages: readonly LanguageMessage[], generate: () => Reply): void {
    const key = keyOf(messages);
    if (this.#reply !== undefined && key === this.#key) return;
    this.discard();
    this.#key = key;
    this.#reply = generate();
  }

  /** Returns the held reply to these messages; undefined if there is none or it has failed. */
  take(messages: readonly LanguageMessage[]): Reply | undefined {
    const reply = this.#reply;
    if (reply === undefined || keyOf(messages) !== this.#key || reply.state.error !== undefined) {
      this.discard();
      return undefined;
    }
    this.#reply = undefined;
    return reply;
  }

  /** Stops the generation of the held reply. Safe to call twice. */
  discard(): void {
    this.#reply?.discard();
    this.#reply = undefined;
  }
}

/** Returns a text that is equal for messages that differ only in case and punctuation of the caller's words. */
const keyOf = (messages: readonly LanguageMessage[]): string =>
  JSON.stringify(
    messages.map((message) =>
      message.role === 'user' ? { ...message, content: spokenWords(message.content) } : message,
    ),
  );
