/** The fields of Twilio responses that are read. */

/** `GET …/AvailablePhoneNumbers/{country}/{kind}.json` */
export interface AvailableNumbersResponse {
  readonly available_phone_numbers?: readonly AvailableEntry[];
}

export interface AvailableEntry {
  readonly phone_number: string;
  readonly friendly_name?: string | null;
  readonly locality?: string | null;
  readonly region?: string | null;
}

/** `POST …/IncomingPhoneNumbers.json` */
export interface IncomingNumber {
  readonly sid?: string;
  readonly phone_number?: string;
  readonly friendly_name?: string;
}

/** `GET …/IncomingPhoneNumbers.json` */
export interface IncomingNumbersResponse {
  readonly incoming_phone_numbers?: readonly IncomingNumber[];
}

export interface ErrorResponse {
  readonly code: number;
}

/** Path segments of the number types. */
export const twilioNumberTypes = { local: 'Local', tollFree: 'TollFree', mobile: 'Mobile' } as const;

/** `POST …/Messages.json` */
export interface MessageEntry {
  readonly sid: string;
  readonly from?: string | null;
  readonly body?: string | null;
  /** `inbound`, `outbound-api`, `outbound-call` or `outbound-reply`. */
  readonly direction?: string;
  /** RFC 2822. */
  readonly date_created?: string;
}

/** `GET …/Messages.json`, newest first */
export interface MessagesResponse {
  readonly messages: readonly MessageEntry[];
}
