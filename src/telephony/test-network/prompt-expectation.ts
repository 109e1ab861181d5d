import { createHash } from 'node:crypto';
import type { PromptHint } from '../../contracts/carrier.ts';
import type { Expectation, ExpectedPhrase } from '../../core/expectation.ts';
import { spokenWords } from '../../core/spoken-words.ts';

/** More than this and the grammar grows slow; a flow's prompts are far fewer. */
const mostPhrases = 400;

/**
 * What a simulated person can understand: each prompt as a whole, and from each of its sentences to the end, because whoever
 * says "Hello?" or talks across it hears only the rest. The same of two prompts in a row. Where that is too much, prompts by
 * themselves come first.
 */
export function expectationOfPrompts(hints: readonly PromptHint[]): Expectation {
  const phrases = new Map<string, ExpectedPhrase>();
  for (const { id, text } of whatMayBeHeard(hints)) {
    const words = spokenWords(text);
    if (words !== '' && !phrases.has(words)) phrases.set(words, { id, text: words });
    if (phrases.size === mostPhrases) break;
  }
  const list = [...phrases.values()];
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('hex');
  return { id: `prompts-${digest.slice(0, 16)}`, phrases: list, forms: [] };
}

type Spoken = Pick<PromptHint, 'id' | 'text'>;

function* whatMayBeHeard(hints: readonly PromptHint[]): Generator<Spoken> {
  yield* fromEachSentence(hints);
  yield* spokenInARow(hints);
  yield* fromEachSentence(spokenInARow(hints));
}

/** A prompt that invites nothing is followed by the next without a pause; that one is what is to be answered. */
function* spokenInARow(hints: readonly PromptHint[]): Generator<Spoken> {
  const leads = hints.filter(({ invites }) => invites === 'nothing');
  // A prompt is repeated only after a pause.
  const asking = hints.filter(({ id, invites }) => invites !== 'nothing' && !id.includes(':'));
  for (const lead of leads) {
    for (const { id, text } of asking) yield { id, text: `${lead.text} ${text}` };
  }
}

function* fromEachSentence(prompts: Iterable<Spoken>): Generator<Spoken> {
  for (const { id, text } of prompts) {
    for (const ending of endings(text)) yield { id, text: ending };
  }
}

/** "A. B? C." gives "A. B? C.", "B? C." and "C.". A closing sentence that asks nothing does not hide the question before it. */
function endings(text: string): string[] {
  const sentences = text.match(/[^.!?]+(?:[.!?]+|$)/g) ?? [];
  return sentences.map((_, index) => sentences.slice(index).join(' '));
}
