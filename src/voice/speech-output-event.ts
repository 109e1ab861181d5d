import type { SpeechDelta } from '../contracts/language-model.ts';

export type SpeechOutputEvent =
  /** Playout of the utterance started. Times are on the leg's media clock. */
  | {
      readonly type: 'utterance-started';
      readonly id: number;
      readonly firstAudioAtMs: number;
      readonly atMs: number;
      /** When its first word has been played completely. */
      readonly firstWordAtMs: number;
    }
  /** Emitted once for each utterance, even if it was never played. `heardText` holds whole words only. */
  | {
      readonly type: 'utterance-ended';
      readonly id: number;
      readonly text: string;
      readonly heardText: string;
      readonly interrupted: boolean;
      readonly startedAtMs: number | undefined;
      readonly atMs: number;
      /** Set if every voice failed. */
      readonly error?: unknown;
      /** Whether the apology replaced the words that no voice spoke. */
      readonly hasApology?: boolean;
    }
  /** Nothing is playing or queued. */
  | { readonly type: 'output-idle'; readonly atMs: number };

/** An utterance that is written clause by clause. */
export interface OpenUtterance {
  readonly id: number;
  write(clause: string): void;
  /** Adds speech of a model that speaks itself. */
  play(delta: SpeechDelta): void;
  /** Ends the text or the speech. */
  finish(): void;
}
