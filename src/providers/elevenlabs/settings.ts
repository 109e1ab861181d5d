import type { CircuitBreaker, CircuitBreakers } from '../websocket/circuit-breaker.ts';

/** An account at ElevenLabs, or a server with ElevenLabs' API. */
export interface ElevenLabsSettings {
  readonly apiKey: string;
  /** `https://api.elevenlabs.io` without a path. */
  readonly baseUrl: string;
  readonly breakers: CircuitBreakers;
}

export const elevenLabsBaseUrl = 'https://api.elevenlabs.io';
export const vendor = 'ElevenLabs';

export const headersOf = ({ apiKey }: ElevenLabsSettings): Readonly<Record<string, string>> => ({
  'xi-api-key': apiKey,
});

export const breakerOf = ({ breakers, baseUrl, apiKey }: ElevenLabsSettings): CircuitBreaker =>
  breakers.of(vendor, baseUrl, apiKey);
