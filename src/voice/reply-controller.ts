import type { Clock } from '../core/clock.ts';
import type { LanguageMessage, LanguageModel } from '../contracts/language-model.ts';
import { generateReply, type ModelSettings, type Reply } from './generate-reply.ts';
import type { FillerVoice } from './silence-filler.ts';
import { speakReply, type ReplyOutcome, type ReplyPhrases, type SpeakOptions } from './speak-reply.ts';

export interface ReplyControllerOptions {
  readonly clock: Clock;
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly fillerVoice: FillerVoice;
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
  #fillerCount = 0;

  constructor(options: ReplyControllerOptions) {
    this.#options = options;
  }

  /** Whether a reply is being generated. */
  get isReplying(): boolean {
    return this.#current !== undefined;
  }

  /** Starts a reply. `silentForMs`: how long the caller has waited for it. */
  start(messages: readonly LanguageMessage[], silentForMs: number): void {
    this.discard();
    const { modelSettings: settings } = this.#options;
    const reply = generateReply(messages, { ...this.#options, settings });
    this.#current = reply;
    this.#speak(reply, silentForMs).catch(this.#options.onInternalError);
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

  async #speak(reply: Reply, silentForMs: number): Promise<void> {
    const outcome = await speakReply(reply, this.#options, silentForMs);
    if (this.#current === reply) this.#current = undefined;
    this.#options.onEnded(outcome);
  }
}
