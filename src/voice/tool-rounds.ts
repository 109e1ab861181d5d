import type { LanguageMessage, ToolCall } from '../contracts/language-model.ts';
import type { Clock } from '../core/clock.ts';
import type { AgentTools } from '../models/tools/agent-tools.ts';

/** Silence of the caller after which the turn is closed. */
const closedAfterMs = 600;
const checkEveryMs = 100;

/** Whether the agent (`isSpeaking`) and the caller speak. */
export interface SpeakingSides {
  readonly isSpeaking: boolean;
  readonly isCallerSpeaking: boolean;
}

/**
 * Resolves with true when the caller's turn is closed: the caller is silent, and the agent speaks or the silence lasts 600 ms. Resolves with
 * false if the signal is aborted.
 */
export async function waitForClosedTurn(
  clock: Pick<Clock, 'sleep' | 'monotonicMs'>,
  sides: SpeakingSides,
  signal: AbortSignal,
): Promise<boolean> {
  let silentSinceMs = clock.monotonicMs();
  while (!signal.aborted) {
    const nowMs = clock.monotonicMs();
    if (sides.isCallerSpeaking) silentSinceMs = nowMs;
    else if (sides.isSpeaking || nowMs - silentSinceMs >= closedAfterMs) return true;
    await clock.sleep(checkEveryMs, signal).catch(() => undefined);
  }
  return false;
}

/** Resolves with true as soon as the caller is silent, and with false if the signal is aborted. */
export async function waitForSilentCaller(
  clock: Pick<Clock, 'sleep'>,
  caller: Pick<SpeakingSides, 'isCallerSpeaking'>,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted && caller.isCallerSpeaking)
    await clock.sleep(checkEveryMs, signal).catch(() => undefined);
  return !signal.aborted;
}

interface ToolExecution {
  readonly result: Promise<string | undefined>;
  hasEnded: boolean;
}

/**
 * The tools with side effects whose outcome the caller has not heard. If the caller goes on before that, the next reply requests them again; it receives
 * the result of the first execution.
 */
export class UnheardExecutions {
  readonly #executions = new Map<string, ToolExecution>();

  /** Executes the tool, unless it was executed with the same arguments. */
  run(call: ToolCall, execute: () => Promise<string | undefined>): Promise<string | undefined> {
    const key = keyOf(call);
    const known = this.#executions.get(key);
    if (known !== undefined) return known.result;
    const execution: ToolExecution = { result: execute(), hasEnded: false };
    this.#executions.set(key, execution);
    execution.result.then(
      () => (execution.hasEnded = true),
      () => this.#executions.delete(key),
    );
    return execution.result;
  }

  /** Forgets the executions that have ended: the caller hears a reply that knows their results. */
  replyHeard(): void {
    for (const [key, { hasEnded }] of this.#executions) if (hasEnded) this.#executions.delete(key);
  }
}

const keyOf = ({ name, arguments: args }: ToolCall): string => JSON.stringify([name, args]);

/** The most tools that one reply can request. */
const maxCallsPerRound = 8;

export interface ToolRoundOptions {
  readonly clock: Clock;
  readonly tools: AgentTools;
  readonly sides: SpeakingSides;
  readonly unheardExecutions: UnheardExecutions;
  /** Receives the result of each executed tool, also after the reply was discarded. */
  readonly onToolResult: (call: ToolCall, content: string) => void;
}

/** Executes the tools that the replies to one turn of the caller request. */
export class ToolRounds {
  readonly #options: ToolRoundOptions;
  /** Name and arguments of the requests so far. */
  readonly #requested = new Set<string>();
  #hasRepetition = false;

  constructor(options: ToolRoundOptions) {
    this.#options = options;
  }

  /** Whether the model requested a tool with the same arguments twice. */
  get hasRepetition(): boolean {
    return this.#hasRepetition;
  }

  /**
   * Executes the requests of one reply and returns the messages with their results; undefined if the signal was aborted. `text`: the text of the
   * reply. Tools without side effects run at once. The others run one after the other, each when the caller's turn is closed.
   */
  async run(
    text: string,
    calls: readonly ToolCall[],
    signal: AbortSignal,
  ): Promise<readonly LanguageMessage[] | undefined> {
    const { tools } = this.#options;
    const accepted = calls.slice(0, maxCallsPerRound);
    let previous: Promise<unknown> = Promise.resolve();
    const results = accepted.map((call) => {
      if (this.#isRepeated(call))
        return Promise.resolve('Error: this tool was already called with these arguments. Use its result.');
      if (tools.isReadOnly(call.name)) return this.#execute(call, signal);
      const result = previous.then(() => this.#executeWhenClosed(call, signal));
      previous = result;
      return result;
    });
    const contents = await Promise.all(results);
    if (signal.aborted) return undefined;
    return [
      { role: 'assistant', content: text, toolCalls: accepted },
      ...accepted.map(({ id, name }, index) => {
        const content = contents[index] ?? 'Error: the tool was cancelled.';
        return { role: 'tool', toolCallId: id, name, content } as const;
      }),
    ];
  }

  #isRepeated(call: ToolCall): boolean {
    const key = keyOf(call);
    const isRepeated = this.#requested.has(key);
    this.#requested.add(key);
    this.#hasRepetition ||= isRepeated;
    return isRepeated;
  }

  async #executeWhenClosed(call: ToolCall, signal: AbortSignal): Promise<string | undefined> {
    const { clock, sides, tools, unheardExecutions } = this.#options;
    const isClosed = await waitForClosedTurn(clock, sides, signal);
    if (!isClosed) return undefined;
    const execute = () => this.#execute(call, signal);
    // The caller can keep a call that the model has ended; then the model ends it again.
    return tools.endsTurn(call.name) ? execute() : unheardExecutions.run(call, execute);
  }

  async #execute(call: ToolCall, signal: AbortSignal): Promise<string | undefined> {
    const content = await this.#options.tools.run(call, signal);
    if (content !== undefined) this.#options.onToolResult(call, content);
    return content;
  }
}
