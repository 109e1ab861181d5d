import type { AgentConfig } from '../agent.ts';
import type { CallFlow } from '../flow/flow.ts';
import { namespaces } from '../flow/scope.ts';
import { variablesOf } from '../flow/template.ts';

/** Where the columns of a file are found in `customer`. */
const customerColumns: Readonly<Record<string, string>> = {
  'customer.name': 'name',
  'customer.email': 'email',
  'customer.externalId': 'external_id',
  'customer.timezone': 'timezone',
};

/** The columns that a call's texts speak of and that neither the flow nor the call itself fills in, in their order. */
export function columnsNeeded(flow: CallFlow, agent: AgentConfig): string[] {
  const own = ownVariables(flow);
  const texts = JSON.stringify([
    agent.firstMessage,
    agent.personality,
    flow.globalPrompt,
    flow.nodes,
    flow.edges,
  ]);
  return [...new Set(variablesOf(texts).flatMap((path) => columnOf(path, own)))];
}

function columnOf(path: string, own: ReadonlySet<string>): string[] {
  const column = customerColumns[path];
  if (column !== undefined) return [column];
  const [space, field] = path.split('.', 2) as [string, string | undefined];
  if (field !== undefined) return space === 'dynamic' ? [field] : [];
  return own.has(path) || (namespaces as readonly string[]).includes(path) ? [] : [path];
}

/** What the flow itself gives a value to, at the latest in the course of the call. */
function ownVariables(flow: CallFlow): Set<string> {
  const declared = Object.entries(flow.variables).filter(([, { default: value }]) => value !== null);
  return new Set([...declared.map(([name]) => name), ...filledVariables(flow)]);
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
