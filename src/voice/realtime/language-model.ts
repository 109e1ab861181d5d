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
    const { conversation, clock } = this.#options;
    const deadlineMs = clock.monotonicMs() + request.timeoutMs;
    const system = systemPromptOf(request);
    for (let attempt = 1; ; attempt += 1) {
      if (conversation.error !== undefined) throw conversation.error;
      const current = conversation.respond(system, request.messages);
      const progress = { deadlineMs, hasParts: false };
      try {
        yield* this.#parts(current, request, progress);
        return;
      } catch (error) {
        const isRepeatable = !progress.hasParts && !current.isCurrent && !current.hasTimedOut;
        // Another session may have replaced the failed one.
        if (!isRepeatable || attempt >= maxAttempts || isAborted(request)) throw conversation.error ?? error;
      }
    }
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    return Promise.resolve({ ok: true, detail: this.id });
  }

  async *#parts(
    current: ConversationResponse,
    request: LanguageRequest,
    progress: { readonly deadlineMs: number; hasParts: boolean },
  ): AsyncIterable<LanguagePart> {
    const { timeoutMs, signal } = request;
    const { clock, volume } = this.#options;
    const cancel = () => current.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const firstTimeoutMs = Math.max(1, progress.deadlineMs - clock.monotonicMs());
      for await (const part of current.parts(timeoutMs, clock, firstTimeoutMs)) {
        if (isAborted(request)) return;
        progress.hasParts = true;
        if (part.type !== 'speech') yield languagePartOf(part);
        else {
          const samples = withVolume(part.samples, volume);
          yield { type: 'speech-delta', speech: current.speechOf(part.speechId), text: part.text, samples };
        }
      }
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (isAborted(request)) await current.discard();
      current.close();
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
