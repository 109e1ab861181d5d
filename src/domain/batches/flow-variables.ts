import type { AgentConfig } from '../agent.ts';
import { agentTexts } from '../agent-texts.ts';
import type { CallFlow } from '../flow/flow.ts';
import type { VariableValue } from '../flow/protocol.ts';
import { namespaces } from '../flow/scope.ts';
import { variablesOf } from '../flow/template.ts';
import { columnName, valueByName } from '../variable-name.ts';

/** A column that is spoken or in a prompt. */
export interface SpokenColumn {
  readonly name: string;
  /** Default of the flow for rows without a value; null if there is none. */
  readonly fallback: VariableValue;
}

/** How an agent and its flow use the columns of a file. Names are column names. */
export interface FlowColumns {
  /** Spoken or in a prompt, and not set by a step, in order. */
  readonly spoken: readonly SpokenColumn[];
  /** Declared or compared, but neither spoken, nor in a prompt, nor set by a step. */
  readonly unspoken: readonly string[];
  /** Set by a step during the call. A column may provide an initial value. */
  readonly filledBySteps: readonly string[];
  /** Declared as times (`date_time`). */
  readonly times: readonly string[];
}

/** The columns that are stored in `customer`. */
const customerColumns: ReadonlySet<string> = new Set(['name', 'email', 'external_id', 'timezone']);

/** Returns how an agent and its flow use the columns of a file. */
export function flowColumns(flow: CallFlow, agent: AgentConfig): FlowColumns {
  const texts = [agentTexts(agent), flow.globalPrompt, flow.nodes, flow.edges];
  const filled = filledVariables(flow);
  const columnsIn = (paths: readonly string[]) => [
    ...new Set(paths.filter((path) => !filled.includes(path)).flatMap(columnOf)),
  ];
  const spoken = columnsIn(variablesOf(JSON.stringify(texts)));
  const unspoken = columnsIn([...Object.keys(flow.variables), ...comparedVariables(flow)]);
  return {
    spoken: spoken.map((name) => ({ name, fallback: valueByName(flow.variables, name)?.default ?? null })),
    unspoken: unspoken.filter((name) => !spoken.includes(name)),
    filledBySteps: filled.map(columnName),
    times: Object.entries(flow.variables).flatMap(([name, { type }]) =>
      type === 'date_time' ? [columnName(name)] : [],
    ),
  };
}

function columnOf(path: string): string[] {
  const [space, field] = path.split('.', 2) as [string, string | undefined];
  if (space === 'customer' && field !== undefined)
    return customerColumns.has(columnName(field)) ? [columnName(field)] : [];
  if (field !== undefined) return space === 'dynamic' ? [columnName(field)] : [];
  return path === 'phone' || (namespaces as readonly string[]).includes(path) ? [] : [columnName(path)];
}

/** Returns the variables that the conditions of the flow compare. */
function comparedVariables(flow: CallFlow): string[] {
  return flow.edges.flatMap(({ condition }) =>
    condition.type === 'expression'
      ? [...(condition.all ?? []), ...(condition.any ?? [])].map(({ left }) => left)
      : [],
  );
}

/** Returns the variables that can have a value at the end of a call of this flow, in order. */
export const variablesAtEnd = (flow: CallFlow): string[] => [
  ...new Set([...Object.keys(flow.variables), ...filledVariables(flow)]),
];

/** Returns the variables that steps of the flow set. */
function filledVariables(flow: CallFlow): string[] {
  return flow.nodes.flatMap((node) => {
    switch (node.type) {
      case 'ask':
      case 'gather_digits':
        return [node.config.variable];
      case 'extract':
        return node.config.fields.map(({ name }) => name);
      case 'http':
        return Object.keys(node.config.save);
      default:
        return [];
    }
  });
}
