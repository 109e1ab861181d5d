import type { Expectation } from '../core/expectation.ts';
import type { PhraseMatch } from '../contracts/speech-to-text.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { AmdResult } from './answering-machine.ts';
import type { DigitRules } from './digit-collector.ts';
import type { Conversation } from '../models/history.ts';
import type { ReplyOutcome } from './speak-reply.ts';
import type { ResponseLatency } from './response-latency.ts';
import type { CallerTurn } from './speech-input-event.ts';
import type { AnswerKind } from './turn-end.ts';

/** A question to the caller and the answers that it accepts. */
export interface Question {
  readonly expectation: Expectation;
  readonly answerKind: AnswerKind;
  /** Silence of both sides before `no-input`, in ms. */
  readonly timeoutMs: number;
  /** Null if DTMF digits are ignored. */
  readonly digits: DigitRules | null;
  /** Whether speech is accepted as an answer. */
  readonly speech: boolean;
  /**
   * While a sensitive question is open, the recording is muted and the history omits the digits. The transcript omits what the caller says,
   * except universal phrases.
   */
  readonly sensitive: boolean;
}

/**
 * Why the agent is silent, independently of the caller. `caller-hold`: the other side holds the call. `hold`: a command holds the call. `mute`: a
 * command mutes the agent.
 */
export type Suspension = 'caller-hold' | 'hold' | 'mute';

/** What became of an interjected text. `rejected`: too many texts wait. */
export type Interjection = 'speaking' | 'queued' | 'waiting' | 'rejected';

/** Events of a `VoicePipeline`. All times are on the leg's media clock. */
export type VoiceEvent =
  /** An utterance of the agent ended. `heardText` is the part that was played to the caller; it may be empty. */
  | {
      readonly type: 'agent-spoke';
      readonly id: number;
      readonly heardText: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly interrupted: boolean;
    }
  /** For the transcript. `question-answered` follows if the turn answers the open question. */
  | { readonly type: 'caller-spoke'; readonly turn: CallerTurn }
  | { readonly type: 'question-answered'; readonly turn: CallerTurn }
  /** The turn in progress has probably ended and would answer the open question. `prepareReply` may follow. */
  | { readonly type: 'turn-likely-ended'; readonly text: string; readonly match: PhraseMatch | undefined }
  /** Recognised speech that answers no question: none was open, or the turn started before the first word of its prompt was heard. */
  | { readonly type: 'unsolicited-speech'; readonly turn: CallerTurn }
  /** Sensitive digits must not be recorded; only the flow may use them. */
  | {
      readonly type: 'digits-collected';
      readonly digits: string;
      readonly sensitive: boolean;
      /** False if the caller answered in words before the input was complete: these digits are no answer, and `question-answered` follows. */
      readonly isAnswer: boolean;
      readonly atMs: number;
    }
  | { readonly type: 'no-input' }
  /** The caller spoke, but the recogniser failed or timed out. */
  | { readonly type: 'turn-lost'; readonly atMs: number; readonly error: Error }
  | { readonly type: 'amd-result'; readonly result: AmdResult }
  /** Not emitted after the caller has answered a question. */
  | { readonly type: 'beep-detected' }
  /** `atMs`: when playout of the response started. */
  | { readonly type: 'response-timed'; readonly atMs: number; readonly latency: ResponseLatency }
  | { readonly type: 'reply-ended'; readonly outcome: ReplyOutcome }
  | { readonly type: 'reminder-due' }
  | { readonly type: 'silence-timeout' }
  | { readonly type: 'agent-idle' }
  /** The speech-to-speech model cannot be used any more in this call. Other models and the recogniser of the agent continue it. */
  | { readonly type: 'speech-model-failed'; readonly error: unknown }
  /** Another provider of the agent replaces one that failed. `from` and `to` have the form `provider/name`. */
  | {
      readonly type: 'provider-fallback';
      readonly kind: 'model' | 'voice' | 'recogniser';
      readonly from: string;
      readonly to: string;
      /** Undefined if a model was slow and did not fail. */
      readonly error: unknown;
    }
  | { readonly type: 'recognition-failed'; readonly error: unknown }
  /** `hasApology`: the caller heard the apology instead, and the call can continue. */
  | { readonly type: 'synthesis-failed'; readonly error: unknown; readonly hasApology: boolean };

/**
 * The agent's side of a conversation on one leg: speaks, asks questions and reports the caller's turns. A session and its flow know only this
 * contract, not which recogniser, language model or voice is behind it.
 */
export interface VoicePipeline {
  on(listener: (event: VoiceEvent) => void): () => void;
  /** The conversation so far, as both sides heard it. */
  readonly history: Conversation;
  /** Whether an utterance of the agent is playing, paused or waits for its audio. */
  readonly isSpeaking: boolean;
  /** Whether a turn of the caller is in progress. */
  readonly isCallerSpeaking: boolean;
  /** Synthesises a text ahead of time, such as the greeting while the phone rings. */
  prepare(text: string): void;
  /** Starts listening. To be called when the call is answered. */
  start(): void;
  /** Starts answering-machine detection. `amd-result` follows, unless a question is answered first. */
  detectAnsweringMachine(): void;
  /** Speaks a text and returns the id that its `agent-spoke` event has. */
  say(text: string, interruptible: boolean): number;
  /**
   * The agent owes a response until the returned function is called. Meanwhile fillers bridge the silence of both sides. `generateReply` does this
   * itself.
   */
  oweResponse(): () => void;
  /** Opens a question and closes the previous one. `question-answered`, `digits-collected` or `no-input` follows. */
  askQuestion(question: Question): void;
  closeQuestion(): void;
  /** Excludes the following silence from the response latency, since it is intended. */
  expectSilence(): void;
  /** Generates a reply with a language model and speaks it. `reply-ended` follows, with `aborted` if the caller continues to speak. */
  generateReply(system: string): void;
  /**
   * Generates the reply to a turn of the caller that has probably ended, and holds it. If the turn ends with the same text, `generateReply` with the
   * same system prompt speaks it; otherwise it is discarded. Its tools run only after `generateReply`.
   */
  prepareReply(system: string, text: string): void;
  /** Stops interruptible speech and a reply that is being generated. */
  interrupt(): void;
  /** Like `interrupt`, and also stops uninterruptible speech. */
  interruptAll(): void;
  /**
   * Speaks a text that does not belong to the flow: after the agent's speech, or in place of its interruptible speech with `interrupt`. While the
   * caller speaks, it waits for the end of the turn, at most 10 s. The open question stays open; if its prompt is cut, it is asked again.
   */
  interject(text: string, interrupt: boolean): Interjection;
  /** Adds advice to the instructions of the language model, for its next replies. */
  advise(text: string): void;
  /**
   * Begins or ends a suspension. What is heard during a hold, such as music, is not input. What the caller says to a muted agent is heard and is no
   * answer; an open conversation replies to it afterwards. During `hold` and `mute` the agent's speech is paused. When the last suspension ends,
   * the question that is still open is asked again.
   */
  setSuspended(suspension: Suspension, isOn: boolean): void;
  /** Processes an audio event of the leg. */
  handleAudioEvent(event: LegAudioEvent): void;
  /** Stops all speech; `agent-spoke` reports the part that was heard. Safe to call twice. */
  close(): void;
}
