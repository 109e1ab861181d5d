import { setImmediate } from 'node:timers/promises';
import { Problem, type FieldFault } from '../../core/problems.ts';
import { CallFlowInput, FlowInput } from '../../domain/flow/flow.ts';
import { validateFlow } from '../../domain/flow/validate.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import type { Queryable } from '../../store/queryable.ts';
import { validate } from '../validate.ts';
import { joinFaults } from '../apply-patch.ts';
import { problemFault, problemFromFaults } from '../refuse-faults.ts';
import { sentFields, sentList, sentText } from '../sent-value.ts';

/** Everything that speaks against a flow. */
export interface FlowFaults {
  /** Of its fields, one by one. */
  readonly fields: readonly FieldFault[];
  /** Of the whole: it could not be run. */
  readonly graph: readonly FieldFault[];
  /** To what is not there. */
  readonly references: readonly FieldFault[];
}

/** `whole` is a flow of any shape; `sent` is what of it is new, and `refused` what its own schema found in that. */
export async function flowFaults(
  db: Queryable,
  workspaceId: string,
  whole: unknown,
  { sent = whole, refused = [] }: { readonly sent?: unknown; readonly refused?: readonly FieldFault[] } = {},
): Promise<FlowFaults> {
  // A flow of the largest size takes some milliseconds in each step: other work of the thread runs in between.
  await setImmediate();
  const form = joinFaults(refused, [...validate(FlowInput, whole).faults, ...hiddenFaults(whole)]);
  await setImmediate();
  const graph = validateFlow(whole);
  await setImmediate();
  return {
    fields: form.map((fault) => nameElement(fault, whole)),
    graph,
    references: await agentFaults(db, workspaceId, sent),
  };
}

/** A type that does not exist hides the faults of all other fields; they are looked for as if it had been left out. */
function hiddenFaults(whole: unknown): readonly FieldFault[] {
  const { type, ...rest } = sentFields(whole);
  const isKnown = type === undefined || type === 'call' || type === 'message';
  return isKnown ? [] : validate(CallFlowInput, rest).faults;
}

/** The agent of a message flow must be there. */
async function agentFaults(db: Queryable, workspaceId: string, sent: unknown): Promise<FieldFault[]> {
  const agentId = sentText(sentFields(sent).agentId);
  if (agentId === undefined) return [];
  const agent = await findAgent(db, { workspaceId, agentId });
  return agent === undefined ? [problemFault('agentId', 'agent_not_found')] : [];
}

const elementPattern = /^(node|edge)s\[(\d+)\]/;

/** A fault of form names its node or edge as the faults of the graph do. */
function nameElement(fault: FieldFault, whole: unknown): FieldFault {
  const [, kind, index] = elementPattern.exec(fault.path) ?? [];
  if (kind === undefined) return fault;
  const { id, from } = sentFields(sentList(sentFields(whole)[`${kind}s`])[Number(index)]);
  const name = sentText(id) === undefined ? `number ${Number(index) + 1}` : `"${sentText(id)}"`;
  const of = kind === 'edge' && sentText(from) !== undefined ? ` of node "${sentText(from)}"` : '';
  return { ...fault, message: `${kind === 'node' ? 'Node' : 'Edge'} ${name}${of}: ${fault.message}` };
}

const graphPattern = /^(nodes|edges|variables|startNodeId)\b/;

/** Undefined where there is none. `flow_invalid` unless a field outside the graph has a fault of form. */
export function flowProblem({ fields: form, graph, references }: FlowFaults): Problem | undefined {
  const fields = [...form, ...graph, ...references];
  if (fields.length === 0) return undefined;
  if (fields.length === references.length) return problemFromFaults(references);
  const isGraph = form.every(({ path }) => graphPattern.test(path));
  return new Problem(isGraph ? 'flow_invalid' : 'invalid_request', { fields });
}
