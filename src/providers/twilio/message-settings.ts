import type { Clock } from '../../core/clock.ts';

/** Settings of SMS by a Twilio account. */
export interface TwilioMessageSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** Base URL without a path. Defaults to https://api.twilio.com. */
  readonly baseUrl?: string | undefined;
  /** The messaging service that selects the sender; undefined if each message names its sender. */
  readonly messagingServiceSid?: string | undefined;
  /** Public base URL of this service, to which Twilio sends status callbacks; undefined if it receives none. */
  readonly publicUrl?: string | undefined;
  readonly clock: Pick<Clock, 'after' | 'now' | 'monotonicMs'>;
}
