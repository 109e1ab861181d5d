import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ReportedTokens, RequestUsage } from '../../contracts/request-usage.ts';

/** The methods of a reader that the language model uses. */
export interface PartReader {
  read(): Promise<
    | { readonly done: true; readonly value?: undefined }
    | { readonly done: false; readonly value: LanguageModelV4StreamPart }
  >;
}

/** Returns a reader that records the token usage of the parts, and skips the raw messages of the vendor. */
export function observedReader(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  usage: RequestUsage,
): PartReader {
  const reader = stream.getReader();
  return {
    async read() {
      for (;;) {
        const result = await reader.read();
        if (result.done) return { done: true };
        observe(result.value, usage);
        if (result.value.type !== 'raw') return { done: false, value: result.value };
      }
    },
  };
}

function observe(part: LanguageModelV4StreamPart, usage: RequestUsage): void {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      return usage.addOutput(part.delta);
    case 'raw':
      return usage.report(earlyTokens(part.rawValue));
    case 'finish':
      usage.report(finalTokens(part.usage));
      return usage.settle();
    default:
  }
}

const finalTokens = ({ inputTokens, outputTokens }: LanguageModelV4Usage): ReportedTokens => ({
  inputTokens: inputTokens.total,
  cachedInputTokens: inputTokens.cacheRead,
  cacheWriteTokens: inputTokens.cacheWrite,
  outputTokens: outputTokens.total,
});

/**
 * Returns the counts in a message before the end of a reply. Anthropic reports the input tokens in `message_start`, Google all counts so far in each
 * message. Other vendors report nothing before the end.
 */
function earlyTokens(message: unknown): ReportedTokens {
  const { message: started, usageMetadata } = fieldsOf(message);
  const { usage } = fieldsOf(started);
  return usage === undefined ? googleTokens(fieldsOf(usageMetadata)) : anthropicTokens(fieldsOf(usage));
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const countOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function anthropicTokens(usage: Fields): ReportedTokens {
  const cachedInputTokens = countOf(usage['cache_read_input_tokens']) ?? 0;
  const cacheWriteTokens = countOf(usage['cache_creation_input_tokens']) ?? 0;
  const uncached = countOf(usage['input_tokens']);
  if (uncached === undefined) return {};
  return {
    inputTokens: uncached + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
  };
}

function googleTokens(usage: Fields): ReportedTokens {
  const candidates = countOf(usage['candidatesTokenCount']);
  const thoughts = countOf(usage['thoughtsTokenCount']) ?? 0;
  return {
    inputTokens: countOf(usage['promptTokenCount']),
    cachedInputTokens: countOf(usage['cachedContentTokenCount']),
    outputTokens: candidates === undefined ? undefined : candidates + thoughts,
  };
}
