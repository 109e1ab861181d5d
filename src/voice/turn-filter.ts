import type { BargeIn } from './barge-in.ts';
import type { OpenQuestion } from './open-question.ts';
import type { CallerTurn } from './speech-input-event.ts';
import type { SpeechOutput } from './speech-output.ts';

export interface TurnFilterOptions {
  readonly question: OpenQuestion;
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
    const isSensitive = this.#options.question.isSensitive && !isUniversal;
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
   * Returns whether a turn is more than noise. If the agent spoke during the turn and still speaks, the barge-in strategies decide. An agent who began
   * to speak while the transcript was awaited did not speak during the turn.
   */
  #isMoreThanNoise({ text, rejected, endMs }: CallerTurn): boolean {
    const { speechOutput, bargeIn } = this.#options;
    const { speakingSinceMs = Infinity } = speechOutput;
    return speakingSinceMs < endMs ? bargeIn.turnEnded(text, rejected) : text !== '' || rejected;
  }
}

/** Returns the text of a turn; empty if the recogniser rejected it. */
export const trustedText = ({ text, rejected }: CallerTurn): string => (rejected ? '' : text);

export const isTrusted = (turn: CallerTurn): boolean => trustedText(turn) !== '';
