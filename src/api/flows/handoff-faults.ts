import type { FieldFault } from '../../core/problems.ts';
import { hasModel } from '../../domain/agent.ts';
import { needsModel } from '../../domain/flow/needs-model.ts';
import { findAgent } from '../../store/agents.ts';
import { findFlow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { problemFault } from '../reject-faults.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';

/** Why an agent cannot continue calls. */
type HandoffFault = Pick<FieldFault, 'code' | 'message'>;

/** Returns a fault for each `agent_handoff` node of a flow in any shape whose agent cannot continue calls. */
export async function handoffFaults(
  db: Queryable,
  workspaceId: string,
  sent: unknown,
): Promise<FieldFault[]> {
  const references = sentList(sentFields(sent).nodes).flatMap((node, index) => {
    const { id, type, config } = sentFields(node);
    const agentId = sentText(sentFields(config).agentId);
    return type === 'agent_handoff' && agentId !== undefined ? [{ id, index, agentId }] : [];
  });
  const agentIds = [...new Set(references.map(({ agentId }) => agentId))];
  const faults = new Map<string, HandoffFault | undefined>();
  for (const agentId of agentIds) faults.set(agentId, await handoffFault(db, workspaceId, agentId));
  return references.flatMap(({ id, index, agentId }) => {
    const fault = faults.get(agentId);
    if (fault === undefined) return [];
    const name = sentText(id) ?? `number ${index + 1}`;
    const message = `Node "${name}": ${fault.message}`;
    return [{ path: `nodes[${index}].config.agentId`, code: fault.code, message }];
  });
}

async function handoffFault(
  db: Queryable,
  workspaceId: string,
  agentId: string,
): Promise<HandoffFault | undefined> {
  const agent = await findAgent(db, { workspaceId, agentId });
  if (agent === undefined) return problemFault('', 'agent_not_found');
  const { type, flowId } = agent.config;
  if (type !== 'voice')
    return { code: 'agent_type_mismatch', message: 'A call needs a voice agent; this is a messaging agent.' };
  if (hasModel(agent.config)) return undefined;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  // Without a flow, the agent holds a conversation.
  return flow === undefined || needsModel(flow.definition)
    ? problemFault('', 'agent_needs_model')
    : undefined;
}
