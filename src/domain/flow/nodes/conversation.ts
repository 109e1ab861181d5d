import {
  hasPromptConditions,
  matchEdge,
  matchInterruption,
  matchUniversalNode,
  statementsOf,
} from '../edges.ts';
import { expectationFor } from '../expectation.ts';
import { edgesOf } from '../graph.ts';
import { conversationDigitRules } from '../digit-rules.ts';
import type { NodeOf } from '../node.ts';
import type { EdgeStatement, FlowInput } from '../protocol.ts';
import { renderPrompt, renderSpoken } from '../scope.ts';
import { initialListening, type ListeningState, type NodeOutcome, type StepContext } from '../state.ts';
import { holds } from '../conditions/holds.ts';

type Conversation = NodeOf<'conversation'>;

/** Silence before the edges are evaluated again. The call session reminds a silent caller. */
const silenceMs = 10_000;

/** The most statements among which a model chooses while it replies. Vendors limit the number of tools. */
const maxChoosable = 32;

/** A conversation with a language model until an edge matches, for at most `maxTurns` turns. */
export const conversationNode = {
  enter(node: Conversation, step: StepContext): NodeOutcome {
    return converse(node, { ...initialListening, turn: 1 }, step);
  },

  onInput(node: Conversation, input: FlowInput, step: StepContext): NodeOutcome {
    const listening = step.state.listening!;
    if (input.type === 'no-input') return onSilence(node, listening, step);
    const afterSpeech = { ...listening, silentMs: 0 };
    if (matchEdge(node.id, step) !== undefined || hasMatchingExpression(node, step))
      return { type: 'leave', ok: null, actions: [], listening: afterSpeech };
    const nodeId = matchInterruption(step);
    if (nodeId !== undefined) return { type: 'jump', nodeId };
    if (!hasPromptConditions(node.id, step)) return nextTurn(node, afterSpeech, step);
    const statements = choosableStatements(node, afterSpeech, step);
    return statements.length > 0
      ? nextTurn(node, afterSpeech, step, statements)
      : { type: 'classify', purpose: 'turn', listening: afterSpeech };
  },

  /** The language model matched no edge in the turn. */
  onUnclassified: (node: Conversation, listening: ListeningState, step: StepContext): NodeOutcome =>
    nextTurn(node, listening, step),
};

const hasMatchingExpression = (node: Conversation, step: StepContext): boolean =>
  edgesOf(step.graph, node.id).some(
    ({ condition }) => condition.type === 'expression' && holds(condition, { ok: null, silentMs: 0 }, step),
  );

/**
 * Returns the statements among which the language model chooses while it replies. Empty if they must be classified first: the model cannot choose, no
 * reply follows, or the answer has a universal intent, which takes effect only if no statement is true.
 */
function choosableStatements(
  node: Conversation,
  { turn }: ListeningState,
  step: StepContext,
): readonly EdgeStatement[] {
  if (step.context.choosesEdges !== true || turn >= node.config.maxTurns) return [];
  if (matchUniversalNode(step) !== undefined) return [];
  const statements = statementsOf(node.id, step);
  return statements.length > maxChoosable ? [] : statements;
}

function nextTurn(
  node: Conversation,
  listening: ListeningState,
  step: StepContext,
  statements: readonly EdgeStatement[] = [],
): NodeOutcome {
  if (listening.turn >= node.config.maxTurns)
    return { type: 'leave', ok: false, actions: [], listening, isClassified: true };
  return converse(node, { ...listening, turn: listening.turn + 1 }, step, statements);
}

function converse(
  node: Conversation,
  listening: ListeningState,
  step: StepContext,
  statements: readonly EdgeStatement[] = [],
): NodeOutcome {
  const prompt = [step.graph.globalPrompt, node.config.prompt].filter((part) => part !== '').join('\n\n');
  const firstMessage = listening.turn === 1 ? renderSpoken(node.config.firstMessage, step) : '';
  const timeoutMs = untilTimeout(node, listening, step);
  return {
    type: 'stay',
    listening: { ...listening, timeoutMs },
    actions: [
      {
        type: 'converse',
        nodeId: node.id,
        prompt: renderPrompt(prompt, step),
        ...(firstMessage === '' ? {} : { firstMessage }),
        turn: listening.turn,
        timeoutMs,
        expectation: expectationFor(step.graph, node, 'answer'),
        digits: conversationDigitRules(step.graph, node),
        statements,
      },
    ],
  };
}

function onSilence(node: Conversation, listening: ListeningState, step: StepContext): NodeOutcome {
  const silent = { ...listening, silentMs: listening.silentMs + listening.timeoutMs };
  const isTimedOut = edgesOf(step.graph, node.id).some(
    ({ condition }) =>
      holds(condition, { ok: null, silentMs: silent.silentMs }, step) && condition.type === 'timeout',
  );
  if (isTimedOut) return { type: 'leave', ok: null, actions: [], listening: silent };
  const timeoutMs = untilTimeout(node, silent, step);
  return {
    type: 'stay',
    listening: { ...silent, timeoutMs },
    actions: [
      {
        type: 'listen',
        nodeId: node.id,
        expectation: expectationFor(step.graph, node, 'answer'),
        timeoutMs,
        digits: conversationDigitRules(step.graph, node),
        speech: true,
        answerKind: 'open',
        sensitive: false,
      },
    ],
  };
}

function untilTimeout(node: Conversation, { silentMs }: ListeningState, step: StepContext): number {
  const edgesMs = edgesOf(step.graph, node.id).flatMap(({ condition }) =>
    condition.type === 'timeout' ? [condition.seconds * 1000 - silentMs] : [],
  );
  return Math.min(silenceMs, ...edgesMs.filter((ms) => ms > 0));
}
