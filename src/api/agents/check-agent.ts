import { refuse } from '../../core/problems.ts';
import type { AgentConfig } from '../../domain/agent.ts';
import { findFlow } from '../../store/flows/find-flow.ts';
import { holdFlow } from '../../store/flows/hold-flow.ts';
import { findOwnedNumberByE164 } from '../../store/numbers/find-owned-number.ts';
import { updateOwnedNumber } from '../../store/numbers/update-owned-number.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Flow families by the agents that take them. */
const familyOf = { voice: 'call', messaging: 'message' } as const;

/**
 * What an agent refers to must be there, and stay until the transaction is over: its flow, of the right family, and its number.
 * @throws {Problem} `flow_not_found`, `invalid_request`, `number_not_owned`
 */
export async function checkAgent(tx: Queryable, workspaceId: string, config: AgentConfig): Promise<void> {
  await checkFlow(tx, workspaceId, config);
  if (config.phoneNumber === null) return;
  const number = await findOwnedNumberByE164(tx, { e164: config.phoneNumber });
  if (number?.workspaceId !== workspaceId) refuse('number_not_owned');
}

async function checkFlow(tx: Queryable, workspaceId: string, { flowId, type }: AgentConfig): Promise<void> {
  if (flowId === null) return;
  if (!(await holdFlow(tx, { workspaceId, flowId }))) refuse('flow_not_found');
  const flow = (await findFlow(tx, { workspaceId, flowId })) ?? refuse('flow_not_found');
  const family = familyOf[type];
  if (flow.definition.type === family) return;
  const message = `A ${type} agent takes a ${family} flow; this one is a ${flow.definition.type} flow.`;
  refuse('invalid_request', { fields: [{ path: 'flowId', code: 'flow_type_mismatch', message }] });
}

/** The agent's number rings at the agent, unless it was given to another already. */
export async function answerOwnNumber(
  tx: Queryable,
  agent: { readonly workspaceId: string; readonly id: string; readonly config: AgentConfig },
  at: Date,
): Promise<void> {
  if (agent.config.phoneNumber === null || agent.config.type !== 'voice') return;
  const number = await findOwnedNumberByE164(tx, { e164: agent.config.phoneNumber });
  if (number === undefined || number.agentId !== null) return;
  await updateOwnedNumber(tx, { workspaceId: agent.workspaceId, numberId: number.id, agentId: agent.id, at });
}
