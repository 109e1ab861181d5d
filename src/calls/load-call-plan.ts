import { problems } from '../core/problems.ts';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import { agentIn, hasModel, patchAgent, type AgentConfig, type AgentInLanguage } from '../domain/agent.ts';
import { flowIn, type StoredFlowGraph } from '../domain/flow/flow.ts';
import type { Customer } from '../domain/call.ts';
import { needsModel } from '../domain/flow/needs-model.ts';
import { limitPeriodMaxMs } from '../domain/calling-hours/calling-rule.ts';
import { hasCallLimit } from '../domain/calling-hours/check-calling-hours.ts';
import { purposeOf } from '../domain/calling-hours/purpose.ts';
import type { WorkspaceHours } from '../domain/calling-hours/workspace-hours.ts';
import { findAgentVersion } from '../store/agents.ts';
import { type CallDetailRow, findEarlierCallsTo } from '../store/calls/calls.ts';
import type { Queryable } from '../store/database.ts';
import { findFlowVersion } from '../store/flows.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { conversationOnlyFlow, type CallPlan } from './call-plan.ts';

/** Thrown if the agent cannot make or answer the call. The message is a sentence for the user. */
export class CallNotPossible extends Error {
  override readonly name = 'CallNotPossible';
}

/** Data that the calls of a batch share: the versions of agent and flow, and workspace settings. */
export interface CallContext extends WorkspaceHours {
  readonly agent: AgentConfig;
  readonly flow: StoredFlowGraph;
  /** IANA time zone. */
  readonly workspaceTimezone: string;
}

/** The columns of a call row that its plan needs. */
export type CallPlanRow = Pick<
  CallDetailRow,
  | 'id'
  | 'roomName'
  | 'workspaceId'
  | 'direction'
  | 'agentId'
  | 'fromNumber'
  | 'toNumber'
  | 'customer'
  | 'dynamic'
  | 'overrides'
  | 'purpose'
  | 'record'
  | 'maxDurationSeconds'
>;

/** Loads the plan of a call from its row and its versions of agent and flow. Throws `CallNotPossible`. */
export async function loadCallPlan(db: Queryable, call: CallDetailRow): Promise<CallPlan> {
  const { workspaceId, agentId, agentVersion } = call;
  const [version, workspace, recentCallsMs] = await Promise.all([
    findAgentVersion(db, { workspaceId, agentId, version: agentVersion }),
    findWorkspace(db, { workspaceId }),
    findCallTimes(db, call),
  ]);
  if (version === undefined || workspace === undefined)
    throw new CallNotPossible('The agent of the call was deleted.');
  const flow = await loadFlow(db, call);
  const { timezone: workspaceTimezone, callingHours, callingWindow } = workspace;
  const context = { agent: version.config, flow, workspaceTimezone, callingHours, callingWindow };
  return { ...callPlanOf(call, context), recentCallsMs };
}

/** Returns the value of `CallPlan.recentCallsMs`; empty if no calling rule limits the number of calls to this customer. */
async function findCallTimes(db: Queryable, call: CallDetailRow): Promise<readonly number[]> {
  const { workspaceId, createdAt, purpose, customer } = call;
  const number = customerNumberOf(call);
  const query = {
    number,
    country: parsePhoneNumber(number)?.country,
    customerRegion: customer.region,
    // The agent's default purpose is not loaded yet. `unspecified` includes the rules of every purpose.
    purpose: purpose ?? 'unspecified',
    // The call uses these times only to schedule a callback that the customer requests. The request is consent, so rules for calls without consent are
    // skipped.
    consent: true,
    candidateZones: [],
    nowMs: 0,
  } as const;
  if (!hasCallLimit(query)) return [];
  const since = new Date(createdAt.getTime() - limitPeriodMaxMs);
  return findEarlierCallsTo(db, { workspaceId, number, since });
}

const customerNumberOf = ({ direction, fromNumber, toNumber }: CallPlanRow): string =>
  direction === 'outbound' ? toNumber : fromNumber;

/** Returns the plan of one call. Throws `CallNotPossible` if its overrides are invalid for the agent. */
export function callPlanOf(
  call: CallPlanRow,
  { agent: config, flow, workspaceTimezone, callingHours, callingWindow }: CallContext,
): CallPlan {
  const configured = withOverrides(config, call);
  requireModel(configured, flow);
  const agent = agentIn(configured, configured.language);
  return {
    callId: call.id,
    roomName: call.roomName,
    workspaceId: call.workspaceId,
    direction: call.direction,
    agentId: call.agentId,
    agent,
    flow: flowIn(flow, agent.language),
    customer: call.customer,
    customerNumber: customerNumberOf(call),
    purpose: purposeOf(config, call.purpose),
    dynamic: call.dynamic,
    timezone: call.customer.timezone ?? agent.timezone ?? workspaceTimezone,
    callingHours,
    callingWindow,
    record: call.record && mayRecord(agent),
    maxDurationMs: (call.maxDurationSeconds ?? agent.limits.maxDurationSeconds) * 1000,
  };
}

/** Throws `CallNotPossible` if the flow needs a language model and the agent has none. */
export function requireModel(agent: AgentConfig, flow: StoredFlowGraph): void {
  if (needsModel(flow) && !hasModel(agent)) throw new CallNotPossible(problems.agent_needs_model.text);
}

/** Returns the agent of one call: with its overrides, and in the language of the call, else of the customer. */
export function withOverrides(
  config: AgentConfig,
  { overrides, customer }: Pick<CallPlanRow, 'overrides'> & { readonly customer: Customer | null },
): AgentConfig {
  const language = overrides?.language ?? customer?.language;
  if (overrides === null && language === undefined) return config;
  try {
    return patchAgent(config, { ...overrides, ...(language !== undefined && { language }) });
  } catch (cause) {
    throw new CallNotPossible('The overrides of the call are invalid for its agent.', { cause });
  }
}

/** Returns whether the agent records calls. With `stay_on_line` it does so only after a consent message. */
function mayRecord({ recording }: AgentInLanguage): boolean {
  const { enabled, consent, consentMessage } = recording;
  return enabled && (consent !== 'stay_on_line' || consentMessage.trim() !== '');
}

async function loadFlow(
  db: Queryable,
  { workspaceId, flowId, flowVersion }: CallDetailRow,
): Promise<StoredFlowGraph> {
  if (flowId === null || flowVersion === null) return conversationOnlyFlow;
  const version = await findFlowVersion(db, { workspaceId, flowId, version: flowVersion });
  if (version === undefined) throw new CallNotPossible('The flow of the call was deleted.');
  return version.definition;
}
