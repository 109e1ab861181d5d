/** The scripted reply of a language model, or of the server behind one, to one request. */
export interface ScriptedReply {
  /** Text parts. */
  readonly pieces?: readonly string[];
  readonly toolCall?: { readonly id: string; readonly name: string; readonly arguments: unknown };
  /**
   * What happens after the text parts instead of a normal end: `stall` keeps the connection open without data, `cut` closes it. `overloaded` is a
   * retryable failure, `refused` a permanent one.
   */
  readonly ending?: 'stall' | 'cut' | 'overloaded' | 'refused';
  readonly reason?: 'stop' | 'length';
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}
