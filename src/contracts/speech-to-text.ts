import type { Expectation } from '../core/expectation.ts';

export interface SpeechToTextCapabilities {
  readonly partials: boolean;
  /** False where only expected phrases are understood: then text is the nearest expected phrase, with a confidence. */
  readonly openVocabulary: boolean;
  /** What `expect` does: builds a grammar, biases towards words, or nothing. */
  readonly expectation: 'grammar' | 'keyterms' | 'none';
  /** Who decides that an utterance is over: our voice activity detector, or the provider. */
  readonly endpointing: 'host' | 'provider';
  /** BCP 47. Whoever understands `en-US` is given `en-AU` as well. */
  readonly languages: readonly string[];
  readonly network: boolean;
}

export interface SpeechToText {
  /** `builtin`, `deepgram` … */
  readonly provider: string;
  readonly model: string;
  readonly capabilities: SpeechToTextCapabilities;
  /** Connects at once, so that it is ready when the first audio comes. Failures are events of the stream. */
  open(options: SpeechToTextOptions): SpeechToTextStream;
  /** Streams that can be opened now beside those that are open, 0 or more; undefined: no limit is known. */
  readonly freeStreams?: number;
  /** `degraded`: it works, with reduced capacity. */
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string; readonly degraded?: boolean }>;
  close(): Promise<void>;
}

export interface SpeechToTextOptions {
  /** BCP 47. */
  readonly language: string;
  readonly keyterms?: readonly string[];
}

export interface SpeechToTextStream {
  on(listener: (event: SpeechToTextEvent) => void): () => void;
  /** 8 kHz mono; any length; `atMs` is the media clock of the first sample. The array may be reused afterwards. */
  pushAudio(samples: Int16Array, atMs: number): void;
  /** Holds from the next utterance on, or at once where nothing has been heard in this one. */
  expect(expectation: Expectation): void;
  /** The host's endpointing: the utterance is over; one `transcript-ended` follows (empty text where nothing was heard). */
  finalize(): void;
  /** Forgets what was heard since the last `transcript-ended`, finalized or not, and the work that it needs. No event follows. */
  discard(): void;
  /** Ends all work for the stream; no event comes after it. Safe to call twice. */
  close(): void;
}

export type SpeechToTextEvent =
  /** Replaces the previous partial of this utterance. `match` as below. */
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
      /** The provider itself does not trust the text: something was said that was not expected, or it was noise. */
      readonly rejected: boolean;
      readonly startMs: number;
      readonly endMs: number;
    }
  /** `endpointing: 'provider'` only. */
  | { readonly type: 'turn-ended'; readonly atMs: number }
  /** `recoverable`: the stream goes on by itself; otherwise it is closed. */
  | { readonly type: 'stream-failed'; readonly error: Error; readonly recoverable: boolean };

/** Which expected phrase the text is; `complete` where no longer expected phrase begins with it. */
export interface PhraseMatch {
  readonly phraseId: string;
  readonly complete: boolean;
}
