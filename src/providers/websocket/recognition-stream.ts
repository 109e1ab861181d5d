import { Emitter } from '../../core/emitter.ts';
import type { Clock } from '../../core/clock.ts';
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
import { FinalTextWait, type UtteranceRequest } from './final-text-wait.ts';
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
  /** Whether the stream only checks the connection. */
  readonly isCheck: boolean;
  /** Receives errors of listeners. */
  readonly onInternalError: (error: unknown) => void;
  /** `audioMs`: length of the audio that the vendor has received. */
  readonly onClosed: (audioMs: number) => void;
}

/**
 * Limits of what a vendor may report. A fast speaker says 20 characters a second, and a vendor that receives 10 s of audio again
 * after a reconnection reports about 100 results at once.
 */
const maxResultsPerSecond = 200;
const maxCharactersPerSecond = 100_000;
const maxUtteranceCharacters = 20_000;
/** Differences between the vendor's times and those of the audio that are ignored. */
const timeToleranceMs = 20;
/** Assumed length of a word. */
const msPerWord = 300;

/** Length of a text whose times the vendor does not report, in ms. */
const spokenMsOf = (text: string): number => (text === '' ? 0 : text.split(' ').length * msPerWord);

type EndedEvent = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

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
  readonly #wait: FinalTextWait;
  /** Ends of the audio whose text is final, and of the audio that has a text. */
  #finalEnd: TapeIndex = 0;
  #heardEnd: TapeIndex = 0;
  #isClosed = false;

  constructor(options: RecognitionStreamOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onInternalError);
    const { protocol, sampleRate, clock, random, breaker } = options;
    this.#wait = new FinalTextWait({
      protocol,
      clock,
      seemsComplete: (request) => this.#seemsComplete(request),
      onTimeout: () => this.#completeUnconfirmed(),
    });
    this.#results = new SecondLimit(clock, maxResultsPerSecond);
    this.#characters = new SecondLimit(clock, maxCharactersPerSecond);
    this.#session = new RecognitionSession({
      transport: protocol.transport,
      sampleRate,
      clock,
      random,
      breaker,
      events: {
        onUtteranceSent: () => this.#wait.sent(),
        onText: (text) => this.#onText(text),
        onRestarted: (error) => this.#onRestarted(error),
        onFailed: (error) => this.#onFailed(error),
        isIdle: () => this.#utterance.isEmpty && this.#wait.request === undefined,
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

  finalize(speechEndMs?: number): void {
    if (this.#isClosed) return;
    this.#completeUnconfirmed();
    if (this.#isFinalTo(speechEndMs)) return this.#complete(this.#finalEnd);
    this.#wait.start({ end: this.#session.endIndex, speechEndMs });
    const { isCheck, protocol } = this.#options;
    const checkMessage = isCheck ? protocol.checkMessage : undefined;
    const end = this.#session.endUtterance(checkMessage ?? protocol.finalizeMessage);
    if (this.#wait.request !== undefined) this.#wait.request.end = end;
  }

  discard(): void {
    if (this.#isClosed) return;
    this.#wait.clear();
    this.#utterance.take(this.#session.endIndex);
    this.#startUtterance();
    this.#options.protocol.reset();
    this.#session.restart();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wait.clear();
    this.#session.close();
    this.#emitter.clear();
    this.#options.onClosed(this.#session.sentMs);
  }

  get isAwaited(): boolean {
    return this.#wait.request !== undefined;
  }

  send(message: string): void {
    this.#session.send(message);
  }

  setInterim(segment: TranscriptSegment): void {
    if (!this.#admit(segment.text)) return;
    this.#utterance.setInterim(segment, this.#indexAt);
    this.#heardEnd = Math.max(this.#heardEnd, this.#endOf(segment));
    this.#showText();
    this.#wait.update();
  }

  addFinal(segment: TranscriptSegment): void {
    if (!this.#admit(segment.text)) return;
    this.#utterance.addFinal(segment, this.#indexAt);
    if (segment.endMs !== undefined) this.#session.confirm(this.#indexAt(segment.endMs));
    this.#finalEnd = Math.max(this.#finalEnd, this.#endOf(segment));
    this.#heardEnd = Math.max(this.#heardEnd, this.#finalEnd);
    this.#showText();
    const { request } = this.#wait;
    if (request !== undefined && this.#isFinalTo(request.speechEndMs)) this.#complete(this.#finalEnd);
    else this.#wait.update();
  }

  addLateFinal(text: string): void {
    if (!this.#wait.answeredLate() || !this.#admit(text)) return;
    this.#utterance.addLateFinal(text);
    this.#showText();
  }

  endUtterance(streamMs?: number): void {
    const { request } = this.#wait;
    if (streamMs !== undefined && this.#wait.isLate(this.#indexAt(streamMs - timeToleranceMs)))
      this.#wait.answeredLate();
    else if (request !== undefined) this.#complete(request.end);
  }

  markHeard(streamMs: number): void {
    const { request } = this.#wait;
    if (request !== undefined && this.#indexAt(streamMs) >= request.end) this.#complete(request.end);
  }

  endTurn({ text, confidence }: { readonly text: string; readonly confidence: number }): void {
    if (!this.#admit(text)) return;
    const endedByHost = this.isAwaited;
    // The host has already ended all words of the turn if none is left.
    const hasWords = !this.#utterance.isEmpty;
    if (endedByHost || hasWords) this.#complete(this.#wait.request?.end ?? 0);
    if (!endedByHost && hasWords) this.#emit({ type: 'turn-ended', text, confidence, atMs: this.#nowMs });
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
    this.#heardEnd = this.#finalEnd;
    if (error === undefined) return;
    this.#wait.restart();
    this.#emit({ type: 'stream-failed', error, recoverable: true });
  }

  #onFailed(error: VendorError): void {
    this.#emit({ type: 'stream-failed', error, recoverable: false });
    this.close();
  }

  /** Returns the end of a segment in the audio; 0 if its end is that of its last word. */
  #endOf({ endMs }: TranscriptSegment): TapeIndex {
    if (this.#options.protocol.segmentsCoverAudio !== true || endMs === undefined) return 0;
    return this.#indexAt(endMs);
  }

  /** Whether the text is final up to a time of the media clock. */
  #isFinalTo(speechEndMs: number | undefined): boolean {
    if (speechEndMs === undefined || this.#finalEnd === 0 || this.#utterance.hasInterim) return false;
    return this.#session.mediaMsAt(this.#finalEnd) >= speechEndMs;
  }

  /** Whether the text of the utterance seems to be complete: the vendor has a text for all speech, or does not report for how much. */
  #seemsComplete({ speechEndMs, end }: UtteranceRequest): boolean {
    if (this.#utterance.isEmpty) return false;
    if (this.#options.protocol.segmentsCoverAudio !== true) return true;
    const untilMs = speechEndMs ?? this.#session.mediaMsAt(end);
    return this.#session.mediaMsAt(this.#heardEnd) >= untilMs;
  }

  /** Emits the text of the utterance, which is final up to `end`, and starts the next one. */
  #complete(end: TapeIndex): void {
    const { end: requestEnd = this.#session.endIndex } = this.#wait.request ?? {};
    this.#wait.answered();
    this.#session.confirm(end);
    this.#finish(this.#utterance.take(end), requestEnd, {});
  }

  /** Emits the text that was received in time and starts the next utterance, which has the words that are confirmed later. */
  #completeUnconfirmed(): void {
    const { request } = this.#wait;
    if (request === undefined) return;
    const isComplete = this.#options.protocol.segmentsCoverAudio === true && this.#seemsComplete(request);
    this.#wait.timedOut();
    this.#session.confirm(request.end);
    const result = this.#utterance.takeUnconfirmed();
    const { confidence = assumedConfidence } = result;
    const known = isComplete ? confidence : Math.min(confidence, unconfirmedConfidence);
    this.#finish(result, request.end, { unconfirmed: true, confidence: known });
  }

  #finish(result: UtteranceResult, end: TapeIndex, more: Partial<EndedEvent>): void {
    const event = { ...this.#endedEvent(result, end), ...more };
    this.#startUtterance();
    this.#session.completeUtterance();
    this.#options.protocol.onUtteranceEnded();
    this.#emit(event);
  }

  #endedEvent(result: UtteranceResult, end: TapeIndex): EndedEvent {
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
      confidence,
      rejected: false,
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
