import { voiceOf } from '../../domain/agent.ts';
import { CallNotPossible, requireModel, withOverrides } from '../../calls/load-call-plan.ts';
import type { CallAgent } from '../../domain/call.ts';
import { type AgentRow, findAgent } from '../../store/agents.ts';
import type { LockedCallback } from '../../store/callbacks.ts';
import { findFlow, type FlowRow } from '../../store/flows.ts';
import { findOwnedNumberOfWorkspace } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Configuration of a callback: the current versions of its agent and flow, and the number to call from. */
export interface CallbackContext {
  readonly agent: CallAgent;
  readonly agentVersion: number;
  readonly flowId: string;
  readonly flowVersion: number;
  readonly fromNumber: string;
  readonly record: boolean;
}

/** Returns the configuration of a callback. Throws `CallNotPossible` with the reason if the callback cannot be made now. */
export async function loadCallbackContext(db: Queryable, callback: LockedCallback): Promise<CallbackContext> {
  const agent = await findUsableAgent(db, callback);
  const flow = await findActiveFlow(db, agent);
  const config = withOverrides(agent.config, callback);
  requireModel(config, flow.definition);
  const { name, model } = config;
  return {
    agent: { id: agent.id, name, model, voice: voiceOf(config) },
    agentVersion: agent.version,
    flowId: flow.id,
    flowVersion: flow.version,
    fromNumber: await findUsableNumber(db, callback, agent),
    record: (callback.record ?? true) && config.recording.enabled,
  };
}

async function findUsableAgent(db: Queryable, { workspaceId, agentId }: LockedCallback): Promise<AgentRow> {
  const agent = agentId === null ? undefined : await findAgent(db, { workspaceId, agentId });
  if (agent === undefined) throw new CallNotPossible('The agent of the callback was deleted.');
  if (agent.config.status !== 'active' || agent.config.type !== 'voice')
    throw new CallNotPossible('The agent of the callback is not an active voice agent.');
  return agent;
}

async function findActiveFlow(db: Queryable, { workspaceId, config }: AgentRow): Promise<FlowRow> {
  const { flowId } = config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active')
    throw new CallNotPossible('The agent of the callback has no active flow.');
  return flow;
}

/** Returns the workspace's number of the earlier call if it is still active, otherwise the agent's number. */
async function findUsableNumber(
  db: Queryable,
  { workspaceId, ownNumber }: LockedCallback,
  { config }: AgentRow,
): Promise<string> {
  for (const e164 of [ownNumber, config.phoneNumber]) {
    if (e164 === null) continue;
    const number = await findOwnedNumberOfWorkspace(db, { workspaceId, e164 });
    if (number?.status === 'active') return e164;
  }
  throw new CallNotPossible('The agent of the callback has no active number.');
}
