import type { SpeechChunk } from '../contracts/text-to-speech.ts';

/** Clauses kept at most; the oldest gives way. */
const maxPrepared = 32;

type Synthesize = (clause: string, signal: AbortSignal) => AsyncIterable<SpeechChunk>;

/**
 * Clauses that are synthesised before they are wanted, such as a greeting while the phone rings. Each is used once. A
 * failure is not kept: the clause is then synthesised when it is wanted.
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

  /** The clause's sound: what was prepared, else made now. */
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
