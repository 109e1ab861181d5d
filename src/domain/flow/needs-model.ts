import type { FlowDefinition, StoredFlowGraph } from './flow.ts';

/** The types of nodes that fail without a language model. */
export const modelNodeTypes: ReadonlySet<string> = new Set(['conversation', 'extract']);

/** Returns whether calls with the flow need a language model: a flow without nodes is one conversation. */
export function needsModel(flow: FlowDefinition | StoredFlowGraph): boolean {
  if ('type' in flow && flow.type !== 'call') return false;
  return flow.nodes.length === 0 || flow.nodes.some(({ type }) => modelNodeTypes.has(type));
}
