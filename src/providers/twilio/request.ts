import type { Clock } from '../../core/clock.ts';
import type { JsonRequest } from '../../core/fetch-json.ts';

/** Settings of a Twilio account. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** Base URL without a path. Defaults to https://api.twilio.com. */
  readonly baseUrl?: string | undefined;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

const twilioBaseUrl = 'https://api.twilio.com';

export interface TwilioRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the account, such as `/IncomingPhoneNumbers.json`. */
  readonly path: string;
  /** Sent in the query of a GET or the form body of a POST. */
  readonly values?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Returns a request to the Twilio REST API 2010-04-01. */
export function twilioRequest(
  { accountSid, authToken, baseUrl = twilioBaseUrl }: TwilioSettings,
  { method, path, values = {}, signal }: TwilioRequest,
  limits: Pick<JsonRequest, 'timeoutMs' | 'maxBytes'>,
): JsonRequest {
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${path}`, baseUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const request = { url, method, headers: { authorization }, signal, ...limits };
  const form = new URLSearchParams(values).toString();
  if (method !== 'POST') {
    url.search = form;
    return request;
  }
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return { ...request, headers, body: form };
}
