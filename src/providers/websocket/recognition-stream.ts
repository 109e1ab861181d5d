import { Emitter } from '../../core/emitter.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { Random } from '../../core/random.ts';
import type { SampleRate } from '../../audio/sample-rate.ts';
import {
  assumedConfidence,
  matchText,
  noExpectation,
  unconfirmedConfidence,
} from '../../contracts/recognised-text.ts';
import type { SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import type { TapeIndex } from './audio-tape.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { parseFields } from './json-fields.ts';
import type { RecognitionProtocol, Transcript, TranscriptSegment } from './recognition-protocol.ts';
import { RecognitionSession } from './recognition-session.ts';
import { SecondLimit } from './second-limit.ts';
import { UtteranceText, type UtteranceResult } from './utterance-text.ts';
import { VendorError } from './vendor-error.ts';

export interface RecognitionStreamOptions {
  readonly protocol: RecognitionProtocol;
  readonly sampleRate: SampleRate;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly breaker: CircuitBreaker;
  /** Receives errors of listeners. */
  readonly onInternalError: (error: unknown) => void;
  /** `audioMs`: length of the audio that the vendor has received. */
  readonly onClosed: (audioMs: number) => void;
}

/** The longest wait until the audio of an utterance is sent, for example to a new connection. */
const sendAllowanceMs = 1_200;
/**
 * Limits of what a vendor may report. A fast speaker says 20 characters a second, and a vendor that receives 10 s of audio again
 * after a reconnection reports about 100 results at once.
 */
const maxResultsPerSecond = 200;
const maxCharactersPerSecond = 100_000;
const maxUtteranceCharacters = 20_000;
/** Assumed length of a word. */
const msPerWord = 300;

/** Length of a text whose times the vendor does not report, in ms. */
const spokenMsOf = (text: string): number => (text === '' ? 0 : text.split(' ').length * msPerWord);

interface Finalizing {
  end: TapeIndex;
  readonly timer: Timer;
}

/** A recognition stream of a vendor with a websocket protocol. */
export class RecognitionStream implements SpeechToTextStream, Transcript {
  readonly #options: RecognitionStreamOptions;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #session: RecognitionSession;
  readonly #utterance = new UtteranceText();
  readonly #results: SecondLimit;
  readonly #characters: SecondLimit;
  readonly #indexAt = (streamMs: number): TapeIndex => this.#session.indexAt(streamMs);
  #expectation = noExpectation;
  #nextExpectation: Expectation | undefined;
  #shownText = '';
  #finalizing: Finalizing | undefined;
  #isClosed = false;

  constructor(options: RecognitionStreamOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onInternalError);
    const { protocol, sampleRate, clock, random, breaker } = options;
    this.#results = new SecondLimit(clock, maxResultsPerSecond);
    this.#characters = new SecondLimit(clock, maxCharactersPerSecond);
    this.#session = new RecognitionSession({
      transport: protocol.transport,
      sampleRate,
      clock,
      random,
      breaker,
      events: {
        onUtteranceSent: () => this.#onUtteranceSent(),
        onText: (text) => this.#onText(text),
        onRestarted: (error) => this.#onRestarted(error),
        onFailed: (error) => this.#onFailed(error),
        isIdle: () => this.#utterance.isEmpty && this.#finalizing === undefined,
      },
    });
    // Listeners are added after the constructor, and a rejection by the circuit breaker is immediate.
    queueMicrotask(() => {
      if (!this.#isClosed) this.#session.open();
    });
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    this.#session.pushAudio(samples, atMs);
  }

  expect(expectation: Expectation): void {
    if (this.#utterance.isEmpty) this.#expectation = expectation;
    else this.#nextExpectation = expectation;
  }

  finalize(): void {
    if (this.#isClosed) return;
    if (this.#finalizing !== undefined) this.#completeUtterance(true);
    const { protocol } = this.#options;
    this.#waitForRest(this.#session.endIndex, protocol.finalizeTimeoutMs + sendAllowanceMs);
    const end = this.#session.endUtterance(protocol.finalizeMessage);
    if (this.#finalizing !== undefined) this.#finalizing.end = end;
  }

  discard(): void {
    if (this.#isClosed) return;
    this.#stopFinalizing();
    this.#utterance.take(this.#session.endIndex);
    this.#startUtterance();
    this.#options.protocol.reset();
    this.#session.restart();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopFinalizing();
    this.#session.close();
    this.#emitter.clear();
    this.#options.onClosed(this.#session.sentMs);
  }

  setInterim(segment: TranscriptSegment): void {
    if (!this.#admit(segment.text)) return;
    this.#utterance.setInterim(segment, this.#indexAt);
    this.#showText();
  }

  addFinal(segment: TranscriptSegment): void {
    if (!this.#admit(segment.text)) return;
    this.#utterance.addFinal(segment, this.#indexAt);
    if (segment.endMs !== undefined) this.#session.confirm(this.#indexAt(segment.endMs));
    this.#showText();
  }

  endUtterance(): void {
    if (this.#finalizing !== undefined) this.#completeUtterance(false);
  }

  markHeard(streamMs: number): void {
    if (this.#finalizing !== undefined && this.#indexAt(streamMs) >= this.#finalizing.end)
      this.#completeUtterance(false);
  }

  endTurn({ text, confidence }: { readonly text: string; readonly confidence: number }): void {
    if (!this.#admit(text)) return;
    const endedByHost = this.#finalizing !== undefined;
    if (endedByHost || !this.#utterance.isEmpty) this.#completeUtterance(false);
    if (!endedByHost && text !== '') this.#emit({ type: 'turn-ended', text, confidence, atMs: this.#nowMs });
  }

  endTurnLikely({ text, confidence }: { readonly text: string; readonly confidence: number }): void {
    if (this.#admit(text)) this.#emit({ type: 'turn-likely-ended', text, confidence, atMs: this.#nowMs });
  }

  resumeTurn(): void {
    if (this.#admit('')) this.#emit({ type: 'turn-resumed', atMs: this.#nowMs });
  }

  fail(error: VendorError): void {
    this.#session.fail(error);
  }

  /** Returns whether the limits allow a result. Otherwise the connection fails. */
  #admit(text: string): boolean {
    if (this.#isClosed) return false;
    const length = text.length + this.#shownText.length;
    const isTooLong = length > maxUtteranceCharacters;
    if (!isTooLong && !this.#results.isExceededBy(1) && !this.#characters.isExceededBy(length)) return true;
    const code = isTooLong ? 'too-much-text' : 'too-many-results';
    this.fail(new VendorError(this.#options.protocol.transport.vendor, 'protocol', { code }));
    return false;
  }

  get #nowMs(): number {
    return this.#session.mediaMsAt(this.#session.endIndex);
  }

  #onText(text: string): void {
    const { protocol } = this.#options;
    const message = parseFields(text);
    if (message === undefined) this.#session.fail(new VendorError(protocol.transport.vendor, 'protocol'));
    else protocol.onMessage(message, this);
  }

  #onRestarted(error: VendorError | undefined): void {
    this.#options.protocol.reset();
    this.#utterance.dropInterim();
    if (error === undefined) return;
    if (this.#finalizing !== undefined) {
      const { protocol } = this.#options;
      this.#waitForRest(this.#finalizing.end, protocol.finalizeTimeoutMs + sendAllowanceMs);
    }
    this.#emit({ type: 'stream-failed', error, recoverable: true });
  }

  #onFailed(error: VendorError): void {
    this.#emit({ type: 'stream-failed', error, recoverable: false });
    this.close();
  }

  #onUtteranceSent(): void {
    if (this.#finalizing !== undefined)
      this.#waitForRest(this.#finalizing.end, this.#options.protocol.finalizeTimeoutMs);
  }

  #waitForRest(end: TapeIndex, timeoutMs: number): void {
    this.#stopFinalizing();
    const timer = this.#options.clock.after(timeoutMs, () => this.#completeUtterance(true));
    this.#finalizing = { end, timer };
  }

  #stopFinalizing(): void {
    this.#finalizing?.timer.cancel();
    this.#finalizing = undefined;
  }

  /** Emits the text of the utterance and starts the next one. */
  #completeUtterance(isUnconfirmed: boolean): void {
    const end = this.#finalizing?.end ?? this.#session.endIndex;
    const hadRequest = this.#finalizing !== undefined;
    this.#stopFinalizing();
    const result = this.#utterance.take(hadRequest ? end : 0);
    const event = this.#endedEvent(result, end, isUnconfirmed);
    this.#startUtterance();
    this.#session.completeUtterance();
    if (hadRequest) this.#session.confirm(end);
    this.#options.protocol.onUtteranceEnded();
    this.#emit(event);
  }

  #endedEvent(result: UtteranceResult, end: TapeIndex, isUnconfirmed: boolean): SpeechToTextEvent {
    const { text, confidence = assumedConfidence } = result;
    const endMs = this.#session.mediaMsAt(Math.min(end, result.end ?? end));
    const match = matchText(this.#expectation, text);
    const words = result.words.map((word) => ({
      text: word.text,
      startMs: this.#session.mediaMsAt(word.start),
      endMs: Math.min(endMs, this.#session.mediaMsAt(word.end)),
      ...(word.confidence !== undefined && { confidence: word.confidence }),
    }));
    return {
      type: 'transcript-ended',
      text,
      ...(match && { match }),
      confidence: isUnconfirmed ? Math.min(confidence, unconfirmedConfidence) : confidence,
      rejected: false,
      ...(isUnconfirmed && { unconfirmed: true }),
      startMs: result.start === undefined ? endMs - spokenMsOf(text) : this.#session.mediaMsAt(result.start),
      endMs,
      ...(words.length > 0 && { words }),
    };
  }

  #startUtterance(): void {
    this.#expectation = this.#nextExpectation ?? this.#expectation;
    this.#nextExpectation = undefined;
    this.#shownText = '';
  }

  #showText(): void {
    const text = this.#utterance.text();
    if (text === '' || text === this.#shownText) return;
    this.#shownText = text;
    const match = matchText(this.#expectation, text);
    this.#emit({ type: 'transcript-delta', text, ...(match && { match }), atMs: this.#nowMs });
  }

  #emit(event: SpeechToTextEvent): void {
    if (!this.#isClosed) this.#emitter.emit(event);
  }
}
