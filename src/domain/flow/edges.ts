import { holds, type NodeExit } from './conditions/holds.ts';
import type { FlowEdge } from './flow.ts';
import { edgesOf } from './graph.ts';
import { canMove, moveStatements } from './moves.ts';
import type { EdgeStatement, FlowAction } from './protocol.ts';
import { renderPrompt } from './scope.ts';
import type { StepContext } from './state.ts';
import type { UniversalIntentId } from '../understanding/requests.ts';
import { nodeOfUniversalIntent, matchUniversalIntent } from './universal-nodes.ts';

/** The result of `chooseEdge`. */
export type EdgeChoice =
  | { readonly type: 'edge'; readonly edge: FlowEdge }
  | { readonly type: 'classify'; readonly action: Extract<FlowAction, { type: 'classify' }> }
  | { readonly type: 'none' };

/**
 * Selects the edge to follow: the first whose condition holds without a language model, then the model's choice among the `prompt` edges, then
 * `always`, then `else`. `classified` is the result of the model if it was requested: an edge id, or null for none.
 */
export function chooseEdge(
  nodeId: string,
  exit: NodeExit,
  step: StepContext,
  classified?: string | null,
): EdgeChoice {
  const edges = edgesOf(step.graph, nodeId);
  const matching = edges.find((edge) => holds(edge.condition, exit, step));
  if (matching !== undefined) return { type: 'edge', edge: matching };
  if (classified === undefined) {
    const action = classifyEdges(nodeId, edges, step);
    if (action !== undefined && step.state.heard !== null) return { type: 'classify', action };
  }
  const chosen =
    edges.find((edge) => edge.condition.type === 'prompt' && edge.id === classified) ??
    edges.find((edge) => edge.condition.type === 'always') ??
    edges.find((edge) => edge.condition.type === 'else');
  return chosen === undefined ? { type: 'none' } : { type: 'edge', edge: chosen };
}

function classifyEdges(nodeId: string, edges: readonly FlowEdge[], step: StepContext) {
  const statements = promptStatements(edges, step);
  return statements.length === 0 ? undefined : ({ type: 'classify', nodeId, statements } as const);
}

/** Returns the statements of the `prompt` edges, for the language model. */
export function promptStatements(edges: readonly FlowEdge[], step: StepContext): EdgeStatement[] {
  return edges.flatMap(({ id, condition }) =>
    condition.type === 'prompt' ? [{ edgeId: id, text: renderPrompt(condition.text, step) }] : [],
  );
}

/** Returns the edge id that stands for a jump to a global node. Ids of edges in flows contain no colon. */
export const globalEdgeId = (nodeId: string): string => `global:${nodeId}`;

/** Returns the statements of the nodes that the language model can enter without an edge, except `exceptNodeId`. */
export function globalPromptStatements(step: StepContext, exceptNodeId: string): EdgeStatement[] {
  const globals = step.graph.globals.flatMap(({ node, condition }) =>
    condition.type === 'prompt' && node.id !== exceptNodeId
      ? [{ edgeId: globalEdgeId(node.id), text: renderPrompt(condition.text, step) }]
      : [],
  );
  return [...globals, ...moveStatements(step, exceptNodeId)];
}

/** Returns the id of the global node whose condition matches the last input, except `exceptNodeId`. */
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
 * Returns the id of the node that the last input jumps to: a global node, else the node of a universal intent. `isAnswer`: whether the input contains
 * an answer to the question of the current node.
 */
export function matchInterruption(step: StepContext, isAnswer = false): string | undefined {
  const globalId = matchGlobalNode(step, step.state.nodeId);
  if (globalId !== undefined) return globalId;
  const intent = universalIntentOf(step, isAnswer);
  if (intent === undefined) return undefined;
  // The language model first classifies the author's own statements, except for an opt-out.
  const isClassifiedFirst = intent !== 'opt_out' && !isAnswer && needsClassification(step);
  return isClassifiedFirst ? undefined : nodeOfUniversalIntent(intent);
}

/** Returns the id of the node of a universal intent. To be called after the language model has matched none of the author's statements. */
export function matchUniversalNode(step: StepContext): string | undefined {
  const intent = universalIntentOf(step, false);
  return intent === undefined ? undefined : nodeOfUniversalIntent(intent);
}

function universalIntentOf(step: StepContext, isAnswer: boolean): UniversalIntentId | undefined {
  const { graph, state } = step;
  const intent = state.heard === null ? undefined : matchUniversalIntent(state.heard, step.context.language);
  const type = graph.nodes.get(state.nodeId)?.type;
  // In a conversation, the language model answers who is calling, according to its instructions.
  if (intent === 'who_is_this' && type === 'conversation') return undefined;
  if (intent === 'callback' && (type === 'schedule_callback' || (isAnswer && leadsToCallback(step))))
    return undefined;
  return intent;
}

/** "Call me back tomorrow at ten" answers a question whose edges lead to `schedule_callback`. */
const leadsToCallback = ({ graph, state }: StepContext): boolean =>
  edgesOf(graph, state.nodeId).some(({ to }) => graph.nodes.get(to)?.type === 'schedule_callback');

function needsClassification(step: StepContext): boolean {
  const { graph, state } = step;
  const isConversation = graph.nodes.get(state.nodeId)?.type === 'conversation';
  return isConversation ? hasPromptConditions(state.nodeId, step) : hasGlobalPrompts(step, state.nodeId);
}

/** Returns whether a node has `prompt` edges, or the language model can enter other nodes from it. */
export const hasPromptConditions = (nodeId: string, step: StepContext): boolean =>
  edgesOf(step.graph, nodeId).some(({ condition }) => condition.type === 'prompt') ||
  hasGlobalPrompts(step, nodeId);

/** Returns whether the language model can enter other nodes: global nodes with a `prompt` condition, and targets of moves. */
export const hasGlobalPrompts = (step: StepContext, exceptNodeId: string): boolean =>
  step.graph.globals.some(({ node, condition }) => condition.type === 'prompt' && node.id !== exceptNodeId) ||
  (canMove(step) && step.graph.moveTargets.some(({ id }) => id !== exceptNodeId));

/** Returns all statements that a language model classifies in a turn of a conversation. */
export const statementsOf = (nodeId: string, step: StepContext): EdgeStatement[] => [
  ...promptStatements(edgesOf(step.graph, nodeId), step),
  ...globalPromptStatements(step, nodeId),
];

/** Returns the edge that matches the last input: by the recogniser's match, by phrases or by digits. */
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
