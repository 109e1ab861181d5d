import type { Clock } from '../../core/clock.ts';

/** An account at Twilio. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** Without a path (https://api.twilio.com). */
  readonly address?: string;
  readonly clock: Pick<Clock, 'after'>;
}

export const twilioAddress = 'https://api.twilio.com';
