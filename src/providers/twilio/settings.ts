import type { Clock } from '../../core/clock.ts';

/** Settings of a Twilio account. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** Base URL without a path. Defaults to https://api.twilio.com. */
  readonly baseUrl?: string;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

export const twilioBaseUrl = 'https://api.twilio.com';
