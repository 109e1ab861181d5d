import { createHash } from 'node:crypto';
import type { PromptHint } from '../../contracts/carrier.ts';
import type { Expectation, ExpectedPhrase } from '../../core/expectation.ts';
import { spokenWords } from '../../core/spoken-words.ts';

/** Maximum number of phrases: above it the grammar is slow. Flows have far fewer prompts. */
const maxPhrases = 400;

/**
 * Returns what a simulated callee can recognise: each prompt as a whole, and from each of its sentences to the end,
 * because a callee who says "Hello?" or interrupts hears only the rest. Also sequences of two prompts. If that exceeds
 * the limit, single prompts take precedence.
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

/** A prompt without a question is followed by the next without a pause; the next one is to be answered. */
function* promptSequences(hints: readonly PromptHint[]): Generator<SpokenPrompt> {
  const leads = hints.filter(({ invites }) => invites === 'nothing');
  // A prompt is repeated only after a pause.
  const asking = hints.filter(({ id, invites }) => invites !== 'nothing' && !id.includes(':'));
  for (const lead of leads) {
    for (const { id, text } of asking) yield { id, text: `${lead.text} ${text}` };
  }
}

function* fromEachSentence(prompts: Iterable<SpokenPrompt>): Generator<SpokenPrompt> {
  for (const { id, text } of prompts) {
    for (const ending of endings(text)) yield { id, text: ending };
  }
}

/**
 * Returns "A. B? C.", "B? C." and "C." for "A. B? C.". A final sentence without a question does not hide the question
 * before it.
 */
function endings(text: string): string[] {
  const sentences = text.match(/[^.!?]+(?:[.!?]+|$)/g) ?? [];
  return sentences.map((_, index) => sentences.slice(index).join(' '));
}
