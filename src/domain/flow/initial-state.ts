import { valueByName } from '../variable-name.ts';
import type { FlowGraph } from './flow.ts';
import type { Graph } from './graph.ts';
import type { FlowContext } from './protocol.ts';
import type { FlowState } from './state.ts';

/** Returns the initial variables: from the call's `dynamic`, else from its customer, else the declared default. */
export function initialVariables(
  declared: FlowGraph['variables'],
  { dynamic, customer }: Pick<FlowContext, 'dynamic' | 'customer'>,
): FlowState['variables'] {
  const entries = Object.entries(declared).map(([name, variable]) => {
    const value = [dynamic, customer]
      .map((values) => valueByName(values, name))
      .find((candidate) => candidate !== undefined);
    return [name, value === undefined ? variable.default : value];
  });
  return Object.fromEntries(entries) as FlowState['variables'];
}

/** Returns the state before the first node. */
export function initialState(graph: Graph, context: FlowContext): FlowState {
  return {
    nodeId: graph.start.id,
    isEnded: false,
    variables: initialVariables(graph.declaredVariables, context),
    visits: 0,
    listening: null,
    heard: null,
    classifying: null,
    moves: 0,
    returnTo: null,
    questions: { answered: 0, givenUp: 0 },
  };
}
