import { setImmediate } from 'node:timers/promises';
import { Problem, type FieldFault } from '../../core/problems.ts';
import { CallFlowInput, FlowInput, type FlowDefinition } from '../../domain/flow/flow.ts';
import { validateFlow } from '../../domain/flow/validate.ts';
import { findAgent } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { validate } from '../http/validate.ts';
import { joinFaults } from '../apply-patch.ts';
import { problemFault, problemFromFaults } from '../reject-faults.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';
import { handoffFaults } from './handoff-faults.ts';
import { languageFaults, modelFaults } from './model-faults.ts';

/** The faults of a flow. */
export interface FlowFaults {
  /** Faults of single fields. */
  readonly fields: readonly FieldFault[];
  /** Faults of the graph, because of which the flow cannot run. */
  readonly graph: readonly FieldFault[];
  /** References to missing resources, and agents of the flow that it does not suit. */
  readonly references: readonly FieldFault[];
}

/** The change of a flow. */
export interface FlowChange {
  /** The changed part, of any shape. Defaults to the whole flow. */
  readonly sent?: unknown;
  /** The faults that the request schema reports for the changed part. */
  readonly schemaFaults?: readonly FieldFault[];
  /** The flow before the change; undefined for a new flow. */
  readonly current?: {
    readonly workspaceId: string;
    readonly flowId: string;
    readonly definition: Pick<FlowDefinition, 'type'>;
  };
}

/**
 * Returns all faults of a flow.
 * @param whole the flow after the change, of any shape
 */
export async function flowFaults(
  db: Queryable,
  workspaceId: string,
  whole: unknown,
  { sent = whole, schemaFaults = [], current }: FlowChange = {},
): Promise<FlowFaults> {
  // Each step takes a few milliseconds for a flow of maximum size, so the event loop runs between them.
  await setImmediate();
  const fieldFaults = joinFaults(schemaFaults, [
    ...validate(FlowInput, whole).faults,
    ...hiddenFaults(whole),
  ]);
  await setImmediate();
  const graph = [...validateFlow(whole), ...(await handoffFaults(db, workspaceId, sent))];
  await setImmediate();
  return {
    fields: fieldFaults.map((fault) => nameElement(fault, whole)),
    graph,
    references: [
      ...(await unknownAgentFaults(db, workspaceId, sent)),
      ...(current === undefined ? [] : await modelFaults(db, current, current.definition.type, sent)),
      ...(await languageFaults(db, { workspaceId, flowId: current?.flowId }, sent, whole)),
    ],
  };
}

/** Returns the faults of the other fields if the type is unknown, because the schema then reports only the type. */
function hiddenFaults(whole: unknown): readonly FieldFault[] {
  const { type, ...otherFields } = sentFields(whole);
  const isKnown = type === undefined || type === 'call' || type === 'message';
  return isKnown ? [] : validate(CallFlowInput, otherFields).faults;
}

/** Returns a fault if the agent of a message flow does not exist. */
async function unknownAgentFaults(db: Queryable, workspaceId: string, sent: unknown): Promise<FieldFault[]> {
  const agentId = sentText(sentFields(sent).agentId);
  if (agentId === undefined) return [];
  const agent = await findAgent(db, { workspaceId, agentId });
  return agent === undefined ? [problemFault('agentId', 'agent_not_found')] : [];
}

const elementPattern = /^(node|edge)s\[(\d+)\]/;

/** Adds the name of the node or edge to the message of a field fault, as in messages of graph faults. */
function nameElement(fault: FieldFault, whole: unknown): FieldFault {
  const [, kind, index] = elementPattern.exec(fault.path) ?? [];
  if (kind === undefined) return fault;
  const { id, from } = sentFields(sentList(sentFields(whole)[`${kind}s`])[Number(index)]);
  const name = sentText(id) === undefined ? `number ${Number(index) + 1}` : `"${sentText(id)}"`;
  const origin = kind === 'edge' && sentText(from) !== undefined ? ` of node "${sentText(from)}"` : '';
  return { ...fault, message: `${kind === 'node' ? 'Node' : 'Edge'} ${name}${origin}: ${fault.message}` };
}

const graphPattern = /^(nodes|edges|variables|startNodeId)\b/;

/**
 * Returns the problem for the faults; `undefined` if there are none. Its code is `flow_invalid`, or `invalid_request` if a field outside
 * the graph is invalid. If only references have faults, it is the code of the first of them.
 */
export function flowProblem({ fields: fieldFaults, graph, references }: FlowFaults): Problem | undefined {
  const fields = [...fieldFaults, ...graph, ...references];
  if (fields.length === 0) return undefined;
  if (fields.length === references.length) return problemFromFaults(references);
  const isGraph = fieldFaults.every(({ path }) => graphPattern.test(path));
  return new Problem(isGraph ? 'flow_invalid' : 'invalid_request', { fields });
}
