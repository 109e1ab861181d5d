import type { CircuitBreaker, CircuitBreakers } from '../websocket/circuit-breaker.ts';

/** An account at Cartesia, or a server with Cartesia's API. */
export interface CartesiaSettings {
  readonly apiKey: string;
  /** `https://api.cartesia.ai` without a path. */
  readonly baseUrl: string;
  readonly breakers: CircuitBreakers;
}

export const cartesiaBaseUrl = 'https://api.cartesia.ai';
export const vendor = 'Cartesia';
const apiVersion = '2025-11-04';

export const headersOf = ({ apiKey }: CartesiaSettings): Readonly<Record<string, string>> => ({
  'x-api-key': apiKey,
  'cartesia-version': apiVersion,
});

export const breakerOf = ({ breakers, baseUrl, apiKey }: CartesiaSettings): CircuitBreaker =>
  breakers.of(vendor, baseUrl, apiKey);
