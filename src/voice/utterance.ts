import { AsyncQueue } from '../core/async-queue.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';
import { heardText, type PlayedClause } from './heard-text.ts';

/** More clauses than any reply has; the model's limit on tokens is far below. */
const maxClauses = 2_000;

/** What an interruption does to it: `cancellable` is cut, `kept` is spoken to its end. */
export type UtteranceKind = 'cancellable' | 'kept';

/** Something the agent says, from the first clause that is known of it to the last word that was heard. */
export class Utterance {
  readonly id: number;
  readonly kind: UtteranceKind;
  /** The words in order, as far as they are known; ends when no more are to come. */
  readonly text = new AsyncQueue<string>(maxClauses);
  readonly clauses: PlayedClause[] = [];
  /** Sound that was made before its turn to be heard. */
  readonly waiting: { readonly clause: PlayedClause; readonly chunk: SpeechChunk }[] = [];
  readonly cut = new AbortController();
  /** Resolves when it is the one that is heard. */
  readonly turn = Promise.withResolvers<void>();
  synthesized = false;
  error: unknown;
  /** On the leg's media clock: when its first sound was ready, and when the other side began to hear it. */
  voicedAtMs: number | undefined;
  startedAtMs: number | undefined;

  constructor(id: number, kind: UtteranceKind) {
    this.id = id;
    this.kind = kind;
  }

  get spokenText(): string {
    return this.clauses.map((clause) => clause.text).join(' ');
  }

  /** Milliseconds of sound that wait for its turn. */
  get waitingMs(): number {
    return this.waiting.reduce((sum, { chunk }) => sum + chunk.samples.length / 8, 0);
  }

  heardText(playedMs: number): string {
    return this.clauses
      .map((clause) => heardText(clause, playedMs))
      .filter((heard) => heard !== '')
      .join(' ');
  }

  addClause(text: string): PlayedClause {
    const clause: PlayedClause = { text, startMs: undefined, durationMs: 0, complete: false, words: [] };
    this.clauses.push(clause);
    return clause;
  }
}
