import type { FieldFault } from '../../core/problems.ts';
import { noModel, type AgentConfig } from '../../domain/agent.ts';
import { consentAdvice, unmetRecordingRule } from '../../domain/calling-hours/rules/recording-consent.ts';
import { readDraft } from '../../domain/flow/draft.ts';
import { flowWarnings, freeTextWarnings } from '../../domain/flow/warnings.ts';
import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
import { hasLanguage, languageNames } from '../../domain/languages/language.ts';
import { languageOf } from '../../domain/languages/languages.ts';
import { writtenLanguage } from '../../domain/languages/written-language.ts';
import { agentWarningCodes, type AgentWarning, type Warning } from '../../domain/warning.ts';
import { type AgentRow, findAgent } from '../../store/agents.ts';
import { findFlow, findFlowUsage } from '../../store/flows.ts';
import { findOwnedNumberOfWorkspace } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { EgressPolicy } from '../../egress/egress-policy.ts';
import type { ApiContext } from '../context.ts';
import { requestWarnings } from '../egress-faults.ts';
import { defaultSpeechConfig } from './language-faults.ts';
import { isSpeechToSpeech, missingModelSetting, type ProviderCatalog } from '../provider-catalog.ts';
import { agentTexts } from '../../domain/agent-texts.ts';
import { knownNames, templateFaults, undeclaredVariablesReason } from '../../domain/flow/rules/variables.ts';
import { variablesOf } from '../../domain/flow/template.ts';

type SavedAgent = Pick<AgentRow, 'id' | 'workspaceId' | 'config'>;

type WarningContext = Pick<ApiContext, 'catalog' | 'egressPolicy'>;

type RecogniserConfig = Pick<AgentConfig, 'transcriber'>;

/** The recogniser of an agent without further settings, in a message about a flow that no agent uses. */
const defaultRecogniserTerm = 'the built-in recogniser, which agents use by default,';

const recogniserTerm = ({ transcriber }: RecogniserConfig): string =>
  `the recogniser ${transcriber.provider} of the agent`;

const hasClosedVocabulary = ({ speechToText }: ProviderCatalog, { transcriber }: RecogniserConfig): boolean =>
  speechToText.find(({ provider }) => provider === transcriber.provider)?.openVocabulary === false;

/**
 * Returns warnings for valid but probably unintended settings of an agent. In the flow of a voice agent, checks only for nodes that ask for free text
 * although the agent's recogniser understands only expected phrases.
 */
export async function findAgentWarnings(
  db: Queryable,
  agent: SavedAgent,
  { catalog, egressPolicy }: WarningContext,
): Promise<Warning[]> {
  const { workspaceId, config } = agent;
  const warnings: Warning[] = [...toolWarnings(config, egressPolicy), ...languageWarnings(config)];
  const { flowId } = config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  if (config.type !== 'voice')
    return [
      ...warnings,
      ...variableWarnings(config),
      // An agent without a flow replies in flows that refer to it. Each of these flows declares its own variables.
      ...(flow === undefined ? [] : undeclaredWarnings(config, flow.definition)),
    ];
  return [
    ...(await numberWarnings(db, agent)),
    ...recordingWarnings(config),
    ...voicemailWarnings(config),
    ...warnings,
    ...modelWarnings(config, catalog),
    ...keytermWarnings(config, catalog),
    ...customerNameWarnings(config),
    ...variableWarnings(config),
    ...undeclaredWarnings(config, flow?.definition),
    ...(flow === undefined
      ? []
      : [
          ...flowLanguageWarnings(config, flow.definition),
          ...combinedFreeTextWarning(config, flow.definition, catalog),
        ]),
  ];
}

/** Returns a warning if calls to the number of the agent are answered by another agent. */
async function numberWarnings(
  db: Queryable,
  { workspaceId, id, config: { phoneNumber } }: SavedAgent,
): Promise<Warning[]> {
  if (phoneNumber === null) return [];
  const number = await findOwnedNumberOfWorkspace(db, { workspaceId, e164: phoneNumber });
  if (number === undefined || number.agentId === null || number.agentId === id) return [];
  const answering = await findAgent(db, { workspaceId, agentId: number.agentId });
  const message = `Calls to ${phoneNumber} are answered by the agent "${answering?.config.name ?? ''}". This agent only calls from the number. To let it answer, assign the number to it: set agentId of the number ${number.id} to ${id}.`;
  return [{ path: 'phoneNumber', code: 'number_answered_by_other_agent', message }];
}

/** Returns a warning if Parley has no rules and sentences in the language of the agent. */
function languageWarnings({ language }: AgentConfig): Warning[] {
  if (hasLanguage(language)) return [];
  const message = `Parley itself understands ${languageNames}. In ${language}, only the language model understands opt-outs, wrong numbers and the other requests of callers, and Parley's own sentences are in English unless phrases has them.`;
  return [{ path: 'language', code: 'language_by_model_only', message }];
}

/** Returns a warning if the flow is written in another language than the agent speaks. Ignores texts that are given per language. */
function flowLanguageWarnings({ language }: AgentConfig, { nodes }: FlowDefinition): Warning[] {
  const written = writtenLanguage(nodes.flatMap(spokenTexts));
  if (written === undefined || !hasLanguage(language) || primarySubtag(language) === written) return [];
  const [flowName, agentName] = [languageOf(written).name, languageOf(language).name];
  const message = `The texts of the flow are in ${flowName}, but the language of the agent is ${language}: its own sentences are in ${agentName}, and it expects answers in ${agentName}. Set the language to ${written}, and choose a voice and a recogniser for ${flowName}.`;
  return [{ path: 'language', code: 'flow_in_other_language', message }];
}

/** The fields with words that the agent speaks. The `prompt` of a conversation is for the language model. */
const spokenFields = ['text', 'prompt', 'reprompt', 'firstMessage', 'message', 'confirmation'];

const spokenTexts = ({ type, config }: FlowDefinition['nodes'][number]): string[] =>
  type === 'send_message'
    ? []
    : Object.entries(config).flatMap(([field, value]) =>
        typeof value === 'string' &&
        spokenFields.includes(field) &&
        !(type === 'conversation' && field === 'prompt')
          ? [value]
          : [],
      );

/** Returns a warning if the law of the place of the agent's number requires more consent to a recording than the agent obtains. */
function recordingWarnings({ phoneNumber, recording }: AgentConfig): Warning[] {
  const rule = phoneNumber === null ? undefined : unmetRecordingRule(phoneNumber, recording);
  if (rule === undefined) return [];
  const message = `In ${rule.place} the law requires consent to a recording (${rule.citation}). ${consentAdvice([rule], 'Set recording.consent')}`;
  return [{ path: 'recording.consent', code: 'recording_consent', message }];
}

/** Returns a warning if the agent leaves the detection of voicemail to the carrier, which is not available yet. */
function voicemailWarnings({ voicemail }: AgentConfig): Warning[] {
  if (voicemail.detection !== 'carrier') return [];
  const message = 'Carriers do not detect voicemail for Parley yet: `carrier` has the effect of `model`.';
  return [{ path: 'voicemail.detection', code: 'setting_unavailable', message }];
}

const toolWarnings = ({ tools }: AgentConfig, policy: EgressPolicy): FieldFault[] =>
  tools.flatMap(({ url }, index) => requestWarnings(policy, `tools[${index}].url`, url));

const nodeWarnings = ({ nodes }: FlowDefinition, policy: EgressPolicy): FieldFault[] =>
  nodes.flatMap((node, index) =>
    node.type === 'http' ? requestWarnings(policy, `nodes[${index}].config.url`, node.config.url) : [],
  );

function modelWarnings(config: AgentConfig, catalog: ProviderCatalog): Warning[] {
  const setting = missingModelSetting(catalog, config);
  const settingWarnings: Warning[] =
    setting === undefined
      ? []
      : [
          {
            path: 'model',
            code: 'no_model',
            message: `Calls of this agent are rejected until ${setting} is set.`,
          },
        ];
  if (config.model === noModel || isSpeechToSpeech(catalog, config.model)) return settingWarnings;
  if (!hasClosedVocabulary(catalog, config)) return settingWarnings;
  const message = `The recogniser ${config.transcriber.provider} understands only expected phrases, so a language model receives little of what callers say. Use a recogniser with an open vocabulary.`;
  return [...settingWarnings, { path: 'model', code: 'closed_vocabulary', message }];
}

/** Returns a warning if the recogniser accepts only some of the keyterms. */
function keytermWarnings({ transcriber }: AgentConfig, { speechToText }: ProviderCatalog): Warning[] {
  const { provider, model, keyterms } = transcriber;
  const recogniser = speechToText.find((candidate) => candidate.provider === provider);
  const [first, ...others] = recogniser?.unusedKeyterms?.(model, keyterms) ?? [];
  if (first === undefined) return [];
  const subject =
    others.length === 0
      ? `keyterm "${first}" exceeds`
      : `keyterms "${first}" and ${others.length} more exceed`;
  const message = `The ${subject} the limits of the recogniser ${provider}. Calls do not use what exceeds them. Use fewer or shorter keyterms.`;
  return [{ path: 'transcriber.keyterms', code: 'keyterms_unused', message }];
}

/** Returns one warning for all texts with the customer's name, since a call may have none. */
function customerNameWarnings(config: AgentConfig): Warning[] {
  const first = agentTexts(config).find(({ text }) => variablesOf(text).includes('customer.name'));
  if (first === undefined) return [];
  const message =
    'In calls without customer.name the name is omitted from this text. Send customer.name with every call.';
  return [{ path: first.path, code: 'customer_name_missing', message }];
}

/** Returns a warning for each variable that can never have a value, and for malformed ones. */
function variableWarnings(config: AgentConfig): Warning[] {
  return agentTexts(config).flatMap(({ path, text }) =>
    templateFaults(text).map(({ code, message }) => ({
      path,
      code,
      message:
        code === 'invalid_template'
          ? 'The text has {{ without a variable and is used unchanged. Write variables as {{name}} or {{customer.name}}.'
          : `${message} The variable is replaced by an empty text.`,
    })),
  );
}

/** Returns a warning for each text with variables that neither the flow of the agent declares nor its steps store. */
function undeclaredWarnings(config: AgentConfig, flow: FlowDefinition | undefined): Warning[] {
  const draft = flow === undefined ? undefined : readDraft(flow);
  const known = draft === undefined ? new Set<string>() : knownNames(draft);
  return agentTexts(config).flatMap(({ path, text }) => {
    const message = undeclaredVariablesReason(text, known);
    return message === undefined ? [] : [{ path, code: 'undeclared_variable', message }];
  });
}

/** Returns one warning for all nodes of the flow that ask for free text, if the recogniser understands only expected phrases. */
function combinedFreeTextWarning(
  config: AgentConfig,
  flow: FlowDefinition,
  catalog: ProviderCatalog,
): Warning[] {
  if (!hasClosedVocabulary(catalog, config)) return [];
  const [first, ...others] = freeTextWarnings(flow, recogniserTerm(config));
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` ${others.length} more nodes of the flow do the same.`;
  return [{ path: 'flowId', code: first.code, message: `${first.message}${more}` }];
}

/**
 * Returns warnings for valid but probably unintended parts of a flow. Warns about nodes that ask for free text if an agent of the flow has
 * a recogniser that understands only expected phrases.
 */
export async function findFlowWarnings(
  db: Queryable,
  workspaceId: string,
  { id: flowId, definition }: { readonly id: string; readonly definition: FlowDefinition },
  { catalog, egressPolicy }: WarningContext,
): Promise<Warning[]> {
  const ownWarnings = [...flowWarnings(definition), ...nodeWarnings(definition, egressPolicy)];
  const configs = await configsOf(db, workspaceId, flowId);
  const used: readonly RecogniserConfig[] = configs.length > 0 ? configs : [defaultSpeechConfig];
  const closed = used.find((config) => hasClosedVocabulary(catalog, config));
  if (closed === undefined) return mergeWarnings(ownWarnings);
  const recogniser = configs.length > 0 ? recogniserTerm(closed) : defaultRecogniserTerm;
  return mergeWarnings([...ownWarnings, ...freeTextWarnings(definition, recogniser)]);
}

/** Returns the settings of at most five agents that use the flow. */
async function configsOf(
  db: Queryable,
  workspaceId: string,
  flowId: string,
): Promise<readonly AgentConfig[]> {
  const { agentIds } = await findFlowUsage(db, { workspaceId, flowId });
  const agents = await Promise.all(agentIds.map((agentId) => findAgent(db, { workspaceId, agentId })));
  return agents.flatMap((agent) => (agent === undefined ? [] : [agent.config]));
}

/** Returns one warning per code and path. */
function mergeWarnings(warnings: readonly FieldFault[]): Warning[] {
  const unique = new Map(warnings.map((warning) => [`${warning.code} ${warning.path}`, warning]));
  return [...unique.values()].map(({ code, path, message }) => ({ code, path, message }));
}

const isAgentWarningCode = (code: string): code is AgentWarning['code'] =>
  agentWarningCodes.some((known) => known === code);

/**
 * Returns the warnings of the agent and its flow for a batch, one per code. Omits `customer_name_missing`, which is not in
 * `agentWarningCodes`, because the warnings about the columns of the file include it.
 */
export async function findBatchAgentWarnings(
  db: Queryable,
  agent: SavedAgent,
  context: WarningContext,
): Promise<AgentWarning[]> {
  const { workspaceId, config } = agent;
  const { flowId } = config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  const warningsOfFlow =
    flow === undefined
      ? []
      : [...flowWarnings(flow.definition), ...nodeWarnings(flow.definition, context.egressPolicy)];
  const all = [...(await findAgentWarnings(db, agent, context)), ...warningsOfFlow];
  const byCode = Map.groupBy(all, ({ code }) => code);
  return [...byCode].flatMap(([code, [first, ...others]]) => {
    if (first === undefined || !isAgentWarningCode(code)) return [];
    const more = others.length === 0 ? '' : ` Further warnings with this code: ${others.length}.`;
    return [{ code, path: 'agentId', message: `${first.message}${more}` }];
  });
}
