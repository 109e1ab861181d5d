import type { FiniteStateGrammar, DecodedSpeech } from './pocketsphinx.ts';
import type { SpeechModel } from './speech-model.ts';

/** The `workerData` of a recognition thread. */
export interface RecognitionThreadData {
  readonly model: SpeechModel;
  readonly flite: WebAssembly.Module;
  /** Words that each decoder gets at its creation, in addition to the words of the forms. */
  readonly words: readonly string[];
  /** Pronunciations from other threads, since computing one for a word outside the dictionary takes 20 ms. */
  readonly pronunciations: ReadonlyMap<string, readonly string[]>;
}

/** A grammar for threads; referenced by its id after it was sent. */
export interface ThreadGrammar {
  readonly id: string;
  readonly words: readonly string[];
  readonly network: FiniteStateGrammar;
  /** Whether all senones are computed, so that costs distinguish other speech from expected speech. Takes twice the CPU time. */
  readonly allSenones: boolean;
}

/** Message to a thread. `utterance` is the number of an utterance, which ends with `finish` or `drop`. */
export type RecognitionRequest =
  | { readonly type: 'add-grammar'; readonly grammar: ThreadGrammar }
  | { readonly type: 'start'; readonly utterance: number; readonly grammarId: string }
  /** 8 kHz, whole frames of 160 samples. */
  | { readonly type: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly type: 'finish'; readonly utterance: number }
  | { readonly type: 'drop'; readonly utterance: number };

/** Message to a thread without utterances: measures its speed again. */
export interface MeasureRequest {
  readonly type: 'measure';
}

/** Message from a thread. */
export type RecognitionReply =
  /** `speed`: seconds of noise decoded per second, without a grammar. */
  | { readonly type: 'ready' | 'measured'; readonly speed: number }
  | { readonly type: 'partial'; readonly utterance: number; readonly text: string }
  | ({ readonly type: 'finished'; readonly utterance: number } & RecognitionResult)
  /** The engine has used so much memory that the thread should be replaced. */
  | { readonly type: 'needs-replacement' }
  /** The computed pronunciations of a word that is not in the dictionary. */
  | { readonly type: 'pronounced'; readonly word: string; readonly phones: readonly string[] }
  | ({ readonly type: 'progress' } & RecognitionProgress);

/** Work of a thread since its last report. Sent at most five times per second, and once when its work is done. */
export interface RecognitionProgress {
  /** Requests processed since the start of the thread. */
  readonly processedRequests: number;
  /** Time that the thread worked. */
  readonly busyMs: number;
  /** Length of the audio that was decoded. */
  readonly decodedMs: number;
  /** Length of the audio that was dropped because too much audio was waiting. */
  readonly droppedMs: number;
  /** Length of the audio that is waiting now. */
  readonly waitingMs: number;
}

export interface RecognitionResult extends DecodedSpeech {
  /** Empty if the audio matches no sentence of the grammar. */
  readonly text: string;
  /** Length of the utterance's audio that was dropped because too much audio was waiting. */
  readonly lostMs: number;
}
