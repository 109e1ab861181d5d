import { resample } from '../../audio/resampler.ts';
import { wavFile } from '../../audio/wav-header.ts';
import type { Clock } from '../../core/clock.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
import { HttpConnections } from '../websocket/http-connections.ts';
import {
  fieldsOf,
  itemsOf,
  numberOf,
  parseFields,
  textOf,
  type JsonFields,
} from '../websocket/json-fields.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { responseError } from './response-error.ts';
import { SpeechHttpRequest } from './speech-request.ts';
import type { SpeechServer } from './speech-server.ts';

/** Rate of the uploaded file: that of Whisper and its successors. Some servers take every file for audio of this rate. */
const uploadRate = 16_000;
const requestTimeoutMs = 6_000;
const maxResponseBytes = 512 * 1024;
/** Whisper takes a segment for silence if both conditions are met. */
const silenceProbability = 0.6;
const silenceLogProbability = -1;
/** Models that report no segments. */
const plainModels = /gpt-|transcribe/;

export interface TranscriptionOptions {
  readonly model: string;
  /** BCP 47. */
  readonly language: string;
  readonly keyterms: readonly string[];
}

/** The text of an utterance, empty if the model takes it for silence. */
export interface TranscribedText {
  readonly text: string;
  /** 0 to 1; undefined if the server reports none. */
  readonly confidence: number | undefined;
}

type ResponseFormat = 'verbose_json' | 'json';

/** Sends utterances to `/audio/transcriptions`. */
export class TranscriptionClient {
  readonly #server: SpeechServer;
  readonly #options: Pick<TranscriptionOptions, 'model'>;
  readonly #clock: Clock;
  readonly #connections: HttpConnections;
  /** `verbose_json` reports probabilities. Servers that reject it are asked for `json` from then on. */
  #format: ResponseFormat;

  constructor(server: SpeechServer, model: string, clock: Clock) {
    this.#server = server;
    this.#options = { model };
    this.#clock = clock;
    this.#connections = new HttpConnections(server.baseUrl);
    this.#format = plainModels.test(model) ? 'json' : 'verbose_json';
  }

  /** Opens a connection for the next utterance. */
  preconnect(): void {
    this.#connections.preconnect();
  }

  /** `samples` are 8 kHz. @throws {VendorError} */
  async transcribe(
    samples: Int16Array,
    options: Omit<TranscriptionOptions, 'model'>,
    signal: AbortSignal,
  ): Promise<TranscribedText> {
    const file = new Blob([new Uint8Array(wavFile(resample(samples, 8_000, uploadRate), uploadRate))], {
      type: 'audio/wav',
    });
    const request = { ...this.#options, ...options };
    const format = this.#format;
    try {
      return await this.#send(formOf(file, request, format), signal);
    } catch (error) {
      if (format === 'json' || !isRejection(error)) throw error;
      const result = await this.#send(formOf(file, request, 'json'), signal);
      this.#format = 'json';
      return result;
    }
  }

  async #send(body: FormData, signal: AbortSignal): Promise<TranscribedText> {
    const options = { idleTimeoutMs: requestTimeoutMs, totalTimeoutMs: requestTimeoutMs };
    const request = new SpeechHttpRequest(
      this.#server,
      this.#connections,
      { path: '/audio/transcriptions', body, signal, maxBytes: maxResponseBytes, ...options },
      this.#clock,
    );
    try {
      const parts: Uint8Array[] = [];
      for await (const part of request.parts(await request.send())) parts.push(part);
      return toTranscribedText(parseFields(Buffer.concat(parts).toString()), this.#server.vendor);
    } finally {
      request.close();
    }
  }
}

const isRejection = (error: unknown): boolean => error instanceof VendorError && error.failure === 'rejected';

function formOf(
  file: Blob,
  { model, language, keyterms }: TranscriptionOptions,
  format: ResponseFormat,
): FormData {
  const form = new FormData();
  form.set('file', file, 'utterance.wav');
  form.set('model', model);
  form.set('language', primarySubtag(language));
  form.set('response_format', format);
  if (keyterms.length > 0) form.set('prompt', keyterms.join(', '));
  return form;
}

function toTranscribedText(fields: JsonFields | undefined, vendor: string): TranscribedText {
  if (typeof fields?.['text'] !== 'string') throw responseError(vendor, 'no-text');
  const all = itemsOf(fields['segments']).map(fieldsOf);
  const spoken = all.filter((segment) => !isSilence(segment));
  const text = spoken.length === all.length ? textOf(fields['text']) : joinTexts(spoken);
  return { text: text.trim().replaceAll(/\s+/g, ' '), confidence: confidenceOf(spoken) };
}

const isSilence = (segment: JsonFields): boolean =>
  numberOf(segment['no_speech_prob']) > silenceProbability &&
  numberOf(segment['avg_logprob']) < silenceLogProbability;

const joinTexts = (segments: readonly JsonFields[]): string =>
  segments.map((segment) => textOf(segment['text'])).join(' ');

/** Returns the probability of the tokens, averaged over the segments. */
function confidenceOf(segments: readonly JsonFields[]): number | undefined {
  const values = segments
    .map((segment) => segment['avg_logprob'])
    .filter((value) => typeof value === 'number');
  if (values.length === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.exp(Math.min(0, mean));
}
