import {
  LanguageModelError,
  type LanguageMessage,
  type LanguageModel,
  type ToolCall,
} from '../contracts/language-model.ts';
import type { ModelSettings } from '../models/model-answer.ts';
import type { AgentTools } from '../models/tools/agent-tools.ts';

/** Maximum number of requests for one text. The last request offers no tools. */
const roundsMax = 6;
/** Maximum number of tool calls per response. Further ones are ignored. */
const callsMax = 8;
/** Number of characters after which the rest of a response is ignored. */
const charactersMax = 100_000;

export interface TextRequest {
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
  readonly messages: readonly LanguageMessage[];
  readonly tools: AgentTools;
  readonly signal: AbortSignal;
}

export interface GeneratedText {
  /** As the model wrote it; may be empty. */
  readonly text: string;
  /** Whether the token limit ended the text. */
  readonly isTruncated: boolean;
}

/**
 * Lets a language model write a text. Its tools run one after the other, and their results go back to the model. Throws the error of the last model if all models
 * fail.
 */
export async function generateText(request: TextRequest): Promise<GeneratedText> {
  const { tools, signal } = request;
  const messages = [...request.messages];
  let last: GeneratedText = { text: '', isTruncated: false };
  for (let round = 1; round <= roundsMax; round += 1) {
    const { text, isTruncated, calls } = await respond(request, messages, round < roundsMax);
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

interface Response extends GeneratedText {
  readonly calls: readonly ToolCall[];
}

/** Returns the response of the first model that does not fail. */
async function respond(
  { models, settings, tools, signal }: TextRequest,
  messages: readonly LanguageMessage[],
  mayCallTools: boolean,
): Promise<Response> {
  let failure: unknown = new LanguageModelError('The agent has no language model.', { retryable: false });
  const definitions = mayCallTools ? tools.definitions : [];
  const request = { messages, ...settings, signal, ...(definitions.length > 0 && { tools: definitions }) };
  for (const model of models) {
    try {
      return await read(model.respond(request));
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

async function read(parts: ReturnType<LanguageModel['respond']>): Promise<Response> {
  let text = '';
  let isTruncated = false;
  const calls: ToolCall[] = [];
  for await (const part of parts) {
    if (part.type === 'text-delta' && text.length < charactersMax) text += part.text;
    if (part.type === 'tool-called' && calls.length < callsMax)
      calls.push({ id: part.id, name: part.name, arguments: part.arguments });
    if (part.type === 'finished') isTruncated = part.reason === 'length';
  }
  return { text, isTruncated, calls };
}
