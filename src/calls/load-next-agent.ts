import { agentIn } from '../domain/agent.ts';
import { flowIn } from '../domain/flow/flow.ts';
import { findAgent } from '../store/agents.ts';
import { findFlow } from '../store/flows.ts';
import type { Queryable } from '../store/queryable.ts';
import type { NextAgent } from './agent-handoffs.ts';
import { conversationOnlyFlow } from './call-plan.ts';
import { CallNotPossible, requireModel } from './load-call-plan.ts';
import { providersFor, type ProviderDirectory } from './provider-directory.ts';

/** Loads an agent and its flow to continue a call. An agent without a flow holds a conversation. Throws `CallNotPossible`. */
export async function loadNextAgent(
  db: Queryable,
  directory: ProviderDirectory,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<NextAgent> {
  const row = await findAgent(db, { workspaceId, agentId });
  if (row === undefined) throw new CallNotPossible(`The agent ${agentId} does not exist.`);
  const { config: agent, version: agentVersion } = row;
  if (agent.type !== 'voice') throw new CallNotPossible(`The agent ${agentId} is a messaging agent.`);
  if (agent.status !== 'active') throw new CallNotPossible(`The agent ${agentId} is not active.`);
  const flow = await loadFlow(db, workspaceId, agent.flowId);
  requireModel(agent, flow);
  const providers = providersFor(agent, directory, flow);
  const { language } = agent;
  return { agentId, agentVersion, agent: agentIn(agent, language), flow: flowIn(flow, language), providers };
}

async function loadFlow(db: Queryable, workspaceId: string, flowId: string | null) {
  if (flowId === null) return conversationOnlyFlow;
  const flow = await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active') throw new CallNotPossible('The flow of the agent is not active.');
  return flow.definition;
}
