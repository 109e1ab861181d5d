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

/** The most tools that one reply can request. */
const maxCallsPerRound = 8;

export interface ToolRoundOptions {
  readonly clock: Clock;
  readonly tools: AgentTools;
  readonly sides: SpeakingSides;
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

  #isRepeated({ name, arguments: args }: ToolCall): boolean {
    const key = JSON.stringify([name, args]);
    const isRepeated = this.#requested.has(key);
    this.#requested.add(key);
    this.#hasRepetition ||= isRepeated;
    return isRepeated;
  }

  async #executeWhenClosed(call: ToolCall, signal: AbortSignal): Promise<string | undefined> {
    const { clock, sides } = this.#options;
    const isClosed = await waitForClosedTurn(clock, sides, signal);
    return isClosed ? this.#execute(call, signal) : undefined;
  }

  async #execute(call: ToolCall, signal: AbortSignal): Promise<string | undefined> {
    const content = await this.#options.tools.run(call, signal);
    if (content !== undefined) this.#options.onToolResult(call, content);
    return content;
  }
}
