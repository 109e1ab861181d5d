import type { FieldFault } from '../../core/problems.ts';
import { hasModel } from '../../domain/agent.ts';
import { needsModel } from '../../domain/flow/needs-model.ts';
import { findAgent, updateAgent } from '../../store/agents.ts';
import { findFlow } from '../../store/flows.ts';
import type { OwnedNumberRow } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishAgentEvent } from '../agents/publish-agent-event.ts';
import { retryOnConflict } from '../apply-patch.ts';
import { problemFault } from '../reject-faults.ts';

/** Returns a fault if the agent to assign does not exist, or cannot answer calls because its flow needs a language model and it names none. */
export async function assignedAgentFaults(
  db: Queryable,
  workspaceId: string,
  agentId: string | null | undefined,
): Promise<FieldFault[]> {
  if (agentId === null || agentId === undefined) return [];
  const agent = await findAgent(db, { workspaceId, agentId });
  if (agent === undefined) return [problemFault('agentId', 'agent_not_found')];
  const { type, flowId } = agent.config;
  if (type !== 'voice' || flowId === null || hasModel(agent.config)) return [];
  const flow = await findFlow(db, { workspaceId, flowId });
  return flow !== undefined && needsModel(flow.definition)
    ? [problemFault('agentId', 'agent_needs_model')]
    : [];
}

/** Makes an active number the caller ID of the agent that answers it, unless the agent has one already. */
export async function useAsCallerId(tx: Queryable, number: OwnedNumberRow, at: Date): Promise<void> {
  const { workspaceId, agentId, e164 } = number;
  if (agentId === null || number.status !== 'active') return;
  await retryOnConflict(async () => {
    const agent = await findAgent(tx, { workspaceId, agentId });
    if (agent === undefined || agent.config.phoneNumber !== null) return agent ?? null;
    const config = { ...agent.config, phoneNumber: e164 };
    const changed = await updateAgent(tx, { workspaceId, agentId, version: agent.version, config, at });
    if (changed !== undefined) await publishAgentEvent(tx, 'agent.updated', changed, at);
    return changed;
  });
}
