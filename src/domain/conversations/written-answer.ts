import { unclearAnswer } from '../flow/answer.ts';
import type { FlowInput } from '../flow/protocol.ts';
import type { FlowGraph } from '../flow/flow.ts';
import { graphOf } from '../flow/graph.ts';
import type { NodeOf } from '../flow/node.ts';
import type { FlowState } from '../flow/state.ts';
import { english } from '../languages/en/english.ts';
import { findLanguage } from '../languages/languages.ts';
import { parseChoice } from '../understanding/choices.ts';
import { languageOf } from '../languages/languages.ts';

/**
 * Returns the phrase id of an answer to a yes or no question in a language (BCP 47) other than English; `unclear` if it is neither yes nor no. Returns
 * undefined in English and in unknown languages: the flow parses these answers.
 */
function yesNoPhrase(text: string, tag: string, question: string): string | undefined {
  const language = findLanguage(tag);
  if (language === undefined || language === english) return undefined;
  const answer = language.parseYesNo(text, question);
  if (answer === undefined) return unclearAnswer;
  return answer.value ? 'yes' : 'no';
}

/** The greeting of an email: a short first line that ends with a comma or an exclamation mark. */
const greeting = /^[^\n]{1,40}[,!][ \t]*\n+(?=\S)/;

/** A flow whose question a message answers. */
export interface WrittenQuestion {
  readonly flow: FlowGraph;
  readonly state: Pick<FlowState, 'nodeId' | 'listening'>;
  /** BCP 47. */
  readonly language: string;
}

/**
 * Returns a message as the input of a flow. A number becomes digits if it is the position of a choice, or 1 for yes and 2 for no. A number that
 * is itself a choice stays text. A yes or no in the language of the agent gets its phrase id; the flow parses any other text.
 */
export function writtenInput(
  text: string,
  { flow, state: { nodeId, listening }, language }: WrittenQuestion,
): WrittenInput {
  const written = text.trim().replace(greeting, '').trim();
  const node = graphOf(flow, languageOf(language)).nodes.get(nodeId);
  if (node?.type !== 'ask') return answered(written);
  const isConfirming = listening?.phase === 'confirm';
  const digits = isConfirming ? undefined : positionIn(written, node);
  if (digits !== undefined) return { type: 'digits', digits };
  const isYesNo = isConfirming || node.config.expect === 'yes_no';
  const value = isYesNo ? yesNoPhrase(written, language, node.config.prompt) : undefined;
  return answered(written, value);
}

type WrittenInput = Extract<FlowInput, { type: 'answered' | 'digits' }>;

/** Returns the digits of a text that is the position of an answer; undefined if it is none. */
function positionIn(text: string, { config: { expect, choices } }: NodeOf<'ask'>): string | undefined {
  const isPosition = expect === 'yes_no' || (expect === 'choice' && parseChoice(text, choices) === undefined);
  return isPosition ? /^\(?(\d{1,2})[.)]?$/.exec(text)?.[1] : undefined;
}

/** Nothing is misheard in a written text. */
const answered = (text: string, phraseId?: string): Extract<FlowInput, { type: 'answered' }> => ({
  type: 'answered',
  text,
  ...(phraseId === undefined ? {} : { phraseId }),
  confidence: 1,
  rejected: false,
});
