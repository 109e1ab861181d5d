import type { Clock } from '../../core/clock.ts';

/** An account at Telnyx. */
export interface TelnyxSettings {
  readonly apiKey: string;
  /** Without a path (https://api.telnyx.com). */
  readonly address?: string;
  readonly clock: Pick<Clock, 'after'>;
}

export const telnyxAddress = 'https://api.telnyx.com';
