import type { Clock } from '../core/clock.ts';
import type { LanguageMessage, LanguageModel } from '../contracts/language-model.ts';
import type { AgentTools } from './agent-tools.ts';
import type { ModelSettings } from './generate-reply.ts';
import { ReplyTurn } from './reply-turn.ts';
import type { FillerVoice } from './silence-filler.ts';
import type { ReplyOutcome, ReplyPhrases, SpeakOptions } from './speak-reply.ts';
import type { ToolRoundOptions } from './tool-rounds.ts';

export interface ReplyControllerOptions {
  readonly clock: Clock;
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly tools: AgentTools;
  readonly onToolResult: ToolRoundOptions['onToolResult'];
  readonly fillerVoice: FillerVoice;
  readonly speechOutput: SpeakOptions['speechOutput'];
  /** The leg's media clock. */
  readonly nowMs: () => number;
  /** Called once for each turn, discarded ones included. */
  readonly onEnded: (outcome: ReplyOutcome) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** Generates and speaks the replies of one call. A new reply discards the previous one. */
export class ReplyController {
  readonly #options: ReplyControllerOptions;
  #current: ReplyTurn | undefined;
  #fillerCount = 0;

  constructor(options: ReplyControllerOptions) {
    this.#options = options;
  }

  /** Whether a reply is being generated, or its tools run. */
  get isReplying(): boolean {
    return this.#current !== undefined;
  }

  /** Starts a reply. `silentForMs`: how long the caller has waited for it. */
  start(messages: readonly LanguageMessage[], silentForMs: number): void {
    this.discard();
    const { modelSettings: settings } = this.#options;
    const turn = new ReplyTurn({ ...this.#options, settings });
    this.#current = turn;
    this.#speak(turn, messages, silentForMs).catch(this.#options.onInternalError);
  }

  /** Stops the reply that is being generated. Text that was passed to speech output is still spoken. */
  discard(): void {
    this.#current?.discard();
    this.#current = undefined;
  }

  /** Returns another filler than the last time. */
  nextFiller(): string {
    const { fillers } = this.#options.phrases;
    const filler = fillers[this.#fillerCount % fillers.length]!;
    this.#fillerCount += 1;
    return filler;
  }

  async #speak(turn: ReplyTurn, messages: readonly LanguageMessage[], silentForMs: number): Promise<void> {
    const outcome = await turn.speak(messages, silentForMs);
    if (this.#current === turn) this.#current = undefined;
    this.#options.onEnded(outcome);
  }
}
