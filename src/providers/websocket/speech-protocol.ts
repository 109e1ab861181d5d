import type { SpokenWord } from '../../contracts/text-to-speech.ts';
import type { JsonFields } from './json-fields.ts';
import type { VendorError } from './vendor-error.ts';

/** A connection for speech. */
export interface SpeechTransport {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the failure that a close code of the vendor means. Undefined: `closed`. */
  readonly errorOfClose?: (code: number, reason: string) => VendorError | undefined;
}

/** One request for speech on a connection. */
export interface SpeechContextOptions {
  /** Unique for the connection. */
  readonly id: string;
  readonly voiceId: string;
  /** BCP 47; undefined if the request has none. */
  readonly language: string | undefined;
  /** Within the range of the vendor. */
  readonly speed: number;
}

/** A character and its interval in ms from the start of the audio of its message. */
export interface TimedCharacter {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a message of the vendor means for one context. */
export interface SpeechMessage {
  /** Undefined: the only context of the connection, or all. */
  readonly contextId?: string | undefined;
  /** 8 kHz µ-law. */
  readonly audio?: Uint8Array;
  /** Times from the start of the audio of the context. */
  readonly words?: readonly SpokenWord[];
  readonly characters?: readonly TimedCharacter[];
  /** All audio of the context has been sent. */
  readonly isDone?: boolean;
  /** A cancelled context has ended. */
  readonly isCancelled?: boolean;
  /** Without `contextId`, the error ends the connection. */
  readonly error?: VendorError;
}

/** The messages of one vendor. */
export interface SpeechProtocol {
  /** Name of the vendor in error messages. */
  readonly vendor: string;
  /** Contexts that one connection serves at the same time. */
  readonly maxContexts: number;
  /** The longest use of a connection. */
  readonly maxSessionMs: number;
  /** How many texts may end on a connection within a sliding window. Undefined: any number. */
  readonly endLimit?: { readonly count: number; readonly windowMs: number } | undefined;
  /**
   * Whether the vendor confirms that a context is cancelled. Until then, its audio may arrive. A connection without a confirmation in time is closed.
   */
  readonly confirmsCancel: boolean;
  /** Whether the connection is closed, and another one opened, when a context is cancelled: the vendor cannot stop a text reliably. */
  readonly closesOnCancel?: boolean;
  /** Whether each text ends at the end of a word, with white space unless it is the last one. Otherwise texts are sent as they arrive. */
  readonly needsWholeWords?: boolean;
  /** Connections of voices with equal keys are interchangeable. */
  connectionKey(voiceId: string): string;
  transportOf(voiceId: string): SpeechTransport;
  start(context: SpeechContextOptions): readonly object[];
  addText(context: SpeechContextOptions, text: string): readonly object[];
  end(context: SpeechContextOptions): readonly object[];
  cancel(context: SpeechContextOptions): readonly object[];
  readText(message: JsonFields): SpeechMessage;
  /** Undefined if the vendor sends audio in text messages only. */
  readAudio?(audio: Uint8Array): SpeechMessage;
}
