import type { CircuitBreaker, CircuitBreakers } from '../websocket/circuit-breaker.ts';

/** An account at AssemblyAI, or a server with AssemblyAI's streaming API. */
export interface AssemblyAiSettings {
  readonly apiKey: string;
  /** `https://streaming.assemblyai.com` without a path. */
  readonly baseUrl: string;
  readonly breakers: CircuitBreakers;
}

export const assemblyAiBaseUrl = 'https://streaming.assemblyai.com';
export const vendor = 'AssemblyAI';

export const breakerOf = ({ breakers, baseUrl, apiKey }: AssemblyAiSettings): CircuitBreaker =>
  breakers.of(vendor, baseUrl, apiKey);
