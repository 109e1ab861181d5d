import { rethrowUncaught } from './rethrow-uncaught.ts';
import { Emitter } from '../../core/emitter.ts';
import type { Expectation } from '../../core/expectation.ts';
import { matchPhrase } from '../phrase-match.ts';
import { noExpectation } from '../recognised-text.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../speech-to-text.ts';

/** An utterance of the far side. Times are on the media clock. */
export interface ScriptedUtterance {
  readonly text: string;
  /** Start of the first word. Defaults to now. */
  readonly atMs?: number;
  /** Defaults to 300 ms per word. */
  readonly durationMs?: number;
  /** 0 to 1. Defaults to 0.95. */
  readonly confidence?: number;
  readonly rejected?: boolean;
  readonly unconfirmed?: boolean;
}

export interface FakeSpeechToTextOptions {
  readonly capabilities?: Partial<SpeechToTextCapabilities>;
  /** Each stream recognises an utterance when its audio reaches the `atMs` of the utterance. */
  readonly script?: readonly (ScriptedUtterance & { readonly atMs: number })[];
}

type TranscriptEnded = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

const wordMs = 300;

/** Recogniser with scripted results: word by word from a timed script as audio is pushed, or at once by `recognise`. */
export class FakeSpeechToText implements SpeechToText {
  readonly provider = 'fake';
  readonly model = 'script';
  readonly capabilities: SpeechToTextCapabilities;
  /** All streams, in the order in which they were opened. */
  readonly streams: FakeSpeechToTextStream[] = [];
  readonly #script: readonly ScriptedUtterance[];
  #closed = false;

  constructor(options: FakeSpeechToTextOptions = {}) {
    this.#script = options.script ?? [];
    this.capabilities = {
      partials: true,
      openVocabulary: false,
      expectation: 'grammar',
      endpointing: 'host',
      turns: 'none',
      languages: ['en-US'],
      network: false,
      ...options.capabilities,
    };
  }

  open(options: SpeechToTextOptions): FakeSpeechToTextStream {
    const stream = new FakeSpeechToTextStream(options, this.#script, this);
    this.streams.push(stream);
    return stream;
  }

  /** The last opened stream. */
  get latest(): FakeSpeechToTextStream {
    const stream = this.streams.at(-1);
    if (stream === undefined) throw new Error('no stream has been opened');
    return stream;
  }

  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    return Promise.resolve({ ok: !this.#closed, detail: this.#closed ? 'closed' : 'understands a script' });
  }

  close(): Promise<void> {
    this.#closed = true;
    for (const stream of this.streams) stream.close();
    return Promise.resolve();
  }
}

export class FakeSpeechToTextStream implements SpeechToTextStream {
  readonly options: SpeechToTextOptions;
  /** Replaces those of the recogniser. */
  capabilities?: SpeechToTextCapabilities;
  readonly #emitter = new Emitter<SpeechToTextEvent>(rethrowUncaught);
  readonly #recogniser: Pick<SpeechToText, 'provider' | 'model'>;
  readonly #pending: ScriptedUtterance[];
  #expectation = noExpectation;
  #nextExpectation: Expectation | undefined;
  #current: { utterance: ScriptedUtterance; startMs: number; words: number } | undefined;
  #nowMs = 0;
  #closed = false;
  /** Milliseconds of audio pushed so far. */
  pushedMs = 0;
  finalizeCount = 0;
  discardCount = 0;

  constructor(
    options: SpeechToTextOptions,
    script: readonly ScriptedUtterance[],
    recogniser: Pick<SpeechToText, 'provider' | 'model'>,
  ) {
    this.options = options;
    this.#recogniser = recogniser;
    this.#pending = [...script];
  }

  get expectation(): Expectation {
    return this.#nextExpectation ?? this.#expectation;
  }

  get closed(): boolean {
    return this.#closed;
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Recognises a whole utterance at once: one `transcript-delta` now, its `transcript-ended` when it is finalised. */
  recognise(utterance: ScriptedUtterance): void {
    if (this.#closed) return;
    this.#startUtterance(utterance, utterance.atMs ?? this.#nowMs);
    this.#emitWords(wordsOf(utterance).length);
  }

  fail(error: Error, recoverable: boolean, fallback?: { readonly from: string; readonly to: string }): void {
    if (this.#closed) return;
    this.#emitter.emit({ type: 'stream-failed', error, recoverable, ...(fallback && { fallback }) });
    if (!recoverable) this.close();
  }

  /** Simulates end-of-turn detection by the provider: ends the utterance if it has words, and the turn. `confidence` is 0 to 1. */
  endTurn(confidence = 0.9): void {
    if (this.#closed) return;
    const event = this.#transcriptEnded();
    this.#reset();
    if (event.text !== '') this.#emitter.emit(event);
    this.#emitter.emit({ type: 'turn-ended', text: event.text, confidence, atMs: this.#nowMs });
  }

  /** Simulates a turn that has probably ended. `confidence` is 0 to 1. */
  endTurnLikely(confidence = 0.5): void {
    const { text } = this.#transcriptEnded();
    this.#emitter.emit({ type: 'turn-likely-ended', text, confidence, atMs: this.#nowMs });
  }

  resumeTurn(): void {
    this.#emitter.emit({ type: 'turn-resumed', atMs: this.#nowMs });
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#closed) return;
    const durationMs = (samples.length * 1000) / (this.options.sampleRate ?? 8000);
    this.pushedMs += durationMs;
    this.#nowMs = atMs + durationMs;
    const next = this.#pending[0];
    if (this.#current === undefined && next !== undefined && (next.atMs ?? 0) < this.#nowMs) {
      this.#pending.shift();
      this.#startUtterance(next, next.atMs ?? atMs);
    }
    if (this.#current !== undefined) this.#emitWords(this.#wordsByNow());
  }

  expect(expectation: Expectation): void {
    if (this.#current === undefined) this.#expectation = expectation;
    else this.#nextExpectation = expectation;
  }

  finalize(): void {
    if (this.#closed) return;
    this.finalizeCount += 1;
    const event = this.#transcriptEnded();
    this.#reset();
    this.#emitter.emit(event);
  }

  #transcriptEnded(): TranscriptEnded {
    const silence = { confidence: 0, rejected: false, startMs: this.#nowMs, endMs: this.#nowMs };
    if (this.#current === undefined) return { type: 'transcript-ended', text: '', ...silence };
    const { utterance, startMs, words } = this.#current;
    const texts = wordsOf(utterance).slice(0, words);
    const text = texts.join(' ');
    const match = matchPhrase(this.#expectation, text);
    const wordLengthMs = durationMsOf(utterance) / Math.max(1, wordsOf(utterance).length);
    return {
      type: 'transcript-ended',
      text,
      ...(match && { match }),
      confidence: text === '' ? 0 : (utterance.confidence ?? 0.95),
      rejected: utterance.rejected ?? false,
      ...(utterance.unconfirmed === true && { unconfirmed: true }),
      startMs,
      endMs: startMs + durationMsOf(utterance),
      words: texts.map((word, index) => ({
        text: word,
        startMs: startMs + index * wordLengthMs,
        endMs: startMs + (index + 1) * wordLengthMs,
      })),
    };
  }

  discard(): void {
    this.discardCount += 1;
    this.#reset();
  }

  close(): void {
    const { provider, model } = this.#recogniser;
    if (!this.#closed && this.pushedMs > 0)
      this.options.onUsage?.({ provider, model, audioMs: this.pushedMs });
    this.#closed = true;
    this.#emitter.clear();
  }

  #startUtterance(utterance: ScriptedUtterance, startMs: number): void {
    this.#current = { utterance, startMs, words: 0 };
  }

  #reset(): void {
    this.#current = undefined;
    this.#expectation = this.expectation;
    this.#nextExpectation = undefined;
  }

  #wordsByNow(): number {
    const { utterance, startMs } = this.#current!;
    const words = wordsOf(utterance).length;
    const recognised = Math.floor(((this.#nowMs - startMs) / durationMsOf(utterance)) * words);
    return Math.min(words, recognised);
  }

  #emitWords(count: number): void {
    const current = this.#current!;
    if (count <= current.words) return;
    current.words = count;
    const text = wordsOf(current.utterance).slice(0, count).join(' ');
    const match = matchPhrase(this.#expectation, text);
    this.#emitter.emit({ type: 'transcript-delta', text, ...(match && { match }), atMs: this.#nowMs });
  }
}

function wordsOf(utterance: ScriptedUtterance): string[] {
  return utterance.text.split(/\s+/).filter((word) => word !== '');
}

function durationMsOf(utterance: ScriptedUtterance): number {
  return utterance.durationMs ?? Math.max(1, wordsOf(utterance).length) * wordMs;
}
