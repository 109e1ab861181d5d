import type { CircuitBreaker } from '../websocket/circuit-breaker.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';

/** OpenAI, or another server with its speech API. */
export interface SpeechServer extends VendorAccount {
  /** The name that agents use: `openai`, or a name of the operator such as `kokoro`. */
  readonly provider: string;
  /** Name in error messages. */
  readonly vendor: string;
  /** Up to and including the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Empty if the server requires none. */
  readonly apiKey: string;
  /** Whether it is OpenAI, whose audio without a header has a known rate. */
  readonly isOpenAi: boolean;
}

export const openAiBaseUrl = 'https://api.openai.com/v1';
const openAiHost = /(^|\.)api\.openai\.com$/;

/** Returns whether the URL is that of OpenAI, such as `https://eu.api.openai.com/v1`. */
export const isOpenAi = (baseUrl: string): boolean => openAiHost.test(new URL(baseUrl).hostname);

/** The languages for which Parley has phrases; the models understand and speak more. */
export const openAiLanguages = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl'] as const;

export const authorizationOf = ({ apiKey }: Pick<SpeechServer, 'apiKey'>): Readonly<Record<string, string>> =>
  apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };

/** `model`: the name of a recogniser or voice, with its kind. */
export const modelBreakerOf = (
  server: SpeechServer,
  model: `${'recogniser' | 'voice'} ${string}`,
): CircuitBreaker => server.breakers.ofModel(server.vendor, server, model);
