import { problems, type FieldFault } from '../../core/problems.ts';
import { modelNodeTypes } from '../../domain/flow/needs-model.ts';
import { findAgentsWithoutModel } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { problemFault } from '../reject-faults.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';

/** Returns a fault if the sent nodes, of any shape, need a language model and an agent of the flow names none. */
export async function modelFaults(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
  type: 'call' | 'message',
  sent: unknown,
): Promise<FieldFault[]> {
  const fields = sentFields(sent);
  if (type !== 'call' || !('nodes' in fields)) return [];
  const nodes = sentList(fields.nodes);
  const types = nodes.map((node) => sentText(sentFields(node).type) ?? '');
  if (nodes.length > 0 && !types.some((nodeType) => modelNodeTypes.has(nodeType))) return [];
  const agents = await findAgentsWithoutModel(db, { workspaceId, flowId });
  if (agents.length === 0) return [];
  const names = agents.map(({ id, name }) => `${name} (${id})`).join(', ');
  const message = `${problems.agent_needs_model.text} Agents of this flow without one: ${names}.`;
  return [problemFault('nodes', 'agent_needs_model', message)];
}
