import type { Clock, Timer } from '../../core/clock.ts';
import type { TapeIndex } from './audio-tape.ts';
import type { RecognitionProtocol } from './recognition-protocol.ts';

/** The longest wait until the audio of an utterance is sent, for example to a new connection. */
const sendAllowanceMs = 1_200;
/** A final text that arrives later after its request is ignored. */
const maxLateMs = 10_000;
const maxSamples = 10;
/** The expected time is the longest one of the last requests and this share of it, since times vary. */
const margin = 0.25;
const minExpectedMs = 150;

/** The end of an utterance whose rest was requested. */
export interface UtteranceRequest {
  /** The end of the audio of the utterance. */
  end: TapeIndex;
  /** The end of the caller's speech on the media clock; undefined if it is unknown. */
  readonly speechEndMs: number | undefined;
}

interface PendingRequest extends UtteranceRequest {
  /** On the monotonic clock; undefined until all audio was sent. */
  sentAtMs: number | undefined;
  timer: Timer | undefined;
}

export interface FinalTextWaitOptions {
  readonly protocol: Pick<RecognitionProtocol, 'finalizeTimeoutMs' | 'expectedFinalMs'>;
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  /** Whether the text so far seems to be complete. */
  readonly seemsComplete: (request: UtteranceRequest) => boolean;
  readonly onTimeout: () => void;
}

/**
 * The wait for the final text of an utterance. If the text so far seems to be complete, it is as long as the vendor has needed for the last utterances of
 * the stream, otherwise as long as the protocol allows.
 */
export class FinalTextWait {
  readonly #options: FinalTextWaitOptions;
  #pending: PendingRequest | undefined;
  /** The last request, if it had no answer in time. */
  #unanswered: PendingRequest | undefined;
  /** Times from the last requests to their final texts, in ms. */
  readonly #samples: number[] = [];

  constructor(options: FinalTextWaitOptions) {
    this.#options = options;
  }

  /** The request whose final text is awaited. */
  get request(): UtteranceRequest | undefined {
    return this.#pending;
  }

  /** Starts to wait. The audio of the utterance is not sent yet. */
  start(request: UtteranceRequest): void {
    this.#pending?.timer?.cancel();
    this.#pending = { ...request, sentAtMs: undefined, timer: undefined };
    const { expectedFinalMs, finalizeTimeoutMs } = this.#options.protocol;
    this.#setTimer(sendAllowanceMs + (expectedFinalMs ?? finalizeTimeoutMs));
  }

  /** Starts the wait again, because the audio is sent to another connection. */
  restart(): void {
    this.#unanswered = undefined;
    if (this.#pending === undefined) return;
    this.#pending.sentAtMs = undefined;
    this.#setTimer(sendAllowanceMs + this.#options.protocol.finalizeTimeoutMs);
  }

  /** Records that the audio of the utterance and the request were sent. */
  sent(): void {
    if (this.#pending === undefined) return;
    this.#pending.sentAtMs = this.#options.clock.monotonicMs();
    this.update();
  }

  /** Sets the timeout again, since the text has changed. */
  update(): void {
    if (this.#pending?.sentAtMs === undefined) return;
    const { clock, protocol, seemsComplete } = this.#options;
    const waitMs = seemsComplete(this.#pending) ? this.#expectedMs : protocol.finalizeTimeoutMs;
    this.#setTimer(this.#pending.sentAtMs + waitMs - clock.monotonicMs());
  }

  /** Ends the wait with the final text. */
  answered(): void {
    this.#addSample(this.#pending);
    this.clear();
  }

  /** Ends the wait without the final text, which may follow. */
  timedOut(): void {
    const pending = this.#pending;
    this.clear();
    this.#unanswered = pending;
  }

  clear(): void {
    this.#pending?.timer?.cancel();
    this.#pending = undefined;
    this.#unanswered = undefined;
  }

  /** Whether audio that ends at `index` is that of the last request, which had no answer in time. */
  isLate(index: TapeIndex): boolean {
    return this.#unanswered !== undefined && index <= this.#unanswered.end;
  }

  /** Records the late answer to the last request. Returns false if no answer is missing or if it is too late. */
  answeredLate(): boolean {
    const unanswered = this.#unanswered;
    this.#unanswered = undefined;
    const lateMs = this.#options.clock.monotonicMs() - (unanswered?.sentAtMs ?? -Infinity);
    if (lateMs <= maxLateMs) this.#addSample(unanswered);
    return lateMs <= maxLateMs;
  }

  get #expectedMs(): number {
    const { expectedFinalMs, finalizeTimeoutMs } = this.#options.protocol;
    if (expectedFinalMs === undefined) return finalizeTimeoutMs;
    if (this.#samples.length === 0) return expectedFinalMs;
    const expectedMs = Math.max(minExpectedMs, Math.max(...this.#samples) * (1 + margin));
    return Math.min(finalizeTimeoutMs, expectedMs);
  }

  #addSample(request: PendingRequest | undefined): void {
    if (request?.sentAtMs === undefined) return;
    this.#samples.push(this.#options.clock.monotonicMs() - request.sentAtMs);
    if (this.#samples.length > maxSamples) this.#samples.shift();
  }

  #setTimer(delayMs: number): void {
    if (this.#pending === undefined) return;
    this.#pending.timer?.cancel();
    this.#pending.timer = this.#options.clock.after(delayMs, this.#options.onTimeout);
  }
}
