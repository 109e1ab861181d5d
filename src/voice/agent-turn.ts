import type { LegAudio } from '../contracts/leg-audio.ts';
import type { TurnController } from './barge-in.ts';
import type { OpenQuestion } from './open-question.ts';
import type { SpeechOutput } from './speech-output.ts';

export interface AgentTurnOptions {
  readonly audio: Pick<LegAudio, 'nowMs'>;
  readonly speechOutput: SpeechOutput;
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

  get remainingMs(): number {
    return this.#options.speechOutput.remainingMs;
  }

  callerStarted(atMs: number): void {
    this.#callerTurnStartMs ??= atMs;
  }

  callerEnded(): void {
    this.#callerTurnStartMs = undefined;
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
    this.pause();
  }
}
