import type { Clock, Timer } from '../../core/clock.ts';
import { parseRetryAfter } from '../../core/retry-after.ts';
import type { HttpConnections } from '../websocket/http-connections.ts';
import { connectionError, failureOfStatus, VendorError } from '../websocket/vendor-error.ts';
import { responseError } from './response-error.ts';
import { authorizationOf, type SpeechServer } from './speech-server.ts';

export interface SpeechRequestOptions {
  /** Below the base URL: `/audio/speech`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | FormData;
  /** The longest wait for the response, and for each further part of it. */
  readonly idleTimeoutMs: number;
  /** The longest time of the whole exchange. */
  readonly totalTimeoutMs: number;
  /** A longer response fails. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** A POST request to a speech server. Errors are `VendorError`, also after an abort. */
export class SpeechHttpRequest {
  readonly #server: SpeechServer;
  readonly #connections: HttpConnections;
  readonly #options: SpeechRequestOptions;
  readonly #clock: Clock;
  readonly #timeout = new AbortController();
  readonly #signal: AbortSignal;
  readonly #totalTimer: Timer;
  #idleTimer: Timer | undefined;
  #hasEnded = false;

  constructor(
    server: SpeechServer,
    connections: HttpConnections,
    options: SpeechRequestOptions,
    clock: Clock,
  ) {
    this.#server = server;
    this.#connections = connections;
    this.#options = options;
    this.#clock = clock;
    this.#signal = AbortSignal.any([this.#timeout.signal, options.signal]);
    this.#totalTimer = clock.after(options.totalTimeoutMs, () => this.#timeout.abort());
  }

  /** Sends the request. Resolves with the response if its status is a success. */
  async send(): Promise<Response> {
    const { baseUrl } = this.#server;
    const { path, headers = {}, body } = this.#options;
    this.#restartIdleTimer();
    const response = await this.#connections
      .fetch(baseUrl.replace(/\/$/, '') + path, {
        method: 'POST',
        headers: { ...headers, ...authorizationOf(this.#server) },
        body,
        signal: this.#signal,
      })
      .catch((error: unknown) => {
        throw this.#toVendorError(error, 'unavailable');
      });
    if (response.ok) return response;
    void response.body?.cancel().catch(() => undefined);
    throw refusal(this.#server.vendor, response, this.#clock.now());
  }

  /** Yields the parts of the body. */
  async *parts({ body }: Response): AsyncGenerator<Uint8Array> {
    let sizeBytes = 0;
    this.#restartIdleTimer();
    try {
      for await (const part of body ?? []) {
        // The time that the reader needs is not a delay of the server.
        this.#idleTimer?.cancel();
        sizeBytes += part.length;
        if (sizeBytes > this.#options.maxBytes) throw responseError(this.#server.vendor, 'too-long');
        yield part;
        this.#restartIdleTimer();
      }
      this.#hasEnded = true;
    } catch (error) {
      throw this.#toVendorError(error, 'closed');
    }
  }

  /** Cancels the request if it has not ended. */
  close(): void {
    this.#idleTimer?.cancel();
    this.#totalTimer.cancel();
    // An abort after the end would close the connection, which the next request can use.
    if (!this.#hasEnded) this.#timeout.abort();
  }

  #restartIdleTimer(): void {
    this.#idleTimer?.cancel();
    this.#idleTimer = this.#clock.after(this.#options.idleTimeoutMs, () => this.#timeout.abort());
  }

  /** The error of a connection, or its cause, has a code such as `ECONNREFUSED`. */
  #toVendorError(error: unknown, failure: 'unavailable' | 'closed'): VendorError {
    if (error instanceof VendorError) return error;
    const { vendor } = this.#server;
    if (this.#timeout.signal.aborted) return new VendorError(vendor, 'timed-out');
    return connectionError(vendor, failure, error instanceof TypeError ? error.cause : error);
  }
}

function refusal(vendor: string, { status, headers }: Response, nowMs: number): VendorError {
  return new VendorError(vendor, failureOfStatus(status), {
    status,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), nowMs),
  });
}
