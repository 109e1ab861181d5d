import type { Clock } from '../../core/clock.ts';
import {
  type LanguageModel,
  type LanguagePart,
  type LanguageRequest,
} from '../../contracts/language-model.ts';
import type { RealtimePart } from '../../contracts/realtime-model.ts';
import { withVolume } from '../synthesis.ts';
import type { RealtimeConversation } from './conversation.ts';
import type { ConversationResponse } from './conversation-response.ts';

/** The most sessions that are tried for one reply. */
const maxAttempts = 3;

export interface RealtimeLanguageModelOptions {
  readonly clock: Clock;
  readonly conversation: RealtimeConversation;
  readonly id: string;
  /** 0 to 2. */
  readonly volume: number;
}

/**
 * Presents a speech-to-speech model as a language model. The speech-to-speech model has heard the caller, so it uses only the system prompt and the
 * tool results of a request.
 */
export class RealtimeLanguageModel implements LanguageModel {
  readonly id: string;
  readonly #options: RealtimeLanguageModelOptions;

  constructor(options: RealtimeLanguageModelOptions) {
    this.id = options.id;
    this.#options = options;
  }

  async *respond(request: LanguageRequest): AsyncIterable<LanguagePart> {
    const { conversation, clock } = this.#options;
    const deadlineMs = clock.monotonicMs() + request.timeoutMs;
    const system = systemPromptOf(request);
    for (let attempt = 1; ; attempt += 1) {
      if (conversation.error !== undefined) throw conversation.error;
      const response = conversation.respond(system, request.messages);
      const progress = { deadlineMs, hasParts: false };
      try {
        yield* this.#parts(response, request, progress);
        return;
      } catch (error) {
        // A session that has replaced the failed one can generate the reply.
        const isRepeatable = !progress.hasParts && !response.isCurrent && !response.hasTimedOut;
        if (!isRepeatable || attempt >= maxAttempts || isAborted(request)) throw conversation.error ?? error;
      }
    }
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    return Promise.resolve({ ok: true, detail: this.id });
  }

  async *#parts(
    response: ConversationResponse,
    request: LanguageRequest,
    progress: { readonly deadlineMs: number; hasParts: boolean },
  ): AsyncIterable<LanguagePart> {
    const { timeoutMs, signal } = request;
    const { clock, volume } = this.#options;
    const cancel = () => response.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const firstTimeoutMs = Math.max(1, progress.deadlineMs - clock.monotonicMs());
      for await (const part of response.parts(timeoutMs, clock, firstTimeoutMs)) {
        if (isAborted(request)) return;
        progress.hasParts = true;
        if (part.type !== 'speech') yield languagePartOf(part);
        else {
          const samples = withVolume(part.samples, volume);
          yield { type: 'speech-delta', speech: response.speechOf(part.speechId), text: part.text, samples };
        }
      }
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (isAborted(request)) await response.discard();
      response.close();
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
