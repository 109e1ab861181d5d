import type { AssistantModelMessage, ModelMessage, TextStreamPart, ToolSet } from 'ai';
import type { LanguageMessage, LanguagePart, LanguageTool } from '../../contracts/language-model.ts';

type Sdk = Pick<typeof import('ai'), 'jsonSchema' | 'tool'>;

/** Returns the instructions of the SDK: all system messages, in order. */
export function instructionsOf(messages: readonly LanguageMessage[]): string | undefined {
  const texts = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** Returns the conversation without the system messages. */
export function conversationOf(messages: readonly LanguageMessage[]): ModelMessage[] {
  return messages.flatMap((message) => (message.role === 'system' ? [] : [toModelMessage(message)]));
}

function toModelMessage(message: Exclude<LanguageMessage, { role: 'system' }>): ModelMessage {
  if (message.role === 'tool') {
    const { toolCallId, name: toolName, content: value } = message;
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
    };
  }
  if ('toolCalls' in message) return toToolCalls(message);
  return message;
}

function toToolCalls(message: Extract<LanguageMessage, { toolCalls: unknown }>): AssistantModelMessage {
  const calls = message.toolCalls.map(
    ({ id, name, arguments: input }) =>
      ({ type: 'tool-call', toolCallId: id, toolName: name, input }) as const,
  );
  const text = message.content === '' ? [] : [{ type: 'text', text: message.content } as const];
  return { role: 'assistant', content: [...text, ...calls] };
}

/** Returns tools that the SDK reports but does not execute. */
export function toolSetOf(tools: readonly LanguageTool[], sdk: Sdk): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      sdk.tool({ description, inputSchema: sdk.jsonSchema(parameters) }),
    ]),
  );
}

const reasons = { stop: 'stop', length: 'length', 'tool-calls': 'tools' } as const;

/**
 * Converts a part of the SDK's stream. Returns `progress` for parts without content that still show progress, and undefined for other parts.
 * Reasoning is not progress, since the caller hears silence.
 */
export function toPart(part: TextStreamPart<ToolSet>): LanguagePart | 'progress' | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? undefined : { type: 'text-delta', text: part.text };
    case 'tool-call':
      return { type: 'tool-called', id: part.toolCallId, name: part.toolName, arguments: part.input };
    case 'tool-input-start':
    case 'tool-input-delta':
      return 'progress';
    case 'finish':
      return {
        type: 'finished',
        reason: reasons[part.finishReason as keyof typeof reasons] ?? 'other',
        inputTokens: part.totalUsage.inputTokens ?? 0,
        outputTokens: part.totalUsage.outputTokens ?? 0,
      };
    default:
      return undefined;
  }
}
