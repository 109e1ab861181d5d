import type { Clock } from '../../core/clock.ts';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguagePart,
  type LanguageRequest,
  type ModelSpeech,
  type ToolCall,
} from '../../contracts/language-model.ts';
import type { RealtimePart, RealtimeResponse } from '../../contracts/realtime-model.ts';
import { withVolume } from '../synthesis.ts';
import type { ConversationResponse, RealtimeConversation } from './conversation.ts';

/** Sessions that are tried for one reply. */
const maxAttempts = 3;

export interface RealtimeLanguageModelOptions {
  readonly clock: Clock;
  readonly conversation: RealtimeConversation;
  readonly id: string;
  /** 0 to 2. */
  readonly volume: number;
}

/** The responses of a speech-to-speech model as replies of a language model. The model has heard the caller, so of a request it uses the system prompt and tool results only. */
export class RealtimeLanguageModel implements LanguageModel {
  readonly id: string;
  readonly #options: RealtimeLanguageModelOptions;

  constructor(options: RealtimeLanguageModelOptions) {
    this.id = options.id;
    this.#options = options;
  }

  async *respond(request: LanguageRequest): AsyncIterable<LanguagePart> {
    const { conversation } = this.#options;
    const system = systemPromptOf(request);
    for (let attempt = 1; ; attempt += 1) {
      if (conversation.error !== undefined) throw conversation.error;
      const current = conversation.respond(system, request.messages);
      const progress = { hasParts: false };
      try {
        yield* this.#parts(current, request, progress);
        return;
      } catch (error) {
        // Another session may have replaced the failed one.
        const hasNextSession = !current.hasSession() && attempt < maxAttempts;
        if (progress.hasParts || !hasNextSession || isAborted(request)) throw error;
      }
    }
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    return Promise.resolve({ ok: true, detail: this.id });
  }

  async *#parts(
    current: ConversationResponse,
    { timeoutMs, signal }: LanguageRequest,
    progress: { hasParts: boolean },
  ): AsyncIterable<LanguagePart> {
    const { response } = current;
    const calls: ToolCall[] = [];
    const speeches = new Map<string, ModelSpeech>();
    const cancel = () => response.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      for await (const part of partsOf(response, timeoutMs, this.#options.clock)) {
        if (signal?.aborted === true) return;
        progress.hasParts = true;
        if (part.type === 'tool-called') calls.push(part.call);
        if (part.type !== 'speech') yield languagePartOf(part);
        else {
          const speech = speeches.get(part.speechId) ?? current.speechOf(part.speechId);
          speeches.set(part.speechId, speech);
          const samples = withVolume(part.samples, this.#options.volume);
          yield { type: 'speech-delta', speech, text: part.text, samples };
        }
      }
    } finally {
      signal?.removeEventListener('abort', cancel);
      response.cancel();
      current.ended(calls);
    }
  }
}

const isAborted = ({ signal }: LanguageRequest): boolean => signal?.aborted === true;

const systemPromptOf = ({ messages }: LanguageRequest): string =>
  messages.find(({ role }) => role === 'system')?.content ?? '';

function languagePartOf(part: Exclude<RealtimePart, { type: 'speech' }>): LanguagePart {
  switch (part.type) {
    case 'text':
      return { type: 'text-delta', text: part.text };
    case 'tool-called':
      return { type: 'tool-called', ...part.call };
    case 'ended': {
      const { reason, inputTokens, outputTokens, cachedInputTokens } = part;
      return { type: 'finished', reason, inputTokens, outputTokens, cachedInputTokens };
    }
  }
}

/** Returns the parts of a response. Throws if one takes longer than `timeoutMs`. */
async function* partsOf(
  { parts }: RealtimeResponse,
  timeoutMs: number,
  clock: Clock,
): AsyncIterable<RealtimePart> {
  const iterator = parts[Symbol.asyncIterator]();
  for (;;) {
    const next = await withTimeout(iterator.next(), timeoutMs, clock);
    if (next.done === true) return;
    yield next.value;
  }
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, clock: Clock): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = clock.after(timeoutMs, () =>
    reject(new LanguageModelError('The language model timed out.', { retryable: true })),
  );
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer.cancel();
  }
}
