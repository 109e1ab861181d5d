import type { LanguageMessage } from '../contracts/language-model.ts';
import type { AgentTools } from '../models/tools/agent-tools.ts';
import { type ToolRoundOptions, ToolRounds, waitForSilentCaller } from './tool-rounds.ts';
import { generateReply, type GenerateOptions, type Reply } from './generate-reply.ts';
import { speakReply, type ReplyOutcome, type SpeakOptions } from './speak-reply.ts';

/** How often the model is asked again after its tools ran, in one turn. */
const maxToolRounds = 3;

export interface ReplyTurnOptions
  extends
    Omit<GenerateOptions, 'tools'>,
    Omit<SpeakOptions, 'runsTools' | 'replacesReply'>,
    Pick<ToolRoundOptions, 'onToolResult' | 'sides' | 'unheardExecutions'> {
  readonly tools: AgentTools;
  /** The agent owes a response until the returned function is called. */
  readonly oweResponse: () => () => void;
}

/** The agent's response to one turn of the caller: replies of the language model, and between them the tools that they request. */
export class ReplyTurn {
  readonly #options: ReplyTurnOptions;
  readonly #abort = new AbortController();
  #reply: Reply | undefined;
  /** The first reply, if it was generated ahead of time and has not been spoken yet. */
  #held: Reply | undefined;

  constructor(options: ReplyTurnOptions, held?: Reply) {
    this.#options = options;
    this.#held = held;
  }

  /** Stops the reply that is being generated and the tools that can be cancelled. Safe to call twice. */
  discard(): void {
    this.#abort.abort();
    this.#reply?.discard();
  }

  /** Speaks the response. Resolves when all replies have been passed to speech output or were discarded. */
  async speak(messages: readonly LanguageMessage[]): Promise<ReplyOutcome> {
    const { signal } = this.#abort;
    const pay = this.#options.oweResponse();
    signal.addEventListener('abort', pay, { once: true });
    try {
      const outcome = await this.#respond(messages);
      if (outcome.replacement === undefined) return outcome;
      // The words that the caller is saying may discard the reply, and with it the tool that replaces it.
      const { clock, sides } = this.#options;
      const isCallerSilent = await waitForSilentCaller(clock, sides, signal);
      return isCallerSilent ? outcome : { ...outcome, outcome: 'aborted' };
    } finally {
      pay();
    }
  }

  async #respond(messages: readonly LanguageMessage[]): Promise<ReplyOutcome> {
    const rounds = new ToolRounds(this.#options);
    const outcomes: ReplyOutcome[] = [];
    let conversation = messages;
    for (let round = 0; ; round += 1) {
      const runsTools = round < maxToolRounds && !rounds.hasRepetition;
      const { reply, outcome } = await this.#speakReply(conversation, runsTools);
      outcomes.push(outcome);
      const { replacement } = outcome;
      const toolRequests = reply.state.toolRequests.filter(
        ({ name }) => !this.#options.tools.replacesReply(name),
      );
      if (outcome.outcome !== 'spoken' || toolRequests.length === 0 || !runsTools) return combined(outcomes);
      const results = await rounds.run(reply.state.text, toolRequests, this.#abort.signal);
      if (results === undefined)
        return combined([...outcomes, { ...outcome, outcome: 'aborted', elapsedMs: 0 }]);
      const isLast =
        replacement !== undefined || toolRequests.some(({ name }) => this.#options.tools.endsTurn(name));
      if (isLast) return combined(outcomes);
      conversation = [...conversation, ...results];
    }
  }

  async #speakReply(messages: readonly LanguageMessage[], runsTools: boolean) {
    const { tools, ...options } = this.#options;
    const { definitions } = tools;
    const reply = this.#held ?? generateReply(messages, { ...options, tools: definitions });
    this.#held = undefined;
    this.#reply = reply;
    const replacesReply = (name: string) => tools.replacesReply(name);
    const isReplaceable = definitions.some(({ name }) => replacesReply(name));
    const speakOptions = { ...options, runsTools, ...(isReplaceable && { replacesReply }) };
    return { reply, outcome: await speakReply(reply, speakOptions) };
  }
}

/** Returns the outcome of all replies of a turn. */
function combined(outcomes: readonly ReplyOutcome[]): ReplyOutcome {
  const last = outcomes.at(-1)!;
  const sum = (read: (outcome: ReplyOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + read(outcome), 0);
  return {
    ...last,
    firstWordsAtMs: outcomes.find(({ firstWordsAtMs }) => firstWordsAtMs !== undefined)?.firstWordsAtMs,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
  };
}
