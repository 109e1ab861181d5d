import { edgeHeard, globalQuestions, interruptionHeard, questionsOf } from '../edges.ts';
import { expectationFor } from '../expectation.ts';
import { edgesOf } from '../graph.ts';
import { keysFor } from '../keys.ts';
import type { NodeOf } from '../node.ts';
import type { FlowInput } from '../protocol.ts';
import { spoken, written } from '../scope.ts';
import { freshListening, type Listening, type Outcome, type Scene } from '../state.ts';
import { holds } from '../conditions/holds.ts';

type Conversation = NodeOf<'conversation'>;

/** Silence until the next look at the edges; reminders to a silent caller are the call's own. */
const silenceMs = 10_000;

/** The model talks until an edge holds, or for `maxTurns`. */
export const conversationNode = {
  enter(node: Conversation, scene: Scene): Outcome {
    return converse(node, { ...freshListening, turn: 1 }, scene);
  },

  hear(node: Conversation, input: FlowInput, scene: Scene): Outcome {
    const listening = scene.state.listening!;
    if (input.type === 'silent') return onSilence(node, listening, scene);
    const spoke = { ...listening, silentMs: 0 };
    if (edgeHeard(node.id, scene) !== undefined || hasFreeEdge(node, scene))
      return { type: 'leave', ok: null, actions: [], listening: spoke };
    const nodeId = interruptionHeard(scene);
    if (nodeId !== undefined) return { type: 'jump', nodeId };
    return needsJudge(node, scene)
      ? { type: 'judge', purpose: 'turn', listening: spoke }
      : nextTurn(node, spoke, scene);
  },

  /** The model's judgement of the turn was: no edge. */
  unclear: nextTurn,
};

const needsJudge = (node: Conversation, scene: Scene): boolean =>
  questionsOf(edgesOf(scene.graph, node.id)).length > 0 || globalQuestions(scene, node.id).length > 0;

const hasFreeEdge = (node: Conversation, scene: Scene): boolean =>
  edgesOf(scene.graph, node.id).some(
    ({ condition }) => condition.type === 'expression' && holds(condition, { ok: null, silentMs: 0 }, scene),
  );

function nextTurn(node: Conversation, listening: Listening, scene: Scene): Outcome {
  if (listening.turn >= node.config.maxTurns)
    return { type: 'leave', ok: false, actions: [], listening, isJudged: true };
  return converse(node, { ...listening, turn: listening.turn + 1 }, scene);
}

function converse(node: Conversation, listening: Listening, scene: Scene): Outcome {
  const prompt = [scene.graph.globalPrompt, node.config.prompt].filter((part) => part !== '').join('\n\n');
  const firstMessage = listening.turn === 1 ? spoken(node.config.firstMessage, scene) : '';
  const timeoutMs = untilTimeout(node, listening, scene);
  return {
    type: 'stay',
    listening: { ...listening, timeoutMs },
    actions: [
      {
        type: 'converse',
        nodeId: node.id,
        prompt: written(prompt, scene),
        ...(firstMessage === '' ? {} : { firstMessage }),
        turn: listening.turn,
        timeoutMs,
        expectation: expectationFor(scene.graph, node, 'answer'),
      },
    ],
  };
}

function onSilence(node: Conversation, listening: Listening, scene: Scene): Outcome {
  const silent = { ...listening, silentMs: listening.silentMs + listening.timeoutMs };
  const isTimedOut = edgesOf(scene.graph, node.id).some(
    ({ condition }) =>
      holds(condition, { ok: null, silentMs: silent.silentMs }, scene) && condition.type === 'timeout',
  );
  if (isTimedOut) return { type: 'leave', ok: null, actions: [], listening: silent };
  const timeoutMs = untilTimeout(node, silent, scene);
  return {
    type: 'stay',
    listening: { ...silent, timeoutMs },
    actions: [
      {
        type: 'listen',
        nodeId: node.id,
        expectation: expectationFor(scene.graph, node, 'answer'),
        timeoutMs,
        keys: keysFor(scene.graph, node),
        speech: true,
        answerKind: 'open',
        sensitive: false,
      },
    ],
  };
}

function untilTimeout(node: Conversation, { silentMs }: Listening, scene: Scene): number {
  const edgesMs = edgesOf(scene.graph, node.id).flatMap(({ condition }) =>
    condition.type === 'timeout' ? [condition.seconds * 1000 - silentMs] : [],
  );
  return Math.min(silenceMs, ...edgesMs.filter((ms) => ms > 0));
}
