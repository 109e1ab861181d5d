import type { Clock } from '../../core/clock.ts';
import { checkTextLength, nothingToSay, speechRejection } from '../../contracts/speech-rejection.ts';
import {
  characterCount,
  maxSpeechMs,
  wholeText,
  type SpeechChunk,
  type SpeechRequest,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '../../contracts/text-to-speech.ts';
import type { CircuitBreaker } from '../websocket/circuit-breaker.ts';
import { HttpConnections } from '../websocket/http-connections.ts';
import { toSpeechError } from '../websocket/speech-error.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { responseError } from './response-error.ts';
import { SpeechDecoder, speechRate } from './speech-decoder.ts';
import { SpeechHttpRequest } from './speech-request.ts';
import { modelBreakerOf, type SpeechServer } from './speech-server.ts';

/** Used for voices without a model. */
const openAiModel = 'gpt-4o-mini-tts';
const otherModel = 'tts-1';
/** Rate of OpenAI's response format `pcm`. */
const openAiPcmRate = 24_000;
const maxVoiceCharacters = 200;
const speakable = /[\p{L}\p{N}]/u;
const idleTimeoutMs = 10_000;
const totalTimeoutMs = 180_000;
/** 10 minutes of stereo at 48 kHz. */
const maxResponseBytes = 120_000_000;

/** Creates the voices of OpenAI, or of another server with its speech API. A voice is named `VOICE` or `MODEL/VOICE`. */
export const createOpenAiTextToSpeech = (server: SpeechServer, { clock }: VendorDependencies): TextToSpeech =>
  new OpenAiTextToSpeech(server, clock);

class OpenAiTextToSpeech implements TextToSpeech {
  readonly provider: string;
  readonly capabilities: TextToSpeechCapabilities;
  readonly #server: SpeechServer;
  readonly #clock: Clock;
  readonly #serverBreaker: CircuitBreaker;
  /** The breaker of a voice that fails. */
  #failingBreaker: CircuitBreaker | undefined;
  readonly #connections: HttpConnections;
  readonly #requests = new Set<SpeechHttpRequest>();
  #isClosed = false;

  constructor(server: SpeechServer, clock: Clock) {
    this.provider = server.provider;
    // How other servers read numbers depends on their models.
    this.capabilities = {
      speed: true,
      wordTimings: false,
      normalizesText: server.isOpenAi,
      streamsText: false,
      voices: [],
      network: true,
    };
    this.#server = server;
    this.#clock = clock;
    this.#serverBreaker = server.breakers.of(server.vendor, server);
    this.#connections = new HttpConnections(server.baseUrl);
  }

  async *synthesize(request: SpeechRequest): AsyncGenerator<SpeechChunk> {
    this.#validate(request);
    const { signal = new AbortController().signal } = request;
    if (signal.aborted) return;
    const breaker = modelBreakerOf(this.#server, `voice ${request.voiceId}`);
    if (!breaker.admit()) throw toSpeechError(breaker.refusal(this.#server.vendor));
    const exchange = new SpeechHttpRequest(
      this.#server,
      this.#connections,
      { ...this.#requestOf(request), signal },
      this.#clock,
    );
    const { text, voiceId, onUsage } = request;
    const characters = characterCount(text as string);
    onUsage?.({ provider: this.provider, model: this.#modelOf(voiceId), characters });
    this.#requests.add(exchange);
    try {
      const maxSamples = (maxSpeechMs(characters, request.speed) * speechRate) / 1_000;
      for await (const chunk of this.#receive(exchange, breaker, maxSamples)) {
        yield chunk;
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof VendorError) this.#recordFailure(breaker, error);
      throw toSpeechError(error);
    } finally {
      this.#requests.delete(exchange);
      exchange.close();
    }
  }

  warm(): void {
    if (!this.#isClosed && !this.#serverBreaker.isOpen) this.#connections.preconnect();
  }

  /** Reports the circuit breaker: a request per check would be paid by the operator. */
  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    if (this.#isClosed) return Promise.resolve({ ok: false, detail: `${this.provider} has been closed.` });
    const { lastError, isFailing } = this.#failingBreaker ?? this.#serverBreaker;
    const detail = lastError?.message ?? `${this.provider}: ${this.#requests.size} requests`;
    return Promise.resolve({ ok: !isFailing, detail });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const request of this.#requests) request.close();
    return Promise.resolve();
  }

  #recordFailure(breaker: CircuitBreaker, error: VendorError): void {
    breaker.recordFailure(error);
    if (breaker.isFailing || this.#failingBreaker?.isFailing !== true) this.#failingBreaker = breaker;
  }

  #validate(request: SpeechRequest): void {
    if (this.#isClosed) throw speechRejection('The voice has been closed.');
    const text = wholeText(request);
    if (request.voiceId === '' || request.voiceId.length > maxVoiceCharacters)
      throw speechRejection('The identifier of the voice is invalid.');
    checkTextLength(text);
    if (!speakable.test(text)) throw nothingToSay();
  }

  #modelOf(voiceId: string): string {
    const slash = voiceId.lastIndexOf('/');
    if (slash > 0) return voiceId.slice(0, slash);
    return this.#server.isOpenAi ? openAiModel : otherModel;
  }

  /** OpenAI sends `pcm` sooner than `wav`. For other servers only the header of a WAV file has the rate. */
  #requestOf({ text, voiceId, speed = 1 }: SpeechRequest) {
    const body = {
      model: this.#modelOf(voiceId),
      voice: voiceId.slice(voiceId.lastIndexOf('/') + 1),
      input: text,
      response_format: this.#server.isOpenAi ? 'pcm' : 'wav',
      ...(speed !== 1 && { speed }),
    };
    return {
      path: '/audio/speech',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      idleTimeoutMs,
      totalTimeoutMs,
      maxBytes: maxResponseBytes,
    };
  }

  async *#receive(
    exchange: SpeechHttpRequest,
    breaker: CircuitBreaker,
    maxSamples: number,
  ): AsyncGenerator<SpeechChunk> {
    const { vendor, isOpenAi } = this.#server;
    const response = await exchange.send();
    const contentType = response.headers.get('content-type') ?? '';
    const decoder = new SpeechDecoder(vendor, contentType, isOpenAi ? openAiPcmRate : undefined);
    let sampleCount = 0;
    for await (const part of exchange.parts(response)) {
      // What follows the announced audio is not read.
      if (decoder.isComplete) break;
      const samples = decoder.push(part);
      sampleCount += samples.length;
      if (sampleCount > maxSamples) throw responseError(vendor, 'too-much-audio');
      if (samples.length === 0) continue;
      breaker.recordSuccess();
      yield { samples, sampleRate: speechRate };
    }
    const samples = decoder.finish();
    if (samples.length > 0) yield { samples, sampleRate: speechRate };
    if (sampleCount === 0) throw responseError(vendor, 'no-audio');
  }
}
