import type { SampleRate } from '../audio/sample-rate.ts';

export interface TextToSpeechCapabilities {
  /** Whether the speed of a request is applied. */
  readonly speed: boolean;
  /** The speeds that are applied; others become the nearest one. Defaults to 0.5 to 2. */
  readonly speedRange?: { readonly min: number; readonly max: number };
  readonly wordTimings: boolean;
  /**
   * Whether the voice reads numbers, dates, money and abbreviations well itself, in the languages that it speaks. Other voices receive them as words.
   */
  readonly normalizesText: boolean;
  /** Whether the text of a request may be a stream of pieces. */
  readonly streamsText: boolean;
  /** Not all voices, if the account at the provider decides which exist. */
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
  /** Prepares a connection for the next request with this voice, for example while the phone rings. Never throws. */
  warm?(voiceId: string): void;
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  close(): Promise<void>;
}

export interface SpeechRequest {
  /**
   * A whole text, or if the provider `streamsText`, pieces of a text such as the deltas of a language model. Pieces are joined without spaces, and
   * their speech may start before the last piece. `synthesize` reads them to the end unless it fails or is aborted.
   */
  readonly text: string | AsyncIterable<string>;
  readonly voiceId: string;
  /** BCP 47, for voices that speak several languages. */
  readonly language?: string;
  /** 0.5 to 2; 1 is the normal speed of the voice. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
  /**
   * Receives the length of each text that is synthesised, when it is sent to the vendor. Texts whose audio is in a cache are not synthesised. Must not
   * throw.
   */
  readonly onUsage?: (usage: SynthesisUsage) => void;
}

export interface SynthesisUsage {
  readonly provider: string;
  readonly model: string;
  /** Number of Unicode characters. */
  readonly characters: number;
}

/** Returns the number of characters as vendors count them: Unicode code points. */
export const characterCount = (text: string): number => [...text].length;

/**
 * Returns the longest audio that a voice may send for a text. At normal speed, espeak-ng takes 60 ms per character for an English sentence, 350 ms for
 * a Mandarin one, and 395 ms for a row of digits or letters that are spelled. The 5 s are for pauses, and for short texts such as "100 %".
 */
export const maxSpeechMs = (characters: number, speed = 1): number =>
  Math.min(10 * 60_000, (5_000 + 400 * characters) / Math.min(1, speed));

export interface SpeechChunk {
  /** Mono. Must not be modified: it may be shared with a cache. */
  readonly samples: Int16Array;
  /** The same for all chunks of a request. */
  readonly sampleRate: SampleRate;
  /** Words that start in this chunk, if the provider reports words. Their times are in ms from the start of the utterance. */
  readonly words?: readonly SpokenWord[];
}

export interface SpokenWord {
  /** As in the text, punctuation included. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Returns the text of a request for a provider that does not stream text. Throws `SpeechError` if the text is a stream. */
export function wholeText({ text }: Pick<SpeechRequest, 'text'>): string {
  if (typeof text === 'string') return text;
  throw new SpeechError('The voice does not speak a stream of text.', { retryable: false });
}

export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  /** Whether a retry of the same request may succeed. */
  readonly retryable: boolean;
  /** Whether the audio of the request cannot be its text, so that audio that was not played is discarded. */
  readonly discardsAudio: boolean;

  constructor(
    message: string,
    options: { readonly retryable: boolean; readonly discardsAudio?: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.discardsAudio = options.discardsAudio ?? false;
  }
}
