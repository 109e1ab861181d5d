import type { LanguageMessage, LanguageModel, ToolCall } from '../../contracts/language-model.ts';
import type { MessageChannel } from '../../contracts/message-carrier.ts';
import type { BuiltinToolName } from '../../domain/agent.ts';
import { maxGeneratedLength } from '../../domain/conversations/message-text.ts';
import { hasPlaceholder, toPlainText } from '../../domain/conversations/plain-text.ts';
import type { History } from '../../models/history.ts';
import { askInOrder, type ModelSettings } from '../../models/model-answer.ts';
import type { AgentTools } from '../../models/tools/agent-tools.ts';
import type { RequestSender } from '../../models/tools/http-request.ts';
import { ModelTools } from '../../models/tools/model-tools.ts';
import type { RecordedRequest } from '../../store/conversations/replies.ts';
import type { ConversationAgent, FlowTextRequest } from './conversation-flow.ts';
import { earlierRequests, systemPrompt } from './prompt.ts';

/** Maximum number of requests for one text. The last request offers no tools. */
const maxRounds = 6;
/** Maximum number of tool calls per response. Further ones are ignored. */
const maxCalls = 8;
/** Number of characters after which the rest of a response is ignored. */
const maxCharacters = 100_000;

/** A model that writes a message may take longer than one that speaks. */
const minTimeoutMs = 30_000;
/** An email is longer than a spoken reply. */
const minEmailTokens = 1_000;

/** Maximum length of a draft, in characters. */
const maxDraft = 10_000;

/** Maximum length of the text that a model is requested to write for an SMS. */
const maxRequestedSms = 480;

/** What a language model needs to write a text. */
export interface TextRequest extends FlowTextRequest {
  readonly channel: MessageChannel;
  readonly now: Date;
  /** IANA. */
  readonly timezone: string;
  readonly history: History;
  /** Requests of earlier attempts to write the reply. */
  readonly earlier: readonly RecordedRequest[];
  readonly requests: RequestSender;
  /** Whether tools may have side effects. */
  readonly mayAct: boolean;
  readonly signal: AbortSignal;
}

export interface GeneratedText {
  /** May be empty. */
  readonly text: string;
  /** Whether it can be sent without approval. */
  readonly isUsable: boolean;
}

/** Lets the language model of an agent write a text. If it is too long, the model shortens it once. */
export async function generateText(request: TextRequest): Promise<GeneratedText> {
  const { agent, channel, history, earlier, signal } = request;
  const { config, models } = agent;
  const limit = maxGeneratedLength(config, channel);
  const maxLength = requestedLimit(channel, limit);
  const system = systemPrompt({ ...request, language: config.language, maxLength });
  const messages = [...history.messages(system), ...earlierRequests(earlier)];
  const settings = settingsFor(agent, channel);
  const exchange = { models, settings, messages, tools: toolsFor(request), signal };
  const generated = readText(await converse(exchange), limit);
  if (generated.isUsable || generated.text.length <= limit) return generated;
  return shorten(exchange, generated.text, limit);
}

async function shorten(exchange: Exchange, text: string, limit: number): Promise<GeneratedText> {
  const instruction = `(Your message has ${text.length} characters. Write it again with at most ${limit} characters.)`;
  const messages: LanguageMessage[] = [
    ...exchange.messages,
    { role: 'assistant', content: text },
    { role: 'user', content: instruction },
  ];
  const noTools = { ...exchange.tools, definitions: [] };
  const shortened = readText(await converse({ ...exchange, messages, tools: noTools }), limit);
  return shortened.text === '' ? { ...shortened, text } : shortened;
}

function settingsFor({ settings }: ConversationAgent, channel: MessageChannel): ModelSettings {
  const maxTokens = channel === 'email' ? Math.max(settings.maxTokens, minEmailTokens) : settings.maxTokens;
  return { ...settings, maxTokens, timeoutMs: Math.max(settings.timeoutMs, minTimeoutMs) };
}

/** Returns the maximum length, in characters, that the prompt states to the language model. `limit`: the length that can be sent. */
const requestedLimit = (channel: MessageChannel, limit: number): number =>
  channel === 'sms' ? Math.min(limit, maxRequestedSms) : limit;

/** Returns the text of a language model as it can be sent. */
function readText({ text: raw, isTruncated }: ModelText, limit: number): GeneratedText {
  const text = toPlainText(raw);
  const isUsable = text !== '' && text.length <= limit && !isTruncated && !hasPlaceholder(text);
  return { text: text.slice(0, maxDraft), isUsable };
}

/** The messages to the models, and the tools that they may call. */
interface Exchange {
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
  readonly messages: readonly LanguageMessage[];
  readonly tools: AgentTools;
  readonly signal: AbortSignal;
}

interface ModelText {
  /** As the model wrote it; may be empty. */
  readonly text: string;
  /** Whether the token limit ended the text. */
  readonly isTruncated: boolean;
}

/**
 * Returns the last text of a language model. Its tools run one after the other, and their results go back to the model. Throws the error of the last model if all
 * models fail.
 */
async function converse(exchange: Exchange): Promise<ModelText> {
  const { tools, signal } = exchange;
  const messages = [...exchange.messages];
  let last: ModelText = { text: '', isTruncated: false };
  for (let round = 1; round <= maxRounds; round += 1) {
    const { text, isTruncated, calls } = await respond(exchange, messages, round < maxRounds);
    if (text.trim() !== '') last = { text, isTruncated };
    if (calls.length === 0) return last;
    messages.push({ role: 'assistant', content: text, toolCalls: calls });
    for (const call of calls) {
      const content = (await tools.run(call, signal)) ?? 'Error: the tool was cancelled.';
      messages.push({ role: 'tool', toolCallId: call.id, name: call.name, content });
    }
    signal.throwIfAborted();
    if (last.text !== '' && calls.some(({ name }) => tools.endsTurn(name))) return last;
  }
  return last;
}

interface Response extends ModelText {
  readonly calls: readonly ToolCall[];
}

/** Returns the response of the first model that does not fail. */
async function respond(
  { models, settings, tools, signal }: Exchange,
  messages: readonly LanguageMessage[],
  mayCallTools: boolean,
): Promise<Response> {
  const definitions = mayCallTools ? tools.definitions : [];
  const request = { messages, ...settings, signal, ...(definitions.length > 0 && { tools: definitions }) };
  try {
    return await askInOrder(models, (model) => read(model.respond(request)), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function read(parts: ReturnType<LanguageModel['respond']>): Promise<Response> {
  let text = '';
  let isTruncated = false;
  const calls: ToolCall[] = [];
  for await (const part of parts) {
    if (part.type === 'text-delta' && text.length < maxCharacters) text += part.text;
    if (part.type === 'tool-called' && calls.length < maxCalls)
      calls.push({ id: part.id, name: part.name, arguments: part.arguments });
    if (part.type === 'finished') isTruncated = part.reason === 'length';
  }
  return { text, isTruncated, calls };
}

/** Descriptions of built-in tools for a conversation in writing. */
const writtenDescriptions: Partial<Record<BuiltinToolName, string>> = {
  end_call: 'Ends the conversation after your current message. Write a closing message in the same reply.',
  set_disposition:
    'Records the result of the conversation, such as interested or not_interested. The last one is used.',
};

/** Returns the tools with which a language model writes a message. `send_digits` needs a call. */
function toolsFor({
  agent: { config, flow },
  mayAct,
  requests,
  runBuiltinTool,
  renderText,
}: TextRequest): AgentTools {
  const tools = config.tools.filter(({ readOnly, method }) => mayAct || (readOnly ?? method === 'GET'));
  const builtinTools = mayAct ? config.builtinTools.filter((name) => name !== 'send_digits') : [];
  const all = new ModelTools({
    agent: { tools, builtinTools },
    flow,
    requests,
    runBuiltinTool,
    renderText,
    edges: { list: () => [], choose: () => {} },
  });
  return {
    get definitions() {
      return all.definitions.map((definition) => ({
        ...definition,
        description: writtenDescriptions[definition.name as BuiltinToolName] ?? definition.description,
      }));
    },
    isReadOnly: (name) => all.isReadOnly(name),
    endsTurn: (name) => all.endsTurn(name),
    replacesReply: () => false,
    run: (call, signal) => all.run(call, signal),
  };
}
