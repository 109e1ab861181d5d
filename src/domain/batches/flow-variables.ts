import type { AgentConfig } from '../agent.ts';
import type { CallFlow } from '../flow/flow.ts';
import type { VariableValue } from '../flow/protocol.ts';
import { namespaces } from '../flow/scope.ts';
import { variablesOf } from '../flow/template.ts';
import { columnName, valueByName } from '../variable-name.ts';

/** A column that a call's texts speak of. */
export interface SpokenColumn {
  readonly name: string;
  /** What the flow says for a row that gives nothing; null: nothing is said. */
  readonly fallback: VariableValue;
}

/** What an agent's calls make of the columns of a file. Names are those of columns. */
export interface FlowColumns {
  /** Spoken of and not filled in by a step, in their order. */
  readonly spoken: readonly SpokenColumn[];
  /** Not spoken of, but declared or compared, and not filled in by a step. */
  readonly unspoken: readonly string[];
  /** Filled in by a step in the course of the call. A column may come before that. */
  readonly filled: readonly string[];
  /** Declared as times (`date_time`). */
  readonly times: readonly string[];
}

/** The columns of a file that are found in `customer`. */
const customerColumns: ReadonlySet<string> = new Set(['name', 'email', 'external_id', 'timezone']);

export function flowColumns(flow: CallFlow, agent: AgentConfig): FlowColumns {
  const texts = [agent.firstMessage, agent.personality, flow.globalPrompt, flow.nodes, flow.edges];
  const filled = filledVariables(flow);
  const columnsIn = (paths: readonly string[]) => [
    ...new Set(paths.filter((path) => !filled.includes(path)).flatMap(columnOf)),
  ];
  const spoken = columnsIn(variablesOf(JSON.stringify(texts)));
  const others = columnsIn([...Object.keys(flow.variables), ...operands(flow)]);
  return {
    spoken: spoken.map((name) => ({ name, fallback: valueByName(flow.variables, name)?.default ?? null })),
    unspoken: others.filter((name) => !spoken.includes(name)),
    filled: filled.map(columnName),
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

/** What the conditions of the flow compare. */
function operands(flow: CallFlow): string[] {
  return flow.edges.flatMap(({ condition }) =>
    condition.type === 'expression'
      ? [...(condition.all ?? []), ...(condition.any ?? [])].map(({ left }) => left)
      : [],
  );
}

/** Variables that a call of this flow may end with, in their order. */
export const variablesHeld = (flow: CallFlow): string[] => [
  ...new Set([...Object.keys(flow.variables), ...filledVariables(flow)]),
];

/** What steps of the flow fill in. */
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
