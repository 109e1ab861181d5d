import type { LanguageMessage, LanguageModel } from '../contracts/language-model.ts';
import type { Clock } from '../core/clock.ts';
import { spokenWords } from '../core/spoken-words.ts';
import type { ModelSettings } from '../models/model-answer.ts';
import type { AgentTools } from '../models/tools/agent-tools.ts';
import { generateReply, type Reply } from './generate-reply.ts';
import { ReplyTurn, type ReplyTurnOptions } from './reply-turn.ts';
import type { ReplyOutcome, ReplyPhrases, SpeakOptions } from './speak-reply.ts';
import { UnheardExecutions, type ToolRoundOptions } from './tool-rounds.ts';

export interface ReplyControllerOptions {
  readonly clock: Clock;
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly tools: AgentTools;
  readonly onToolResult: ToolRoundOptions['onToolResult'];
  readonly sides: ToolRoundOptions['sides'];
  readonly oweResponse: ReplyTurnOptions['oweResponse'];
  readonly speechOutput: SpeakOptions['speechOutput'];
  /** The leg's media clock. */
  readonly nowMs: () => number;
  /** Called once for each response of the agent, including discarded ones. */
  readonly onEnded: (outcome: ReplyOutcome) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** Generates and speaks the replies of one call. A new reply discards the previous one. */
export class ReplyController {
  readonly #options: ReplyControllerOptions;
  readonly #held = new HeldReply();
  readonly #unheardExecutions = new UnheardExecutions();
  #current: ReplyTurn | undefined;

  constructor(options: ReplyControllerOptions) {
    this.#options = options;
  }

  /** Whether a reply is being generated, or its tools run. */
  get isReplying(): boolean {
    return this.#current !== undefined;
  }

  /** Generates a reply before it is known whether it is needed, and holds it. An earlier held reply is discarded. */
  hold(messages: readonly LanguageMessage[]): void {
    const { modelSettings: settings, tools, ...options } = this.#options;
    this.#held.hold(messages, () =>
      generateReply(messages, { ...options, settings, tools: tools.definitions }),
    );
  }

  discardHeld(): void {
    this.#held.discard();
  }

  /** Speaks the held reply to these messages, or generates one if none is held. */
  start(messages: readonly LanguageMessage[]): void {
    const held = this.#held.take(messages);
    this.discard();
    const { modelSettings: settings } = this.#options;
    const unheardExecutions = this.#unheardExecutions;
    const turn = new ReplyTurn({ ...this.#options, settings, unheardExecutions }, held);
    this.#current = turn;
    this.#speak(turn, messages).catch(this.#options.onInternalError);
  }

  /** Stops the reply that is being generated, but not the held one. Text that was passed to speech output is still spoken. */
  discard(): void {
    this.#current?.discard();
    this.#current = undefined;
  }

  discardAll(): void {
    this.discard();
    this.discardHeld();
  }

  /** Handles the start of a reply's playout. */
  replyHeard(): void {
    this.#unheardExecutions.replyHeard();
  }

  async #speak(turn: ReplyTurn, messages: readonly LanguageMessage[]): Promise<void> {
    const outcome = await turn.speak(messages);
    const isCurrent = this.#current === turn;
    if (isCurrent) this.#current = undefined;
    this.#options.onEnded(outcome);
    const { replacement } = outcome;
    if (isCurrent && replacement !== undefined && outcome.outcome === 'spoken')
      await this.#options.tools.run(replacement, new AbortController().signal);
  }
}

/** A reply that is generated before the turn of the caller has ended, and held until then. It has no effect unless it is taken. */
export class HeldReply {
  #key = '';
  #reply: Reply | undefined;

  /** Replaces the held reply. A reply to the same messages is kept. */
  hold(messages: readonly LanguageMessage[], generate: () => Reply): void {
    const key = keyOf(messages);
    if (this.#reply !== undefined && key === this.#key) return;
    this.discard();
    this.#key = key;
    this.#reply = generate();
  }

  /** Returns the held reply to these messages; undefined if there is none or it has failed. */
  take(messages: readonly LanguageMessage[]): Reply | undefined {
    const reply = this.#reply;
    if (reply === undefined || keyOf(messages) !== this.#key || reply.state.error !== undefined) {
      this.discard();
      return undefined;
    }
    this.#reply = undefined;
    return reply;
  }

  /** Stops the generation of the held reply. Safe to call twice. */
  discard(): void {
    this.#reply?.discard();
    this.#reply = undefined;
  }
}

/** Returns a text that is equal for messages that differ only in case and punctuation of the caller's words. */
const keyOf = (messages: readonly LanguageMessage[]): string =>
  JSON.stringify(
    messages.map((message) =>
      message.role === 'user' ? { ...message, content: spokenWords(message.content) } : message,
    ),
  );
