import type { TextStreamPart, ToolSet } from 'ai';
import { systemClock, type Clock } from '../../core/clock.ts';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguageModelErrorSource,
  type LanguagePart,
  type LanguageRequest,
} from '../../contracts/language-model.ts';
import { StreamTimeout } from './stream-timeout.ts';
import type { OpenAiCompatibleSettings } from './settings.ts';
import { redactedUrl } from './vendor-text.ts';
import { conversationOf, instructionsOf, toolSetOf, toPart } from './wire.ts';

type Sdk = Awaited<ReturnType<typeof loadSdk>>;
type ToError = (error: unknown) => LanguageModelError;
type Stream = AsyncIterable<TextStreamPart<ToolSet>>;

const healthTimeoutMs = 5000;

/** Loads the SDK on first use, since loading takes time and not every installation has a model. */
async function loadSdk() {
  const [ai, { createOpenAICompatible }, { toLanguageModelError }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
    import('./error.ts'),
  ]);
  return { ...ai, createOpenAICompatible, toLanguageModelError };
}

/** Creates the client of a language model on a server with the OpenAI chat completions API. Uses the AI SDK. */
export function createOpenAiCompatibleLanguageModel(
  settings: OpenAiCompatibleSettings,
  clock: Clock = systemClock,
): LanguageModel {
  return new OpenAiCompatibleLanguageModel(settings, clock);
}

class OpenAiCompatibleLanguageModel implements LanguageModel {
  readonly id: string;
  readonly #settings: OpenAiCompatibleSettings;
  readonly #clock: Clock;
  #sdk: Promise<Sdk> | undefined;

  constructor(settings: OpenAiCompatibleSettings, clock: Clock) {
    this.id = `${settings.provider}/${settings.model}`;
    this.#settings = settings;
    this.#clock = clock;
  }

  async *respond(request: LanguageRequest): AsyncIterable<LanguagePart> {
    const connection = new AbortController();
    const timeout = new StreamTimeout(this.#clock, request.timeoutMs, request.signal);
    try {
      const sdk = await timeout.race((this.#sdk ??= loadSdk()));
      if (sdk === 'aborted') return;
      if (sdk === 'timed-out') throw timedOut(this.#source);
      const secrets = [this.#settings.apiKey ?? '', ...request.messages.map(({ content }) => content)];
      const toError = (error: unknown) => sdk.toLanguageModelError(error, this.#source, secrets);
      yield* relay(this.#stream(sdk, request, connection.signal), timeout, this.#source, toError);
    } finally {
      timeout.close();
      connection.abort();
    }
  }

  get #source(): LanguageModelErrorSource {
    return { model: this.id, baseUrl: redactedUrl(this.#settings.baseUrl) };
  }

  #stream(sdk: Sdk, request: LanguageRequest, abortSignal: AbortSignal): Stream {
    const { provider: name, baseUrl: baseURL, apiKey, model } = this.#settings;
    const provider = sdk.createOpenAICompatible({
      name,
      baseURL,
      includeUsage: true,
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    const instructions = instructionsOf(request.messages);
    return sdk.streamText({
      model: provider(model),
      messages: conversationOf(request.messages),
      ...(instructions === undefined ? {} : { instructions }),
      ...(request.tools === undefined ? {} : { tools: toolSetOf(request.tools, sdk) }),
      temperature: request.temperature,
      maxOutputTokens: request.maxTokens,
      // The caller of `respond` decides about retries, since a phone call waits for the reply.
      maxRetries: 0,
      abortSignal,
      // Errors are parts of the stream. Without this, the SDK also prints them.
      onError: () => {},
    }).stream;
  }

  async checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    const { baseUrl, apiKey, model } = this.#settings;
    const timeout = new AbortController();
    const timer = this.#clock.after(healthTimeoutMs, () => timeout.abort());
    try {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        signal: timeout.signal,
      });
      await response.body?.cancel();
      return response.ok
        ? { ok: true, detail: `${this.id} is reachable.` }
        : { ok: false, detail: `The server of ${model} responded with ${response.status}.` };
    } catch {
      return { ok: false, detail: `The server of ${model} is unreachable.` };
    } finally {
      timer.cancel();
    }
  }
}

/** Converts the SDK's stream. Ends without an error on abort; throws if the stream fails, ends early or times out. */
async function* relay(
  stream: Stream,
  timeout: StreamTimeout,
  source: LanguageModelErrorSource,
  toError: ToError,
): AsyncIterable<LanguagePart> {
  const parts = stream[Symbol.asyncIterator]();
  for (;;) {
    const result = await timeout.race(readNext(parts, toError));
    if (result === 'aborted') return;
    if (result === 'timed-out') throw timedOut(source);
    if (result instanceof LanguageModelError) throw result;
    if (result.done)
      throw new LanguageModelError('The response of the language model was truncated.', {
        retryable: true,
        source,
      });
    const part = toPart(result.value);
    if (part !== undefined) timeout.reset();
    if (typeof part !== 'object') continue;
    yield part;
    if (part.type === 'finished') return;
  }
}

/** Returns errors as values, so that an abandoned promise does not cause an unhandled rejection. */
async function readNext(
  parts: AsyncIterator<TextStreamPart<ToolSet>>,
  toError: ToError,
): Promise<IteratorResult<TextStreamPart<ToolSet>> | LanguageModelError> {
  try {
    const result = await parts.next();
    if (!result.done && result.value.type === 'error') return toError(result.value.error);
    return result;
  } catch (error) {
    return toError(error);
  }
}

const timedOut = (source: LanguageModelErrorSource): LanguageModelError =>
  new LanguageModelError('The language model timed out.', { retryable: true, source });
