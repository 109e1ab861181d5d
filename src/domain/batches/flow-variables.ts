import type { AgentConfig } from '../agent.ts';
import { agentTexts } from '../agent-texts.ts';
import type { CallFlow, MessageFlow } from '../flow/flow.ts';
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
  return columnsOf(flow, [agentTexts(agent), flow.globalPrompt, flow.nodes, flow.edges]);
}

/** Returns how a message flow uses the columns of a file: those of its first message, and those of its later texts. */
export function messageFlowColumns(flow: MessageFlow, channel: 'sms' | 'email'): FlowColumns {
  const firstMessage = columnsOf(flow, [flow.initiationMessage, channel === 'email' ? flow.subject : '']);
  const all = columnsOf(flow, [flow.initiationMessage, flow.subject, flow.nodes, flow.edges]);
  const spoken = new Set(firstMessage.spoken.map(({ name }) => name));
  const later = [...all.spoken.map(({ name }) => name), ...all.unspoken];
  return { ...firstMessage, unspoken: later.filter((name) => !spoken.has(name)) };
}

type FlowWithVariables = Pick<CallFlow, 'nodes' | 'edges' | 'variables'>;

function columnsOf(flow: FlowWithVariables, texts: readonly unknown[]): FlowColumns {
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
function comparedVariables(flow: FlowWithVariables): string[] {
  return flow.edges.flatMap(({ condition }) =>
    condition.type === 'expression'
      ? [...(condition.all ?? []), ...(condition.any ?? [])].map(({ left }) => left)
      : [],
  );
}

/** A variable that can have a value at the end of a call. */
export interface VariableAtEnd {
  readonly name: string;
  /** Whether the flow asks the customer for it. */
  readonly isAnswer: boolean;
  /** Name of the step that asks for it. Undefined if it has none, or several steps with different names ask for it. */
  readonly title: string | undefined;
  /** Whether it is a time, as declared or as the flow asks for it. */
  readonly isTime: boolean;
}

/** Returns the variables that can have a value at the end of a call of one of these flows, in the order of their steps. A later flow decides about titles. */
export function variablesAtEnd(flows: readonly Pick<CallFlow, 'nodes' | 'variables'>[]): VariableAtEnd[] {
  const found = new Map<string, VariableAtEnd>();
  for (const flow of flows) {
    const stepsByName = Map.groupBy(filledBySteps(flow), ({ name }) => name);
    for (const name of new Set([...stepsByName.keys(), ...Object.keys(flow.variables)])) {
      const steps = stepsByName.get(name) ?? [];
      const [title, ...others] = new Set(steps.flatMap((step) => step.title?.trim() || []));
      found.set(name, {
        name,
        isAnswer: found.get(name)?.isAnswer === true || steps.some(({ isAnswer }) => isAnswer),
        title: others.length === 0 ? title : undefined,
        isTime: flow.variables[name]?.type === 'date_time' || steps.some(({ isTime }) => isTime),
      });
    }
  }
  return [...found.values()];
}

/** Returns the names of the variables that steps of the flow set. */
const filledVariables = (flow: Pick<CallFlow, 'nodes'>): string[] =>
  filledBySteps(flow).map(({ name }) => name);

/** Returns the variables that steps of the flow set. Digits that are not stored are no answer. */
function filledBySteps(flow: Pick<CallFlow, 'nodes'>): VariableAtEnd[] {
  return flow.nodes.flatMap((node) => {
    const step = { title: node.name, isAnswer: node.type !== 'http', isTime: false };
    switch (node.type) {
      case 'ask':
        return [{ ...step, name: node.config.variable, isTime: node.config.expect === 'date_time' }];
      case 'gather_digits':
        return [{ ...step, name: node.config.variable, isAnswer: !node.config.sensitive }];
      case 'extract':
        return node.config.fields.map(({ name }) => ({ ...step, name }));
      case 'http':
        return Object.keys(node.config.save).map((name) => ({ ...step, name }));
      default:
        return [];
    }
  });
}
