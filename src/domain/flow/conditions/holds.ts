import type { Condition } from '../condition.ts';
import type { Scene } from '../state.ts';
import { digitsHold } from './digits.ts';
import { expressionHolds } from './expression.ts';
import { intentHolds } from './intent.ts';

/** How a node is left. */
export interface Leaving {
  /** For `result` conditions; null where neither holds. */
  readonly ok: boolean | null;
  /** Silence at the end, for `timeout` conditions. */
  readonly silentMs: number;
}

/** Whether a condition that needs no model holds now. `always`, `else` and `prompt` are not asked here. */
export function holds(condition: Condition, leaving: Leaving, scene: Scene): boolean {
  switch (condition.type) {
    case 'expression':
      return expressionHolds(condition, scene);
    case 'intent':
      return intentHolds(condition, scene.state.heard);
    case 'digits':
      return digitsHold(condition, scene.state.heard, scene.graph);
    case 'result':
      return condition.ok === leaving.ok;
    case 'timeout':
      return leaving.silentMs >= condition.seconds * 1000;
    case 'always':
    case 'else':
    case 'prompt':
      return false;
  }
}
