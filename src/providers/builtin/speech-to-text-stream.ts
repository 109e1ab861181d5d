import { Emitter } from '../../core/emitter.ts';
import type { SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { ExpectationGrammar } from './expectation-grammar.ts';
import { LineLevel } from './line-level.ts';
import type { RecognitionResult } from './recognition-protocol.ts';
import type { RecognitionThreads, UtteranceHandle } from './recognition-threads.ts';
import { classifyUtterance } from './transcript.ts';
import { UtteranceGate, type UtteranceLevels } from '../../audio/utterance-gate.ts';

/** The longest pause within an utterance that is passed to the recogniser. Longer pauses are shortened. */
const recognisedPauseMs = 1500;
/** An utterance without recognised words is dropped after this much silence, unless it was finalised. */
const noWordsTimeoutMs = 3000;
/** Maximum length of an utterance, in samples at 8 kHz: 30 s. */
const maxUtteranceSamples = 30 * 8000;

/** An utterance that is not finalised within this time is dropped, so that its decoder is released. */
const maxUtteranceMs = 60_000;

/** The current utterance and its thread. */
interface Utterance {
  readonly grammar: ExpectationGrammar;
  readonly startMs: number;
  /** All audio, to recognise it again with another grammar or on another thread. */
  readonly audio: Int16Array[];
  samples: number;
  text: string;
  handle: UtteranceHandle | undefined;
  wasRetried: boolean;
  /** Set by `finalize`: the slot for the result, and the levels that the gate measured. */
  finalised: { readonly slot: ResultSlot; readonly levels: UtteranceLevels } | undefined;
}

/** A slot in the order of `transcript-ended` events. It is filled when the result arrives. */
interface ResultSlot {
  event: SpeechToTextEvent | undefined;
}

/** An utterance fails if overload dropped more of its audio than this. */
const maxLostMs = 1_000;

/** The methods of `RecognitionThreads` that a stream uses. */
export type Recognition = Pick<RecognitionThreads, 'startUtterance' | 'prepare'> & {
  readonly capacity: Pick<RecognitionThreads['capacity'], 'addAudio'>;
};

/** The recognition stream of one call: a level gate, and an utterance on a thread while there is speech. */
export class BuiltinSpeechToTextStream implements SpeechToTextStream {
  readonly #threads: Recognition;
  readonly #compile: (expectation: Expectation) => ExpectationGrammar;
  readonly #onClose: (stream: BuiltinSpeechToTextStream) => void;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #gate = new UtteranceGate();
  readonly #level = new LineLevel();
  readonly #resultSlots: ResultSlot[] = [];
  /** Finalised utterances without a result. */
  readonly #finalised = new Set<Utterance>();
  #grammar: ExpectationGrammar;
  #utterance: Utterance | undefined;
  #nowMs = 0;
  #samples = 0;
  #closed = false;

  constructor(
    threads: Recognition,
    compile: (expectation: Expectation) => ExpectationGrammar,
    onClose: (stream: BuiltinSpeechToTextStream) => void,
    onInternalError: (error: unknown) => void,
  ) {
    this.#emitter = new Emitter(onInternalError);
    this.#threads = threads;
    this.#compile = compile;
    this.#onClose = onClose;
    this.#grammar = compile({ id: 'anything', phrases: [], forms: ['text'] });
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Length of the audio so far. */
  get audioMs(): number {
    return this.#samples / 8;
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#closed) return;
    this.#nowMs = atMs + samples.length / 8;
    this.#samples += samples.length;
    const gated = this.#gate.push(samples, atMs);
    if (gated?.type === 'opened') this.#startUtterance(gated.atMs);
    const isSent = gated !== undefined && this.#utterance !== undefined;
    if (isSent) this.#push(this.#utterance!, gated.samples);
    this.#threads.capacity.addAudio(samples.length / 8, isSent ? gated.samples.length / 8 : 0);
    if (this.#utterance !== undefined && this.#isAbandoned(this.#utterance)) this.#abandon();
  }

  expect(expectation: Expectation): void {
    if (this.#closed || expectation.id === this.#grammar.id) return;
    this.#grammar = this.#compile(expectation);
    const utterance = this.#utterance;
    if (utterance === undefined) this.#threads.prepare(this.#grammar);
    else if (utterance.text === '') this.#restartWithNewGrammar(utterance);
  }

  finalize(): void {
    if (this.#closed) return;
    const slot: ResultSlot = { event: undefined };
    this.#resultSlots.push(slot);
    const utterance = this.#utterance;
    this.#utterance = undefined;
    if (utterance === undefined) {
      slot.event = this.#emptyTranscript();
      this.#emitCompleted();
    } else {
      const { levels } = this.#gate;
      utterance.finalised = { slot, levels };
      this.#finalised.add(utterance);
      if (this.#level.update(levels)) this.#restartAdjusted(utterance);
      else utterance.handle?.finish();
    }
    this.#gate.close();
  }

  discard(): void {
    for (const utterance of this.#finalised) utterance.handle?.drop();
    this.#finalised.clear();
    this.#resultSlots.length = 0;
    this.#abandon();
  }

  close(): void {
    if (this.#closed) return;
    this.discard();
    this.#closed = true;
    this.#emitter.clear();
    this.#onClose(this);
  }

  /** Discards the utterance that is not finalised. */
  #abandon(): void {
    this.#utterance?.handle?.drop();
    this.#utterance = undefined;
    this.#gate.close();
  }

  #startUtterance(startMs: number): void {
    this.#utterance = {
      grammar: this.#grammar,
      startMs,
      audio: [],
      samples: 0,
      text: '',
      handle: undefined,
      wasRetried: false,
      finalised: undefined,
    };
    this.#startOnThread(this.#utterance);
  }

  #push(utterance: Utterance, received: Int16Array): void {
    const isPause = this.#gate.quietMs > recognisedPauseMs;
    if (isPause || utterance.samples + received.length > maxUtteranceSamples) return;
    const samples = this.#level.adjust(received);
    utterance.samples += samples.length;
    utterance.audio.push(samples);
    utterance.handle?.push(samples);
  }

  #isAbandoned(utterance: Utterance): boolean {
    if (this.#nowMs - utterance.startMs > maxUtteranceMs) return true;
    return utterance.text === '' && this.#gate.quietMs >= noWordsTimeoutMs;
  }

  /** Recognises the same audio again with the current grammar. */
  #restartWithNewGrammar(utterance: Utterance): void {
    utterance.handle?.drop();
    this.#utterance = { ...utterance, grammar: this.#grammar, handle: undefined };
    this.#startOnThread(this.#utterance);
  }

  /** Recognises the whole utterance again, at the level that was just estimated. */
  #restartAdjusted(utterance: Utterance): void {
    utterance.handle?.drop();
    const sound = utterance.audio.map((samples) => this.#level.adjust(samples));
    utterance.audio.splice(0, sound.length, ...sound);
    this.#startOnThread(utterance);
  }

  /** Starts the utterance on a thread and sends the audio so far. */
  #startOnThread(utterance: Utterance): void {
    const handle = this.#threads.startUtterance(utterance.grammar, {
      onPartial: (text) => this.#onPartial(utterance, text),
      onFinished: (result) => this.#onFinished(utterance, result),
      onFailed: (error) => this.#onFailed(utterance, error),
    });
    utterance.handle = handle;
    for (const samples of utterance.audio) handle.push(samples);
    if (utterance.finalised !== undefined) handle.finish();
  }

  #onPartial(utterance: Utterance, text: string): void {
    if (this.#closed || text === utterance.text) return;
    utterance.text = text;
    // Partial results must not be reported before the result of an earlier utterance.
    if (this.#resultSlots.length > 0 && this.#resultSlots[0] !== utterance.finalised?.slot) return;
    const match = utterance.grammar.match(text);
    this.#emitter.emit({ type: 'transcript-delta', text, ...(match && { match }), atMs: this.#nowMs });
  }

  #onFinished(utterance: Utterance, result: RecognitionResult): void {
    if (this.#closed || utterance.finalised === undefined) return;
    this.#finalised.delete(utterance);
    if (result.lostMs > maxLostMs)
      return this.#fail(new Error('Too much audio of an utterance was dropped before it was recognised.'));
    const { slot, levels } = utterance.finalised;
    const lengthMs = utterance.samples / 8;
    slot.event = classifyUtterance({ ...utterance, partial: utterance.text, lengthMs, levels, result });
    this.#emitCompleted();
  }

  /** The thread died or is too far behind. The audio is recognised again on another thread, once. */
  #onFailed(utterance: Utterance, error: Error): void {
    if (this.#closed) return;
    utterance.handle = undefined;
    if (utterance.wasRetried) return this.#fail(error);
    utterance.wasRetried = true;
    this.#emitter.emit({ type: 'stream-failed', error, recoverable: true });
    this.#startOnThread(utterance);
  }

  #fail(error: Error): void {
    this.#emitter.emit({ type: 'stream-failed', error, recoverable: false });
    this.close();
  }

  #emptyTranscript(): SpeechToTextEvent {
    const { startMs, endMs } = { startMs: this.#nowMs, endMs: this.#nowMs };
    return { type: 'transcript-ended', text: '', confidence: 0, rejected: false, startMs, endMs };
  }

  #emitCompleted(): void {
    while (this.#resultSlots[0]?.event !== undefined) {
      const { event } = this.#resultSlots.shift()!;
      if (!this.#closed) this.#emitter.emit(event!);
    }
  }
}
