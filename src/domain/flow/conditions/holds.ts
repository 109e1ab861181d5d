import type { Condition } from '../condition.ts';
import type { StepContext } from '../state.ts';
import { digitsHold } from './digits.ts';
import { expressionHolds } from './expression.ts';
import { intentHolds } from './intent.ts';

/** How a node is left. */
export interface NodeExit {
  /** For `result` conditions; null where neither holds. */
  readonly ok: boolean | null;
  /** Silence at the end, for `timeout` conditions. */
  readonly silentMs: number;
}

/** Whether a condition that needs no model holds now. `always`, `else` and `prompt` are not asked here. */
export function holds(condition: Condition, exit: NodeExit, step: StepContext): boolean {
  switch (condition.type) {
    case 'expression':
      return expressionHolds(condition, step);
    case 'intent':
      return intentHolds(condition, step.state.heard);
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
