import type { FiniteStateGrammar, RecognisedSound } from './pocketsphinx.ts';
import type { SpeechModel } from './speech-model.ts';

/** What a recognition thread is started with. */
export interface RecognitionThreadData {
  readonly model: SpeechModel;
  readonly flite: WebAssembly.Module;
  /** Known to every decoder from the start, besides those of the forms. */
  readonly words: readonly string[];
}

/** A grammar as threads know it; its id stands for it once sent. */
export interface ThreadGrammar {
  readonly id: string;
  readonly words: readonly string[];
  readonly network: FiniteStateGrammar;
  /** Whether costs must tell other speech from what is expected; twice the work. */
  readonly allSounds: boolean;
}

/** To a thread. Utterances have numbers; one is over after `finish` or `drop`. */
export type RecognitionRequest =
  | { readonly type: 'learn'; readonly grammar: ThreadGrammar }
  | { readonly type: 'begin'; readonly utterance: number; readonly grammarId: string }
  /** 8 kHz, whole frames of 160 samples. */
  | { readonly type: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly type: 'finish'; readonly utterance: number }
  | { readonly type: 'drop'; readonly utterance: number };

/** From a thread. */
export type RecognitionReply =
  | { readonly type: 'ready' }
  | { readonly type: 'heard'; readonly utterance: number; readonly text: string }
  | ({ readonly type: 'finished'; readonly utterance: number } & RecognitionResult)
  /** The engine has leaked so much memory that the thread should be replaced once it is idle. */
  | { readonly type: 'worn' };

export interface RecognitionResult extends RecognisedSound {
  /** Empty where the sound fits no sentence of the grammar. */
  readonly text: string;
  /** Sound that was thrown away because no decoder was free for too long. */
  readonly lostMs: number;
}
