import type { LanguageMessage } from '../contracts/language-model.ts';
import type { AttentionReason } from '../domain/conversations/attention.ts';
import type { CalleeZone } from '../domain/calling-hours/callee-zone.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import type { FlowContext } from '../domain/flow/protocol.ts';
import { servicePhrases } from '../domain/service-phrases.ts';
import { writtenPhrases } from '../domain/written-phrases.ts';
import { AgentInput, type AgentConfig } from '../domain/agent.ts';
import type { History } from '../models/history.ts';
import { languageModelsOf } from '../models/model-directory.ts';
import type { ModelSettings } from '../models/model-answer.ts';
import { type AgentRow, findAgent } from '../store/agents.ts';
import { findFlow, findFlowVersion } from '../store/flows.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { ConversationFlow, type ConversationAgent, type WriteWithModel } from './conversation-flow.ts';
import { readFlowState } from './flow-state.ts';
import { generateText } from './generate-text.ts';
import { findRecipientZone } from './recipient-zone.ts';
import type { ReplyContext } from './reply-context.ts';
import { earlierRequests, historyOf, systemPrompt } from './reply-prompt.ts';
import { ReplyRequests } from './reply-requests.ts';
import { isAnswerable, unansweredOf, wasReceived, type ReplySnapshot } from './reply-snapshot.ts';
import { replyTools } from './reply-tools.ts';
import { generatedLengthMax, withSignature } from './message-limits.ts';
import { readGeneratedText, requestedLimit, type WrittenReply } from './written-reply.ts';

/** A model that writes a message may take longer than one that speaks. */
const timeoutMsMin = 30_000;
/** An email is longer than a spoken reply. */
const emailTokensMin = 1_000;

/** The flow of an agent without a flow: one conversation with its language model. */
const conversationOnlyFlow: FlowGraph = { startNodeId: null, variables: {}, nodes: [], edges: [] };

/**
 * Writes the reply to the unanswered messages of a conversation: runs the flow from where it waits, with the language model of the agent where the flow has a
 * conversation. Stores nothing but requests with side effects. `mayAct`: whether flow and tools may have side effects.
 */
export async function writeReply(
  context: ReplyContext,
  snapshot: ReplySnapshot,
  { mayAct, signal }: { readonly mayAct: boolean; readonly signal: AbortSignal },
): Promise<WrittenReply> {
  const writer = await ReplyWriter.open(context, snapshot, { mayAct, signal });
  return writer.write();
}

interface WriterOptions {
  readonly mayAct: boolean;
  readonly signal: AbortSignal;
}

class ReplyWriter {
  readonly #context: ReplyContext;
  readonly #snapshot: ReplySnapshot;
  readonly #options: WriterOptions;
  readonly #agent: ConversationAgent;
  /** IANA zone of the workspace. */
  readonly #workspaceZone: string;
  readonly #requests: ReplyRequests;
  /** Whether the text of the language model can be sent without approval. */
  #isUsable = true;

  constructor(
    context: ReplyContext,
    snapshot: ReplySnapshot,
    options: WriterOptions & { readonly agent: ConversationAgent; readonly workspaceZone: string },
  ) {
    this.#context = context;
    this.#snapshot = snapshot;
    this.#options = options;
    this.#agent = options.agent;
    this.#workspaceZone = options.workspaceZone;
    const { conversation, answeredSequence, requests } = snapshot;
    this.#requests = new ReplyRequests({
      ...context.http,
      database: context.database,
      key: { workspaceId: conversation.workspaceId, conversationId: conversation.id },
      answeredSequence,
      messageId: unansweredOf(snapshot)[0]!.id,
      earlier: requests,
    });
  }

  static async open(
    context: ReplyContext,
    snapshot: ReplySnapshot,
    options: WriterOptions,
  ): Promise<ReplyWriter> {
    const { workspaceId } = snapshot.conversation;
    const workspace = await findWorkspace(context.database.inWorkspace(workspaceId), { workspaceId });
    const agent = await currentAgent(context, snapshot);
    return new ReplyWriter(context, snapshot, {
      ...options,
      agent,
      workspaceZone: workspace?.timezone ?? 'UTC',
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
        loadAgent: (agentId) => loadAgent(this.#context, conversation.workspaceId, agentId),
        logger,
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
    const handoff = flow.hasHandedOver ? { flowId, flowVersion } : (stored?.handoff ?? null);
    const { state, variables } = flow;
    const { config } = flow.agent;
    const isTooLong = text.length > generatedLengthMax(config, channel);
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
      timezone: zone,
      isZoneInferred: isInferred,
      dynamic: { ...dynamic, ...Object.fromEntries(known) },
      customer: details,
      agent: { name: config.name, ...(agentId !== null && { id: agentId }) },
      writing: { language: config.language },
      phrases: phrasesOf(config),
    };
  }

  #zone(config: AgentConfig): CalleeZone {
    const { customer, recipient } = this.#snapshot.conversation;
    const defaultZone = config.timezone ?? this.#workspaceZone;
    const nowMs = this.#context.clock.now();
    return findRecipientZone(this.#context.zones, { customer, recipient, defaultZone, nowMs });
  }

  /** Lets the model write a text. If it is too long, the model shortens it once. */
  async #writeWithModel(request: Parameters<WriteWithModel>[0]): Promise<string> {
    const { agent, personality, prompt, runBuiltinTool, renderText } = request;
    const { conversation, requests: earlier } = this.#snapshot;
    const { channel } = conversation;
    const limit = generatedLengthMax(agent.config, channel);
    const maxLength = requestedLimit(channel, limit);
    const { language } = agent.config;
    const now = new Date(this.#context.clock.now());
    const { zone: timezone } = this.#zone(agent.config);
    const system = systemPrompt({ personality, prompt, channel, language, maxLength, now, timezone });
    const { mayAct, signal } = this.#options;
    const requests = this.#requests;
    const tools = replyTools({
      agent: agent.config,
      flow: agent.flow,
      mayAct,
      requests,
      runBuiltinTool,
      renderText,
    });
    const settings = settingsFor(agent, channel);
    const history: LanguageMessage[] = [...this.#history().messages(system), ...earlierRequests(earlier)];
    const first = { models: agent.models, settings, messages: history, tools, signal };
    const generated = await generateText(first);
    const read = readGeneratedText(generated.text, { limit, isTruncated: generated.isTruncated });
    if (read.isUsable || read.text.length <= limit) {
      this.#isUsable = read.isUsable;
      return read.text;
    }
    return this.#shorten(first, read.text, limit);
  }

  async #shorten(request: Parameters<typeof generateText>[0], text: string, limit: number): Promise<string> {
    const instruction = `(Your message has ${text.length} characters. Write it again with at most ${limit} characters.)`;
    const messages: LanguageMessage[] = [
      ...request.messages,
      { role: 'assistant', content: text },
      { role: 'user', content: instruction },
    ];
    const noTools = { ...request.tools, definitions: [] };
    const { text: raw, isTruncated } = await generateText({ ...request, messages, tools: noTools });
    const read = readGeneratedText(raw, { limit, isTruncated });
    this.#isUsable = read.isUsable;
    return read.text === '' ? text : read.text;
  }
}

function settingsFor({ settings }: ConversationAgent, channel: 'sms' | 'email'): ModelSettings {
  const maxTokens = channel === 'email' ? Math.max(settings.maxTokens, emailTokensMin) : settings.maxTokens;
  return { ...settings, maxTokens, timeoutMs: Math.max(settings.timeoutMs, timeoutMsMin) };
}

/** Returns the text of the messages that the reply answers. */
export const textOf = (snapshot: ReplySnapshot): string =>
  unansweredOf(snapshot)
    .filter(isAnswerable)
    .map(({ content }) => content.trim())
    .filter((text) => text !== '')
    .join('\n');

/** Returns whether the customer has received a message, in this conversation or the previous one, that the first reply answers. */
function hasOpening(snapshot: ReplySnapshot): boolean {
  const first = unansweredOf(snapshot)[0]?.sequence ?? Infinity;
  const isReceived = snapshot.messages.some((message) => message.sequence < first && wasReceived(message));
  return isReceived || (snapshot.isPreviousUnanswered && snapshot.previousMessages.some(wasReceived));
}

/** Returns the agent that conducts the conversation, with its flow: that of the conversation or, after a handover, that of the new agent. */
async function currentAgent(context: ReplyContext, snapshot: ReplySnapshot): Promise<ConversationAgent> {
  const { conversation, flow, agent } = snapshot;
  const handoff = readFlowState(conversation.flowState)?.handoff ?? null;
  const { workspaceId, flowId, flowVersion } = conversation;
  if (handoff === null) return toAgent(context, agent, { flow: flow!, flowId, flowVersion });
  if (handoff.flowId === null || handoff.flowVersion === null)
    return toAgent(context, agent, { flow: conversationOnlyFlow, ...handoff });
  const key = { workspaceId, flowId: handoff.flowId, version: handoff.flowVersion };
  const version = await findFlowVersion(context.database.inWorkspace(workspaceId), key);
  return toAgent(context, agent, { flow: version?.definition ?? conversationOnlyFlow, ...handoff });
}

function toAgent(
  { models }: ReplyContext,
  row: AgentRow | undefined,
  flow: Pick<ConversationAgent, 'flow' | 'flowId' | 'flowVersion'>,
): ConversationAgent {
  const config = row?.config ?? defaultConfig;
  const { temperature, maxTokens, timeoutMs } = config.modelSettings;
  return {
    ...flow,
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
  workspaceId: string,
  agentId: string,
): Promise<ConversationAgent | string> {
  const db = context.database.inWorkspace(workspaceId);
  const row = await findAgent(db, { workspaceId, agentId });
  if (row === undefined) return `The agent ${agentId} does not exist.`;
  if (row.config.type !== 'messaging') return `The agent ${agentId} is a voice agent.`;
  if (row.config.status !== 'active') return `The agent ${agentId} is not active.`;
  const { flowId } = row.config;
  const none = { flow: conversationOnlyFlow, flowId: null, flowVersion: null };
  if (flowId === null) return toAgent(context, row, none);
  const flow = await findFlow(db, { workspaceId, flowId });
  if (flow?.definition.status !== 'active') return 'The flow of the agent is not active.';
  return toAgent(context, row, { flow: flow.definition, flowId, flowVersion: flow.version });
}

/** Returns the agent's own phrases, and for the others written ones of its language. */
const phrasesOf = ({ language, phrases }: AgentConfig): NonNullable<FlowContext['phrases']> => ({
  ...servicePhrases({ language, phrases }),
  ...(typeof phrases?.notUnderstood !== 'string' && {
    notUnderstood: writtenPhrases(language).notUnderstood,
  }),
});
