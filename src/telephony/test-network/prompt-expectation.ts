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
