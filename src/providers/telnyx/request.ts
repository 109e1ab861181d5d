import { NumberSourceError, type NumberSourceFailure } from '../../contracts/number-source.ts';
import { FetchError, fetchJson } from '../../core/fetch-json.ts';
import { telnyxBaseUrl, type TelnyxSettings } from './settings.ts';
import type { Envelope } from './wire.ts';

const timeoutMs = 8_000;
/** A number with its details is about 1 kB. */
const maxBytes = 4 * 1024 * 1024;

export interface TelnyxRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v2/number_orders`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * Sends a request to the Telnyx API v2 and returns the `data` of the response; undefined if the resource does not exist.
 * @throws {NumberSourceError}
 */
export async function requestTelnyx<Data>(
  settings: TelnyxSettings,
  request: TelnyxRequest,
): Promise<Data | undefined> {
  const { apiKey, baseUrl = telnyxBaseUrl, clock } = settings;
  const url = new URL(request.path, baseUrl);
  url.search = new URLSearchParams(request.query).toString();
  const contentType = request.body === undefined ? {} : { 'content-type': 'application/json' };
  const { status, body } = await fetchJson(
    {
      url,
      method: request.method,
      headers: { authorization: `Bearer ${apiKey}`, ...contentType },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      timeoutMs,
      maxBytes,
    },
    clock,
  ).catch((cause: unknown) =>
    fail('unknown', cause instanceof FetchError ? (cause.tlsFault ?? cause.failure) : 'no response', cause),
  );
  if (status === 404 && request.method !== 'POST') return undefined;
  if (status < 200 || status >= 300) return fail(failureOf(status, request.method), String(status));
  return (body as Envelope<Data> | null | undefined)?.data ?? fail('unknown', 'response without data');
}

/** Status codes of the response to an order that mean that the number cannot be bought. */
const numberErrorStatuses: ReadonlySet<number> = new Set([400, 404, 409, 422]);

function failureOf(status: number, method: string): NumberSourceFailure {
  if (method === 'POST' && numberErrorStatuses.has(status)) return 'unavailable';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** Throws a `NumberSourceError`. */
export function fail(failure: NumberSourceFailure, detail: string, cause?: unknown): never {
  throw new NumberSourceError(`Telnyx: ${detail}.`, { failure, cause });
}
