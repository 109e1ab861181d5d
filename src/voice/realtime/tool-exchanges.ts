import type { LanguageMessage, ToolCall } from '../../contracts/language-model.ts';
import type { RealtimeSession } from '../../contracts/realtime-model.ts';

const cancelled = 'Error: the tool was cancelled.';

/** The tools that the model of one session has requested, and the results that the session has received. */
export class ToolExchanges {
  /** Requests of the session that have no result yet. */
  readonly #open = new Set<string>();
  /** Requests that were reported to the session as cancelled. A tool with side effects may still return a result. */
  readonly #cancelled = new Set<string>();
  /** Requests whose result the session has. */
  readonly #known = new Set<string>();

  get hasOpenRequests(): boolean {
    return this.#open.size > 0;
  }

  /** Records tool requests of the session. */
  requested(calls: readonly ToolCall[]): void {
    for (const { id } of calls) this.#open.add(id);
  }

  /** Adds a request that the session has not made itself, with its result. */
  add(session: RealtimeSession, call: ToolCall, result: string): void {
    this.#known.add(call.id);
    session.addToolCall(call);
    session.addToolResult(call.id, result);
  }

  /** Returns whether the messages have results that the session does not have. */
  hasNewResults(messages: readonly LanguageMessage[]): boolean {
    return messages.some((message) => message.role === 'tool' && !this.#known.has(message.toolCallId));
  }

  /** Adds the results that the session does not have. Reports other open requests as cancelled, since a model waits for their results. */
  addResults(session: RealtimeSession, messages: readonly LanguageMessage[]): void {
    const calls = new Map(
      messages.flatMap((message) =>
        'toolCalls' in message ? message.toolCalls.map((call) => [call.id, call] as const) : [],
      ),
    );
    for (const message of messages) {
      if (message.role !== 'tool' || this.#known.has(message.toolCallId)) continue;
      const { toolCallId: id, name, content } = message;
      const call = calls.get(id) ?? { id, name, arguments: {} };
      if (this.#open.delete(id)) session.addToolResult(id, content);
      else if (this.#cancelled.has(id))
        session.addMessage('system', `The tool ${name} has returned: ${content}`);
      else this.add(session, call, content);
      this.#known.add(id);
    }
    for (const id of this.#open) {
      session.addToolResult(id, cancelled);
      this.#cancelled.add(id);
    }
    this.#open.clear();
  }
}
