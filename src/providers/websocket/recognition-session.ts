import type { SampleRate } from '../../audio/sample-rate.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Random } from '../../core/random.ts';
import { AudioTape, type TapeIndex } from './audio-tape.ts';
import { mainFailureOf } from '../../contracts/provider-error.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { RecognitionConnection, type UtteranceEnd } from './recognition-connection.ts';
import type { RecognitionTransport } from './recognition-protocol.ts';
import type { VendorError } from './vendor-error.ts';

export interface RecognitionSessionOptions {
  readonly transport: RecognitionTransport;
  readonly sampleRate: SampleRate;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly breaker: CircuitBreaker;
  readonly events: RecognitionSessionEvents;
}

export interface RecognitionSessionEvents {
  /** The audio of the utterance, and the message that ends it, have been sent. */
  onUtteranceSent(): void;
  onText(text: string): void;
  /** A new connection starts with the audio that is not finalised. `error` is undefined if it was planned. */
  onRestarted(error: VendorError | undefined): void;
  /** The session has ended. */
  onFailed(error: VendorError): void;
  /** Whether no utterance is in progress, so that a change of the connection loses no text. */
  isIdle(): boolean;
}

const tickMs = 250;
/** If no audio was pushed for this time, silence is sent instead. */
const audioTimeoutMs = 600;
/** Consecutive failures after which the session ends. */
const maxFailures = 3;
const firstRetryMs = 250;
/** Failures count as consecutive until a connection has worked for this time. */
const stableMs = 5_000;
/** How long before the end of a session its successor connects, and how long before it takes over at the latest. */
const standbyBeforeMs = 30_000;
const takeOverBeforeMs = 5_000;
/** Audio that the successor receives again. */
const overlapMs = 1_500;
const standbyRetryMs = 5_000;

/**
 * Keeps a vendor's recognition stream alive for one call: connects at once, sends the audio continuously, replaces a connection before it is too old, and
 * after a failure sends the audio that is not finalised to a new connection.
 */
export class RecognitionSession {
  readonly #options: RecognitionSessionOptions;
  readonly #tape: AudioTape;
  #current: RecognitionConnection | undefined;
  #standby: RecognitionConnection | undefined;
  #standbyRetryAtMs = 0;
  #utteranceEnd: UtteranceEnd | undefined;
  #failures = 0;
  #lastError: VendorError | undefined;
  /** Audio that was sent on connections that are no longer in use, in samples. */
  #sentBefore = 0;
  #lastAudioMs: number;
  #hasAudio = false;
  #isClosed = false;
  #tickTimer: Timer | undefined;
  #retryTimer: Timer | undefined;

  constructor(options: RecognitionSessionOptions) {
    this.#options = options;
    this.#tape = new AudioTape(options.transport.encoding, options.sampleRate);
    this.#lastAudioMs = options.clock.monotonicMs();
  }

  /** Connects. Events may follow at once. */
  open(): void {
    this.#scheduleTick();
    this.#connect();
  }

  /** The index after the last sample. */
  get endIndex(): TapeIndex {
    return this.#tape.end;
  }

  /** Length of the audio that the vendor has received, including audio that was sent again to another connection. */
  get sentMs(): number {
    return (this.#sentBefore + (this.#current?.sentSamples ?? 0)) / this.#tape.samplesPerMs;
  }

  /** Returns the index of a time of the current connection's audio. */
  indexAt(streamMs: number): TapeIndex {
    return this.#current?.indexAt(streamMs) ?? this.#tape.end;
  }

  /** Returns the media clock of a sample. */
  mediaMsAt(index: TapeIndex): number {
    return this.#tape.mediaMsAt(index);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#isClosed) return;
    this.#lastAudioMs = this.#options.clock.monotonicMs();
    this.#hasAudio = true;
    this.#tape.append(samples, atMs);
    this.#current?.pump();
  }

  /** Discards the audio before the index: it is not sent to another connection. */
  confirm(index: TapeIndex): void {
    this.#tape.dropBefore(index);
  }

  /** Sends the rest of the audio, and then the message. Returns the index after the audio of the utterance. */
  endUtterance(message: string | undefined): TapeIndex {
    if (this.#options.transport.rejectsShortFrames === true) this.#fillFrame();
    this.#utteranceEnd = { index: this.#tape.end, message };
    this.#current?.endUtterance(this.#utteranceEnd);
    return this.#tape.end;
  }

  /** Sends a message on the current connection. Without a connection, it is discarded. */
  send(message: string): void {
    this.#current?.send(message);
  }

  /** The end of the utterance needs not be sent again to another connection. */
  completeUtterance(): void {
    this.#utteranceEnd = undefined;
  }

  /** Discards all audio and starts a new connection. */
  restart(): void {
    if (this.#isClosed) return;
    this.#utteranceEnd = undefined;
    this.#tape.dropBefore(this.#tape.end);
    if (this.#current === undefined) return;
    this.#retire(this.#current);
    this.#connect();
  }

  /** Ends the connection with an error. A new one follows if the error is retryable. */
  fail(error: VendorError): void {
    this.#current?.fail(error);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tickTimer?.cancel();
    this.#retryTimer?.cancel();
    if (this.#current !== undefined) this.#retire(this.#current);
    this.#standby?.close();
    this.#standby = undefined;
  }

  #connect(): void {
    const { breaker, transport } = this.#options;
    if (this.#isClosed) return;
    if (!breaker.admit()) {
      this.#end(mainFailureOf(this.#lastError, breaker.refusal(transport.vendor)));
      return;
    }
    const connection = this.#createConnection();
    this.#current = connection;
    connection.start(this.#tape.start, this.#utteranceEnd);
  }

  #createConnection(): RecognitionConnection {
    const { transport, clock } = this.#options;
    const connection: RecognitionConnection = new RecognitionConnection(transport, this.#tape, clock, {
      onUtteranceSent: () => {
        if (connection === this.#current) this.#options.events.onUtteranceSent();
      },
      onText: (text) => this.#onText(connection, text),
      onFailed: (error) => this.#onFailed(connection, error),
    });
    return connection;
  }

  #onText(connection: RecognitionConnection, text: string): void {
    if (connection !== this.#current) return;
    this.#options.events.onText(text);
    if (connection === this.#current && connection.isOpen) this.#options.breaker.recordSuccess();
  }

  #onFailed(connection: RecognitionConnection, error: VendorError): void {
    const { breaker, clock, events } = this.#options;
    breaker.recordFailure(error);
    if (connection === this.#standby) {
      this.#standby = undefined;
      this.#standbyRetryAtMs = clock.monotonicMs() + standbyRetryMs;
      return;
    }
    if (connection !== this.#current) return;
    this.#lastError = error;
    this.#retire(connection);
    const { openedAtMs } = connection;
    if (openedAtMs !== undefined && clock.monotonicMs() - openedAtMs >= stableMs) this.#failures = 0;
    this.#failures += 1;
    if (!error.retryable || this.#failures >= maxFailures) {
      this.#end(error);
      return;
    }
    events.onRestarted(error);
    this.#retry();
  }

  /** Connects again: at once after the first failure, later after a random delay. */
  #retry(): void {
    if (this.#isClosed) return;
    const { clock, random } = this.#options;
    if (this.#failures === 1) {
      this.#connect();
      return;
    }
    const delayMs = firstRetryMs * 2 ** (this.#failures - 2) * (0.5 + random.fraction());
    this.#retryTimer = clock.after(delayMs, () => this.#connect());
  }

  #end(error: VendorError): void {
    if (this.#isClosed) return;
    this.close();
    this.#options.events.onFailed(error);
  }

  #scheduleTick(): void {
    this.#tickTimer = this.#options.clock.after(tickMs, () => {
      this.#scheduleTick();
      this.#tick();
    });
  }

  #tick(): void {
    this.#sendSilence();
    this.#current?.keepAlive();
    this.#standby?.keepAlive();
    this.#rotate();
  }

  #sendSilence(): void {
    const { transport, clock } = this.#options;
    const isDue = clock.monotonicMs() - this.#lastAudioMs >= audioTimeoutMs;
    if (!isDue || !transport.needsContinuousAudio) return;
    this.#tape.appendSilence(tickMs);
    this.#current?.pump();
    if (!this.#hasAudio && this.#current !== undefined) this.#tape.dropBefore(this.#current.sentIndex);
  }

  /** Opens a successor of a connection that is nearly too old, and lets it take over at the next pause. */
  #rotate(): void {
    const { transport, clock, events } = this.#options;
    const openedAtMs = this.#current?.openedAtMs;
    if (openedAtMs === undefined) return;
    const nowMs = clock.monotonicMs();
    const leftMs = openedAtMs + transport.maxSessionMs - nowMs;
    if (leftMs > standbyBeforeMs) return;
    if (this.#standby === undefined && nowMs >= this.#standbyRetryAtMs)
      this.#standby = this.#createConnection();
    if (this.#standby?.isOpen === true && (events.isIdle() || leftMs <= takeOverBeforeMs)) this.#takeOver();
  }

  #takeOver(): void {
    const { events } = this.#options;
    const previous = this.#current!;
    const overlap = overlapMs * this.#tape.samplesPerMs;
    const index = events.isIdle()
      ? Math.max(this.#tape.start, previous.sentIndex - overlap)
      : this.#tape.start;
    this.#retire(previous);
    this.#current = this.#standby!;
    this.#standby = undefined;
    events.onRestarted(undefined);
    this.#current.start(index, this.#utteranceEnd);
  }

  /** Closes the current connection and keeps the length of its audio. */
  #retire(connection: RecognitionConnection): void {
    this.#sentBefore += connection.sentSamples;
    this.#current = undefined;
    connection.close();
  }

  #fillFrame(): void {
    const { transport } = this.#options;
    const frame = transport.frameMs * this.#tape.samplesPerMs;
    const rest = (this.#tape.end - (this.#current?.sentIndex ?? this.#tape.end)) % frame;
    if (rest > 0) this.#tape.appendSilence((frame - rest) / this.#tape.samplesPerMs);
  }
}
