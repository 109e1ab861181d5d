import { findPhrase } from '../../understanding/phrases.ts';
import type { ConditionOf } from '../condition.ts';
import type { Heard } from '../state.ts';

/** Whether one of the phrases was said, or the keys that mean the same were pressed. */
export function intentHolds(condition: ConditionOf<'intent'>, heard: Heard | null): boolean {
  if (heard === null) return false;
  if (heard.digits !== '') return condition.digits === heard.digits;
  return findPhrase(heard.text, [{ id: 'intent', phrases: condition.phrases }]) !== undefined;
}
