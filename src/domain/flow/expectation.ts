import { createHash } from 'node:crypto';
import type { ExpectedForm, ExpectedPhrase, Expectation } from '../../core/expectation.ts';
import { phrasesOfChoice } from '../understanding/choices.ts';
import { repeatIntents } from '../languages/en/intent-library.ts';
import { wordsOf } from '../languages/en/words.ts';
import { expectedNo, expectedYes } from '../languages/en/yes-no-grammar.ts';
import type { Condition } from './condition.ts';
import { globalEdgeId } from './edges.ts';
import { universalPhraseSets } from './universal-nodes.ts';
import { edgesOf, type Graph } from './graph.ts';
import type { FlowNode } from './node.ts';

/**
 * Returns the expected speech at a node: answers of the expected type, the phrases of its edges and of the global nodes, repeat requests and universal
 * intents. Phrase ids are `yes`, `no`, `choice:<value>`, `edge:<edge id>`, `global:<node id>`, `repeat`, `hold-on` and `builtin.<intent>`.
 */
export function expectationFor(graph: Graph, node: FlowNode, phase: 'answer' | 'confirm'): Expectation {
  const key = `expectation ${phase} ${node.id}`;
  let expectation = graph.memo.get(key) as Expectation | undefined;
  if (expectation === undefined) {
    expectation = buildExpectation(graph, node, phase);
    graph.memo.set(key, expectation);
  }
  return expectation;
}

function buildExpectation(graph: Graph, node: FlowNode, phase: 'answer' | 'confirm'): Expectation {
  const answers = phase === 'confirm' ? confirmAnswers(node) : answersTo(node);
  const phrases = withoutDuplicates([
    ...answers.phrases,
    ...edgesOf(graph, node.id).flatMap((edge) => intentPhrases(`edge:${edge.id}`, edge.condition)),
    ...graph.globals
      .filter((global) => global.node.id !== node.id)
      .flatMap((global) => intentPhrases(globalEdgeId(global.node.id), global.condition)),
    ...repeatIntents.flatMap((set) => phrasesWithId(set.id, set.phrases)),
    ...universalPhraseSets
      // At `schedule_callback`, a callback phrase is part of the answer. The form `date_time` covers it.
      .filter(({ intent }) => intent !== 'callback' || graph.nodes.get(node.id)?.type !== 'schedule_callback')
      .flatMap((set) => phrasesWithId(set.id, set.phrases)),
  ]);
  return withContentId(phrases, answers.forms);
}

/** Returns the expectation with an id that is equal for equal contents. */
function withContentId(phrases: readonly ExpectedPhrase[], forms: readonly ExpectedForm[]): Expectation {
  const id = createHash('sha256')
    .update(JSON.stringify([phrases, forms]))
    .digest('hex')
    .slice(0, 24);
  return { id, phrases, forms };
}

/** Expected while no question is open. */
export const universalExpectation: Expectation = withContentId(
  universalPhraseSets.flatMap((set) => phrasesWithId(set.id, set.phrases)),
  [],
);

/** Expected even during answering-machine detection. */
export const optOutPhrases: readonly ExpectedPhrase[] = universalPhraseSets
  .filter(({ intent }) => intent === 'opt_out')
  .flatMap((set) => phrasesWithId(set.id, set.phrases));

interface Answers {
  readonly phrases: readonly ExpectedPhrase[];
  readonly forms: readonly ExpectedForm[];
}

const yesAndNo: readonly ExpectedPhrase[] = [
  ...phrasesWithId('yes', expectedYes),
  ...phrasesWithId('no', expectedNo),
];

function answersTo(node: FlowNode): Answers {
  if (node.type === 'conversation') return { phrases: [], forms: ['text'] };
  if (node.type !== 'ask') return { phrases: [], forms: [] };
  const { expect, choices } = node.config;
  switch (expect) {
    case 'yes_no':
      return { phrases: yesAndNo, forms: [] };
    case 'choice':
      return {
        phrases: choices.flatMap((choice, index) =>
          phrasesWithId(`choice:${choice.value}`, phrasesOfChoice(choice, index)),
        ),
        forms: [],
      };
    case 'date_time':
    case 'digits':
    case 'number':
    case 'text':
      return { phrases: [], forms: [expect] };
  }
}

/** Answers to a read-back: yes, no, or the correct value. */
function confirmAnswers(node: FlowNode): Answers {
  return { phrases: yesAndNo, forms: answersTo(node).forms };
}

function intentPhrases(id: string, condition: Condition): ExpectedPhrase[] {
  return condition.type === 'intent' ? phrasesWithId(id, condition.phrases) : [];
}

function phrasesWithId(id: string, phrases: readonly string[]): ExpectedPhrase[] {
  return phrases.map((text) => ({ id, text: normalise(text) })).filter((phrase) => phrase.text !== '');
}

/**
 * Returns lower case without punctuation. Apostrophes stay, since "i'm" and "i am" sound different. Only a text with numerals is split by
 * `wordsOf`, which keeps the numerals but expands contractions.
 */
function normalise(text: string): string {
  if (/\d/.test(text)) return wordsOf(text).join(' ');
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^a-z' ]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** Keeps the first occurrence of each phrase: the node's own answers precede its edges and the global nodes. */
function withoutDuplicates(phrases: readonly ExpectedPhrase[]): ExpectedPhrase[] {
  const byText = new Map<string, ExpectedPhrase>();
  for (const phrase of phrases) if (!byText.has(phrase.text)) byText.set(phrase.text, phrase);
  return [...byText.values()];
}
