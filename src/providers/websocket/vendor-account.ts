import type { CircuitBreakers } from './circuit-breaker.ts';

/** An account at a vendor, or a server with the API of a vendor. */
export interface VendorAccount {
  readonly apiKey: string;
  /** Has a path only if the default URL of the vendor has one. */
  readonly baseUrl: string;
  readonly breakers: CircuitBreakers;
}
