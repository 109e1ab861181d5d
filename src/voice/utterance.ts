import { AsyncQueue } from '../core/async-queue.ts';
import type { ModelSpeech, SpeechDelta } from '../contracts/language-model.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';
import { heardText, type UtteranceClause } from './heard-text.ts';

/** Safety limit; the token limit of the model keeps replies far below it. */
const maxClauses = 2_000;

/** Safety limit for the parts of one speech; models limit the length of their replies far below it. */
const maxSpeechParts = 20_000;

/** A clause that a model speaks itself. */
export class SpokenClause {
  readonly speech: ModelSpeech;
  readonly clause = createClause('');
  readonly chunks = new AsyncQueue<SpeechChunk>(maxSpeechParts);

  constructor(speech: ModelSpeech) {
    this.speech = speech;
  }

  add({ text, samples }: SpeechDelta): void {
    this.clause.text += text;
    if (samples.length > 0) this.chunks.push({ samples, sampleRate: 8000 });
  }
}

/** Whether the caller can interrupt the utterance. `reply`: interruptible words of a language model, which the next answer of the caller replaces. */
export type UtteranceKind = 'interruptible' | 'uninterruptible' | 'reply';

/** One utterance of the agent: its clauses, their audio and how far they were played. */
export class Utterance {
  readonly id: number;
  readonly kind: UtteranceKind;
  /** Texts to synthesise and clauses that a model speaks itself, in order. The queue ends after the last one. */
  readonly clauseQueue = new AsyncQueue<string | SpokenClause>(maxClauses);
  readonly #spokenClauses: SpokenClause[] = [];
  readonly clauses: UtteranceClause[] = [];
  /** Audio that was synthesised while an earlier utterance plays. */
  readonly bufferedChunks: { readonly clause: UtteranceClause; readonly chunk: SpeechChunk }[] = [];
  readonly controller = new AbortController();
  /** Resolves when the utterance becomes the current one or is stopped. */
  readonly reachedFront = Promise.withResolvers<void>();
  synthesized = false;
  error: unknown;
  /** Whether it ends with the apology for its error. */
  hasApology = false;
  /** When its first audio was ready, on the leg's media clock. */
  firstAudioAtMs: number | undefined;
  /** When its playout started, on the leg's media clock. */
  startedAtMs: number | undefined;

  constructor(id: number, kind: UtteranceKind) {
    this.id = id;
    this.kind = kind;
  }

  get isInterruptible(): boolean {
    return this.kind !== 'uninterruptible';
  }

  /** The text of the clauses whose synthesis or playout has begun. */
  get spokenText(): string {
    return this.clauses.map((clause) => clause.text).join(' ');
  }

  /** Length of the buffered audio, in ms. */
  get bufferedMs(): number {
    return this.bufferedChunks.reduce(
      (sum, { chunk }) => sum + (chunk.samples.length * 1000) / chunk.sampleRate,
      0,
    );
  }

  heardText(playedMs: number): string {
    return this.clauses
      .map((clause) => heardText(clause, playedMs))
      .filter((heard) => heard !== '')
      .join(' ');
  }

  addClause(source: string | SpokenClause): UtteranceClause {
    const clause = typeof source === 'string' ? createClause(source) : source.clause;
    this.clauses.push(clause);
    return clause;
  }

  /** Adds speech of a model. */
  play(delta: SpeechDelta): void {
    let current = this.#spokenClauses.at(-1);
    if (current?.speech !== delta.speech) {
      current?.chunks.end();
      current = new SpokenClause(delta.speech);
      this.#spokenClauses.push(current);
      delta.speech.queued();
      this.clauseQueue.push(current);
    }
    current.add(delta);
  }

  /** Ends the text and the speech. */
  finish(): void {
    this.#spokenClauses.at(-1)?.chunks.end();
    this.clauseQueue.end();
  }

  /** Reports to the model how much of its speech was played when the playout clock was at `playedMs`. */
  reportPlayout(playedMs: number, interrupted: boolean): void {
    for (const { speech, clause } of this.#spokenClauses) {
      const heardMs = clause.startMs === undefined ? 0 : playedMs - clause.startMs;
      speech.ended({
        utteranceId: this.id,
        playedMs: Math.max(0, Math.min(clause.durationMs, heardMs)),
        heardText: heardText(clause, playedMs),
        interrupted,
      });
    }
  }
}

const createClause = (text: string): UtteranceClause => ({
  text,
  startMs: undefined,
  durationMs: 0,
  synthesized: false,
  words: [],
});
