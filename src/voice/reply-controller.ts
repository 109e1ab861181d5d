import type { Clock } from '../core/clock.ts';
import type { LanguageMessage, LanguageModel } from '../contracts/language-model.ts';
import { generateReply, type ModelSettings, type Reply } from './generate-reply.ts';
import { speakReply, type ReplyOutcome, type ReplyPhrases, type SpeakOptions } from './speak-reply.ts';

export interface ReplyControllerOptions {
  readonly clock: Clock;
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly speechOutput: SpeakOptions['speechOutput'];
  /** The leg's media clock. */
  readonly nowMs: () => number;
  /** Called once for each reply, discarded ones included. */
  readonly onEnded: (outcome: ReplyOutcome) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** Generates and speaks the replies of one call. A new reply discards the previous one. */
export class ReplyController {
  readonly #options: ReplyControllerOptions;
  #current: Reply | undefined;

  constructor(options: ReplyControllerOptions) {
    this.#options = options;
  }

  /** Whether a reply is being generated. */
  get isReplying(): boolean {
    return this.#current !== undefined;
  }

  start(messages: readonly LanguageMessage[]): void {
    this.discard();
    const reply = generateReply(messages, this.#options);
    this.#current = reply;
    this.#speak(reply).catch(this.#options.onInternalError);
  }

  /** Stops the reply that is being generated. Text that was passed to speech output is still spoken. */
  discard(): void {
    this.#current?.discard();
    this.#current = undefined;
  }

  async #speak(reply: Reply): Promise<void> {
    const outcome = await speakReply(reply, this.#options);
    if (this.#current === reply) this.#current = undefined;
    this.#options.onEnded(outcome);
  }
}
