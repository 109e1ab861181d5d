import type { ConditionOf } from '../condition.ts';
import { matchesDigits } from '../digit-pattern.ts';
import type { Graph } from '../graph.ts';
import type { Heard } from '../state.ts';

/** Returns whether the pattern matches the pressed digits. */
export function digitsHold(condition: ConditionOf<'digits'>, heard: Heard | null, graph: Graph): boolean {
  const pattern = graph.digitPatterns.get(condition.pattern);
  return (
    heard !== null && heard.digits !== '' && pattern !== undefined && matchesDigits(pattern, heard.digits)
  );
}
