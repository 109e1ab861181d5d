import { holds, type Leaving } from './conditions/holds.ts';
import type { FlowEdge } from './flow.ts';
import { edgesOf } from './graph.ts';
import type { FlowAction } from './protocol.ts';
import type { Scene } from './state.ts';
import type { UniversalIntentId } from '../understanding/universal-intents.ts';
import { nodeOfUniversalIntent, universalIntentHeard } from './universal-nodes.ts';

export type Choice =
  | { readonly type: 'edge'; readonly edge: FlowEdge }
  | { readonly type: 'judge'; readonly action: Extract<FlowAction, { type: 'judge' }> }
  | { readonly type: 'none' };

/**
 * The edge by which a node is left: the first that holds without a model, then what a model judges of all `prompt` edges
 * together, then `always`, then `else`. `judged` is the model's answer where it has been asked: an edge, or null for none.
 */
export function chooseEdge(nodeId: string, leaving: Leaving, scene: Scene, judged?: string | null): Choice {
  const edges = edgesOf(scene.graph, nodeId);
  const free = edges.find((edge) => holds(edge.condition, leaving, scene));
  if (free !== undefined) return { type: 'edge', edge: free };
  if (judged === undefined) {
    const action = judgeEdges(nodeId, edges);
    if (action !== undefined && scene.state.heard !== null) return { type: 'judge', action };
  }
  const chosen =
    edges.find((edge) => edge.condition.type === 'prompt' && edge.id === judged) ??
    edges.find((edge) => edge.condition.type === 'always') ??
    edges.find((edge) => edge.condition.type === 'else');
  return chosen === undefined ? { type: 'none' } : { type: 'edge', edge: chosen };
}

function judgeEdges(nodeId: string, edges: readonly FlowEdge[]) {
  const questions = questionsOf(edges);
  return questions.length === 0 ? undefined : ({ type: 'judge', nodeId, questions } as const);
}

/** What a model is asked of these edges. */
export function questionsOf(edges: readonly FlowEdge[]): { edgeId: string; text: string }[] {
  return edges.flatMap(({ id, condition }) =>
    condition.type === 'prompt' ? [{ edgeId: id, text: condition.text }] : [],
  );
}

/** How a global node is named where an edge's id is expected. No edge's id has a colon. */
export const globalEdgeId = (nodeId: string): string => `global:${nodeId}`;

/** What a model is asked of the global nodes, that of `exceptNodeId` left out. */
export function globalQuestions(scene: Scene, exceptNodeId: string): { edgeId: string; text: string }[] {
  return scene.graph.globals.flatMap(({ node, condition }) =>
    condition.type === 'prompt' && node.id !== exceptNodeId
      ? [{ edgeId: globalEdgeId(node.id), text: condition.text }]
      : [],
  );
}

/** The global node whose condition what was just heard fulfils, that of `exceptNodeId` left out. */
function globalHeard(scene: Scene, exceptNodeId: string): string | undefined {
  const { heard } = scene.state;
  if (heard?.phraseId?.startsWith('global:')) {
    const nodeId = heard.phraseId.slice('global:'.length);
    if (nodeId !== exceptNodeId && scene.graph.nodes.has(nodeId)) return nodeId;
  }
  const leaving = { ok: null, silentMs: 0 };
  return scene.graph.globals.find(
    ({ node, condition }) => node.id !== exceptNodeId && holds(condition, leaving, scene),
  )?.node.id;
}

/**
 * The node that the caller's words lead to from the node where the call is: a global one, else the one that every flow has for such
 * words. `isAnswer`: the words hold an answer to the question of the node.
 */
export function interruptionHeard(scene: Scene, isAnswer = false): string | undefined {
  const globalId = globalHeard(scene, scene.state.nodeId);
  if (globalId !== undefined) return globalId;
  const intent = universalIntentOf(scene, isAnswer);
  if (intent === undefined) return undefined;
  // A model is asked first whether the author's own statements hold, unless no call may be made any more.
  const isJudgedFirst = intent !== 'opt_out' && !isAnswer && asksModel(scene);
  return isJudgedFirst ? undefined : nodeOfUniversalIntent(intent);
}

/** The node that every flow has for what was just heard, once a model has found none of the author's statements in it. */
export function universalNodeHeard(scene: Scene): string | undefined {
  const intent = universalIntentOf(scene, false);
  return intent === undefined ? undefined : nodeOfUniversalIntent(intent);
}

function universalIntentOf(scene: Scene, isAnswer: boolean): UniversalIntentId | undefined {
  const { graph, state } = scene;
  const intent = state.heard === null ? undefined : universalIntentHeard(state.heard);
  const type = graph.nodes.get(state.nodeId)?.type;
  // A language model says itself who is calling, in the words of its instructions.
  if (intent === 'who_is_this' && type === 'conversation') return undefined;
  if (intent === 'callback' && (type === 'schedule_callback' || (isAnswer && leadsToCallback(scene))))
    return undefined;
  return intent;
}

/** "Call me back tomorrow at ten" answers a question behind which a callback is scheduled. */
const leadsToCallback = ({ graph, state }: Scene): boolean =>
  edgesOf(graph, state.nodeId).some(({ to }) => graph.nodes.get(to)?.type === 'schedule_callback');

function asksModel(scene: Scene): boolean {
  const { graph, state } = scene;
  const isConversation = graph.nodes.get(state.nodeId)?.type === 'conversation';
  const own = isConversation ? questionsOf(edgesOf(graph, state.nodeId)) : [];
  return own.length > 0 || globalQuestions(scene, state.nodeId).length > 0;
}

/** The edge of the node that says what was just heard: by the recogniser's own finding, by phrases or by keys. */
export function edgeHeard(nodeId: string, scene: Scene): FlowEdge | undefined {
  const { heard } = scene.state;
  const leaving = { ok: null, silentMs: 0 };
  const edges = edgesOf(scene.graph, nodeId);
  return (
    edges.find((edge) => heard?.phraseId === `edge:${edge.id}`) ??
    edges.find(
      ({ condition }) =>
        (condition.type === 'intent' || condition.type === 'digits') && holds(condition, leaving, scene),
    )
  );
}
