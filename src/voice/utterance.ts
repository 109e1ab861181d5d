import type { ModelSpeech, SpeechDelta } from '../contracts/language-model.ts';
import type { LegAudio } from '../contracts/leg-audio.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';
import { AsyncQueue } from '../core/async-queue.ts';
import type { Clock } from '../core/clock.ts';
import { joinClauses } from './clauses.ts';
import { heardText, type UtteranceClause } from './heard-text.ts';

export type SpeechOutputEvent =
  /** Playout of the utterance started. Times are on the leg's media clock. */
  | {
      readonly type: 'utterance-started';
      readonly id: number;
      readonly firstAudioAtMs: number;
      readonly atMs: number;
      /** When its first word has been played completely. */
      readonly firstWordAtMs: number;
    }
  /** Emitted once for each utterance, even if it was never played. `heardText` holds whole words only. */
  | {
      readonly type: 'utterance-ended';
      readonly id: number;
      readonly text: string;
      readonly heardText: string;
      readonly interrupted: boolean;
      readonly startedAtMs: number | undefined;
      readonly atMs: number;
      /** Set if every voice failed. */
      readonly error?: unknown;
      /** Whether the apology replaced the words that no voice spoke. */
      readonly hasApology?: boolean;
    }
  /** Nothing is playing or queued. */
  | { readonly type: 'output-idle'; readonly atMs: number };

/** An utterance that is written clause by clause. */
export interface OpenUtterance {
  readonly id: number;
  write(clause: string): void;
  /** Adds speech of a model that speaks itself. */
  play(delta: SpeechDelta): void;
  /** Ends the text or the speech. */
  finish(): void;
}

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

/**
 * Whether the caller can interrupt the utterance. `reply`: interruptible words of a language model, which the next answer of the caller replaces.
 * `filler`: interruptible words that bridge a wait.
 */
export type UtteranceKind = 'interruptible' | 'uninterruptible' | 'reply' | 'filler';

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
    return joinClauses(this.clauses.map((clause) => clause.text));
  }

  /** Whether all of its text so far is synthesised, and more can follow. */
  get awaitsText(): boolean {
    return !this.synthesized && this.clauseQueue.length === 0 && this.clauses.at(-1)?.synthesized === true;
  }

  /** Length of the buffered audio, in ms. */
  get bufferedMs(): number {
    return this.bufferedChunks.reduce(
      (sum, { chunk }) => sum + (chunk.samples.length * 1000) / chunk.sampleRate,
      0,
    );
  }

  heardText(playedMs: number): string {
    return joinClauses(this.clauses.map((clause) => heardText(clause, playedMs)));
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

/** How far synthesis runs ahead of playout: enough to bridge a slow voice, but not much to discard after an interruption. */
const synthesisLeadMs = 6_000;
/** The most audio of a queued utterance that is synthesised before it is played. */
const queuedSynthesisLeadMs = 3_000;
/** Added to each wait, so that the queue is below the limit when it is checked again. */
const leadMarginMs = 20;

export interface SynthesisLeadOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly audio: Pick<LegAudio, 'queuedMs'>;
  /** Returns whether the utterance is the one that plays now. */
  readonly isCurrent: (utterance: Utterance) => boolean;
}

/** Waits until playout has consumed enough audio for the synthesis of the utterance to continue, or until the utterance is stopped. */
export async function waitForPlayout(utterance: Utterance, options: SynthesisLeadOptions): Promise<void> {
  const { clock, audio, isCurrent } = options;
  const { signal } = utterance.controller;
  if (!isCurrent(utterance) && utterance.bufferedMs >= queuedSynthesisLeadMs)
    await utterance.reachedFront.promise;
  while (!signal.aborted && isCurrent(utterance) && audio.queuedMs > synthesisLeadMs)
    await clock.sleep(audio.queuedMs - synthesisLeadMs + leadMarginMs, signal).catch(() => undefined);
}
