import type { Clock, Timer } from '../../core/clock.ts';
import type { AudioTape, TapeIndex } from './audio-tape.ts';
import type { RecognitionTransport } from './recognition-protocol.ts';
import type { VendorError } from './vendor-error.ts';
import { VendorSocket, type VendorSocketEvent } from './vendor-socket.ts';

/** Longest audio message, in ms. */
const maxFrameMs = 250;
/** Length of the audio that a connection sends at once; `replaySpeed` limits the audio after it. */
const replayAheadMs = 300;
/** Interval at which further audio is sent while `replaySpeed` limits it. */
const replayIntervalMs = 100;

/** End of an utterance: the audio up to `index` is sent without waiting for a whole message, and then `message`. */
export interface UtteranceEnd {
  readonly index: TapeIndex;
  readonly message: string | undefined;
}

export interface RecognitionConnectionEvents {
  /** The audio of the utterance has been sent. */
  onUtteranceSent(): void;
  onText(text: string): void;
  onFailed(error: VendorError): void;
}

/** One websocket connection that receives the audio of a tape from an index on. */
export class RecognitionConnection {
  readonly #transport: RecognitionTransport;
  readonly #tape: AudioTape;
  readonly #clock: Clock;
  readonly #events: RecognitionConnectionEvents;
  readonly #socket: VendorSocket;
  /** Index of the first sample that the vendor has; undefined while the connection is not in use. */
  #startIndex: TapeIndex | undefined;
  #sentIndex: TapeIndex = 0;
  #utteranceEnd: UtteranceEnd | undefined;
  #replayTimer: Timer | undefined;
  #replaySinceMs = 0;
  #lastSentMs: number;
  /** On the monotonic clock; undefined until the connection is open. */
  openedAtMs: number | undefined;

  constructor(
    transport: RecognitionTransport,
    tape: AudioTape,
    clock: Clock,
    events: RecognitionConnectionEvents,
  ) {
    const { vendor, url, headers } = transport;
    this.#transport = transport;
    this.#tape = tape;
    this.#clock = clock;
    this.#events = events;
    this.#lastSentMs = clock.monotonicMs();
    const errorOfClose = transport.errorOfClose?.bind(transport);
    this.#socket = new VendorSocket({ vendor, url, headers, clock, errorOfClose }, (event) =>
      this.#onEvent(event),
    );
  }

  get isOpen(): boolean {
    return this.#socket.isOpen;
  }

  /** The index of the next sample to be sent. */
  get sentIndex(): TapeIndex {
    return this.#sentIndex;
  }

  /** Length of the audio that was sent, in samples. */
  get sentSamples(): number {
    return this.#startIndex === undefined ? 0 : this.#sentIndex - this.#startIndex;
  }

  /** Starts to send audio from the index on. */
  start(index: TapeIndex, utteranceEnd?: UtteranceEnd): void {
    this.#startIndex = index;
    this.#sentIndex = index;
    this.#utteranceEnd = utteranceEnd;
    this.#replaySinceMs = this.#clock.monotonicMs();
    this.pump();
  }

  /** Returns the index of a time of this connection's audio. */
  indexAt(streamMs: number): TapeIndex {
    return Math.round((this.#startIndex ?? 0) + streamMs * this.#tape.samplesPerMs);
  }

  endUtterance(end: UtteranceEnd): void {
    this.#utteranceEnd = end;
    this.pump();
  }

  /** Sends the audio that is due. */
  pump(): void {
    if (this.#startIndex === undefined || !this.#socket.isOpen) return;
    this.#skipLostAudio();
    const dueIndex = Math.min(this.#tape.end, this.#replayLimit());
    while (this.#socket.isOpen && this.#sendNext(dueIndex));
    if (dueIndex < this.#tape.end) this.#continueReplay();
  }

  send(message: string | Uint8Array): void {
    this.#lastSentMs = this.#clock.monotonicMs();
    this.#socket.send(message);
  }

  /** Sends the keep-alive message if it is due. */
  keepAlive(): void {
    const { keepAlive } = this.#transport;
    if (keepAlive === undefined || this.#clock.monotonicMs() - this.#lastSentMs < keepAlive.idleMs) return;
    this.send(keepAlive.message);
  }

  fail(error: VendorError): void {
    this.#replayTimer?.cancel();
    this.#socket.fail(error);
  }

  close(): void {
    this.#replayTimer?.cancel();
    this.#socket.close(this.#transport.farewell);
  }

  #onEvent(event: VendorSocketEvent): void {
    switch (event.type) {
      case 'open':
        this.openedAtMs = this.#clock.monotonicMs();
        this.#replaySinceMs = this.openedAtMs;
        if (this.#transport.greeting !== undefined) this.send(this.#transport.greeting);
        return this.pump();
      case 'text':
        return this.#events.onText(event.text);
      case 'binary':
        return undefined;
      case 'failed':
        this.#replayTimer?.cancel();
        return this.#events.onFailed(event.error);
    }
  }

  /** Sends one audio message, the end of an utterance or both. Returns false if nothing is left to be sent now. */
  #sendNext(dueIndex: TapeIndex): boolean {
    const frame = this.#transport.frameMs * this.#tape.samplesPerMs;
    const maxFrame = Math.max(frame, maxFrameMs * this.#tape.samplesPerMs);
    const endIndex = this.#utteranceEnd?.index ?? Infinity;
    const available = Math.min(Math.min(dueIndex, endIndex) - this.#sentIndex, maxFrame);
    const isLast = this.#sentIndex + available >= endIndex;
    if (available < frame && !isLast) return false;
    const count = isLast ? available : available - (available % frame);
    if (count > 0) this.#sendAudio(count);
    if (isLast) this.#sendUtteranceEnd();
    return true;
  }

  /** Skips audio that the tape has dropped. The start index moves too, since the vendor measures time by the audio that it receives. */
  #skipLostAudio(): void {
    const lost = this.#tape.start - this.#sentIndex;
    if (lost <= 0) return;
    this.#startIndex! += lost;
    this.#sentIndex += lost;
  }

  /** Returns up to which index audio may be sent now. */
  #replayLimit(): TapeIndex {
    const { replaySpeed } = this.#transport;
    if (replaySpeed === Infinity) return Infinity;
    const elapsedMs = this.#clock.monotonicMs() - this.#replaySinceMs;
    const allowedMs = replayAheadMs + elapsedMs * Math.max(1, replaySpeed);
    return Math.floor(this.#startIndex! + allowedMs * this.#tape.samplesPerMs);
  }

  #continueReplay(): void {
    this.#replayTimer?.cancel();
    this.#replayTimer = this.#clock.after(replayIntervalMs, () => this.pump());
  }

  #sendAudio(count: number): void {
    const audio = this.#tape.read(this.#sentIndex, this.#sentIndex + count);
    this.#sentIndex += count;
    this.send(this.#transport.toMessage?.(audio) ?? audio);
  }

  #sendUtteranceEnd(): void {
    const message = this.#utteranceEnd?.message;
    this.#utteranceEnd = undefined;
    if (message !== undefined) this.send(message);
    this.#events.onUtteranceSent();
  }
}
