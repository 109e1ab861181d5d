import { findPhrase } from '../../languages/en/requests.ts';
import type { ConditionOf } from '../condition.ts';
import type { Heard } from '../state.ts';

/** Returns whether one of the phrases was said, or the digits with the same meaning were pressed. */
export function intentHolds(condition: ConditionOf<'intent'>, heard: Heard | null): boolean {
  if (heard === null) return false;
  if (heard.digits !== '') return condition.digits === heard.digits;
  return findPhrase(heard.text, [{ id: 'intent', phrases: condition.phrases }]) !== undefined;
}
