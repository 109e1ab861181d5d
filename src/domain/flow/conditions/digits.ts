import type { ConditionOf } from '../condition.ts';
import { matchesDigits } from '../digit-pattern.ts';
import type { Graph } from '../graph.ts';
import type { Heard } from '../state.ts';

/** Whether the keys that were pressed are what the pattern describes. */
export function digitsHold(condition: ConditionOf<'digits'>, heard: Heard | null, graph: Graph): boolean {
  const pattern = graph.digitPatterns.get(condition.pattern);
  return (
    heard !== null && heard.digits !== '' && pattern !== undefined && matchesDigits(pattern, heard.digits)
  );
}
