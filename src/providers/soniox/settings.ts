import type { CircuitBreaker, CircuitBreakers } from '../websocket/circuit-breaker.ts';

/** An account at Soniox, or a server with Soniox' realtime API. */
export interface SonioxSettings {
  readonly apiKey: string;
  /** `https://stt-rt.soniox.com` without a path. */
  readonly baseUrl: string;
  readonly breakers: CircuitBreakers;
}

export const sonioxBaseUrl = 'https://stt-rt.soniox.com';
export const vendor = 'Soniox';

export const breakerOf = ({ breakers, baseUrl, apiKey }: SonioxSettings): CircuitBreaker =>
  breakers.of(vendor, baseUrl, apiKey);
