import type { SampleRate } from '../audio/sample-rate.ts';
import type { Expectation } from '../core/expectation.ts';

export interface SpeechToTextCapabilities {
  /** Whether the recogniser emits `transcript-delta` events. */
  readonly partials: boolean;
  /** False if only expected phrases are recognised: the text is then the nearest expected phrase, with a confidence. */
  readonly openVocabulary: boolean;
  /** Effect of `expect`: it builds a grammar, makes its words more likely, or has no effect. */
  readonly expectation: 'grammar' | 'keyterms' | 'none';
  /** Whether the voice activity detector of the host or the provider detects the end of an utterance. */
  readonly endpointing: 'host' | 'provider';
  /**
   * Which events about turns the provider emits. `none`: none. `endpoint`: `turn-ended`. `full`: also `turn-likely-ended` and `turn-resumed`. Not
   * `none` only if `endpointing` is `provider`.
   */
  readonly turns: 'none' | 'endpoint' | 'full';
  /** BCP 47. A recogniser of `en-US` is used for `en-AU` too. */
  readonly languages: readonly string[];
  /** Sample rates of audio that its streams accept. Defaults to 8000 only. */
  readonly sampleRates?: readonly SampleRate[];
  /** Whether audio is sent to a server. */
  readonly network: boolean;
}

export interface SpeechToText {
  /** `builtin`, `deepgram` … */
  readonly provider: string;
  readonly model: string;
  readonly capabilities: SpeechToTextCapabilities;
  /** Opens a stream and connects at once, so that it is ready for the first audio. Failures are events of the stream. */
  open(options: SpeechToTextOptions): SpeechToTextStream;
  /** Number of further streams that can be opened now; undefined if there is no known limit. */
  readonly freeStreams?: number;
  /** Connects as a stream does and sends 100 ms of silence. Resolves at the first response, and rejects with the failure. Absent without a connection. */
  checkConnection?(language: string): Promise<void>;
  /** `degraded`: works with reduced capacity. */
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string; readonly degraded?: boolean }>;
  close(): Promise<void>;
}

export interface SpeechToTextOptions {
  /** BCP 47. */
  readonly language: string;
  readonly keyterms?: readonly string[];
  /**
   * Sample rate of the audio that is pushed. Defaults to 8000. `openSpeechToText` resamples audio for recognisers that do not support its rate; their
   * own streams may reject it by `stream-failed`.
   */
  readonly sampleRate?: SampleRate;
  /**
   * Receives the length of the audio that a recogniser has received: once for each recogniser of the stream, synchronously when the stream closes or
   * the next recogniser takes over. Not called without audio. Must not throw.
   */
  readonly onUsage?: (usage: RecognitionUsage) => void;
}

/** The use of one recogniser in a stream. */
export interface RecognitionUsage {
  readonly provider: string;
  readonly model: string;
  /** Length of the audio, including silence and audio that was sent again to a new connection. */
  readonly audioMs: number;
}

export interface SpeechToTextStream {
  /** The capabilities of the recogniser that the stream uses now. They change if another recogniser takes over. Defaults to those of the opener. */
  readonly capabilities?: SpeechToTextCapabilities;
  on(listener: (event: SpeechToTextEvent) => void): () => void;
  /** Adds mono audio of any length, in the sample rate of the stream. `atMs` is the media clock of the first sample. The array may be reused afterwards. */
  pushAudio(samples: Int16Array, atMs: number): void;
  /** Sets the expectation for the next utterance, or for the current one if it has no speech yet. */
  expect(expectation: Expectation): void;
  /**
   * Ends the utterance (endpointing by the host). One `transcript-ended` follows, with empty text if nothing was recognised. It may be synchronous.
   * `speechEndMs`: the end of the caller's last speech on the media clock, so that a text that is final up to there is not awaited. Default: the end
   * of the audio.
   */
  finalize(speechEndMs?: number): void;
  /** Discards the audio since the last `transcript-ended`, finalised or not, and its pending work. No event follows. */
  discard(): void;
  /** Ends all work of the stream; no event follows. Safe to call twice. */
  close(): void;
}

export type SpeechToTextEvent =
  /** Replaces the previous partial transcript of the utterance. */
  | {
      readonly type: 'transcript-delta';
      readonly text: string;
      readonly match?: PhraseMatch;
      readonly atMs: number;
    }
  | {
      readonly type: 'transcript-ended';
      readonly text: string;
      readonly match?: PhraseMatch;
      /** 0 to 1. */
      readonly confidence: number;
      /** The provider rejects the text: it was unexpected speech or noise. */
      readonly rejected: boolean;
      /**
       * Whether the provider did not confirm the text in time. It may then be incomplete, or empty although the caller spoke. Words that are confirmed
       * later belong to the next utterance.
       */
      readonly unconfirmed?: boolean;
      readonly startMs: number;
      readonly endMs: number;
      /** The words of the text with their times, if the provider reports them. */
      readonly words?: readonly RecognisedWord[];
    }
  /**
   * The provider detected the end of the turn. `text` is the text of the whole turn, and the `transcript-ended` of its last utterance was emitted
   * before. `confidence` is that of the end of the turn, 0 to 1.
   */
  | {
      readonly type: 'turn-ended';
      readonly text: string;
      readonly confidence: number;
      readonly atMs: number;
    }
  /** The turn has probably ended. Either `turn-ended`, usually with the same text, or `turn-resumed` follows. */
  | {
      readonly type: 'turn-likely-ended';
      readonly text: string;
      readonly confidence: number;
      readonly atMs: number;
    }
  /** The speaker continued after `turn-likely-ended`. */
  | { readonly type: 'turn-resumed'; readonly atMs: number }
  /** If `recoverable`, the stream continues; otherwise it is closed. */
  | {
      readonly type: 'stream-failed';
      readonly error: Error;
      readonly recoverable: boolean;
      /** Set if another recogniser continues the stream, as `provider/model`. */
      readonly fallback?: { readonly from: string; readonly to: string };
    };

export interface RecognisedWord {
  /** As in the text, punctuation included. */
  readonly text: string;
  /** On the media clock. */
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1. */
  readonly confidence?: number;
}

/** The expected phrase that equals the text. `complete`: no longer expected phrase starts with it. */
export interface PhraseMatch {
  readonly phraseId: string;
  readonly complete: boolean;
}
