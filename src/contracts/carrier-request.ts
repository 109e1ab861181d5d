import type { Clock } from '../core/clock.ts';
import { FetchError, fetchJson, type JsonRequest, type JsonResponse } from '../core/fetch-json.ts';
import { MessageCarrierError, type MessageFailure } from './message-carrier.ts';

/**
 * Sends a request to the API of a carrier.
 * @param vendor name of the carrier, for errors
 * @throws {MessageCarrierError} if there is no complete response: `unavailable` if the carrier has certainly not received the request, else `unknown`
 */
export async function requestCarrier(
  vendor: string,
  request: JsonRequest,
  clock: Pick<Clock, 'after' | 'now'>,
): Promise<JsonResponse> {
  try {
    return await fetchJson(request, clock);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw error.wasSent
      ? new MessageCarrierError(
          `${vendor} gave no complete response: ${error.tlsFailure ?? error.failure}.`,
          {
            failure: 'unknown',
            cause: error,
          },
        )
      : new MessageCarrierError(`${vendor} cannot be reached${faultOf(error)}.`, {
          failure: 'unavailable',
          cause: error,
        });
  }
}

const faultOf = ({ tlsFailure }: FetchError): string => (tlsFailure === undefined ? '' : `: ${tlsFailure}`);

/** Statuses that mean that the request was not executed, and can be repeated later. */
const unavailableStatuses: ReadonlySet<number> = new Set([401, 402, 404, 429, 503]);

/** Returns the failure that the HTTP status of a request to send means. */
export function failureOfStatus(status: number): MessageFailure & ('refused' | 'unavailable' | 'unknown') {
  if (unavailableStatuses.has(status) || (status >= 300 && status < 400)) return 'unavailable';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** How long a health check is cached: it is a request to the carrier. */
const healthCacheMs = 60_000;

/** Checks whether the API of a carrier accepts requests. */
export class CarrierHealth {
  readonly #check: () => Promise<JsonResponse>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #vendor: string;
  #cached: { readonly atMs: number; readonly result: Promise<{ ok: boolean; detail: string }> } | undefined;

  /** @param check sends a request that changes nothing */
  constructor(vendor: string, clock: Pick<Clock, 'monotonicMs'>, check: () => Promise<JsonResponse>) {
    this.#vendor = vendor;
    this.#clock = clock;
    this.#check = check;
  }

  check(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#cached === undefined || nowMs - this.#cached.atMs >= healthCacheMs) {
      this.#cached = { atMs: nowMs, result: this.#request() };
    }
    return this.#cached.result;
  }

  async #request(): Promise<{ ok: boolean; detail: string }> {
    try {
      const { status } = await this.#check();
      const ok = status >= 200 && status < 300;
      return { ok, detail: ok ? '' : `${this.#vendor} responded with status ${status}.` };
    } catch (error) {
      return {
        ok: false,
        detail: error instanceof MessageCarrierError ? error.message : 'The check failed.',
      };
    }
  }
}
