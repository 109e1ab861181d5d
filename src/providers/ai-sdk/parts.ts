import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { cleanText, parseCleanJson } from '../../core/clean-text.ts';
import type { LanguagePart } from '../../contracts/language-model.ts';

const reasons = { stop: 'stop', length: 'length', 'tool-calls': 'tools' } as const;

/**
 * Converts a part of the SDK's stream. Returns `progress` for parts without content that still show progress, `truncated` for a response that
 * ended early, and undefined for other parts. Reasoning is not progress, since the caller hears silence.
 */
export function toPart(part: LanguageModelV4StreamPart): LanguagePart | 'progress' | 'truncated' | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? undefined : { type: 'text-delta', text: part.delta };
    case 'tool-call':
      return {
        type: 'tool-called',
        id: part.toolCallId,
        name: cleanText(part.toolName),
        arguments: parseArguments(part.input),
      };
    case 'tool-input-start':
    case 'tool-input-delta':
      return 'progress';
    case 'finish':
      return finishedPart(part.finishReason.unified, part.usage);
    default:
      return undefined;
  }
}

function finishedPart(
  reason: string,
  { inputTokens, outputTokens }: LanguageModelV4Usage,
): LanguagePart | 'truncated' {
  if (reason === 'interrupted' || reason === 'error') return 'truncated';
  const { total, cacheRead = 0 } = inputTokens;
  return {
    type: 'finished',
    reason: reasons[reason as keyof typeof reasons] ?? 'other',
    inputTokens: total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    ...(cacheRead > 0 && { cachedInputTokens: cacheRead }),
  };
}

/** Returns the arguments, or their text if it is not JSON. */
function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseCleanJson(text);
  } catch {
    return cleanText(text);
  }
}
