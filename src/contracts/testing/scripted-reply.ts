/** What a scripted model, or the server behind one, does with one request. */
export interface ScriptedReply {
  /** Text, piece by piece. */
  readonly pieces?: readonly string[];
  readonly toolCall?: { readonly id: string; readonly name: string; readonly arguments: unknown };
  /**
   * What happens behind the pieces, in place of the end: `stall` says nothing more and keeps the connection; `cut` breaks it off;
   * `overloaded` and `refused` are failures, of which the first may pass.
   */
  readonly ending?: 'stall' | 'cut' | 'overloaded' | 'refused';
  readonly reason?: 'stop' | 'length';
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}
