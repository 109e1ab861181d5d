import { isE164, parsePhoneNumber } from '../../core/phone-numbers.ts';
import type { FieldFault } from '../../core/problems.ts';
import {
  AgentOverrides,
  hasModel,
  noModel,
  patchedAgentSchema,
  type AgentConfig,
  voiceOf,
} from '../../domain/agent.ts';
import { needsModel } from '../../domain/flow/needs-model.ts';
import { needsTextModel } from '../../domain/flow/needs-text-model.ts';
import { networkOf, type AvailableNetworks } from '../../domain/batches/number-networks.ts';
import type { CallAgent } from '../../domain/call.ts';
import { purposeOf, type Purpose } from '../../domain/calling-hours/purpose.ts';
import { type AgentRow, findAgent } from '../../store/agents.ts';
import { findFlow, type FlowRow } from '../../store/flows.ts';
import { findOwnedNumberOfWorkspace } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions.ts';
import { agentLanguageFaults } from '../agents/flow-language-faults.ts';
import { providerFaults } from '../agents/provider-faults.ts';
import { speechModelFaults, textModelFault } from '../agents/speech-model-faults.ts';
import { toolFaults } from '../agents/tool-faults.ts';
import { validatePatched } from '../apply-patch.ts';
import { isSpeechToSpeech, missingModelSetting, type ProviderCatalog } from '../provider-catalog.ts';
import { problemFault, problemFromFaults } from '../reject-faults.ts';
import { sentFields, sentText } from '../http/sent-value.ts';
import { resolveStartTime } from './call-times.ts';

/** The validated parts of a call. */
export interface PreparedCall {
  readonly agent: CallAgent;
  readonly agentVersion: number;
  readonly flow: FlowRow;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly recordingEnabled: boolean;
  /** The default purpose of the agent's calls. */
  readonly purpose: Purpose;
  /** `undefined` means now. */
  readonly startsAt: Date | undefined;
}

/** The dependencies of the call checks. */
export interface CallCheckContext {
  readonly db: Queryable;
  readonly workspaceId: string;
  readonly catalog: ProviderCatalog;
  /** The networks that calls can reach. */
  readonly reachableNetworks: AvailableNetworks;
  readonly nowMs: number;
  /** Whether the caller can reach the test network only. */
  readonly testOnly: boolean;
}

/**
 * Validates a call and returns its parts.
 * @throws {Problem} with all faults and the code that `problemFromFaults` selects
 */
export async function prepareCall(context: CallCheckContext, body: unknown): Promise<PreparedCall> {
  const { prepared, faults } = await validateCall(context, body);
  if (prepared === undefined) throw problemFromFaults(faults);
  return prepared;
}

/**
 * Validates a call in the documented order of its faults: the agent, its number, its flow, the number of the callee, then the other fields. `body`
 * may have any shape. Skips missing and mistyped fields, which the schema rejects, and then returns no prepared call.
 */
export async function validateCall(
  context: CallCheckContext,
  body: unknown,
): Promise<{ readonly prepared: PreparedCall | undefined; readonly faults: readonly FieldFault[] }> {
  const sent = sentFields(body);
  const faults: FieldFault[] = [];
  const agent = await findUsableAgent(context, sentText(sent.agentId), faults);
  const fromNumber = agent && (await findCallerId(context, agent, sentText(sent.fromNumber), faults));
  const flow = agent && (await findActiveFlow(context, agent, faults));
  const toNumber = await findCallableNumber(context, sentText(sent.toNumber), faults);
  const startsAt = resolveStartTime(
    sentText(sent.scheduledAt),
    sentText(sent.notAfter),
    context.nowMs,
    faults,
  );
  const config = applyOverrides(context, agent?.config, flow, sent, faults);
  faults.push(...modelFaults(context, config, flow));
  if (!agent || !fromNumber || !flow || !toNumber || !config || faults.length > 0)
    return { prepared: undefined, faults };
  const prepared = {
    agent: toCallAgent(agent.id, config),
    agentVersion: agent.version,
    flow,
    fromNumber,
    toNumber,
    recordingEnabled: config.recording.enabled,
    purpose: purposeOf(config),
    startsAt,
  };
  return { prepared, faults };
}

const toCallAgent = (id: string, config: AgentConfig): CallAgent => {
  const { name, model } = config;
  return { id, name, model, voice: voiceOf(config) };
};

async function findUsableAgent(
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
async function findCallerId(
  context: CallCheckContext,
  agent: AgentRow,
  requested: string | undefined,
  faults: FieldFault[],
): Promise<string | undefined> {
  const agentNumber = agent.config.phoneNumber;
  if (agentNumber === null || !(await isActiveNumber(context, agentNumber)))
    faults.push(problemFault('agentId', 'agent_no_phone_number'));
  if (requested === undefined || requested === agentNumber) return agentNumber ?? undefined;
  if (!(await isActiveNumber(context, requested)))
    faults.push(problemFault('fromNumber', 'number_not_owned'));
  return requested;
}

async function isActiveNumber({ db, workspaceId }: CallCheckContext, e164: string): Promise<boolean> {
  const number = await findOwnedNumberOfWorkspace(db, { workspaceId, e164 });
  return number?.status === 'active';
}

async function findActiveFlow(
  { db, workspaceId }: CallCheckContext,
  agent: AgentRow,
  faults: FieldFault[],
): Promise<FlowRow | undefined> {
  const { flowId } = agent.config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active') faults.push(problemFault('agentId', 'agent_no_active_flow'));
  return flow;
}

async function findCallableNumber(
  { db, workspaceId, reachableNetworks, testOnly }: CallCheckContext,
  text: string | undefined,
  faults: FieldFault[],
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const number = isE164(text) ? parsePhoneNumber(text) : undefined;
  if (number === undefined) {
    faults.push(problemFault('toNumber', 'invalid_number'));
    return undefined;
  }
  const callee = { workspaceId, channel: 'voice', address: number.e164 } as const;
  if (testOnly && networkOf(number.e164) !== 'test') faults.push(problemFault('toNumber', 'test_key'));
  else if (!reachableNetworks[networkOf(number.e164)]) faults.push(problemFault('toNumber', 'no_trunk'));
  if (await isSuppressed(db, callee)) faults.push(problemFault('toNumber', 'opted_out'));
  return number.e164;
}

/** Returns the agent with the overrides of this call. Ignores malformed overrides, which the schema rejects. */
function applyOverrides(
  { catalog }: CallCheckContext,
  config: AgentConfig | undefined,
  flow: FlowRow | undefined,
  sent: Readonly<Record<string, unknown>>,
  faults: FieldFault[],
): AgentConfig | undefined {
  const { overrides, pathOf } = overridesOf(sent);
  const unavailable = [
    ...providerFaults(overrides, catalog, config),
    ...speechModelFaults(overrides, catalog, config, undefined),
    ...toolFaults(overrides),
    ...agentLanguageFaults(overrides, config, flow?.definition),
  ];
  const patch = AgentOverrides.safeParse(overrides ?? {});
  const overridden =
    config && patch.success ? validatePatched(patchedAgentSchema(patch.data), config, patch.data) : undefined;
  for (const fault of [...(overridden?.faults ?? []), ...unavailable])
    faults.push({ ...fault, path: pathOf(fault.path) });
  return overridden?.value;
}

/** Returns the overrides of a call, with the language of its customer unless they have one. `pathOf` returns the path in the request. */
function overridesOf(sent: Readonly<Record<string, unknown>>) {
  const { language } = sentFields(sent.customer);
  const own = sentFields(sent.overrides);
  if (language === undefined || own['language'] !== undefined)
    return { overrides: sent.overrides, pathOf: (path: string) => `overrides.${path}` };
  return {
    overrides: { ...own, language },
    pathOf: (path: string) => (path === 'language' ? 'customer.language' : `overrides.${path}`),
  };
}

/** Returns whether the agent has only a speech-to-speech model, and a flow that needs one that answers with text. */
function lacksTextModel(catalog: ProviderCatalog, config: AgentConfig, flow: FlowRow | undefined): boolean {
  if (flow?.definition.status !== 'active' || !needsTextModel(flow.definition, config.language)) return false;
  const { model, modelSettings } = config;
  return isSpeechToSpeech(catalog, model) && modelSettings.fallbackModels.every((id) => id === noModel);
}

function modelFaults(
  { catalog }: CallCheckContext,
  config: AgentConfig | undefined,
  flow: FlowRow | undefined,
): FieldFault[] {
  if (config === undefined) return [];
  if (!hasModel(config) && flow?.definition.status === 'active' && needsModel(flow.definition))
    return [problemFault('agentId', 'agent_needs_model')];
  if (lacksTextModel(catalog, config, flow)) return [textModelFault('agentId')];
  const setting = missingModelSetting(catalog, config);
  if (setting === undefined) return [];
  const message = `The agent's language model is not configured. Set ${setting}, or select another model.`;
  return [problemFault('agentId', 'no_model', message)];
}
