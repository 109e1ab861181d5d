import { hasPromptConditions, matchEdge, matchInterruption } from '../edges.ts';
import { expectationFor } from '../expectation.ts';
import { edgesOf } from '../graph.ts';
import { digitRulesFor } from '../digit-rules.ts';
import type { NodeOf } from '../node.ts';
import type { FlowInput } from '../protocol.ts';
import { renderPrompt, renderSpoken } from '../scope.ts';
import { initialListening, type ListeningState, type NodeOutcome, type StepContext } from '../state.ts';
import { holds } from '../conditions/holds.ts';

type Conversation = NodeOf<'conversation'>;

/** Silence before the edges are evaluated again. The call session reminds a silent caller. */
const silenceMs = 10_000;

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
    return needsClassification(node, step)
      ? { type: 'classify', purpose: 'turn', listening: afterSpeech }
      : nextTurn(node, afterSpeech, step);
  },

  /** The language model matched no edge in the turn. */
  onUnclassified: nextTurn,
};

const needsClassification = (node: Conversation, step: StepContext): boolean =>
  hasPromptConditions(node.id, step);

const hasMatchingExpression = (node: Conversation, step: StepContext): boolean =>
  edgesOf(step.graph, node.id).some(
    ({ condition }) => condition.type === 'expression' && holds(condition, { ok: null, silentMs: 0 }, step),
  );

function nextTurn(node: Conversation, listening: ListeningState, step: StepContext): NodeOutcome {
  if (listening.turn >= node.config.maxTurns)
    return { type: 'leave', ok: false, actions: [], listening, isClassified: true };
  return converse(node, { ...listening, turn: listening.turn + 1 }, step);
}

function converse(node: Conversation, listening: ListeningState, step: StepContext): NodeOutcome {
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
        digits: digitRulesFor(step.graph, node),
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
