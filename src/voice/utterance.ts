import { AsyncQueue } from '../core/async-queue.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';
import { heardText, type UtteranceClause } from './heard-text.ts';

/** Safety limit; the token limit of the model keeps replies far below it. */
const maxClauses = 2_000;

/** Whether the caller can interrupt the utterance. */
export type UtteranceKind = 'interruptible' | 'uninterruptible';

/** One utterance of the agent: its clauses, their audio and how far they were played. */
export class Utterance {
  readonly id: number;
  readonly kind: UtteranceKind;
  /** Clauses to synthesise, in order. The queue ends after the last clause. */
  readonly clauseQueue = new AsyncQueue<string>(maxClauses);
  readonly clauses: UtteranceClause[] = [];
  /** Audio that was synthesised while an earlier utterance plays. */
  readonly bufferedChunks: { readonly clause: UtteranceClause; readonly chunk: SpeechChunk }[] = [];
  readonly controller = new AbortController();
  /** Resolves when the utterance becomes the current one or is stopped. */
  readonly reachedFront = Promise.withResolvers<void>();
  synthesized = false;
  error: unknown;
  /** On the leg's media clock: when its first audio was ready, and when its playout started. */
  firstAudioAtMs: number | undefined;
  startedAtMs: number | undefined;

  constructor(id: number, kind: UtteranceKind) {
    this.id = id;
    this.kind = kind;
  }

  get spokenText(): string {
    return this.clauses.map((clause) => clause.text).join(' ');
  }

  /** Length of the buffered audio, in ms. */
  get bufferedMs(): number {
    return this.bufferedChunks.reduce((sum, { chunk }) => sum + chunk.samples.length / 8, 0);
  }

  heardText(playedMs: number): string {
    return this.clauses
      .map((clause) => heardText(clause, playedMs))
      .filter((heard) => heard !== '')
      .join(' ');
  }

  addClause(text: string): UtteranceClause {
    const clause: UtteranceClause = {
      text,
      startMs: undefined,
      durationMs: 0,
      synthesized: false,
      words: [],
    };
    this.clauses.push(clause);
    return clause;
  }
}
