import type { AudioEncoding } from './audio-tape.ts';
import type { JsonFields } from './json-fields.ts';
import type { VendorError } from './vendor-error.ts';

/** How audio is sent to a recogniser, and how a connection is kept. */
export interface RecognitionTransport {
  /** Name of the vendor in error messages: `Deepgram`. */
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly encoding: AudioEncoding;
  /** The shortest audio message, in ms. */
  readonly frameMs: number;
  /** Whether the vendor rejects shorter messages, so that the last one of an utterance is filled with silence. */
  readonly rejectsShortFrames?: boolean;
  /** The longest connection; a new one takes over before. */
  readonly maxSessionMs: number;
  /** How much faster than real time audio may be sent after a reconnection. `Infinity`: without limit. */
  readonly replaySpeed: number;
  /** Whether silence is sent when no audio arrives, because the vendor finds the end of a turn only in audio. */
  readonly needsContinuousAudio: boolean;
  /** Message that is sent after each `idleMs` without other messages. */
  readonly keepAlive?: { readonly idleMs: number; readonly message: string };
  /** First message of a connection. */
  readonly greeting?: string;
  /** Last message of a connection. */
  readonly farewell?: string;
  /** Wraps audio in a message. Default: the audio as a binary message. */
  toMessage?(audio: Uint8Array): string | Uint8Array;
  /** Returns the failure that a close code of the vendor means. Undefined: `closed`. */
  errorOfClose?(code: number, reason: string): VendorError | undefined;
}

/** A part of a transcript. Times are in ms from the start of the audio of the connection. */
export interface TranscriptSegment {
  readonly text: string;
  readonly words?: readonly SegmentWord[];
  /** 0 to 1; undefined if the vendor reports none. */
  readonly confidence?: number | undefined;
  readonly startMs?: number;
  readonly endMs?: number;
}

export interface SegmentWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1. */
  readonly confidence?: number | undefined;
}

/** Receives what the vendor has recognised. */
export interface Transcript {
  /** Whether the host has ended the utterance and waits for the rest of its text. */
  readonly isAwaited: boolean;
  /** Sends a message to the vendor, after the audio that was sent. */
  send(message: string): void;
  /** Replaces the text that follows the final segments of the utterance, unless the new text is empty. */
  setInterim(segment: TranscriptSegment): void;
  /** Appends a segment that the vendor does not change any more. */
  addFinal(segment: TranscriptSegment): void;
  /**
   * The vendor has returned everything that it recognised before the request to finalise. `streamMs`: the end of the audio of its answer, if it reports
   * one. An answer to an earlier request, which is no longer awaited, is ignored.
   */
  endUtterance(streamMs?: number): void;
  /** Adds the final text of an utterance that has ended without it. Words that the utterance did not have become the start of the next one. */
  addLateFinal(text: string): void;
  /** The vendor has returned everything that it recognised in the audio before `streamMs`. */
  markHeard(streamMs: number): void;
  /** The utterance and the turn have ended. `text` is that of the whole turn. */
  endTurn(turn: { readonly text: string; readonly confidence: number }): void;
  /** The turn has probably ended. */
  endTurnLikely(turn: { readonly text: string; readonly confidence: number }): void;
  resumeTurn(): void;
  /** Ends the connection, for an error that the vendor sent as a message. */
  fail(error: VendorError): void;
}

/** The messages of one vendor. Holds the state of one connection. */
export interface RecognitionProtocol {
  readonly transport: RecognitionTransport;
  /** Message that makes the vendor return the rest of the utterance. Undefined if it has none now. */
  readonly finalizeMessage?: string | undefined;
  /** Message that the vendor always answers, for a connection check. Undefined: it always answers `finalizeMessage`, or sends a message by itself. */
  readonly checkMessage?: string;
  /** The longest wait for the rest of the utterance, in ms. Then the text received so far is used. */
  readonly finalizeTimeoutMs: number;
  /**
   * The first estimate of the time to the final text, in ms. If the text so far seems to be complete, the wait is as long as the vendor has needed in
   * the stream. Undefined: always `finalizeTimeoutMs`.
   */
  readonly expectedFinalMs?: number;
  /** Whether a segment ends where the audio ends that the vendor has processed, and not with its last word. Segments without text count too. */
  readonly segmentsCoverAudio?: boolean;
  onMessage(message: JsonFields, transcript: Transcript): void;
  /** The utterance was ended by the host: its words are not reported again. */
  onUtteranceEnded(): void;
  /** A new connection starts. */
  reset(): void;
}
