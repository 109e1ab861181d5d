import { spokenChoice } from '../understanding/choices.ts';
import type { FlowGraph } from './flow.ts';
import { graphOf } from './graph.ts';
import { initialState } from './initial-state.ts';
import { questionDigitRules } from './digit-rules.ts';
import type { FlowNode } from './node.ts';
import { callbackQuestion } from './nodes/callback-question.ts';
import { keypadHint, openingsOf, repromptOf, type QuestionNode } from './nodes/question.ts';
import type { FlowContext } from './protocol.ts';
import { renderSpoken } from './scope.ts';
import type { StepContext } from './state.ts';

/** A prompt as it will be spoken, and the kind of answer that it expects. */
export interface PromptHint {
  /** The node's id, followed by a colon and the text's name, if any: `reprompt`, `silent`, `keypad`, `confirmation`. */
  readonly id: string;
  readonly text: string;
  readonly expects: 'yes_no' | 'date_time' | 'digits' | 'number' | 'choice' | 'text' | 'nothing';
  readonly choices?: readonly string[];
  readonly minDigits?: number;
  readonly maxDigits?: number;
}

/**
 * Returns all texts that a call may speak, as far as they are known before the call. Variables that are set during the call are empty. Read-backs and
 * replies of language models are not included.
 */
export function promptHints(flow: FlowGraph, context: FlowContext): PromptHint[] {
  const graph = graphOf(flow, context.language);
  const step: StepContext = { graph, state: initialState(graph, context), context, warnings: [] };
  const texts = [...graph.nodes.values()].flatMap((node) =>
    textsOf(node, step).map(([suffix, text]) => ({
      id: suffix === '' ? node.id : `${node.id}:${suffix}`,
      text: renderSpoken(text, step),
      ...expectedInputOf(node, suffix, context),
    })),
  );
  return texts.filter((hint) => hint.text !== '');
}

function textsOf(node: FlowNode, step: StepContext): (readonly [suffix: string, text: string])[] {
  switch (node.type) {
    case 'say':
    case 'end':
      return [['', node.config.text]];
    case 'ask':
    case 'gather_digits':
      return questionTexts(node, step);
    case 'conversation':
      return [['', node.config.firstMessage]];
    case 'schedule_callback':
      return [
        ...(node.config.retries === 0
          ? []
          : questionTexts(callbackQuestion(node, step.context.language), step)),
        [confirmation, node.config.confirmation],
      ];
    case 'transfer':
    case 'agent_handoff':
      return [['', node.config.message]];
    default:
      return [];
  }
}

function questionTexts(
  node: QuestionNode,
  { context }: StepContext,
): (readonly [suffix: string, text: string])[] {
  const { notUnderstood, reminder } = openingsOf(context);
  const texts: [string, string][] = [['', node.config.prompt]];
  if (node.config.retries === 0) return texts;
  texts.push(['reprompt', repromptOf(node, notUnderstood, 1, context)]);
  if (node.config.reprompt === undefined) texts.push(['silent', repromptOf(node, reminder, 0, context)]);
  if (node.config.retries > 1 && keypadHint(node, context.language) !== '')
    texts.push(['keypad', repromptOf(node, notUnderstood, node.config.retries, context)]);
  return texts;
}

const confirmation = 'confirmation';

function expectedInputOf(
  node: FlowNode,
  suffix: string,
  context: FlowContext,
): Pick<PromptHint, 'expects' | 'choices' | 'minDigits' | 'maxDigits'> {
  if (node.type === 'conversation') return { expects: 'text' };
  if (node.type === 'schedule_callback' && suffix !== confirmation)
    return expectedInputOf(callbackQuestion(node, context.language), suffix, context);
  if (node.type !== 'ask' && node.type !== 'gather_digits') return { expects: 'nothing' };
  const keys = questionDigitRules(node);
  const counts = keys === null ? {} : { minDigits: keys.minDigits, maxDigits: keys.maxDigits };
  if (node.type === 'gather_digits') return { expects: 'digits', ...counts };
  const { expect, choices } = node.config;
  return expect === 'choice'
    ? { expects: expect, choices: choices.map(spokenChoice), ...counts }
    : { expects: expect, ...counts };
}
