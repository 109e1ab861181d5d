import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import type { LanguageMessage, LanguageTool } from '../../contracts/language-model.ts';

/** Marks the end of a part of the prompt that the vendor keeps for the next request. */
const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/**
 * Returns the prompt of the SDK: one system message, then the conversation. `marksCache` marks the end of the instructions and of the
 * conversation, since the next request repeats both.
 */
export function promptOf(messages: readonly LanguageMessage[], marksCache: boolean): LanguageModelV4Prompt {
  const instructions = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const conversation = messages.flatMap((message) =>
    message.role === 'system' ? [] : [toSdkMessage(message)],
  );
  if (instructions.length > 0) conversation.unshift({ role: 'system', content: instructions.join('\n\n') });
  return marksCache ? conversation.map(markCache) : conversation;
}

/** Marks the system message and the last message. */
function markCache(
  message: LanguageModelV4Message,
  index: number,
  { length }: LanguageModelV4Prompt,
): LanguageModelV4Message {
  const isMarked = message.role === 'system' || index === length - 1;
  return isMarked ? { ...message, providerOptions: cacheMark } : message;
}

function toSdkMessage(message: Exclude<LanguageMessage, { role: 'system' }>): LanguageModelV4Message {
  if (message.role === 'tool') {
    const { toolCallId, name: toolName, content: value } = message;
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
    };
  }
  const text = message.content === '' ? [] : [{ type: 'text', text: message.content } as const];
  if (message.role === 'user') return { role: 'user', content: text };
  const calls = 'toolCalls' in message ? message.toolCalls : [];
  return {
    role: 'assistant',
    content: [
      ...text,
      ...calls.map(
        ({ id, name, arguments: input }) =>
          // Vendors accept only an object; a model that wrote broken JSON gets its call back without arguments.
          ({
            type: 'tool-call',
            toolCallId: id,
            toolName: name,
            input: Object(input) === input ? input : {},
          }) as const,
      ),
    ],
  };
}

/** Returns tools that the SDK reports but does not execute. */
export function sdkToolsOf(tools: readonly LanguageTool[]): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, parameters: inputSchema }) => ({
    type: 'function',
    name,
    description,
    inputSchema,
  }));
}
