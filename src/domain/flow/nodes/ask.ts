import { digitByDigit } from '../../understanding/mishearing.ts';
import type { SpokenYesNo } from '../../understanding/yes-no.ts';
import type { Language } from '../../languages/language.ts';
import { answerRulesOf, readAnswer, type Answer } from '../answer.ts';
import type { NodeOf } from '../node.ts';
import type { FlowInput, VariableValue } from '../protocol.ts';
import { renderSpoken } from '../scope.ts';
import type { Heard, NodeOutcome, StepContext } from '../state.ts';
import {
  ask,
  startQuestion,
  handleNonAnswer,
  isTrusted,
  onRejected,
  onSilence,
  onUnrecognised,
  store,
} from './question.ts';

type Ask = NodeOf<'ask'>;

/** Types of answers that are read back if they are doubtful. */
const readBackTypes = new Set<Ask['config']['expect']>(['date_time', 'number', 'digits']);

/** Asks a question and stores the answer. */
export const askNode = {
  enter: startQuestion,

  onInput(node: Ask, input: FlowInput, step: StepContext): NodeOutcome {
    const listening = step.state.listening!;
    if (input.type === 'no-input') return onSilence(node, listening, step);
    const heard = step.state.heard;
    if (!isTrusted(input) || heard === null) return onRejected(node, listening, step);
    if (listening.phase === 'confirm') return onConfirm(node, heard, step);
    return onAnswer(node, read(node, heard, step), step);
  },

  onUnderstood(node: Ask, value: VariableValue, step: StepContext): NodeOutcome {
    const listening = step.state.listening!;
    if (listening.phase === 'answer') return accept(node, value, step);
    return value === true ? store(node, listening.candidate) : onRejected(node, listening, step);
  },

  onUnclassified: onRejected,
};

function read(node: Ask, heard: Heard, step: StepContext): Answer | undefined {
  const { context, state } = step;
  // The warnings about its variables were reported when it was asked.
  const prompt = renderSpoken(node.config.prompt, { ...step, warnings: [] });
  return readAnswer(
    { ...node.config, prompt },
    heard,
    context,
    state.variables[node.config.variable] ?? null,
  );
}

function onAnswer(node: Ask, answer: Answer | undefined, step: StepContext): NodeOutcome {
  const listening = step.state.listening!;
  const nonAnswer = handleNonAnswer(node, answer, listening, step);
  if (nonAnswer !== undefined) return nonAnswer;
  if (answer === undefined) return onUnrecognised(node, listening, step);
  return accept(node, answer.value, step);
}

/** Stores an answer, or reads it back if it is doubtful. */
const accept = (node: Ask, value: VariableValue, step: StepContext): NodeOutcome =>
  readBackTypes.has(node.config.expect) && step.state.heard?.doubtful === true
    ? readBack(node, value, step)
    : store(node, value);

function readBack(node: Ask, candidate: VariableValue, step: StepContext): NodeOutcome {
  const listening = { ...step.state.listening!, phase: 'confirm', candidate } as const;
  const spelled = digitByDigit(candidate);
  const variables = spelled === undefined ? { candidate } : { candidate, spelled };
  const scope = { ...step, state: { ...step.state, variables } };
  return ask(node, readBackText(node, spelled !== undefined, step.context.language), listening, scope);
}

/** Returns the read-back of an answer, with the variables `{{candidate}}` and, digit by digit, `{{spelled}}`. */
function readBackText(node: Ask, isSpelled: boolean, { sentences: { readBack } }: Language): string {
  if (node.config.expect === 'date_time') return readBack.date;
  return isSpelled ? readBack.spelled : readBack.value;
}

/** Handles the reply to a read-back: another value replaces the candidate, "yes" stores the candidate, and after "no" the question is repeated. */
function onConfirm(node: Ask, heard: Heard, step: StepContext): NodeOutcome {
  const listening = step.state.listening!;
  // A single key answers yes or no; more digits are another value.
  const correction = heard.digits.length === 1 ? undefined : read(node, heard, step);
  if (correction !== undefined) return store(node, correction.value);
  const reply =
    heard.digits === '' ? answerRulesOf(step.context).parseYesNo(heard.text) : replyByKey[heard.digits];
  if (reply?.value === true) return store(node, listening.candidate);
  if (reply?.complete === true) return onRejected(node, listening, step);
  // More than a "no", or neither: an edge, a global node or a repeat request can match.
  return onAnswer(node, undefined, step);
}

/** The replies to a read-back by keypad: 1 for yes, 2 for no. */
export const replyByKey: Readonly<Record<string, SpokenYesNo>> = {
  '1': { value: true, complete: true },
  '2': { value: false, complete: true },
};
