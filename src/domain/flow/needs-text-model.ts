import type { FlowDefinition, StoredFlowGraph } from './flow.ts';

/** Returns whether calls with the flow need a model that answers with text: it evaluates prompt conditions, moves between nodes and extracts values. */
export function needsTextModel(flow: FlowDefinition | StoredFlowGraph): boolean {
  if ('type' in flow && flow.type !== 'call') return false;
  return (
    flow.mode === 'flex' ||
    flow.nodes.some(({ type }) => type === 'extract') ||
    flow.edges.some(({ condition }) => condition.type === 'prompt')
  );
}
