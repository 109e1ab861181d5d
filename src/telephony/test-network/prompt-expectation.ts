import { createHash } from 'node:crypto';
import type { PromptHint } from '../../contracts/carrier.ts';
import type { Expectation, ExpectedPhrase } from '../../core/expectation.ts';
import { spokenWords } from '../../core/spoken-words.ts';

/** The most phrases. With more, the grammar is slow. Flows have far fewer prompts. */
const maxPhrases = 400;

/**
 * Returns the expectation of a simulated callee: each prompt, the prompt without its first sentences, and
 * sequences of two prompts. A callee who says "Hello?" or interrupts hears only the last sentences. If these phrases
 * exceed the limit, single prompts take precedence.
 */
export function expectationOfPrompts(hints: readonly PromptHint[]): Expectation {
  const phrases = new Map<string, ExpectedPhrase>();
  for (const { id, text } of audiblePrompts(hints)) {
    const words = spokenWords(text);
    if (words !== '' && !phrases.has(words)) phrases.set(words, { id, text: words });
    if (phrases.size === maxPhrases) break;
  }
  const list = [...phrases.values()];
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('hex');
  return { id: `prompts-${digest.slice(0, 16)}`, phrases: list, forms: [] };
}

/** The least similarity of a text to a prompt. Recognisers write numbers as digits that the agent spoke as words, and mishear words. */
const minSimilarity = 0.5;

/** Returns the id of the prompt that is most similar to a text of an open vocabulary, in any language; undefined if none is similar. */
export function nearestPromptId(hints: readonly PromptHint[], text: string): string | undefined {
  const heard = wordsOf(text);
  let nearest: { readonly id: string; readonly similarity: number } | undefined;
  for (const prompt of audiblePrompts(hints)) {
    const similarity = similarityOf(heard, wordsOf(prompt.text));
    if (similarity >= minSimilarity && similarity > (nearest?.similarity ?? 0))
      nearest = { id: prompt.id, similarity };
  }
  return nearest?.id;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the share of words that both texts have, from 0 to 1 (Sørensen–Dice). */
function similarityOf(left: readonly string[], right: readonly string[]): number {
  const unmatched = [...right];
  let common = 0;
  for (const word of left) {
    const at = unmatched.indexOf(word);
    if (at < 0) continue;
    unmatched.splice(at, 1);
    common += 1;
  }
  return (2 * common) / Math.max(1, left.length + right.length);
}

type SpokenPrompt = Pick<PromptHint, 'id' | 'text'>;

function* audiblePrompts(hints: readonly PromptHint[]): Generator<SpokenPrompt> {
  yield* fromEachSentence(hints);
  yield* promptSequences(hints);
  yield* fromEachSentence(promptSequences(hints));
}

/**
 * Yields each statement followed by each question, as one prompt: the agent speaks both without a pause, and expects an
 * answer to the question.
 */
function* promptSequences(hints: readonly PromptHint[]): Generator<SpokenPrompt> {
  const statements = hints.filter(({ expects }) => expects === 'nothing');
  // The id of a reprompt has a colon. A reprompt follows an unrecognised answer or silence, never a statement.
  const questions = hints.filter(({ id, expects }) => expects !== 'nothing' && !id.includes(':'));
  for (const statement of statements) {
    for (const { id, text } of questions) yield { id, text: `${statement.text} ${text}` };
  }
}

function* fromEachSentence(prompts: Iterable<SpokenPrompt>): Generator<SpokenPrompt> {
  for (const { id, text } of prompts) {
    for (const ending of endings(text)) yield { id, text: ending };
  }
}

/** Returns "A. B? C.", "B? C." and "C." for "A. B? C.". */
function endings(text: string): string[] {
  const sentences = text.match(/[^.!?]+(?:[.!?]+|$)/g) ?? [];
  return sentences.map((_, index) => sentences.slice(index).join(' '));
}
