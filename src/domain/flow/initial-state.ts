import type { FlowGraph } from './flow.ts';
import type { Graph } from './graph.ts';
import type { FlowContext } from './protocol.ts';
import type { FlowState } from './state.ts';

/** A declared variable begins as the call's `dynamic` has it, else with its default. */
export function initialVariables(
  declared: FlowGraph['variables'],
  dynamic: FlowContext['dynamic'],
): FlowState['variables'] {
  const entries = Object.entries(declared).map(([name, variable]) => [
    name,
    Object.hasOwn(dynamic, name) ? dynamic[name]! : variable.default,
  ]);
  return Object.fromEntries(entries) as FlowState['variables'];
}

/** The state before the first node is entered. */
export function initialState(graph: Graph, { dynamic }: FlowContext): FlowState {
  return {
    nodeId: graph.start.id,
    over: false,
    variables: initialVariables(graph.defaults, dynamic),
    visits: 0,
    listening: null,
    heard: null,
    judging: null,
    returnTo: null,
  };
}
