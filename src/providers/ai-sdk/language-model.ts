import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguageModelErrorSource,
  type LanguagePart,
  type LanguageRequest,
} from '../../contracts/language-model.ts';
import { RequestUsage } from '../../contracts/request-usage.ts';
import { TextCleaner } from '../../core/clean-text.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { describeTlsFailure } from '../../core/connection-failure.ts';
import { HttpConnections } from '../websocket/http-connections.ts';
import { toLanguageModelError } from './error.ts';
import { createLimitedFetch, tooLong } from './limited-fetch.ts';
import { toPart } from './parts.ts';
import { promptOf, sdkToolsOf } from './prompt.ts';
import { StreamTimeout } from './stream-timeout.ts';
import { observedReader, type PartReader } from './usage.ts';
import type { ModelSettings, Vendor } from './vendor.ts';
import { redactedUrl } from './vendor-text.ts';

type Stream = ReadableStream<LanguageModelV4StreamPart>;
type ToError = (error: unknown) => LanguageModelError;

const healthTimeoutMs = 5000;
/** Limit of the text of one reply in characters, far above 4,096 tokens. */
const maxTextLength = 64_000;

/** Creates a language model of a vendor, using the AI SDK. */
export function createLanguageModel(
  vendor: Vendor,
  settings: ModelSettings,
  clock: Clock = systemClock,
): LanguageModel {
  return new AiSdkLanguageModel(vendor, settings, clock);
}

class AiSdkLanguageModel implements LanguageModel {
  readonly id: string;
  readonly choosesEdges: boolean;
  readonly #vendor: Vendor;
  readonly #settings: ModelSettings;
  readonly #clock: Clock;
  readonly #source: LanguageModelErrorSource;
  readonly #model: LanguageModelV4;
  readonly #connections: HttpConnections;

  constructor(vendor: Vendor, settings: ModelSettings, clock: Clock) {
    this.id = `${settings.provider}/${settings.model}`;
    this.choosesEdges = vendor.choosesEdges(settings);
    this.#vendor = vendor;
    this.#settings = settings;
    this.#clock = clock;
    this.#connections = new HttpConnections(settings.baseUrl);
    this.#source = { model: this.id, baseUrl: redactedUrl(settings.baseUrl) };
    this.#model = vendor.createModel(settings, createLimitedFetch(this.#connections.fetch, this.#source));
  }

  async *respond(request: LanguageRequest): AsyncIterable<LanguagePart> {
    if (request.signal?.aborted) return;
    const connection = new AbortController();
    const timeout = new StreamTimeout(this.#clock, request.timeoutMs, request.signal);
    const secrets = [this.#settings.apiKey ?? '', ...request.messages.map(({ content }) => content)];
    const toError = (error: unknown) => toLanguageModelError(error, this.#source, secrets);
    const usage = new RequestUsage(this.id, request);
    try {
      const stream = await timeout.race(this.#open(request, connection.signal).catch(toError));
      if (stream === 'aborted') return;
      if (stream === 'timed-out') throw timedOut(this.#source);
      if (stream instanceof LanguageModelError) {
        usage.cancel();
        throw stream;
      }
      yield* relay(observedReader(stream, usage), timeout, this.#source, toError);
    } finally {
      usage.settle();
      timeout.close();
      connection.abort();
    }
  }

  async #open(request: LanguageRequest, abortSignal: AbortSignal): Promise<Stream> {
    const { messages, tools = [], temperature, maxTokens } = request;
    const { effort, extraTokens } = this.#vendor.reasoningOf(this.#settings.model);
    const { stream } = await this.#model.doStream({
      prompt: promptOf(messages, this.#vendor.needsCacheMarks),
      temperature,
      maxOutputTokens: maxTokens + extraTokens,
      abortSignal,
      includeRawChunks: this.#vendor.reportsTokensEarly,
      ...(effort !== undefined && { reasoning: effort }),
      ...(tools.length > 0 && { tools: sdkToolsOf(tools) }),
    });
    return stream;
  }

  warm(): void {
    this.#connections.preconnect();
  }

  async checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    const { baseUrl, apiKey, model } = this.#settings;
    const timeout = new AbortController();
    const timer = this.#clock.after(healthTimeoutMs, () => timeout.abort());
    try {
      const response = await this.#connections.fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
        headers: this.#vendor.headers(apiKey),
        signal: timeout.signal,
      });
      await response.body?.cancel();
      return response.ok
        ? { ok: true, detail: `${this.id} is reachable.` }
        : { ok: false, detail: `The server of ${model} responded with ${response.status}.` };
    } catch (error) {
      const fault = describeTlsFailure(error);
      const reason = fault === undefined ? '' : `: ${fault}`;
      return { ok: false, detail: `The server of ${model} is unreachable${reason}.` };
    } finally {
      timer.cancel();
    }
  }
}

/** Converts the SDK's stream. Ends without an error on abort; throws if the stream fails, ends early or times out. */
async function* relay(
  reader: PartReader,
  timeout: StreamTimeout,
  source: LanguageModelErrorSource,
  toError: ToError,
): AsyncIterable<LanguagePart> {
  let textLength = 0;
  const cleaner = new TextCleaner();
  for (;;) {
    const part = await timeout.race(readPart(reader, source, toError));
    if (part === 'aborted') return;
    if (part === 'timed-out') throw timedOut(source);
    if (part instanceof LanguageModelError) throw part;
    if (part !== undefined) timeout.reset();
    if (typeof part !== 'object') continue;
    textLength += part.type === 'text-delta' ? part.text.length : 0;
    if (textLength > maxTextLength) throw tooLong(source);
    yield* cleanPart(part, cleaner);
    if (part.type === 'finished') return;
  }
}

/** Yields the part with clean text, unless nothing is left of it. */
function* cleanPart(part: LanguagePart, cleaner: TextCleaner): Iterable<LanguagePart> {
  if (part.type !== 'text-delta') return yield part;
  const text = cleaner.push(part.text);
  if (text !== '') yield { ...part, text };
}

/** Returns errors as values, so that an abandoned promise does not cause an unhandled rejection. */
async function readPart(
  reader: PartReader,
  source: LanguageModelErrorSource,
  toError: ToError,
): Promise<LanguagePart | 'progress' | undefined | LanguageModelError> {
  try {
    const result = await reader.read();
    if (result.done) return truncated(source);
    if (result.value.type === 'error') return toError(result.value.error);
    const part = toPart(result.value);
    if (part === 'truncated') return truncated(source);
    if (result.value.type === 'finish') await readToEnd(reader);
    return part;
  } catch (error) {
    return toError(error);
  }
}

/** Reads the end of the response if it has arrived already, so that the connection can serve the next request. */
async function readToEnd(reader: PartReader): Promise<void> {
  const ended = reader.read().catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setImmediate(resolve))]);
}

const timedOut = (source: LanguageModelErrorSource): LanguageModelError =>
  new LanguageModelError('The language model timed out.', { retryable: true, source });

const truncated = (source: LanguageModelErrorSource): LanguageModelError =>
  new LanguageModelError('The response of the language model was truncated.', { retryable: true, source });
