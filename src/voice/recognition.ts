import { openSpeechToText } from '../contracts/open-speech-to-text.ts';
import { mainFailureOf } from '../contracts/provider-error.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../contracts/speech-to-text.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Clock, Timer } from '../core/clock.ts';
import type { Expectation } from '../core/expectation.ts';

/**
 * Waits before a failed stream is opened again, in ms; after the last one, recognition counts as failed. Vendors limit how many streams start in a
 * minute.
 */
const reopenDelaysMs = [0, 1_000, 2_000, 4_000];
/** After a stream that worked for this time, failures are counted from zero. */
const stableMs = 60_000;

export interface RecognitionOptions {
  readonly recogniser: SpeechToText;
  readonly stream: SpeechToTextOptions;
  /** A `stream-failed` that is not recoverable means that no stream is left. */
  readonly onEvent: (event: SpeechToTextEvent) => void;
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  /** A stream failed, and a new one follows. The audio of the caller's turn in progress is lost. */
  readonly onStreamLost: (error: Error) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** The recognition stream of a call. It is reopened after failures. */
export class Recognition {
  readonly #options: RecognitionOptions;
  #stream: SpeechToTextStream;
  /** End of the caller's last speech on the media clock; undefined during speech. */
  #speechEndMs: number | undefined = 0;
  #expectation: Expectation | undefined;
  #reopens = 0;
  #openedAtMs = 0;
  #reopenTimer: Timer | undefined;
  #failure: Error | undefined;
  #isClosed = false;

  constructor(options: RecognitionOptions) {
    this.#options = options;
    this.#stream = this.#open();
  }

  /** The capabilities of the recogniser that is used now. */
  get capabilities(): SpeechToTextCapabilities {
    return this.#stream.capabilities ?? this.#options.recogniser.capabilities;
  }

  /** Passes on the caller's audio. The end of each speech is kept for `finalize`. */
  handleAudioEvent(event: LegAudioEvent): void {
    if (event.type === 'audio') this.#stream.pushAudio(event.samples, event.atMs);
    else if (event.type === 'speech-started') this.#speechEndMs = undefined;
    else if (event.type === 'speech-stopped') this.#speechEndMs = event.atMs;
  }

  expect(expectation: Expectation): void {
    this.#expectation = expectation;
    this.#stream.expect(expectation);
  }

  finalize(): void {
    this.#stream.finalize(this.#speechEndMs);
  }

  discard(): void {
    this.#stream.discard();
  }

  close(): void {
    this.#isClosed = true;
    this.#reopenTimer?.cancel();
    this.#stream.close();
  }

  #open(): SpeechToTextStream {
    const { recogniser, stream: options, clock, onInternalError } = this.#options;
    const stream = openSpeechToText(recogniser, options);
    this.#openedAtMs = clock.monotonicMs();
    if (this.#expectation !== undefined) stream.expect(this.#expectation);
    stream.on((event) => {
      if (stream !== this.#stream || this.#isClosed) return;
      try {
        this.#onEvent(event);
      } catch (error) {
        onInternalError(error);
      }
    });
    return stream;
  }

  #onEvent(event: SpeechToTextEvent): void {
    const { onEvent, onStreamLost, clock } = this.#options;
    if (event.type !== 'stream-failed') return onEvent(event);
    if (clock.monotonicMs() - this.#openedAtMs >= stableMs) [this.#reopens, this.#failure] = [0, undefined];
    const error = mainFailureOf(this.#failure, event.error);
    this.#failure = error;
    if (!event.recoverable) this.#stream.close();
    const delayMs = reopenDelaysMs[this.#reopens];
    if (event.recoverable || delayMs === undefined) return onEvent({ ...event, error });
    this.#reopens += 1;
    if (delayMs === 0) this.#stream = this.#open();
    else this.#reopenTimer = clock.after(delayMs, () => (this.#stream = this.#open()));
    onStreamLost(error);
  }
}
