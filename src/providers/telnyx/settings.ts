import type { Clock } from '../../core/clock.ts';

/** Settings of a Telnyx account. */
export interface TelnyxSettings {
  readonly apiKey: string;
  /** Base URL without a path. Defaults to https://api.telnyx.com. */
  readonly baseUrl?: string;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

export const telnyxBaseUrl = 'https://api.telnyx.com';
