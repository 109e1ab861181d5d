import { isE164, parsePhoneNumber } from '../../core/phone-numbers.ts';
import { refuse } from '../../core/problems.ts';
import { patchAgent, type AgentConfig } from '../../domain/agent.ts';
import type { CallAgent, NewCall } from '../../domain/call.ts';
import type { AgentRow } from '../../store/agents/agent-row.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import { findFlow } from '../../store/flows/find-flow.ts';
import type { FlowRow } from '../../store/flows/flow-row.ts';
import { findOwnedNumberByE164 } from '../../store/numbers/find-owned-number.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions/is-suppressed.ts';
import { checkedPatch } from '../merge.ts';

/** What a call needs, found and checked. */
export interface PreparedCall {
  readonly agent: CallAgent;
  readonly agentVersion: number;
  readonly flow: FlowRow;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly record: boolean;
}

/**
 * The checks of a call in the order of the contract: the agent, its number, its flow, then the number to be called.
 * @throws {Problem} with the error that the contract gives each of them
 */
export async function prepareCall(db: Queryable, workspaceId: string, asked: NewCall): Promise<PreparedCall> {
  const agent = (await findAgent(db, { workspaceId, agentId: asked.agentId })) ?? refuse('agent_not_found');
  if (agent.config.status !== 'active' || agent.config.type !== 'voice') refuse('agent_inactive');
  const fromNumber = await activeNumber(db, workspaceId, agent, asked.fromNumber);
  const flow = await activeFlow(db, workspaceId, agent);
  const toNumber = await callableNumber(db, workspaceId, asked.toNumber);
  const config = checkedPatch(() => patchAgent(agent.config, asked.overrides ?? {}));
  return {
    agent: showAgent(agent.id, config),
    agentVersion: agent.version,
    flow,
    fromNumber,
    toNumber,
    record: asked.record && config.recording.enabled,
  };
}

const showAgent = (id: string, { name, model, voice }: AgentConfig): CallAgent => ({
  id,
  name,
  model,
  voice: { provider: voice.provider, voiceId: voice.voiceId },
});

/** The agent must have one of its own even where another is asked for. */
async function activeNumber(
  db: Queryable,
  workspaceId: string,
  agent: AgentRow,
  asked: string | undefined,
): Promise<string> {
  const own = agent.config.phoneNumber;
  if (own === null || !(await isUsable(db, workspaceId, own))) refuse('agent_no_phone_number');
  if (asked === undefined || asked === own) return own;
  if (!(await isUsable(db, workspaceId, asked))) refuse('number_not_owned');
  return asked;
}

async function isUsable(db: Queryable, workspaceId: string, e164: string): Promise<boolean> {
  const number = await findOwnedNumberByE164(db, { e164 });
  return number?.workspaceId === workspaceId && number.status === 'active';
}

async function activeFlow(db: Queryable, workspaceId: string, agent: AgentRow): Promise<FlowRow> {
  const { flowId } = agent.config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active') refuse('agent_no_active_flow');
  return flow;
}

async function callableNumber(db: Queryable, workspaceId: string, text: string): Promise<string> {
  const number = isE164(text) ? parsePhoneNumber(text) : undefined;
  if (number === undefined) refuse('invalid_number');
  const whom = { workspaceId, channel: 'voice', address: number.e164 } as const;
  if (await isSuppressed(db, whom)) refuse('opted_out');
  return number.e164;
}
