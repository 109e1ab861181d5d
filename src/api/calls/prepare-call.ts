import { isE164, parsePhoneNumber } from '../../core/phone-numbers.ts';
import type { FieldFault } from '../../core/problems.ts';
import { AgentOverrides, patchedAgentSchema, type AgentConfig } from '../../domain/agent.ts';
import { networkOf, type AvailableNetworks } from '../../domain/batches/number-networks.ts';
import type { CallAgent } from '../../domain/call.ts';
import { purposeOf, type Purpose } from '../../domain/calling-hours/purpose.ts';
import type { AgentRow } from '../../store/agents/agent-row.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import { findFlow } from '../../store/flows/find-flow.ts';
import type { FlowRow } from '../../store/flows/flow-row.ts';
import { findOwnedNumberOfWorkspace } from '../../store/numbers/find-owned-number.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions/is-suppressed.ts';
import { providerFaults } from '../agents/provider-faults.ts';
import { validatePatched } from '../apply-patch.ts';
import { missingModelSetting, type ProviderCatalog } from '../provider-catalog.ts';
import { problemFault, problemFromFaults } from '../refuse-faults.ts';
import { sentFields, sentText } from '../sent-value.ts';
import { readTimes } from './call-times.ts';

/** The checked parts of a call. */
export interface PreparedCall {
  readonly agent: CallAgent;
  readonly agentVersion: number;
  readonly flow: FlowRow;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly recordingEnabled: boolean;
  /** Purpose of the agent. */
  readonly purpose: Purpose;
  /** `undefined` means now. */
  readonly startsAt: Date | undefined;
}

/** What the checks of a call depend on. */
export interface CallCheckContext {
  readonly db: Queryable;
  readonly workspaceId: string;
  readonly catalog: ProviderCatalog;
  /** The networks that calls can reach. */
  readonly reachableNetworks: AvailableNetworks;
  readonly nowMs: number;
}

/**
 * Checks a call and returns its parts.
 * @throws {Problem} with every fault; the first fault with its own error code, in the order of the contract, sets the code
 */
export async function prepareCall(where: CallCheckContext, body: unknown): Promise<PreparedCall> {
  const { prepared, faults } = await validateCall(where, body);
  if (prepared === undefined) throw problemFromFaults(faults);
  return prepared;
}

/**
 * Checks a call in the order of the contract: the agent, its number, its flow, the callee's number, then the rest. `body` may have
 * any shape. A missing or mistyped field is skipped, and then no prepared call is returned.
 */
export async function validateCall(
  where: CallCheckContext,
  body: unknown,
): Promise<{ readonly prepared: PreparedCall | undefined; readonly faults: readonly FieldFault[] }> {
  const sent = sentFields(body);
  const faults: FieldFault[] = [];
  const agent = await usableAgent(where, sentText(sent.agentId), faults);
  const fromNumber = agent && (await activeNumber(where, agent, sentText(sent.fromNumber), faults));
  const flow = agent && (await activeFlow(where, agent, faults));
  const toNumber = await callableNumber(where, sentText(sent.toNumber), faults);
  const startsAt = readTimes(sentText(sent.scheduledAt), sentText(sent.notAfter), where.nowMs, faults);
  const config = overriddenConfig(where, agent?.config, sent.overrides, faults);
  faults.push(...modelFaults(where, config));
  if (!agent || !fromNumber || !flow || !toNumber || !config || faults.length > 0)
    return { prepared: undefined, faults };
  const shown = toCallAgent(agent.id, config);
  const found = { agentVersion: agent.version, flow, fromNumber, toNumber, startsAt };
  const ofAgent = { recordingEnabled: config.recording.enabled, purpose: purposeOf(null, config) };
  return { prepared: { agent: shown, ...ofAgent, ...found }, faults };
}

const toCallAgent = (id: string, { name, model, voice }: AgentConfig): CallAgent => ({
  id,
  name,
  model,
  voice: { provider: voice.provider, voiceId: voice.voiceId },
});

async function usableAgent(
  { db, workspaceId }: CallCheckContext,
  agentId: string | undefined,
  faults: FieldFault[],
): Promise<AgentRow | undefined> {
  if (agentId === undefined) return undefined;
  const agent = await findAgent(db, { workspaceId, agentId });
  if (agent === undefined) faults.push(problemFault('agentId', 'agent_not_found'));
  else if (agent.config.status !== 'active' || agent.config.type !== 'voice')
    faults.push(problemFault('agentId', 'agent_inactive'));
  return agent;
}

/** Returns the caller ID. The agent must have a number even if the request names another one. */
async function activeNumber(
  where: CallCheckContext,
  agent: AgentRow,
  requested: string | undefined,
  faults: FieldFault[],
): Promise<string | undefined> {
  const own = agent.config.phoneNumber;
  if (own === null || !(await isUsable(where, own)))
    faults.push(problemFault('agentId', 'agent_no_phone_number'));
  if (requested === undefined || requested === own) return own ?? undefined;
  if (!(await isUsable(where, requested))) faults.push(problemFault('fromNumber', 'number_not_owned'));
  return requested;
}

async function isUsable({ db, workspaceId }: CallCheckContext, e164: string): Promise<boolean> {
  const number = await findOwnedNumberOfWorkspace(db, { workspaceId, e164 });
  return number?.status === 'active';
}

async function activeFlow(
  { db, workspaceId }: CallCheckContext,
  agent: AgentRow,
  faults: FieldFault[],
): Promise<FlowRow | undefined> {
  const { flowId } = agent.config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active') faults.push(problemFault('agentId', 'agent_no_active_flow'));
  return flow;
}

async function callableNumber(
  { db, workspaceId, reachableNetworks }: CallCheckContext,
  text: string | undefined,
  faults: FieldFault[],
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const number = isE164(text) ? parsePhoneNumber(text) : undefined;
  if (number === undefined) {
    faults.push(problemFault('toNumber', 'invalid_number'));
    return undefined;
  }
  const whom = { workspaceId, channel: 'voice', address: number.e164 } as const;
  if (!reachableNetworks[networkOf(number.e164)]) faults.push(problemFault('toNumber', 'no_trunk'));
  if (await isSuppressed(db, whom)) faults.push(problemFault('toNumber', 'opted_out'));
  return number.e164;
}

/** Returns the agent with the overrides of this call. Ignores malformed overrides, which the schema rejects. */
function overriddenConfig(
  { catalog }: CallCheckContext,
  config: AgentConfig | undefined,
  overrides: unknown,
  faults: FieldFault[],
): AgentConfig | undefined {
  const found = providerFaults(overrides, catalog, config);
  const patch = AgentOverrides.safeParse(overrides ?? {});
  const whole =
    config && patch.success ? validatePatched(patchedAgentSchema(patch.data), config, patch.data) : undefined;
  for (const fault of [...(whole?.faults ?? []), ...found])
    faults.push({ ...fault, path: `overrides.${fault.path}` });
  return whole?.value;
}

function modelFaults({ catalog }: CallCheckContext, config: AgentConfig | undefined): FieldFault[] {
  const setting = config && missingModelSetting(catalog, config);
  return setting === undefined ? [] : [problemFault('agentId', 'no_model')];
}
