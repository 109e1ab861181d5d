import type { Language } from '../../languages/language.ts';
import type { ConditionOf } from '../condition.ts';
import type { Heard } from '../state.ts';

/** Returns whether one of the phrases was said, or the digits with the same meaning were pressed. */
export function intentHolds(
  condition: ConditionOf<'intent'>,
  heard: Heard | null,
  { requests }: Language,
): boolean {
  if (heard === null) return false;
  if (heard.digits !== '') return condition.digits === heard.digits;
  return requests.findPhrase(heard.text, [{ id: 'intent', phrases: condition.phrases }]) !== undefined;
}
