import type { Clock } from '../core/clock.ts';
import type { ExpectedPhrase, Expectation } from '../core/expectation.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { LegAudio } from '../contracts/leg-audio.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { AgentTools } from '../models/tools/agent-tools.ts';
import type { InterruptionSettings } from './barge-in-strategies.ts';
import type { ModelSettings } from '../models/model-answer.ts';
import type { History } from '../models/history.ts';
import type { SilenceSettings } from './silence-monitor.ts';
import type { ReplyPhrases } from './speak-reply.ts';
import type { AgentVoice } from './synthesis.ts';
import type { TurnSettings } from './turn-end.ts';

/** Phrases that the caller may say at any moment. */
export interface UniversalPhrases {
  /** Active until the first question. */
  readonly expectation: Expectation;
  /** The phrases that are also expected while answering-machine detection runs. */
  readonly duringAmd: readonly ExpectedPhrase[];
  /** Returns whether the text is one of these phrases. The phrase is added to the transcript even if it does not interrupt the agent. */
  matches(text: string): boolean;
}

export interface CallVoiceOptions {
  /** A clock that catches the errors of timer callbacks (`createGuardedClock`). */
  readonly clock: Clock;
  /** Receives errors of listeners and of unawaited work. The call cannot continue after one. */
  readonly onInternalError: (error: unknown) => void;
  /** Receives invalid transitions of the state. The call can continue. Defaults to `onInternalError`. */
  readonly onInvalidTransition?: ((error: Error) => void) | undefined;
  readonly audio: LegAudio;
  readonly voices: readonly AgentVoice[];
  readonly recogniser: SpeechToText;
  /** BCP 47. */
  readonly language: string;
  readonly keyterms: readonly string[];
  readonly turn: TurnSettings;
  readonly interruption: InterruptionSettings;
  readonly silence: SilenceSettings;
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
  /** The conversation to continue. Defaults to a new one. */
  readonly history?: History | undefined;
  /** See `HistoryOptions.maxTokens`. */
  readonly maxHistoryTokens?: number;
  /** Defaults to none. */
  readonly tools?: AgentTools | undefined;
  readonly phrases: ReplyPhrases;
  readonly universalPhrases: UniversalPhrases;
}
