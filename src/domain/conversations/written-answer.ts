import type { FlowInput } from '../flow/protocol.ts';
import type { FlowGraph } from '../flow/flow.ts';
import { graphOf } from '../flow/graph.ts';
import type { NodeOf } from '../flow/node.ts';
import type { FlowState } from '../flow/state.ts';
import type { Language } from '../languages/language.ts';
import { languageOf, writtenLanguageOf } from '../languages/languages.ts';

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
 * is itself a choice stays text. The flow parses any other text.
 */
export function writtenInput(
  text: string,
  { flow, state: { nodeId, listening }, language }: WrittenQuestion,
): WrittenInput {
  const written = text.trim().replace(greeting, '').trim();
  const node = graphOf(flow, writtenLanguageOf(language)).nodes.get(nodeId);
  if (node?.type !== 'ask' || listening?.phase === 'confirm') return answered(written);
  const digits = positionIn(written, node, languageOf(language));
  return digits === undefined ? answered(written) : { type: 'digits', digits };
}

type WrittenInput = Extract<FlowInput, { type: 'answered' | 'digits' }>;

/** Returns the digits of a text that is the position of an answer; undefined if it is none. */
function positionIn(
  text: string,
  { config: { expect, choices } }: NodeOf<'ask'>,
  { parseChoice }: Language,
): string | undefined {
  const isPosition = expect === 'yes_no' || (expect === 'choice' && parseChoice(text, choices) === undefined);
  return isPosition ? /^\(?(\d{1,2})[.)]?$/.exec(text)?.[1] : undefined;
}

/** Nothing is misheard in a written text. */
const answered = (text: string): Extract<FlowInput, { type: 'answered' }> => ({
  type: 'answered',
  text,
  confidence: 1,
  rejected: false,
});
