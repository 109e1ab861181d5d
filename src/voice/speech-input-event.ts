import type { PhraseMatch } from '../contracts/speech-to-text.ts';

/** One turn of the caller. Times are on the leg's media clock. */
export interface CallerTurn {
  readonly text: string;
  readonly match: PhraseMatch | undefined;
  /** 0 to 1. */
  readonly confidence: number;
  /** Whether the caller was not understood: the recogniser rejected the text, or returned no reliable text for speech. */
  readonly rejected: boolean;
  readonly startMs: number;
  /** When the caller stopped speaking. */
  readonly endMs: number;
  /** When end-of-turn detection ended the turn. */
  readonly decidedAtMs: number;
  /** When its final transcript arrived or was no longer awaited. */
  readonly transcribedAtMs: number;
}

export type SpeechInputEvent =
  | { readonly type: 'speech-started'; readonly atMs: number }
  | {
      readonly type: 'partial-transcript';
      readonly text: string;
      readonly match: PhraseMatch | undefined;
      readonly atMs: number;
    }
  | { readonly type: 'speech-stopped'; readonly atMs: number }
  /** The sound continues, but the recogniser ended the turn, or the turn has reached the maximum length. */
  | { readonly type: 'speech-cut-off'; readonly atMs: number }
  /** Emitted exactly once for each started turn; the text is empty if nothing was recognised. */
  | { readonly type: 'turn-ended'; readonly turn: CallerTurn }
  /** The provider reports that the turn has probably ended. `turn-ended` or `turn-resumed` follows. */
  | { readonly type: 'turn-likely-ended'; readonly text: string; readonly match: PhraseMatch | undefined }
  | { readonly type: 'turn-resumed' }
  /** The final transcript of the turn takes so long that the caller hears a noticeable silence. */
  | { readonly type: 'transcript-slow' }
  /** The recogniser failed or timed out on a turn without any transcript; its `turn-ended` follows. */
  | { readonly type: 'turn-lost'; readonly atMs: number; readonly error: Error }
  /** Another recogniser continues the recognition. `from` and `to` have the form `provider/model`. */
  | {
      readonly type: 'recogniser-replaced';
      readonly from: string;
      readonly to: string;
      readonly error: Error;
    }
  | { readonly type: 'recognition-failed'; readonly error: Error };
