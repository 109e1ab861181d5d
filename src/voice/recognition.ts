import { openSpeechToText } from '../contracts/open-speech-to-text.ts';
import { mainFailureOf } from '../contracts/provider-error.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../contracts/speech-to-text.ts';
import type { Expectation } from '../core/expectation.ts';

/** How many times a failed recognition stream is reopened before recognition counts as failed. */
const maxReopens = 3;

export interface RecognitionOptions {
  readonly recogniser: SpeechToText;
  readonly stream: SpeechToTextOptions;
  /** A `stream-failed` that is not recoverable means that no stream is left. */
  readonly onEvent: (event: SpeechToTextEvent) => void;
  /** A failed stream was replaced by a new one. The audio of the caller's turn in progress is lost. */
  readonly onReopened: (error: Error) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** The recognition stream of a call. It is reopened after failures. */
export class Recognition {
  readonly #options: RecognitionOptions;
  #stream: SpeechToTextStream;
  #reopens = 0;
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

  pushAudio(samples: Int16Array, atMs: number): void {
    this.#stream.pushAudio(samples, atMs);
  }

  expect(expectation: Expectation): void {
    this.#stream.expect(expectation);
  }

  finalize(): void {
    this.#stream.finalize();
  }

  discard(): void {
    this.#stream.discard();
  }

  close(): void {
    this.#isClosed = true;
    this.#stream.close();
  }

  #open(): SpeechToTextStream {
    const { recogniser, stream: options, onInternalError } = this.#options;
    const stream = openSpeechToText(recogniser, options);
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
    const { onEvent, onReopened } = this.#options;
    if (event.type !== 'stream-failed') return onEvent(event);
    const error = mainFailureOf(this.#failure, event.error);
    this.#failure = error;
    if (!event.recoverable) this.#stream.close();
    if (event.recoverable || this.#reopens >= maxReopens) return onEvent({ ...event, error });
    this.#reopens += 1;
    this.#stream = this.#open();
    onReopened(error);
  }
}
