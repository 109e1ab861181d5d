import { Emitter } from '../../core/emitter.ts';
import type { SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { ExpectationGrammar } from './expectation-grammar.ts';
import { LineLevel } from './line-level.ts';
import type { RecognitionResult } from './recognition-protocol.ts';
import type { RecognitionThreads, UtteranceHandle } from './recognition-threads.ts';
import { classifyUtterance } from './transcript.ts';
import { UtteranceGate, type UtteranceLevels } from './utterance-gate.ts';

/** Silence within an utterance that is passed to the recogniser; longer pauses are shortened. */
const recognisedPauseMs = 1500;
/** The gate closes if no words were recognised for this time after a noise and the utterance was not finalised. */
const nothingHeardMs = 3000;
/** Maximum length of an utterance, in samples at 8 kHz: 30 s. */
const utteranceSamplesMax = 30 * 8000;

/** Time after which an utterance that is not finalised returns its decoder. */
const utteranceMsMax = 60_000;

/** The current utterance and its thread. */
interface Utterance {
  readonly grammar: ExpectationGrammar;
  readonly startMs: number;
  /** Kept to recognise it again with another grammar or on another thread. */
  readonly sound: Int16Array[];
  samples: number;
  text: string;
  handle: UtteranceHandle | undefined;
  restarted: boolean;
  /** Set by `finalize`: the slot of the result, and the measurements of the gate. */
  ending: { readonly outcome: Outcome; readonly levels: UtteranceLevels } | undefined;
}

/** A slot in the order of `transcript-ended` events, filled when the result arrives. */
interface Outcome {
  event: SpeechToTextEvent | undefined;
}

/** An utterance with more dropped audio than this, due to overload, fails. */
const lostMsMax = 1_000;

/** The part of the threads that a stream uses. */
export type Recognition = Pick<RecognitionThreads, 'begin' | 'learn'> & {
  readonly capacity: Pick<RecognitionThreads['capacity'], 'received'>;
};

/** The recognition stream of one call: a gate, and an utterance on a thread while there is speech. */
export class BuiltinSpeechToTextStream implements SpeechToTextStream {
  readonly #threads: Recognition;
  readonly #compile: (expectation: Expectation) => ExpectationGrammar;
  readonly #onClose: (stream: BuiltinSpeechToTextStream) => void;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #gate = new UtteranceGate();
  readonly #level = new LineLevel();
  readonly #outcomes: Outcome[] = [];
  /** Finalised utterances without a result. */
  readonly #ending = new Set<Utterance>();
  #grammar: ExpectationGrammar;
  #utterance: Utterance | undefined;
  #nowMs = 0;
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

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#closed) return;
    this.#nowMs = atMs + samples.length / 8;
    const outcome = this.#gate.push(samples, atMs);
    if (outcome?.type === 'opened') this.#begin(outcome.atMs);
    const sent = outcome !== undefined && this.#utterance !== undefined;
    if (sent) this.#add(this.#utterance!, outcome.samples);
    this.#threads.capacity.received(samples.length / 8, sent ? outcome.samples.length / 8 : 0);
    if (this.#utterance !== undefined && this.#isAbandoned(this.#utterance)) this.#abandon();
  }

  expect(expectation: Expectation): void {
    if (this.#closed || expectation.id === this.#grammar.id) return;
    this.#grammar = this.#compile(expectation);
    const heard = this.#utterance;
    if (heard === undefined) this.#threads.learn(this.#grammar);
    else if (heard.text === '') this.#hearAgain(heard);
  }

  finalize(): void {
    if (this.#closed) return;
    const outcome: Outcome = { event: undefined };
    this.#outcomes.push(outcome);
    const utterance = this.#utterance;
    this.#utterance = undefined;
    if (utterance === undefined) {
      outcome.event = this.#nothing();
      this.#flush();
    } else {
      const { levels } = this.#gate;
      utterance.ending = { outcome, levels };
      this.#ending.add(utterance);
      if (this.#level.heard(levels)) this.#hearAdjusted(utterance);
      else utterance.handle?.finish();
    }
    this.#gate.close();
  }

  discard(): void {
    for (const utterance of this.#ending) utterance.handle?.drop();
    this.#ending.clear();
    this.#outcomes.length = 0;
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

  #begin(startMs: number): void {
    this.#utterance = {
      grammar: this.#grammar,
      startMs,
      sound: [],
      samples: 0,
      text: '',
      handle: undefined,
      restarted: false,
      ending: undefined,
    };
    this.#listen(this.#utterance);
  }

  #add(utterance: Utterance, heard: Int16Array): void {
    const isPause = this.#gate.quietMs > recognisedPauseMs;
    if (isPause || utterance.samples + heard.length > utteranceSamplesMax) return;
    const samples = this.#level.adjusted(heard);
    utterance.samples += samples.length;
    utterance.sound.push(samples);
    utterance.handle?.push(samples);
  }

  #isAbandoned(utterance: Utterance): boolean {
    if (this.#nowMs - utterance.startMs > utteranceMsMax) return true;
    return utterance.text === '' && this.#gate.quietMs >= nothingHeardMs;
  }

  /** Recognises the same audio again with the current grammar. */
  #hearAgain(heard: Utterance): void {
    heard.handle?.drop();
    this.#utterance = { ...heard, grammar: this.#grammar, handle: undefined };
    this.#listen(this.#utterance);
  }

  /** Recognises the whole utterance again, at the level that is known now. */
  #hearAdjusted(utterance: Utterance): void {
    utterance.handle?.drop();
    const sound = utterance.sound.map((samples) => this.#level.adjusted(samples));
    utterance.sound.splice(0, sound.length, ...sound);
    this.#listen(utterance);
  }

  /** Starts the utterance on a thread, with the audio so far. */
  #listen(utterance: Utterance): void {
    const handle = this.#threads.begin(utterance.grammar, {
      heard: (text) => this.#heard(utterance, text),
      finished: (result) => this.#finished(utterance, result),
      failed: (error) => this.#failed(utterance, error),
    });
    utterance.handle = handle;
    for (const samples of utterance.sound) handle.push(samples);
    if (utterance.ending !== undefined) handle.finish();
  }

  #heard(utterance: Utterance, text: string): void {
    if (this.#closed || text === utterance.text) return;
    utterance.text = text;
    // An earlier utterance has no result yet; partial results must not be reported before it.
    if (this.#outcomes.length > 0 && this.#outcomes[0] !== utterance.ending?.outcome) return;
    const match = utterance.grammar.match(text);
    this.#emitter.emit({ type: 'transcript-delta', text, ...(match && { match }), atMs: this.#nowMs });
  }

  #finished(utterance: Utterance, result: RecognitionResult): void {
    if (this.#closed || utterance.ending === undefined) return;
    this.#ending.delete(utterance);
    if (result.lostMs > lostMsMax)
      return this.#fail(new Error('Too much audio of an utterance was dropped before it was recognised.'));
    const { outcome, levels } = utterance.ending;
    const lengthMs = utterance.samples / 8;
    outcome.event = classifyUtterance({ ...utterance, partial: utterance.text, lengthMs, levels, result });
    this.#flush();
  }

  /** The thread died or is too far behind. The audio is recognised again on another, once. */
  #failed(utterance: Utterance, error: Error): void {
    if (this.#closed) return;
    utterance.handle = undefined;
    if (utterance.restarted) return this.#fail(error);
    utterance.restarted = true;
    this.#emitter.emit({ type: 'stream-failed', error, recoverable: true });
    this.#listen(utterance);
  }

  #fail(error: Error): void {
    this.#emitter.emit({ type: 'stream-failed', error, recoverable: false });
    this.close();
  }

  #nothing(): SpeechToTextEvent {
    const { startMs, endMs } = { startMs: this.#nowMs, endMs: this.#nowMs };
    return { type: 'transcript-ended', text: '', confidence: 0, rejected: false, startMs, endMs };
  }

  #flush(): void {
    while (this.#outcomes[0]?.event !== undefined) {
      const { event } = this.#outcomes.shift()!;
      if (!this.#closed) this.#emitter.emit(event!);
    }
  }
}
