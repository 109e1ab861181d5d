import { reject } from '../../core/problems.ts';
import { SecretBoxError } from '../../core/secret-box.ts';
import { agentIn, AgentInput, type AgentInLanguage } from '../../domain/agent.ts';
import type { Customer } from '../../domain/call.ts';
import { conversationLanguage } from '../../domain/conversations/conversation-language.ts';
import { fillMessage } from '../../domain/conversations/message-text.ts';
import { renderAgentText } from '../../domain/flow/agent-text.ts';
import { flowIn, type FlowDefinition, type FlowGraph, type StoredFlowGraph } from '../../domain/flow/flow.ts';
import { initialVariables } from '../../domain/flow/initial-state.ts';
import type { FlowContext, VariableValue } from '../../domain/flow/protocol.ts';
import type { FlowState } from '../../domain/flow/state.ts';
import { hasLanguage } from '../../domain/languages/language.ts';
import { languageOf, writtenLanguageOf } from '../../domain/languages/languages.ts';
import { servicePhrases } from '../../domain/service-phrases.ts';
import { FlowRun, type GivenResponse } from '../../models/flow-run.ts';
import { History, type HistoryEntry } from '../../models/history.ts';
import { languageModelsOf } from '../../models/model-directory.ts';
import type { ModelSettings } from '../../models/model-answer.ts';
import { type HttpRequest, sendHttpRequest } from '../../models/tools/http-request.ts';
import {
  type AgentRow,
  type AgentVersionRow,
  findAgent,
  findAgentVersion,
  listAgents,
} from '../../store/agents.ts';
import { findFlow, findFlowVersion, type FlowRow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { sealSecret } from '../seal-secret.ts';

/** What a request runs: a flow with an agent, or an agent with its flow. */
export type RunTarget =
  | {
      readonly kind: 'flow';
      readonly flowId: string;
      readonly agentId: string | undefined;
      readonly version: number | undefined;
    }
  | { readonly kind: 'agent'; readonly agentId: string };

/** The options of a run. `sealed`: the state of an earlier response. */
export interface RunOptions {
  readonly workspaceId: string;
  /** IANA zone of the workspace. */
  readonly timezone: string;
  readonly sealed: string | undefined;
  readonly customer: Customer;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  /** Replaces the first message of the agent. */
  readonly firstMessage?: string | undefined;
  readonly nowMs: number | undefined;
  readonly sendRequests: boolean;
  readonly responses: ReadonlyMap<string, GivenResponse>;
}

/** The versions that a conversation runs. */
interface RunVersion {
  readonly flowId: string | null;
  readonly flowVersion: number | null;
  readonly agentId: string | null;
  readonly agentVersion: number | null;
}

/** A conversation between two requests. */
interface StoredRun extends RunVersion {
  readonly customer: Customer;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  readonly history: readonly HistoryEntry[];
  readonly flowState: FlowState | null;
}

export interface PreparedRun {
  readonly run: FlowRun;
  readonly isNew: boolean;
  readonly version: RunVersion;
  readonly flow: FlowGraph;
  /** BCP 47; the language of the conversation. */
  readonly language: string;
  readonly stored: Pick<StoredRun, 'customer' | 'dynamic'>;
  readonly history: History;
  readonly signal: AbortSignal;
  readonly abort: () => void;
}

/**
 * Prepares a new run, or continues one from its state.
 * @throws {Problem} `flow_not_found`, `agent_not_found`, `version_not_found`; `invalid_request` if the state is invalid or of another run
 */
export async function openRun(
  target: RunTarget,
  options: RunOptions,
  context: ApiContext,
): Promise<PreparedRun> {
  const { workspaceId, sealed } = options;
  const stored = sealed === undefined ? undefined : openState(sealed, workspaceId, context);
  if (stored !== undefined && !isOf(stored, target)) rejectState();
  const db = context.database.inWorkspace(workspaceId);
  const version = stored ?? (await currentVersion(db, target, workspaceId));
  const agent = await agentOf(db, version, workspaceId);
  const definition = await definitionOf(db, version, workspaceId);
  const { customer, dynamic } = stored ?? options;
  const run = { customer, dynamic, definition, agent };
  return createRun(run, { stored, version, options, context });
}

const isOf = (stored: StoredRun, target: RunTarget): boolean =>
  target.kind === 'flow' ? stored.flowId === target.flowId : stored.agentId === target.agentId;

/** Returns the versions that a new conversation runs. */
const currentVersion = (db: Queryable, target: RunTarget, workspaceId: string): Promise<RunVersion> =>
  target.kind === 'agent'
    ? versionOfAgent(db, { workspaceId, agentId: target.agentId })
    : versionOfFlow(db, target, workspaceId);

async function versionOfAgent(
  db: Queryable,
  key: { readonly workspaceId: string; readonly agentId: string },
): Promise<RunVersion> {
  const { workspaceId, agentId } = key;
  const { version: agentVersion, config } = (await findAgent(db, key)) ?? reject('agent_not_found');
  const { flowId } = config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  return { flowId, flowVersion: flow?.version ?? null, agentId, agentVersion };
}

async function versionOfFlow(
  db: Queryable,
  { flowId, agentId, version }: Extract<RunTarget, { kind: 'flow' }>,
  workspaceId: string,
): Promise<RunVersion> {
  const flow = (await findFlow(db, { workspaceId, flowId })) ?? reject('flow_not_found');
  const agent = await findRunAgent(db, flow, agentId);
  return {
    flowId,
    flowVersion: version ?? flow.version,
    agentId: agent?.id ?? null,
    agentVersion: agent?.version ?? null,
  };
}

/** Returns the requested agent, else the agent of a message flow, else the newest active agent with the flow. */
async function findRunAgent(
  db: Queryable,
  { workspaceId, id: flowId, definition }: FlowRow,
  requested: string | undefined,
): Promise<AgentRow | undefined> {
  const writer = definition.type === 'message' ? definition.agentId : null;
  const agentId = requested ?? writer;
  if (agentId !== null) return (await findAgent(db, { workspaceId, agentId })) ?? reject('agent_not_found');
  const { rows } = await listAgents(db, { workspaceId, flowId, status: 'active', limit: 1 });
  return rows[0];
}

async function agentOf(
  db: Queryable,
  { agentId, agentVersion: version }: RunVersion,
  workspaceId: string,
): Promise<AgentVersionRow | undefined> {
  if (agentId === null || version === null) return undefined;
  return (await findAgentVersion(db, { workspaceId, agentId, version })) ?? reject('agent_not_found');
}

/** The flow of an agent without a flow: one conversation with its language model. */
const conversationOnly: StoredFlowGraph = { startNodeId: null, variables: {}, nodes: [], edges: [] };

async function definitionOf(
  db: Queryable,
  { flowId, flowVersion: version }: RunVersion,
  workspaceId: string,
): Promise<FlowDefinition | undefined> {
  if (flowId === null || version === null) return undefined;
  const found = await findFlowVersion(db, { workspaceId, flowId, version });
  return (found ?? reject('version_not_found')).definition;
}

interface RunParts extends Pick<StoredRun, 'customer' | 'dynamic'> {
  readonly definition: FlowDefinition | undefined;
  readonly agent: AgentVersionRow | undefined;
}

/** The configuration with which a flow without an agent runs. */
const defaultAgent = AgentInput.parse({ name: 'Agent' });

interface RunSettings {
  readonly stored: StoredRun | undefined;
  readonly version: RunVersion;
  readonly options: RunOptions;
  readonly context: ApiContext;
}

function createRun(parts: RunParts, settings: RunSettings): PreparedRun {
  const { stored, version, options, context } = settings;
  const { customer, dynamic, definition, agent: row } = parts;
  const { firstMessage } = options;
  const agent = { ...agentInLanguage(parts), ...(firstMessage !== undefined && { firstMessage }) };
  const flow: FlowGraph = flowIn(definition ?? conversationOnly, agent.language);
  const models = languageModelsOf(agent, context.models);
  const flowContext = { ...flowContextOf(parts, agent, settings), hasModel: models.length > 0 };
  const history = historyOf(stored);
  const aborted = new AbortController();
  const run = new FlowRun(
    {
      flow,
      kind: definition?.type ?? 'call',
      agent,
      models,
      settings: modelSettingsOf(agent),
      context: flowContext,
      history,
      isCustomerFirst: row !== undefined && agent.firstMessageMode === 'user',
      opening: openingOf(parts, agent, flow, flowContext),
      responses: options.responses,
      send: options.sendRequests ? senderOf(options, context, aborted.signal) : undefined,
      clock: context.clock,
      signal: aborted.signal,
    },
    stored?.flowState ?? undefined,
  );
  const { flowId, flowVersion, agentId, agentVersion } = version;
  return {
    run,
    isNew: stored === undefined,
    version: { flowId, flowVersion, agentId, agentVersion },
    flow,
    language: agent.language,
    stored: { customer, dynamic },
    history,
    signal: aborted.signal,
    abort: () => aborted.abort(),
  };
}

/** Returns the agent in the language of the conversation. */
function agentInLanguage({ customer, definition, agent: row }: RunParts): AgentInLanguage {
  const config = row?.config ?? defaultAgent;
  const language =
    definition?.type === 'message'
      ? conversationLanguage({ customer, agent: row?.config, flow: definition })
      : (customer.language ?? config.language);
  return { ...agentIn(config, language), language };
}

const modelSettingsOf = ({
  modelSettings: { temperature, maxTokens, timeoutMs },
}: AgentInLanguage): ModelSettings => ({ temperature, maxTokens, timeoutMs });

function historyOf(stored: StoredRun | undefined): History {
  const history = new History();
  for (const entry of stored?.history ?? [])
    if (entry.role !== 'tool') history.add(entry.role, entry.content);
  return history;
}

const senderOf =
  ({ workspaceId }: RunOptions, { toolRequests }: ApiContext, signal: AbortSignal) =>
  (request: HttpRequest) =>
    sendHttpRequest(request, { ...toolRequests, workspaceId }, signal);

function flowContextOf(
  { customer, dynamic, definition }: RunParts,
  agent: AgentInLanguage,
  { options, context, version: { agentId } }: RunSettings,
): FlowContext {
  const { language, name } = agent;
  return {
    nowMs: options.nowMs ?? context.clock.now(),
    language: definition?.type === 'message' ? writtenLanguageOf(language) : languageOf(language),
    isLanguageUnknown: !hasLanguage(language),
    timezone: customer.timezone ?? agent.timezone ?? options.timezone,
    dynamic,
    customer: customer as FlowContext['customer'],
    agent: { name, ...(agentId !== null && { id: agentId }) },
    phrases: servicePhrases(agent),
    ...(definition?.type === 'message' && { writing: { language } }),
  };
}

/** Returns the first words of the agent, or the first message of a message flow. */
function openingOf(
  { definition, agent: row }: RunParts,
  agent: AgentInLanguage,
  flow: FlowGraph,
  context: FlowContext,
): string {
  if (definition?.type === 'message') {
    const language = context.writing!.language;
    const { initiationMessage } = flowIn(definition, language);
    const variables = initialVariables(flow.variables, context);
    return fillMessage(initiationMessage, { ...context, language, isZoneKnown: true, variables }).text;
  }
  if (row === undefined || agent.firstMessageMode !== 'agent') return '';
  return renderAgentText(agent.firstMessage, 'speech', { flow, context, state: undefined }).text.trim();
}

const rowOf = (workspaceId: string): string => `flow-run ${workspaceId}`;

/** Returns the encrypted state of a conversation, with which a later request continues it. */
export function sealRun(
  { run, version, stored, history }: PreparedRun,
  workspaceId: string,
  { secrets }: Pick<ApiContext, 'secrets'>,
): string {
  const { entries } = history;
  const state: StoredRun = { ...version, ...stored, history: entries, flowState: run.state ?? null };
  return sealSecret(secrets, JSON.stringify(state), rowOf(workspaceId));
}

function openState(sealed: string, workspaceId: string, { secrets }: ApiContext): StoredRun {
  try {
    return JSON.parse(secrets.open(sealed, rowOf(workspaceId))) as StoredRun;
  } catch (error) {
    if (error instanceof SecretBoxError) rejectState();
    throw error;
  }
}

function rejectState(): never {
  const message = 'The state is not that of a run of this resource in this workspace. Send it unchanged.';
  return reject('invalid_request', { fields: [{ path: 'state', code: 'invalid_value', message }] });
}
