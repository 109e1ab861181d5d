export interface TextToSpeechCapabilities {
  /** Whether the speed of a request is applied. */
  readonly speed: boolean;
  readonly wordTimings: boolean;
  readonly voices: readonly VoiceDescription[];
  /** Whether texts are sent to a server. */
  readonly network: boolean;
}

export interface VoiceDescription {
  readonly voiceId: string;
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly gender: 'female' | 'male' | 'neutral';
}

export interface TextToSpeech {
  readonly provider: string;
  readonly capabilities: TextToSpeechCapabilities;
  /**
   * Synthesises a clause or a few sentences (at most 2,000 characters), chunk by chunk. Throws `SpeechError`; ends at once without an error when
   * `signal` is aborted.
   */
  synthesize(request: SpeechRequest): AsyncIterable<SpeechChunk>;
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  close(): Promise<void>;
}

export interface SpeechRequest {
  readonly text: string;
  readonly voiceId: string;
  /** 0.5 to 2; 1 is the normal speed of the voice. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

export interface SpeechChunk {
  /** 8 kHz mono. Must not be modified: it may be shared with a cache. */
  readonly samples: Int16Array;
  /** Words that start in this chunk, if the provider reports words. Their times are in ms from the start of the utterance. */
  readonly words?: readonly SpokenWord[];
}

export interface SpokenWord {
  /** As in the text, punctuation included. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  /** Whether a retry of the same request may succeed. */
  readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}
