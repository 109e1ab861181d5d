import { holds, type NodeExit } from './conditions/holds.ts';
import type { FlowEdge } from './flow.ts';
import { edgesOf } from './graph.ts';
import type { FlowAction } from './protocol.ts';
import type { StepContext } from './state.ts';
import type { UniversalIntentId } from '../understanding/universal-intents.ts';
import { nodeOfUniversalIntent, matchUniversalIntent } from './universal-nodes.ts';

export type Choice =
  | { readonly type: 'edge'; readonly edge: FlowEdge }
  | { readonly type: 'classify'; readonly action: Extract<FlowAction, { type: 'classify' }> }
  | { readonly type: 'none' };

/**
 * The edge by which a node is left: the first that holds without a model, then what a model judges of all `prompt` edges
 * together, then `always`, then `else`. `judged` is the model's answer where it has been asked: an edge, or null for none.
 */
export function chooseEdge(
  nodeId: string,
  exit: NodeExit,
  step: StepContext,
  judged?: string | null,
): Choice {
  const edges = edgesOf(step.graph, nodeId);
  const free = edges.find((edge) => holds(edge.condition, exit, step));
  if (free !== undefined) return { type: 'edge', edge: free };
  if (judged === undefined) {
    const action = classifyEdges(nodeId, edges);
    if (action !== undefined && step.state.heard !== null) return { type: 'classify', action };
  }
  const chosen =
    edges.find((edge) => edge.condition.type === 'prompt' && edge.id === judged) ??
    edges.find((edge) => edge.condition.type === 'always') ??
    edges.find((edge) => edge.condition.type === 'else');
  return chosen === undefined ? { type: 'none' } : { type: 'edge', edge: chosen };
}

function classifyEdges(nodeId: string, edges: readonly FlowEdge[]) {
  const statements = promptStatements(edges);
  return statements.length === 0 ? undefined : ({ type: 'classify', nodeId, statements } as const);
}

/** What a model is asked of these edges. */
export function promptStatements(edges: readonly FlowEdge[]): { edgeId: string; text: string }[] {
  return edges.flatMap(({ id, condition }) =>
    condition.type === 'prompt' ? [{ edgeId: id, text: condition.text }] : [],
  );
}

/** How a global node is named where an edge's id is expected. No edge's id has a colon. */
export const globalEdgeId = (nodeId: string): string => `global:${nodeId}`;

/** What a model is asked of the global nodes, that of `exceptNodeId` left out. */
export function globalPromptStatements(
  step: StepContext,
  exceptNodeId: string,
): { edgeId: string; text: string }[] {
  return step.graph.globals.flatMap(({ node, condition }) =>
    condition.type === 'prompt' && node.id !== exceptNodeId
      ? [{ edgeId: globalEdgeId(node.id), text: condition.text }]
      : [],
  );
}

/** The global node whose condition what was just heard fulfils, that of `exceptNodeId` left out. */
function matchGlobalNode(step: StepContext, exceptNodeId: string): string | undefined {
  const { heard } = step.state;
  if (heard?.phraseId?.startsWith('global:')) {
    const nodeId = heard.phraseId.slice('global:'.length);
    if (nodeId !== exceptNodeId && step.graph.nodes.has(nodeId)) return nodeId;
  }
  const exit = { ok: null, silentMs: 0 };
  return step.graph.globals.find(
    ({ node, condition }) => node.id !== exceptNodeId && holds(condition, exit, step),
  )?.node.id;
}

/**
 * The node that the caller's words lead to from the node where the call is: a global one, else the one that every flow has for such
 * words. `isAnswer`: the words hold an answer to the question of the node.
 */
export function matchInterruption(step: StepContext, isAnswer = false): string | undefined {
  const globalId = matchGlobalNode(step, step.state.nodeId);
  if (globalId !== undefined) return globalId;
  const intent = universalIntentOf(step, isAnswer);
  if (intent === undefined) return undefined;
  // A model is asked first whether the author's own statements hold, unless no call may be made any more.
  const isClassifiedFirst = intent !== 'opt_out' && !isAnswer && asksModel(step);
  return isClassifiedFirst ? undefined : nodeOfUniversalIntent(intent);
}

/** The node that every flow has for what was just heard, once a model has found none of the author's statements in it. */
export function matchUniversalNode(step: StepContext): string | undefined {
  const intent = universalIntentOf(step, false);
  return intent === undefined ? undefined : nodeOfUniversalIntent(intent);
}

function universalIntentOf(step: StepContext, isAnswer: boolean): UniversalIntentId | undefined {
  const { graph, state } = step;
  const intent = state.heard === null ? undefined : matchUniversalIntent(state.heard);
  const type = graph.nodes.get(state.nodeId)?.type;
  // A language model says itself who is calling, in the words of its instructions.
  if (intent === 'who_is_this' && type === 'conversation') return undefined;
  if (intent === 'callback' && (type === 'schedule_callback' || (isAnswer && leadsToCallback(step))))
    return undefined;
  return intent;
}

/** "Call me back tomorrow at ten" answers a question behind which a callback is scheduled. */
const leadsToCallback = ({ graph, state }: StepContext): boolean =>
  edgesOf(graph, state.nodeId).some(({ to }) => graph.nodes.get(to)?.type === 'schedule_callback');

function asksModel(step: StepContext): boolean {
  const { graph, state } = step;
  const isConversation = graph.nodes.get(state.nodeId)?.type === 'conversation';
  const own = isConversation ? promptStatements(edgesOf(graph, state.nodeId)) : [];
  return own.length > 0 || globalPromptStatements(step, state.nodeId).length > 0;
}

/** The edge of the node that says what was just heard: by the recogniser's own finding, by phrases or by keys. */
export function matchEdge(nodeId: string, step: StepContext): FlowEdge | undefined {
  const { heard } = step.state;
  const exit = { ok: null, silentMs: 0 };
  const edges = edgesOf(step.graph, nodeId);
  return (
    edges.find((edge) => heard?.phraseId === `edge:${edge.id}`) ??
    edges.find(
      ({ condition }) =>
        (condition.type === 'intent' || condition.type === 'digits') && holds(condition, exit, step),
    )
  );
}
