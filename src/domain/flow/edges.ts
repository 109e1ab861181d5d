import { holds, type Leaving } from './conditions/holds.ts';
import type { FlowEdge } from './flow.ts';
import { edgesOf } from './graph.ts';
import type { FlowAction } from './protocol.ts';
import type { Scene } from './state.ts';

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
export function globalHeard(scene: Scene, exceptNodeId: string): string | undefined {
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
