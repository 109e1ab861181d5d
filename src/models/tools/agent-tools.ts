import type { LanguageTool, ToolCall } from '../../contracts/language-model.ts';

/** The tools that the language model of an agent can use. */
export interface AgentTools {
  readonly definitions: readonly LanguageTool[];
  /** Whether a tool has no side effects, so that it may run before the turn of the caller is closed. */
  isReadOnly(name: string): boolean;
  /**
   * Executes a tool and returns a text for the model; undefined if it was cancelled. Never throws because of the tool or its arguments. A tool
   * with side effects is not cancelled once it runs.
   */
  run(call: ToolCall, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Whether a request of the tool replaces the reply: the text of the reply is not spoken, and the tool runs last, at the end of the response. While
   * `definitions` has such a tool, no text of a reply is spoken before the reply is complete.
   */
  replacesReply(name: string): boolean;
  /** Whether the turn can end after the tool, without another reply of the model to the result. */
  endsTurn(name: string): boolean;
}

export const noTools: AgentTools = {
  definitions: [],
  isReadOnly: () => true,
  run: () => Promise.resolve(undefined),
  replacesReply: () => false,
  endsTurn: () => false,
};
