import type { Clock } from '../../core/clock.ts';
import type { JsonRequest } from '../../core/fetch-json.ts';

/** Settings of a Telnyx account. */
export interface TelnyxSettings {
  readonly apiKey: string;
  /** Base URL without a path. Defaults to https://api.telnyx.com. */
  readonly baseUrl?: string | undefined;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

const telnyxBaseUrl = 'https://api.telnyx.com';

export interface TelnyxRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v2/number_orders`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Returns a request to the Telnyx API v2. */
export function telnyxRequest(
  { apiKey, baseUrl = telnyxBaseUrl }: TelnyxSettings,
  { method, path, query, body, signal }: TelnyxRequest,
  limits: Pick<JsonRequest, 'timeoutMs' | 'maxBytes'>,
): JsonRequest {
  const url = new URL(path, baseUrl);
  url.search = new URLSearchParams(query).toString();
  const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    url,
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...contentType },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    ...limits,
  };
}
