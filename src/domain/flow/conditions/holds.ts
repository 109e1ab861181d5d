import type { Condition } from '../condition.ts';
import type { StepContext } from '../state.ts';
import { digitsHold } from './digits.ts';
import { expressionHolds } from './expression.ts';
import { intentHolds } from './intent.ts';

/** The result of a node, and the silence at its exit. */
export interface NodeExit {
  /** Whether the node succeeded, for `result` conditions; null if the node has no result. */
  readonly ok: boolean | null;
  /** Length of the silence, for `timeout` conditions. */
  readonly silentMs: number;
}

/**
 * Returns whether a condition holds by itself, without a language model. False for `always`, `else` and `prompt`: `chooseEdge` follows their edges
 * only if no other condition holds.
 */
export function holds(condition: Condition, exit: NodeExit, step: StepContext): boolean {
  switch (condition.type) {
    case 'expression':
      return expressionHolds(condition, step);
    case 'intent':
      return intentHolds(condition, step.state.heard, step.context.language);
    case 'digits':
      return digitsHold(condition, step.state.heard, step.graph);
    case 'result':
      return condition.ok === exit.ok;
    case 'timeout':
      return exit.silentMs >= condition.seconds * 1000;
    case 'always':
    case 'else':
    case 'prompt':
      return false;
  }
}
