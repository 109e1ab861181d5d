import type { FieldFault } from '../../core/problems.ts';
import { AgentInput, noModel, type AgentConfig } from '../../domain/agent.ts';
import { flowWarnings, freeTextWarnings } from '../../domain/flow/warnings.ts';
import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { agentWarningCodes, type AgentWarning, type Warning } from '../../domain/warning.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import { findFlow } from '../../store/flows/find-flow.ts';
import { findFlowUsers } from '../../store/flows/find-flow-users.ts';
import type { Queryable } from '../../store/queryable.ts';
import { missingModelSetting, type ProviderCatalog } from '../provider-catalog.ts';
import { variablesOf } from '../../domain/flow/template.ts';

type RecogniserConfig = Pick<AgentConfig, 'transcriber'>;

const hasClosedVocabulary = ({ speechToText }: ProviderCatalog, { transcriber }: RecogniserConfig): boolean =>
  speechToText.find(({ provider }) => provider === transcriber.provider)?.openVocabulary === false;

/** What in an agent, alone and with its flow, is allowed and probably not meant. */
export async function findAgentWarnings(
  db: Queryable,
  workspaceId: string,
  config: AgentConfig,
  catalog: ProviderCatalog,
): Promise<Warning[]> {
  if (config.type !== 'voice') return [];
  const { flowId } = config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  return [
    ...modelWarnings(config, catalog),
    ...nameWarnings(config),
    ...(flow === undefined ? [] : textWarnings(config, flow.definition, catalog)),
  ];
}

function modelWarnings(config: AgentConfig, catalog: ProviderCatalog): Warning[] {
  const setting = missingModelSetting(catalog, config);
  const noSettings: Warning[] =
    setting === undefined
      ? []
      : [
          {
            path: 'model',
            code: 'no_model',
            message: `Calls of this agent are refused until ${setting} is set.`,
          },
        ];
  if (config.model === noModel || !hasClosedVocabulary(catalog, config)) return noSettings;
  const message = `The recogniser ${config.transcriber.provider} understands expected phrases only, so a language model gets little of what callers say. Use a recogniser with an open vocabulary.`;
  return [...noSettings, { path: 'model', code: 'closed_vocabulary', message }];
}

function nameWarnings({ firstMessage }: AgentConfig): Warning[] {
  if (!variablesOf(firstMessage).includes('customer.name')) return [];
  const message = 'Calls without customer.name say nothing for it. Send customer.name with every call.';
  return [{ path: 'firstMessage', code: 'customer_name_missing', message }];
}

/** One for all questions of the flow. */
function textWarnings(config: AgentConfig, flow: FlowDefinition, catalog: ProviderCatalog): Warning[] {
  if (!hasClosedVocabulary(catalog, config)) return [];
  const [first, ...others] = freeTextWarnings(flow);
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` ${others.length} more of its nodes do the same.`;
  return [{ path: 'flowId', code: first.code, message: `${first.message}${more}` }];
}

/** What in a flow is allowed and probably not meant, alone and with the recognisers of the agents that use it. */
export async function findFlowWarnings(
  db: Queryable,
  workspaceId: string,
  { id: flowId, definition }: { readonly id: string; readonly definition: FlowDefinition },
  catalog: ProviderCatalog,
): Promise<Warning[]> {
  const hears = await recognisersOf(db, workspaceId, flowId);
  const isHeard = !hears.some((agent) => hasClosedVocabulary(catalog, agent));
  return mergeWarnings([...flowWarnings(definition), ...(isHeard ? [] : freeTextWarnings(definition))]);
}

/** Of the agents that use the flow, five at most; without any, that of a new agent. */
async function recognisersOf(
  db: Queryable,
  workspaceId: string,
  flowId: string,
): Promise<readonly RecogniserConfig[]> {
  const { agentIds } = await findFlowUsers(db, { workspaceId, flowId });
  const agents = await Promise.all(agentIds.map((agentId) => findAgent(db, { workspaceId, agentId })));
  const known = agents.flatMap((agent) => (agent === undefined ? [] : [agent.config]));
  return known.length > 0 ? known : [AgentInput.parse({ name: 'New' })];
}

function mergeWarnings(found: readonly FieldFault[]): Warning[] {
  const known = new Map(found.map((one) => [`${one.code} ${one.path}`, one]));
  return [...known.values()].map(({ code, path, message }) => ({ code, path, message }));
}

const isOfAgent = (code: string): code is AgentWarning['code'] =>
  agentWarningCodes.some((known) => known === code);

/**
 * Those of the agent and its flow, one for each code, for a batch of the agent. A missing customer.name is a column of the file, which
 * has warnings of its own.
 */
export async function findBatchAgentWarnings(
  db: Queryable,
  workspaceId: string,
  config: AgentConfig,
  catalog: ProviderCatalog,
): Promise<AgentWarning[]> {
  const { flowId } = config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  const ofFlow = flow === undefined ? [] : flowWarnings(flow.definition);
  const all = [...(await findAgentWarnings(db, workspaceId, config, catalog)), ...ofFlow];
  const byCode = Map.groupBy(all, ({ code }) => code);
  return [...byCode].flatMap(([code, [first, ...others]]) => {
    if (first === undefined || !isOfAgent(code)) return [];
    const more = others.length === 0 ? '' : ` And ${others.length} more.`;
    return [{ code, path: 'agentId', message: `${first.message}${more}` }];
  });
}
