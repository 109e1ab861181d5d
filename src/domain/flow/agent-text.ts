import type { FlowGraph } from './flow.ts';
import { sensitiveVariables } from './graph.ts';
import { initialVariables } from './initial-state.ts';
import type { FlowAction, FlowContext } from './protocol.ts';
import { renderPrompt, renderSpoken } from './scope.ts';
import type { FlowState } from './state.ts';

export interface AgentTextScope {
  readonly flow: FlowGraph;
  readonly context: FlowContext;
  /** Undefined before the start of the flow. */
  readonly state: FlowState | undefined;
}

type Warning = Extract<FlowAction, { type: 'warning' }>;

/**
 * Fills in the variables of a text of an agent. Speech contains values as spoken words; a prompt contains the stored values. A missing variable becomes
 * empty and adds a warning.
 */
export function renderAgentText(
  text: string,
  use: 'speech' | 'prompt',
  { flow, context, state }: AgentTextScope,
): { readonly text: string; readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = [];
  const step = {
    graph: { sensitive: sensitiveVariables(flow) },
    context,
    state: state ?? { nodeId: '', variables: initialVariables(flow.variables, context), heard: null },
    warnings,
  };
  return { text: use === 'speech' ? renderSpoken(text, step) : renderPrompt(text, step), warnings };
}
