import type { CircuitBreaker, CircuitBreakers } from '../websocket/circuit-breaker.ts';

/** An account at Deepgram, or a server with Deepgram's API. */
export interface DeepgramSettings {
  readonly apiKey: string;
  /** `https://api.deepgram.com` without a path. */
  readonly baseUrl: string;
  readonly breakers: CircuitBreakers;
}

export const deepgramBaseUrl = 'https://api.deepgram.com';
export const vendor = 'Deepgram';

export const authorizationOf = ({ apiKey }: DeepgramSettings): Readonly<Record<string, string>> => ({
  authorization: `Token ${apiKey}`,
});

export const breakerOf = ({ breakers, baseUrl, apiKey }: DeepgramSettings): CircuitBreaker =>
  breakers.of(vendor, baseUrl, apiKey);
