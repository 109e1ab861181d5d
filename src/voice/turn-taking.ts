import type { LegAudio } from '../contracts/leg-audio.ts';
import { BargeIn, type BargeInOptions, type TurnController } from './barge-in.ts';
import type { CallVoiceOptions } from './call-voice-options.ts';
import type { OpenQuestion } from './open-question.ts';
import type { CallerTurn } from './speech-input-event.ts';
import type { SpeechOutput } from './speech-output.ts';

export interface TurnTakingOptions
  extends
    Pick<CallVoiceOptions, 'clock' | 'audio' | 'interruption' | 'language' | 'universalPhrases'>,
    Pick<AgentTurnOptions, 'speechOutput' | 'isReplying' | 'question' | 'interrupt' | 'onChange'>,
    Pick<BargeInOptions, 'trustsPartials'> {}

/** The parts of a voice pipeline that decide which side has the turn. */
export interface TurnTaking {
  readonly agentTurn: AgentTurn;
  readonly bargeIn: BargeIn;
  readonly turnFilter: TurnFilter;
}

export function createTurnTaking(options: TurnTakingOptions): TurnTaking {
  const { audio, interruption, universalPhrases } = options;
  const agentTurn = new AgentTurn({ ...options, onInterrupted: () => turnFilter.agentInterrupted() });
  const bargeIn = new BargeIn({
    ...options,
    settings: interruption,
    turnController: agentTurn,
    nowMs: () => audio.nowMs,
  });
  const turnFilter = new TurnFilter({
    ...options,
    agentTurn,
    bargeIn,
    isUniversalPhrase: (text) => universalPhrases.matches(text),
  });
  return { agentTurn, bargeIn, turnFilter };
}

/** Speech of the caller that starts within this time after the agent's first sound starts together with the agent, and the agent yields. */
const simultaneousStartMs = 200;

export interface AgentTurnOptions {
  readonly audio: Pick<LegAudio, 'nowMs'>;
  readonly speechOutput: SpeechOutput;
  /** Whether a reply is being generated, or its tools run. */
  readonly isReplying: () => boolean;
  readonly question: OpenQuestion;
  /** Stops interruptible speech and the reply that is being generated. */
  readonly interrupt: () => void;
  /** Called when the caller's speech interrupts the agent. */
  readonly onInterrupted: () => void;
  /** Called after each change of the agent's speech. */
  readonly onChange: () => void;
}

/** Pauses, resumes and interrupts the agent's speech for the caller. */
export class AgentTurn implements TurnController {
  readonly #options: AgentTurnOptions;
  /** Start of the caller's current turn, on the leg's media clock. */
  #callerTurnStartMs: number | undefined;

  constructor(options: AgentTurnOptions) {
    this.#options = options;
  }

  get isInterruptible(): boolean {
    const { speechOutput, question } = this.#options;
    return speechOutput.isInterruptible && question.acceptsSpeech;
  }

  isBeforeAgent(startMs: number): boolean {
    const { speechOutput, isReplying } = this.#options;
    if (!speechOutput.isSpeaking || speechOutput.currentKind === 'filler') return isReplying();
    return speechOutput.isUnheard || startMs < (speechOutput.startedAtMs ?? 0) + simultaneousStartMs;
  }

  get waitsForTranscript(): boolean {
    return this.#options.speechOutput.currentKind !== 'filler';
  }

  get speakingSinceMs(): number | undefined {
    return this.#options.speechOutput.speakingSinceMs;
  }

  get pausedAtMs(): number | undefined {
    return this.#options.speechOutput.pausedAtMs;
  }

  get remainingMs(): number {
    return this.#options.speechOutput.remainingMs;
  }

  callerStarted(atMs: number): void {
    this.#callerTurnStartMs ??= atMs;
  }

  callerEnded(): void {
    this.#callerTurnStartMs = undefined;
  }

  lowerVoice(isLowered: boolean): void {
    this.#options.speechOutput.lowerVoice(isLowered);
  }

  pause(): void {
    this.#options.speechOutput.pause();
    this.#options.onChange();
  }

  resume(): void {
    this.#options.speechOutput.resume();
    this.#options.onChange();
  }

  /** Interrupts the agent. A prompt that the caller has not heard yet is spoken after the caller's turn. */
  interrupt(): void {
    const { audio, speechOutput, question, interrupt, onInterrupted, onChange } = this.#options;
    onInterrupted();
    const promptId = question.unheardPrompt(this.#callerTurnStartMs ?? audio.nowMs);
    if (promptId === undefined) return interrupt();
    speechOutput.interruptBefore(promptId);
    onChange();
  }
}

export interface TurnFilterOptions {
  readonly question: OpenQuestion;
  readonly agentTurn: Pick<AgentTurn, 'isBeforeAgent'>;
  readonly bargeIn: BargeIn;
  readonly speechOutput: Pick<SpeechOutput, 'speakingSinceMs'>;
  readonly isUniversalPhrase: (text: string) => boolean;
}

/** What a turn of the caller counts as. */
export interface FilteredTurn {
  readonly turn: CallerTurn;
  /** Whether the turn can answer the open question. */
  readonly isAnswer: boolean;
  /** Whether the turn belongs in the transcript. */
  readonly isRecorded: boolean;
}

/** Separates the caller's answers from noise, backchannels and speech that came before the question. */
export class TurnFilter {
  readonly #options: TurnFilterOptions;
  /** Whether the caller's turn in progress has interrupted the agent. */
  #hasInterrupted = false;

  constructor(options: TurnFilterOptions) {
    this.#options = options;
  }

  /** Handles an interruption of the agent by the turn in progress. */
  agentInterrupted(): void {
    this.#hasInterrupted = true;
  }

  /** Filters a turn that ended. While the agent speaks, the turn may interrupt the agent. */
  filter(endedTurn: CallerTurn): FilteredTurn {
    const turn = this.#rejectIfUnrecognised(endedTurn);
    const isInTime = this.#options.question.isInTime(turn);
    const isAnswer = isInTime && this.#isMoreThanNoise(turn);
    const isUniversal = isTrusted(turn) && this.#options.isUniversalPhrase(turn.text);
    const isSensitive = this.#options.question.isSensitiveDuring(turn) && !isUniversal;
    const isRecorded = turn.text !== '' && !isSensitive && (isAnswer || !isInTime || isUniversal);
    return { turn, isAnswer, isRecorded };
  }

  /** Marks an unrecognised turn that interrupted the agent as rejected, so that the caller gets a response, even if only "I did not understand". */
  #rejectIfUnrecognised(turn: CallerTurn): CallerTurn {
    const isUnrecognised = this.#hasInterrupted && turn.text === '';
    this.#hasInterrupted = false;
    return isUnrecognised ? { ...turn, rejected: true } : turn;
  }

  /**
   * Returns whether a turn is more than noise. The barge-in strategies decide if the agent spoke during the turn and still speaks, or if the turn came
   * before a reply. An agent who began to speak while the transcript was awaited did not speak during the turn.
   */
  #isMoreThanNoise({ text, rejected, startMs, endMs }: CallerTurn): boolean {
    const { speechOutput, agentTurn, bargeIn } = this.#options;
    const { speakingSinceMs = Infinity } = speechOutput;
    const isClassified = speakingSinceMs < endMs || agentTurn.isBeforeAgent(startMs);
    return isClassified ? bargeIn.turnEnded(text, rejected, startMs) : text !== '' || rejected;
  }
}

/** Returns the text of a turn; empty if the recogniser rejected it. */
export const trustedText = ({ text, rejected }: CallerTurn): string => (rejected ? '' : text);

export const isTrusted = (turn: CallerTurn): boolean => trustedText(turn) !== '';
