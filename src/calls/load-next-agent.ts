import { primarySubtag } from '../core/language-subtags.ts';
import { agentIn, agentTextFields, hasModel, type AgentConfig } from '../domain/agent.ts';
import { flowIn, flowTexts, type StoredFlowGraph } from '../domain/flow/flow.ts';
import { hasLanguage } from '../domain/languages/language.ts';
import { hasTextsIn, textLanguages } from '../domain/texts.ts';
import { findAgent } from '../store/agents.ts';
import { findFlow } from '../store/flows.ts';
import type { Queryable } from '../store/queryable.ts';
import type { NextAgent } from './agent-handoffs.ts';
import { conversationOnlyFlow } from './call-plan.ts';
import { CallNotPossible, requireModel } from './load-call-plan.ts';
import { providersFor, type ProviderDirectory } from './provider-directory.ts';

/**
 * Loads an agent and its flow to continue a call in `language` (BCP 47), that of the call so far, if the agent supports it; otherwise in the language of the
 * agent. An agent without a flow holds a conversation. Throws `CallNotPossible`.
 */
export async function loadNextAgent(
  db: Queryable,
  directory: ProviderDirectory,
  {
    workspaceId,
    agentId,
    language: ofCall,
  }: { readonly workspaceId: string; readonly agentId: string; readonly language: string },
): Promise<NextAgent> {
  const row = await findAgent(db, { workspaceId, agentId });
  if (row === undefined) throw new CallNotPossible(`The agent ${agentId} does not exist.`);
  const { config, version: agentVersion } = row;
  if (config.type !== 'voice') throw new CallNotPossible(`The agent ${agentId} is a messaging agent.`);
  if (config.status !== 'active') throw new CallNotPossible(`The agent ${agentId} is not active.`);
  const flow = await loadFlow(db, workspaceId, config.flowId);
  requireModel(config, flow);
  const { agent, providers } =
    (hasWordsIn(config, flow, ofCall) ? speakingIn(ofCall, config, flow, directory) : undefined) ??
    withProviders(config, flow, directory);
  const { language } = agent;
  return { agentId, agentVersion, agent: agentIn(agent, language), flow: flowIn(flow, language), providers };
}

/** Returns whether the texts of the agent and its flow are given per language, also in this one, and its answers are understood. */
function hasWordsIn(config: AgentConfig, flow: StoredFlowGraph, language: string): boolean {
  const languages = [
    textLanguages(config, agentTextFields).languages,
    textLanguages(flow, flowTexts).languages,
  ];
  const { language: ofRecogniser } = config.transcriber;
  return (
    languages.some((tags) => tags !== undefined) &&
    languages.every((tags) => hasTextsIn(tags, language)) &&
    (ofRecogniser === null || primarySubtag(ofRecogniser) === primarySubtag(language)) &&
    (hasLanguage(language) || hasModel(config))
  );
}

const withProviders = (agent: AgentConfig, flow: StoredFlowGraph, directory: ProviderDirectory) => ({
  agent,
  providers: providersFor(agent, directory, flow),
});

/** Returns undefined if the voice or the recogniser of the agent does not support the language. */
function speakingIn(
  language: string,
  config: AgentConfig,
  flow: StoredFlowGraph,
  directory: ProviderDirectory,
) {
  try {
    return withProviders({ ...config, language }, flow, directory);
  } catch (error) {
    if (error instanceof CallNotPossible) return undefined;
    throw error;
  }
}

async function loadFlow(db: Queryable, workspaceId: string, flowId: string | null) {
  if (flowId === null) return conversationOnlyFlow;
  const flow = await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active') throw new CallNotPossible('The flow of the agent is not active.');
  return flow.definition;
}
