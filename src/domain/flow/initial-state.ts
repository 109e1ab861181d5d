import type { Graph } from './graph.ts';
import type { FlowContext } from './protocol.ts';
import type { FlowState } from './state.ts';

/** The state before the first node is entered. A declared variable begins as the call's `dynamic` has it, else with its default. */
export function initialState(graph: Graph, { dynamic }: FlowContext): FlowState {
  const variables = Object.entries(graph.defaults).map(([name, variable]) => [
    name,
    Object.hasOwn(dynamic, name) ? dynamic[name]! : variable.default,
  ]);
  return {
    nodeId: graph.start.id,
    over: false,
    variables: Object.fromEntries(variables) as FlowState['variables'],
    visits: 0,
    listening: null,
    heard: null,
    judging: null,
    returnTo: null,
  };
}
