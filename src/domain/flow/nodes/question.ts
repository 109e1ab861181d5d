import { spokenChoice } from '../../understanding/choices.ts';
import { repeatIntents } from '../../languages/en/intent-library.ts';
import { hasGlobalPrompts, matchEdge, matchInterruption } from '../edges.ts';
import { expectationFor } from '../expectation.ts';
import { edgesOf, isSensitive } from '../graph.ts';
import { digitRulesFor } from '../digit-rules.ts';
import type { NodeOf } from '../node.ts';
import type { Language } from '../../languages/language.ts';
import { writtenPhrases } from '../../written-phrases.ts';
import type { FlowAction, FlowContext, FlowInput, VariableValue } from '../protocol.ts';
import { renderSpoken } from '../scope.ts';
import { unclearAnswerOf } from '../unclear-answer.ts';
import { initialListening, type ListeningState, type NodeOutcome, type StepContext } from '../state.ts';

/** A node that asks a question, with retries, and stores the answer. */
export type QuestionNode = NodeOf<'ask'> | NodeOf<'gather_digits'>;

const maxRepeatRequests = 3;
const holdTimeoutMs = 30_000;

/** Returns the sentences that precede a repeated question. */
export const openingsOf = ({ phrases, language }: Pick<FlowContext, 'phrases' | 'language'>) =>
  phrases ?? language.sentences;

/** Number of unrecognised answers after which the keypad is offered. */
const rejectionsUntilKeypad = 2;

export function startQuestion(node: QuestionNode, step: StepContext): NodeOutcome {
  return ask(node, node.config.prompt, initialListening, step);
}

/** Speaks a text and listens. */
export function ask(
  node: QuestionNode,
  text: string,
  listening: ListeningState,
  step: StepContext,
): NodeOutcome {
  const spokenText = renderSpoken(text, step);
  const speak: FlowAction[] =
    spokenText === '' ? [] : [{ type: 'speak', nodeId: node.id, text: spokenText, interruptible: true }];
  return listen(node, listening, step, speak);
}

function listen(
  node: QuestionNode,
  listening: ListeningState,
  step: StepContext,
  before: readonly FlowAction[],
  minTimeoutMs = 0,
): NodeOutcome {
  const timeoutMs = Math.max(minTimeoutMs, untilTimeout(node, listening.silentMs, step));
  const expectation = expectationFor(step.graph, node, listening.phase);
  const hasPhrases = node.type === 'ask' || hasIntents(node, step);
  return {
    type: 'stay',
    listening: { ...listening, timeoutMs },
    actions: [
      ...before,
      {
        type: 'listen',
        nodeId: node.id,
        expectation,
        timeoutMs,
        digits: digitRulesFor(step.graph, node),
        speech: hasPhrases,
        answerKind: answerKindOf(node, listening.phase),
        sensitive: isSensitive(node),
      },
    ],
  };
}

/** Returns the timeout of the node, or less if a `timeout` edge is due earlier. */
function untilTimeout(node: QuestionNode, silentMs: number, step: StepContext): number {
  const edgesMs = edgesOf(step.graph, node.id).flatMap(({ condition }) =>
    condition.type === 'timeout' ? [condition.seconds * 1000 - silentMs] : [],
  );
  return Math.min(node.config.timeoutSeconds * 1000, ...edgesMs.filter((ms) => ms > 0));
}

const hasIntents = (node: QuestionNode, step: StepContext): boolean =>
  hasGlobalPrompts(step, node.id) ||
  [
    ...edgesOf(step.graph, node.id),
    ...step.graph.globals.filter((global) => global.node.id !== node.id),
  ].some(({ condition }) => condition.type === 'intent' || condition.type === 'prompt');

function answerKindOf(node: QuestionNode, phase: ListeningState['phase']): 'short' | 'segmented' | 'open' {
  if (node.type === 'gather_digits') return 'segmented';
  const { expect } = node.config;
  if (expect === 'text') return 'open';
  return phase === 'confirm' || expect === 'yes_no' || expect === 'choice' ? 'short' : 'segmented';
}

/**
 * Handles an input by precedence: an edge of the node, a complete answer, a global node, a universal intent, an incomplete answer, a repeat request.
 * Returns undefined if the answer takes precedence or nothing matches.
 */
export function handleNonAnswer(
  node: QuestionNode,
  answer: { readonly value: VariableValue; readonly complete: boolean } | undefined,
  listening: ListeningState,
  step: StepContext,
): NodeOutcome | undefined {
  if (matchEdge(node.id, step) !== undefined) return leaveByMatchedEdge(node, answer?.value, listening);
  if (answer?.complete) return undefined;
  const nodeId = matchInterruption(step, answer !== undefined);
  if (nodeId !== undefined) return { type: 'jump', nodeId };
  return answer === undefined ? handleRepeatRequest(node, listening, step) : undefined;
}

function leaveByMatchedEdge(
  node: QuestionNode,
  value: VariableValue | undefined,
  listening: ListeningState,
): NodeOutcome {
  return {
    type: 'leave',
    ok: null,
    actions: [],
    listening: { ...listening, silentMs: 0 },
    variables: { [node.config.variable]: value ?? null },
  };
}

function handleRepeatRequest(
  node: QuestionNode,
  listening: ListeningState,
  step: StepContext,
): NodeOutcome | undefined {
  const { heard } = step.state;
  if (heard === null || heard.digits !== '' || listening.repeatRequests >= maxRepeatRequests)
    return undefined;
  const known = repeatIntents.find((set) => set.id === heard.phraseId);
  const request = known?.id ?? repeatRequestIn(heard.text, step.context.language);
  if (request === undefined) return undefined;
  const afterRequest = { ...listening, repeatRequests: listening.repeatRequests + 1 };
  return request === 'repeat'
    ? ask(node, node.config.prompt, { ...afterRequest, phase: 'answer', candidate: null }, step)
    : listen(node, afterRequest, step, [], holdTimeoutMs);
}

/** Returns a request to repeat the question or to wait. */
function repeatRequestIn(text: string, { requests }: Language): 'repeat' | 'hold-on' | undefined {
  const request = requests.requestIn(text);
  if (request === 'hold_on') return 'hold-on';
  return request === 'repeat' ? request : undefined;
}

export function store(node: QuestionNode, value: VariableValue): NodeOutcome {
  return { type: 'leave', ok: true, actions: [], variables: { [node.config.variable]: value } };
}

/** Handles a timeout without input. */
export function onSilence(node: QuestionNode, listening: ListeningState, step: StepContext): NodeOutcome {
  const silentMs = listening.silentMs + listening.timeoutMs;
  const silent = { ...listening, silentMs, failures: listening.failures + 1 };
  const isTimedOut = edgesOf(step.graph, node.id).some(
    ({ condition }) => condition.type === 'timeout' && condition.seconds * 1000 <= silentMs,
  );
  if (isTimedOut) return giveUp(node, silent);
  return askAgain(node, silent, step, openingsOf(step.context).reminder);
}

/**
 * Handles trusted speech without an answer: a language model may understand it, or match a `prompt` global node, both in one request. Else the question is
 * repeated.
 */
export function onUnrecognised(
  node: QuestionNode,
  listening: ListeningState,
  step: StepContext,
): NodeOutcome {
  const answer = unclearAnswerOf(node, step);
  if (answer !== undefined) return { type: 'understand', answer, listening };
  if (hasGlobalPrompts(step, node.id)) return { type: 'classify', purpose: 'unclear', listening };
  return onRejected(node, listening, step);
}

export function onRejected(node: QuestionNode, listening: ListeningState, step: StepContext): NodeOutcome {
  const rejected = {
    ...listening,
    silentMs: 0,
    failures: listening.failures + 1,
    rejections: listening.rejections + 1,
  };
  return askAgain(node, rejected, step, openingsOf(step.context).notUnderstood);
}

function askAgain(
  node: QuestionNode,
  listening: ListeningState,
  step: StepContext,
  opening: string,
): NodeOutcome {
  if (listening.failures > node.config.retries) return giveUp(node, listening);
  const again = { ...listening, phase: 'answer', candidate: null } as const;
  return ask(node, repromptOf(node, opening, listening.rejections, step.context), again, step);
}

function giveUp(node: QuestionNode, listening: ListeningState): NodeOutcome {
  return { type: 'leave', ok: false, actions: [], listening, variables: { [node.config.variable]: null } };
}

/** Returns the text of a further attempt, with the keypad hint from the second unrecognised answer on, or with the short answers of a text message. */
export function repromptOf(
  node: QuestionNode,
  opening: string,
  rejections: number,
  { language, writing }: Pick<FlowContext, 'language' | 'writing'>,
): string {
  const text = node.config.reprompt ?? `${opening} ${node.config.prompt}`;
  const hintOf = () =>
    writing === undefined ? keypadHint(node, language) : writtenHint(node, writing.language);
  const hint = rejections >= rejectionsUntilKeypad ? hintOf() : '';
  return hint === '' ? text : `${text} ${hint}`;
}

/** Returns the instruction for input by keypad; empty if the keypad cannot be used. */
export function keypadHint(node: QuestionNode, { sentences: { keypad } }: Language): string {
  if (node.type === 'gather_digits') return '';
  const { expect, choices } = node.config;
  switch (expect) {
    case 'yes_no':
      return keypad.yesNo;
    case 'choice':
      return keypad.choice(choices.map(spokenChoice));
    case 'number':
    case 'digits':
      return keypad.digits;
    case 'date_time':
      return keypad.date;
    case 'text':
      return '';
  }
}

/** Returns which short answers a text message can have; empty if there are none. */
function writtenHint(node: QuestionNode, language: string): string {
  if (node.type !== 'ask') return '';
  const { expect, choices } = node.config;
  if (expect === 'yes_no') {
    const { yes, no } = writtenPhrases(language);
    return `(1 = ${yes}, 2 = ${no})`;
  }
  return expect === 'choice'
    ? `(${choices.map((choice, index) => `${index + 1} = ${spokenChoice(choice)}`).join(', ')})`
    : '';
}

/** Returns whether an input is valid; rejected speech is not. */
export const isTrusted = (input: FlowInput): boolean => input.type !== 'answered' || !input.rejected;
