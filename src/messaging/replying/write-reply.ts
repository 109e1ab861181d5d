import type { AttentionReason } from '../../domain/conversations/attention.ts';
import { conversationLanguage } from '../../domain/conversations/conversation-language.ts';
import { type CalleeZone, findRecipientZone } from '../../domain/calling-hours/callee-zone.ts';
import { flowIn, type FlowGraph, type StoredFlowGraph } from '../../domain/flow/flow.ts';
import type { FlowContext } from '../../domain/flow/protocol.ts';
import { hasLanguage } from '../../domain/languages/language.ts';
import { writtenLanguageOf } from '../../domain/languages/languages.ts';
import { servicePhrases } from '../../domain/service-phrases.ts';
import { writtenPhrases } from '../../domain/written-phrases.ts';
import { agentIn, AgentInput, type AgentInLanguage } from '../../domain/agent.ts';
import type { History } from '../../models/history.ts';
import { languageModelsOf } from '../../models/model-directory.ts';
import { type AgentRow, findAgent } from '../../store/agents.ts';
import type { ConversationRow } from '../../store/conversations/conversations.ts';
import { findFlow, findFlowVersion } from '../../store/flows.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import { ConversationFlow, type ConversationAgent, type FlowTextRequest } from './conversation-flow.ts';
import {
  textOf,
  readFlowState,
  type StoredFlowState,
  type ConversationSnapshot,
  unansweredOf,
  wasReceived,
} from './conversation-snapshot.ts';
import type { FlowEffect } from './flow-effects.ts';
import { generateText } from './generate-text.ts';
import type { ReplyContext } from './reply-job.ts';
import { historyOf } from './prompt.ts';
import { IdempotentRequests } from './idempotent-requests.ts';
import { maxGeneratedLength, withSignature } from '../../domain/conversations/message-text.ts';

/** A reply that is not stored yet. */
export interface WrittenReply {
  /** Empty if nothing is sent. */
  readonly text: string;
  /** Whether a language model wrote it. */
  readonly isGenerated: boolean;
  /** Undefined if unchanged. */
  readonly flowState: StoredFlowState | undefined;
  /** The agent to which the flow handed the conversation over; undefined if it did not. */
  readonly agentId: string | undefined;
  readonly effects: readonly FlowEffect[];
  /** Why a person must approve the text, or must write one. */
  readonly attention: AttentionReason | undefined;
  /** Whether a request with side effects was sent. */
  readonly hasActed: boolean;
}

/** The flow of an agent without a flow: one conversation with its language model. */
const conversationOnlyFlow: FlowGraph = { startNodeId: null, variables: {}, nodes: [], edges: [] };

/**
 * Writes the reply to the unanswered messages of a conversation: runs the flow from where it waits, with the language model of the agent where the flow has a
 * conversation. Stores nothing but requests with side effects. `mayAct`: whether flow and tools may have side effects.
 */
export async function writeReply(
  context: ReplyContext,
  snapshot: ConversationSnapshot,
  options: WriterOptions,
): Promise<WrittenReply> {
  const { workspaceId } = snapshot.conversation;
  const workspace = await findWorkspace(context.database.inWorkspace(workspaceId), { workspaceId });
  const agent = await currentAgent(context, snapshot);
  const workspaceZone = workspace?.timezone ?? 'UTC';
  return new ReplyWriter(context, snapshot, { ...options, agent, workspaceZone }).write();
}

interface WriterOptions {
  readonly mayAct: boolean;
  readonly signal: AbortSignal;
}

class ReplyWriter {
  readonly #context: ReplyContext;
  readonly #snapshot: ConversationSnapshot;
  readonly #options: WriterOptions;
  readonly #agent: ConversationAgent;
  /** IANA zone of the workspace. */
  readonly #workspaceZone: string;
  readonly #requests: IdempotentRequests;
  /** Whether the text of the language model can be sent without approval. */
  #isUsable = true;

  constructor(
    context: ReplyContext,
    snapshot: ConversationSnapshot,
    options: WriterOptions & { readonly agent: ConversationAgent; readonly workspaceZone: string },
  ) {
    this.#context = context;
    this.#snapshot = snapshot;
    this.#options = options;
    this.#agent = options.agent;
    this.#workspaceZone = options.workspaceZone;
    const { conversation, answeredSequence, requests } = snapshot;
    this.#requests = new IdempotentRequests({
      ...context.http,
      database: context.database,
      key: { workspaceId: conversation.workspaceId, conversationId: conversation.id },
      answeredSequence,
      messageId: unansweredOf(snapshot)[0]!.id,
      earlier: requests,
    });
  }

  async write(): Promise<WrittenReply> {
    const { conversation } = this.#snapshot;
    const stored = readFlowState(conversation.flowState);
    const { logger } = this.#context;
    const flow = new ConversationFlow(
      {
        agent: this.#agent,
        contextOf: (agent, variables) => this.#flowContext(agent, variables),
        history: this.#history(),
        requests: this.#requests,
        writeWithModel: (request) => this.#writeWithModel(request),
        loadAgent: (agentId, language) => loadAgent(this.#context, conversation, { agentId, language }),
        logger,
        clock: this.#context.clock,
        signal: this.#options.signal,
      },
      stored?.state,
      stored?.variables ?? {},
    );
    await flow.run(textOf(this.#snapshot), hasOpening(this.#snapshot));
    return this.#toReply(flow);
  }

  #toReply(flow: ConversationFlow): WrittenReply {
    const { conversation } = this.#snapshot;
    const { channel } = conversation;
    const text = flow.texts.join(channel === 'email' ? '\n\n' : '\n').trim();
    const { agentId, flowId, flowVersion } = flow.agent;
    const stored = readFlowState(conversation.flowState);
    const { state, variables } = flow;
    const { config } = flow.agent;
    const { language } = config;
    const handoff = flow.hasHandedOver ? { flowId, flowVersion, language } : (stored?.handoff ?? null);
    const isTooLong = text.length > maxGeneratedLength(config, channel);
    return {
      text: withSignature(text, config, channel),
      isGenerated: flow.isGenerated,
      flowState: state === undefined ? undefined : { handoff, state, variables },
      agentId: flow.hasHandedOver ? (agentId ?? undefined) : undefined,
      effects: flow.effects,
      attention: flow.attention ?? this.#attention(isTooLong),
      hasActed: this.#requests.hasActed,
    };
  }

  #history(): History {
    const { previousMessages, messages } = this.#snapshot;
    return historyOf([...previousMessages, ...messages]);
  }

  #attention(isTooLong: boolean): AttentionReason | undefined {
    if (this.#requests.hasUnknown) return 'request_unknown';
    return this.#isUsable && !isTooLong ? undefined : 'reply_unusable';
  }

  #flowContext({ agentId, config }: ConversationAgent, variables: FlowContext['dynamic']): FlowContext {
    const { channel, recipient, customer, dynamic } = this.#snapshot.conversation;
    const nowMs = this.#context.clock.now();
    const { zone, isInferred } = this.#zone(config);
    const details = { ...customer, [channel === 'sms' ? 'phone' : 'email']: recipient };
    const known = Object.entries(variables).filter(([, value]) => value !== null);
    return {
      nowMs,
      language: writtenLanguageOf(config.language),
      isLanguageUnknown: !hasLanguage(config.language),
      timezone: zone,
      isZoneInferred: isInferred,
      dynamic: { ...dynamic, ...Object.fromEntries(known) },
      customer: details,
      agent: { name: config.name, ...(agentId !== null && { id: agentId }) },
      writing: { language: config.language },
      phrases: phrasesOf(config),
    };
  }

  #zone(config: AgentInLanguage): CalleeZone {
    const { customer, recipient } = this.#snapshot.conversation;
    const defaultZone = config.timezone ?? this.#workspaceZone;
    const nowMs = this.#context.clock.now();
    return findRecipientZone(this.#context.zones, { customer, recipient, defaultZone, nowMs });
  }

  async #writeWithModel(request: FlowTextRequest): Promise<string> {
    const { conversation, requests: earlier } = this.#snapshot;
    const { mayAct, signal } = this.#options;
    const { text, isUsable } = await generateText({
      ...request,
      channel: conversation.channel,
      now: new Date(this.#context.clock.now()),
      timezone: this.#zone(request.agent.config).zone,
      history: this.#history(),
      earlier,
      requests: this.#requests,
      mayAct,
      signal,
    });
    this.#isUsable = isUsable;
    return text;
  }
}

/** Returns whether the customer has received a message, in this conversation or the previous one, that the first reply answers. */
function hasOpening(snapshot: ConversationSnapshot): boolean {
  const first = unansweredOf(snapshot)[0]?.sequence ?? Infinity;
  const isReceived = snapshot.messages.some((message) => message.sequence < first && wasReceived(message));
  return isReceived || (snapshot.isPreviousUnanswered && snapshot.previousMessages.some(wasReceived));
}

/** Returns the agent that conducts the conversation, with its flow: that of the conversation or, after a handover, that of the new agent. */
async function currentAgent(
  context: ReplyContext,
  snapshot: ConversationSnapshot,
): Promise<ConversationAgent> {
  const { conversation, flow, agent } = snapshot;
  const handoff = readFlowState(conversation.flowState)?.handoff ?? null;
  const { workspaceId, flowId, flowVersion } = conversation;
  if (handoff === null) return toAgent(context, conversation, agent, { flow: flow!, flowId, flowVersion });
  if (handoff.flowId === null || handoff.flowVersion === null)
    return toAgent(context, conversation, agent, { flow: conversationOnlyFlow, ...handoff });
  const key = { workspaceId, flowId: handoff.flowId, version: handoff.flowVersion };
  const version = await findFlowVersion(context.database.inWorkspace(workspaceId), key);
  return toAgent(context, conversation, agent, {
    flow: version?.definition ?? conversationOnlyFlow,
    ...handoff,
  });
}

function toAgent(
  { models }: ReplyContext,
  { customer }: Pick<ConversationRow, 'customer'>,
  row: AgentRow | undefined,
  {
    flow,
    language: current,
    ...version
  }: Pick<ConversationAgent, 'flowId' | 'flowVersion'> & {
    readonly flow: StoredFlowGraph;
    /** The language of the conversation before a handover. */
    readonly language?: string;
  },
): ConversationAgent {
  const stored = row?.config ?? defaultConfig;
  const language = conversationLanguage({ customer, agent: row?.config, flow, current });
  const config = { ...agentIn(stored, language), language };
  const { temperature, maxTokens, timeoutMs } = config.modelSettings;
  return {
    ...version,
    flow: flowIn(flow, language),
    agentId: row?.id ?? null,
    config,
    models: languageModelsOf(config, models),
    settings: { temperature, maxTokens, timeoutMs },
  };
}

/** The configuration with which a flow without an agent replies. */
const defaultConfig = AgentInput.parse({ name: 'Assistant', type: 'messaging' });

/** Returns an agent to which a conversation is handed over, or a sentence why it cannot continue. */
async function loadAgent(
  context: ReplyContext,
  conversation: Pick<ConversationRow, 'workspaceId' | 'customer'>,
  { agentId, language }: { readonly agentId: string; readonly language: string },
): Promise<ConversationAgent | string> {
  const { workspaceId } = conversation;
  const db = context.database.inWorkspace(workspaceId);
  const row = await findAgent(db, { workspaceId, agentId });
  if (row === undefined) return `The agent ${agentId} does not exist.`;
  if (row.config.type !== 'messaging') return `The agent ${agentId} is a voice agent.`;
  if (row.config.status !== 'active') return `The agent ${agentId} is not active.`;
  const { flowId } = row.config;
  const none = { flow: conversationOnlyFlow, flowId: null, flowVersion: null, language };
  if (flowId === null) return toAgent(context, conversation, row, none);
  const flow = await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active') return 'The flow of the agent is not active.';
  const { definition, version: flowVersion } = flow;
  return toAgent(context, conversation, row, { flow: definition, flowId, flowVersion, language });
}

/** Returns the agent's own phrases, and for the others written ones of its language. */
const phrasesOf = ({ language, phrases }: AgentInLanguage): NonNullable<FlowContext['phrases']> => ({
  ...servicePhrases({ language, phrases }),
  ...(typeof phrases?.notUnderstood !== 'string' && {
    notUnderstood: writtenPhrases(language).notUnderstood,
  }),
});
