import { concatenate } from '../../audio/concatenate.ts';
import type { SampleRate } from '../../audio/sample-rate.ts';
import { UtteranceGate } from '../../audio/utterance-gate.ts';
import {
  assumedConfidence,
  matchText,
  noExpectation,
  unconfirmedConfidence,
} from '../../contracts/recognised-text.ts';
import type { SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import type { Expectation } from '../../core/expectation.ts';
import { EngineError, type EngineEvent, type EngineProcess } from './engine-process.ts';

export interface SherpaStreamOptions {
  readonly engine: Pick<EngineProcess, 'isUsable' | 'send'>;
  readonly clock: Clock;
  readonly sampleRate: SampleRate;
  /** Returns a number that is unique for the engine. */
  readonly nextUtterance: () => number;
  readonly onInternalError: (error: unknown) => void;
  /** Receives the length of the audio that was pushed. */
  readonly onClosed: (audioMs: number) => void;
}

const samplesPerMs = 8;
/** Length of audio messages: shorter ones cost more CPU time, longer ones delay the text. */
const messageSamples = 60 * samplesPerMs;
/** Audio that the engine has not decoded. More means that the machine is too slow. */
const maxWaitingSamples = 10_000 * samplesPerMs;
/** The longest wait for the text of an utterance. */
const finishTimeoutMs = 5_000;

interface Utterance {
  readonly id: number;
  readonly startMs: number;
  text: string;
}

interface FinishedUtterance extends Utterance {
  readonly endMs: number;
  readonly timer: Timer;
}

/** The audio of one call. Only audio from the start of speech on is sent to the engine. */
export class SherpaStream implements SpeechToTextStream {
  readonly #options: SherpaStreamOptions;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #gate = new UtteranceGate();
  #expectation = noExpectation;
  #nextExpectation: Expectation | undefined;
  #utterance: Utterance | undefined;
  /** Utterances that have ended, and wait for their texts. */
  readonly #finishing: FinishedUtterance[] = [];
  #unsent: Int16Array[] = [];
  #unsentSamples = 0;
  #waitingSamples = 0;
  #pushedSamples = 0;
  #nowMs = 0;
  #isClosed = false;

  constructor(options: SherpaStreamOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onInternalError);
    // Listeners are added after the constructor.
    queueMicrotask(() => this.#checkUsable());
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#isClosed) return;
    this.#pushedSamples += samples.length;
    this.#nowMs = atMs + samples.length / samplesPerMs;
    const gated = this.#gate.push(samples, atMs);
    if (gated?.type === 'opened')
      this.#utterance = { id: this.#options.nextUtterance(), startMs: gated.atMs, text: '' };
    if (gated === undefined || this.#utterance === undefined) return;
    this.#unsent.push(gated.samples);
    this.#unsentSamples += gated.samples.length;
    if (this.#unsentSamples >= messageSamples) this.#sendAudio(this.#utterance.id);
  }

  expect(expectation: Expectation): void {
    if (this.#utterance === undefined) this.#expectation = expectation;
    else this.#nextExpectation = expectation;
  }

  finalize(): void {
    if (this.#isClosed) return;
    const { engine, clock } = this.#options;
    const utterance = this.#utterance;
    const endMs = this.#nowMs - (utterance === undefined ? 0 : this.#gate.quietMs);
    if (utterance !== undefined) this.#sendAudio(utterance.id);
    this.#endUtterance();
    if (utterance === undefined) {
      queueMicrotask(() => this.#emitEnded({ text: '', startMs: endMs, endMs }, false));
      return;
    }
    const timer = clock.after(finishTimeoutMs, () => this.#onTimeout(utterance.id));
    this.#finishing.push({ ...utterance, endMs, timer });
    engine.send({ type: 'finish', utterance: utterance.id });
  }

  discard(): void {
    if (this.#isClosed) return;
    this.#dropAll();
    this.#endUtterance();
    this.#startExpectation();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#dropAll();
    this.#isClosed = true;
    this.#emitter.clear();
    this.#options.onClosed(this.#pushedSamples / samplesPerMs);
  }

  /** Receives the events of all utterances of the engine. */
  onEvent(event: EngineEvent): void {
    if (this.#isClosed) return;
    if (event.type === 'down') this.#fail(event.error);
    else if (event.type === 'partial') this.#onPartial(event.utterance, event.text);
    else if (event.type === 'finished') this.#onFinished(event.utterance, event.text);
    else if (event.type === 'taken' && event.utterance === this.#utterance?.id)
      this.#waitingSamples -= event.samples;
  }

  #sendAudio(utterance: number): void {
    if (this.#unsentSamples === 0) return;
    const samples = concatenate(this.#unsent);
    this.#unsent = [];
    this.#unsentSamples = 0;
    this.#waitingSamples += samples.length;
    if (this.#waitingSamples > maxWaitingSamples)
      this.#fail(new EngineError('The sherpa recogniser is too slow for the audio of the calls.'));
    else this.#options.engine.send({ type: 'audio', utterance, samples });
  }

  #endUtterance(): void {
    this.#utterance = undefined;
    this.#unsent = [];
    this.#unsentSamples = 0;
    this.#waitingSamples = 0;
    this.#gate.close();
  }

  #dropAll(): void {
    const { engine } = this.#options;
    for (const { timer } of this.#finishing) timer.cancel();
    for (const { id } of [...this.#finishing, this.#utterance ?? []].flat())
      engine.send({ type: 'drop', utterance: id });
    this.#finishing.length = 0;
  }

  #onPartial(id: number, rawText: string): void {
    const utterance = [...this.#finishing, this.#utterance].find((candidate) => candidate?.id === id);
    if (utterance === undefined) return;
    const text = readable(rawText);
    utterance.text = text;
    const isOlder = this.#utterance !== undefined && utterance !== this.#utterance;
    if (isOlder || text === '') return;
    const match = matchText(this.#expectation, text);
    this.#emitter.emit({ type: 'transcript-delta', text, ...(match && { match }), atMs: this.#nowMs });
  }

  #onFinished(id: number, text: string): void {
    const utterance = this.#finishing.find((candidate) => candidate.id === id);
    if (utterance !== undefined) this.#complete(utterance, readable(text), false);
  }

  #onTimeout(id: number): void {
    const utterance = this.#finishing.find((candidate) => candidate.id === id);
    if (utterance === undefined) return;
    this.#options.engine.send({ type: 'drop', utterance: id });
    this.#complete(utterance, utterance.text, true);
  }

  #complete(utterance: FinishedUtterance, text: string, isUnconfirmed: boolean): void {
    utterance.timer.cancel();
    this.#finishing.splice(this.#finishing.indexOf(utterance), 1);
    this.#emitEnded({ ...utterance, text }, isUnconfirmed);
  }

  #emitEnded(
    { text, startMs, endMs }: Pick<FinishedUtterance, 'text' | 'startMs' | 'endMs'>,
    isUnconfirmed: boolean,
  ): void {
    if (this.#isClosed) return;
    const match = matchText(this.#expectation, text);
    this.#startExpectation();
    this.#emitter.emit({
      type: 'transcript-ended',
      text,
      ...(match && { match }),
      confidence: isUnconfirmed ? unconfirmedConfidence : assumedConfidence,
      rejected: false,
      ...(isUnconfirmed && { unconfirmed: true }),
      startMs,
      endMs,
    });
  }

  #startExpectation(): void {
    this.#expectation = this.#nextExpectation ?? this.#expectation;
    this.#nextExpectation = undefined;
  }

  #checkUsable(): void {
    if (this.#isClosed) return;
    const { sampleRate, engine } = this.#options;
    if (sampleRate !== 8000) this.#fail(new EngineError('The sherpa recogniser supports 8 kHz audio only.'));
    else if (!engine.isUsable) this.#fail(new EngineError('The sherpa recogniser is restarting.'));
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#emitter.emit({ type: 'stream-failed', error, recoverable: false });
    this.close();
  }
}

/** Many models write capital letters only. */
function readable(text: string): string {
  const trimmed = text.trim();
  return trimmed === trimmed.toUpperCase() ? trimmed.toLowerCase() : trimmed;
}
