import { intentLibrary } from './understanding/intent-library.ts';
import { findPhrase } from './understanding/phrases.ts';

/** 0 to 1; what is heard with less may be noise or another sentence. */
const sureFrom = 0.5;

const optOut = [{ id: 'opt-out', phrases: intentLibrary.optOut }];

/**
 * Whether the customer asks not to be called any more. `clear`: they do, and the law has it done; so where nothing else was said
 * it counts however unsure the recogniser is, as long as it does not reject it. `doubtful`: a sentence of which only a part
 * sounded like it; it is asked again. `confidence` is 0 to 1.
 */
export function optOutIn(text: string, confidence: number): 'clear' | 'doubtful' | undefined {
  const found = findPhrase(text, optOut);
  if (found === undefined) return undefined;
  return confidence >= sureFrom || found.complete ? 'clear' : 'doubtful';
}
