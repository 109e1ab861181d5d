import { refuse } from '../../core/problems.ts';
import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { validateFlow } from '../../domain/flow/validate.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import type { Queryable } from '../../store/queryable.ts';

/**
 * What is saved can be run: every fault of the graph at once, and the agent of a message flow must be there.
 * @throws {Problem} `flow_invalid`, `agent_not_found`
 */
export async function checkFlow(
  tx: Queryable,
  workspaceId: string,
  definition: FlowDefinition,
): Promise<void> {
  const faults = validateFlow(definition);
  if (faults.length > 0) refuse('flow_invalid', { fields: faults });
  if (definition.type !== 'message' || definition.agentId === null) return;
  const agent = await findAgent(tx, { workspaceId, agentId: definition.agentId });
  if (agent === undefined) refuse('agent_not_found');
}
