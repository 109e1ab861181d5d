import type { SpeechChunk } from '../contracts/text-to-speech.ts';

/** The most clauses whose audio is kept. A further clause replaces the oldest. */
const maxPrepared = 32;

type Synthesize = (clause: string, signal: AbortSignal) => AsyncIterable<SpeechChunk>;

/**
 * Synthesises clauses ahead of time, such as a greeting while the phone rings. The audio of a clause is used once. A clause whose synthesis failed is
 * synthesised again when it is spoken.
 */
export class PreparedSpeech {
  readonly #synthesize: Synthesize;
  readonly #clauses = new Map<string, Promise<SpeechChunk[] | undefined>>();
  readonly #closing = new AbortController();

  constructor(synthesize: Synthesize) {
    this.#synthesize = synthesize;
  }

  prepare(clause: string): void {
    if (this.#closing.signal.aborted || this.#clauses.has(clause)) return;
    const [oldest] = this.#clauses.keys();
    if (this.#clauses.size >= maxPrepared && oldest !== undefined) this.#clauses.delete(oldest);
    this.#clauses.set(clause, this.#collect(clause));
  }

  /** Returns the prepared audio of the clause, or synthesises it now. */
  async *speak(clause: string, signal: AbortSignal): AsyncIterable<SpeechChunk> {
    const prepared = this.#clauses.get(clause);
    this.#clauses.delete(clause);
    const chunks = await prepared;
    if (chunks === undefined) yield* this.#synthesize(clause, signal);
    else yield* chunks;
  }

  close(): void {
    this.#closing.abort();
    this.#clauses.clear();
  }

  async #collect(clause: string): Promise<SpeechChunk[] | undefined> {
    try {
      const chunks: SpeechChunk[] = [];
      for await (const chunk of this.#synthesize(clause, this.#closing.signal)) chunks.push(chunk);
      return chunks.length === 0 ? undefined : chunks;
    } catch {
      return undefined;
    }
  }
}
