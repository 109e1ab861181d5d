import { createHash } from 'node:crypto';
import type { PromptHint } from '../../contracts/carrier.ts';
import type { Expectation, ExpectedPhrase } from '../../core/expectation.ts';
import { spokenWords } from '../../core/spoken-words.ts';

/** More than this and the grammar grows slow; a flow's prompts are far fewer. */
const mostPhrases = 400;

/**
 * What a simulated person can understand: each prompt as a whole, and from each of its sentences to the end, because whoever
 * says "Hello?" or talks across it hears only the rest.
 */
export function expectationOfPrompts(hints: readonly PromptHint[]): Expectation {
  const phrases = new Map<string, ExpectedPhrase>();
  for (const hint of hints) {
    for (const text of endings(hint.text)) {
      const words = spokenWords(text);
      if (words !== '' && !phrases.has(words)) phrases.set(words, { id: hint.id, text: words });
    }
  }
  const list = [...phrases.values()].slice(0, mostPhrases);
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('hex');
  return { id: `prompts-${digest.slice(0, 16)}`, phrases: list, forms: [] };
}

/** "A. B? C." gives "A. B? C.", "B? C." and "C.". A closing sentence that asks nothing does not hide the question before it. */
function endings(text: string): string[] {
  const sentences = text.match(/[^.!?]+(?:[.!?]+|$)/g) ?? [];
  return sentences.map((_, index) => sentences.slice(index).join(' '));
}
