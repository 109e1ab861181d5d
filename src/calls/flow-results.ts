import type { FlowGraph } from '../domain/flow/flow.ts';
import { sensitiveVariables } from '../domain/flow/graph.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import type { FlowState } from '../domain/flow/state.ts';

type Variables = Readonly<Record<string, VariableValue>>;

/** The results of all flows of a call: each agent that takes part in it has a flow. */
export class FlowResults {
  #variables: Variables = {};
  #questions: FlowState['questions'] = { answered: 0, givenUp: 0 };

  /** Returns the variables of the earlier flows and the current one, without sensitive ones. */
  variables(flow: FlowGraph, state: FlowState | undefined): Variables {
    const sensitive = sensitiveVariables(flow);
    const entries = Object.entries(state?.variables ?? {}).filter(([name]) => !sensitive.has(name));
    return { ...this.#variables, ...Object.fromEntries(entries) };
  }

  questions(state: FlowState | undefined): FlowState['questions'] {
    const { answered, givenUp } = this.#questions;
    return {
      answered: answered + (state?.questions.answered ?? 0),
      givenUp: givenUp + (state?.questions.givenUp ?? 0),
    };
  }

  /** Keeps the results of a flow that another one replaces. */
  keep(flow: FlowGraph, state: FlowState | undefined): void {
    this.#variables = this.variables(flow, state);
    this.#questions = this.questions(state);
  }
}
