import type { RecognitionModel, VoiceModel } from './model-files.ts';

/** First message to an engine process. */
export type StartRequest = {
  /** The module with the API of `sherpa-onnx-node`; a URL in tests. */
  readonly module: string;
} & (
  | { readonly mode: 'recogniser'; readonly model: RecognitionModel }
  | { readonly mode: 'voice'; readonly model: VoiceModel }
);

/** Message to an engine process that recognises. `utterance` is unique for the process. */
export type RecognitionRequest =
  /** 8 kHz. Starts the utterance if it is new. `taken` reports what was decoded. */
  | { readonly type: 'audio'; readonly utterance: number; readonly samples: Int16Array }
  /** Ends the utterance. Answered by `finished`. */
  | { readonly type: 'finish'; readonly utterance: number }
  | { readonly type: 'drop'; readonly utterance: number };

/** Message to an engine process that speaks. Answered by `spoken` or `rejected`. */
export interface SpeechJob {
  readonly type: 'speak';
  readonly id: number;
  readonly text: string;
  readonly speaker: number;
  readonly speed: number;
}

/** Answered by `pong`, when the work before it is done. */
export interface Ping {
  readonly type: 'ping';
}

export type EngineRequest = RecognitionRequest | SpeechJob | Ping;

export type RecognitionReply =
  | { readonly type: 'taken'; readonly utterance: number; readonly samples: number }
  | { readonly type: 'partial'; readonly utterance: number; readonly text: string }
  | { readonly type: 'finished'; readonly utterance: number; readonly text: string };

export type SpeechReply =
  /** 8 kHz. */
  | { readonly type: 'spoken'; readonly id: number; readonly samples: Int16Array }
  | { readonly type: 'rejected'; readonly id: number; readonly reason: string };

/** Message from an engine process. */
export type EngineReply =
  | { readonly type: 'ready'; readonly speakers: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'pong' }
  | RecognitionReply
  | SpeechReply;
