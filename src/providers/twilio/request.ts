import { NumberSourceError, type NumberSourceFailure } from '../../contracts/number-source.ts';
import { FetchError, fetchJson, type JsonRequest } from '../../core/fetch-json.ts';
import { twilioBaseUrl, type TwilioSettings } from './settings.ts';
import type { ErrorResponse } from './wire.ts';

const timeoutMs = 8_000;
/** A response with 1,000 numbers has about 700 kB. */
const maxBytes = 4 * 1024 * 1024;

export interface TwilioRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the account, such as `/IncomingPhoneNumbers.json`. */
  readonly path: string;
  /** Sent in the query of a GET or the form body of a POST. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface TwilioResponse<Body> {
  readonly status: number;
  /** Undefined if the resource does not exist. */
  readonly body: Body | undefined;
}

/** Twilio error "PhoneNumber is not available." */
const unavailableCode = 21_422;

/**
 * Sends a request to the Twilio REST API 2010-04-01.
 * @throws {NumberSourceError}
 */
export async function requestTwilio<Body>(
  settings: TwilioSettings,
  request: TwilioRequest,
): Promise<TwilioResponse<Body>> {
  const { status, body } = await fetchJson(httpRequestOf(settings, request), settings.clock).catch(
    (cause: unknown) =>
      fail('unknown', cause instanceof FetchError ? (cause.tlsFault ?? cause.failure) : 'no response', cause),
  );
  if (status === 404) return { status, body: undefined };
  if (status >= 200 && status < 300) return { status, body: body as Body };
  const code = codeOf(body);
  return fail(failureOf(status, code), `${status} ${code}`);
}

function httpRequestOf(settings: TwilioSettings, { method, path, values = {} }: TwilioRequest): JsonRequest {
  const { accountSid, authToken, baseUrl = twilioBaseUrl } = settings;
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${path}`, baseUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const request = { url, method, headers: { authorization }, timeoutMs, maxBytes };
  const form = new URLSearchParams(values).toString();
  if (method !== 'POST') {
    url.search = form;
    return request;
  }
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return { ...request, headers, body: form };
}

/** Returns the error code; 0 if there is none. */
function codeOf(body: unknown): number {
  const { code } = (body ?? {}) as Partial<ErrorResponse>;
  return typeof code === 'number' ? code : 0;
}

function failureOf(status: number, code: number): NumberSourceFailure {
  if (code === unavailableCode) return 'unavailable';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

export function fail(failure: NumberSourceFailure, detail: string, cause?: unknown): never {
  throw new NumberSourceError(`Twilio: ${detail}.`, { failure, cause });
}
