import { createHash } from 'node:crypto';
import type { Clock, Timer } from '../../core/clock.ts';
import { EgressError } from '../../egress/egress-client.ts';
import { RequestSecrets } from '../../egress/request-secrets.ts';
import type { CallRecords } from '../call-records.ts';
import {
  failedResult,
  sendHttpRequest,
  type HttpRequest,
  type HttpRequestDependencies,
  type HttpResult,
  type RequestSender,
  type RequestSource,
} from '../../models/tools/http-request.ts';

/** Sends no requests and has no secrets. */
export const noRequests: Pick<CallRequestsOptions, 'egress' | 'secrets'> = {
  egress: {
    send: () =>
      Promise.reject(new EgressError('address_denied', 'is not allowed: calls cannot send requests')),
  },
  secrets: new RequestSecrets(),
};

/** The longest wait until the intent of a request is durable. */
const intentTimeoutMs = 5_000;

export interface CallRequestsOptions extends Omit<HttpRequestDependencies, 'workspaceId'> {
  readonly callId: string;
  readonly workspaceId: string;
  readonly records: Pick<CallRecords, 'recordEvent' | 'flushed'>;
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
}

interface OpenRequest {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly startedAtMs: number;
}

/**
 * Sends the HTTP requests of one call and records them in its timeline. A request with side effects is sent at most once: `http_request_started`
 * is durable before the request is sent, and no process sends the request again. If its result is lost, `http_request_ended` has the outcome `unknown`.
 */
export class CallRequests implements RequestSender {
  readonly #options: CallRequestsOptions;
  /** Requests with side effects that were recorded as started. */
  readonly #open = new Map<string, OpenRequest>();
  #count = 0;
  #isClosed = false;

  constructor(options: CallRequestsOptions) {
    this.#options = options;
  }

  /**
   * Sends a request. Never throws because of the request, the receiver or the network. `signal` aborts a read-only request at
   * any time, and any other request only before it is sent.
   */
  async send(
    request: HttpRequest,
    source: RequestSource,
    isReadOnly: boolean,
    signal: AbortSignal,
  ): Promise<HttpResult> {
    if (this.#isClosed || signal.aborted) return failedResult('The request was cancelled.');
    this.#count += 1;
    const requestId = `request_${this.#count}`;
    const origin = 'tool' in source ? { tool: source.tool } : source;
    const fields = { requestId, ...origin, method: request.method, host: URL.parse(request.url)?.host ?? '' };
    const startedAtMs = this.#options.clock.monotonicMs();
    if (isReadOnly) {
      const result = await sendHttpRequest(request, this.#options, signal);
      if (!this.#isClosed && !signal.aborted) this.#recordEnd({ fields, startedAtMs }, result);
      return result;
    }
    const idempotencyKey = this.#idempotencyKey(requestId, source);
    return this.#sendOnce({ ...request, idempotencyKey }, { fields, startedAtMs }, requestId, signal);
  }

  /** Records the results of open requests as unknown. To be called before the end of the call is recorded. Safe to call twice. */
  close(): void {
    this.#isClosed = true;
    for (const open of this.#open.values())
      this.#recordEnd(open, { ...failedResult('The call ended before the response.'), isUnknown: true });
    this.#open.clear();
  }

  async #sendOnce(
    request: HttpRequest,
    open: OpenRequest,
    requestId: string,
    signal: AbortSignal,
  ): Promise<HttpResult> {
    this.#options.records.recordEvent('http_request_started', open.fields);
    this.#open.set(requestId, open);
    const isDurable = await this.#isRecorded(signal);
    if (!isDurable || signal.aborted || this.#isClosed)
      return this.#end(requestId, failedResult('The request was cancelled before it was sent.'));
    return this.#end(requestId, await sendHttpRequest(request, this.#options, new AbortController().signal));
  }

  /** Resolves with true when all writes of the call so far are durable; with false on abort, failure or timeout. */
  async #isRecorded(signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onAbort = () => resolve(false);
    signal.addEventListener('abort', onAbort, { once: true });
    const timer: Timer = this.#options.clock.after(intentTimeoutMs, () => resolve(false));
    this.#options.records.flushed().then(
      () => resolve(true),
      () => resolve(false),
    );
    try {
      return await promise;
    } finally {
      timer.cancel();
      signal.removeEventListener('abort', onAbort);
    }
  }

  #end(requestId: string, result: HttpResult): HttpResult {
    const open = this.#open.get(requestId);
    if (open === undefined) return result;
    this.#open.delete(requestId);
    this.#recordEnd(open, result);
    return result;
  }

  #recordEnd({ fields, startedAtMs }: OpenRequest, result: HttpResult): void {
    const durationMs = Math.round(this.#options.clock.monotonicMs() - startedAtMs);
    const failure = result.ok ? {} : { detail: result.detail };
    const outcome = result.ok ? 'ok' : result.isUnknown ? 'unknown' : 'failed';
    const status = result.status === undefined ? {} : { status: result.status };
    this.#options.records.recordEvent('http_request_ended', {
      ...fields,
      outcome,
      ...status,
      durationMs,
      ...failure,
    });
  }

  /** Returns the key of a request. Models may repeat the ids of tool calls, so the number of the request is part of it. */
  #idempotencyKey(requestId: string, source: RequestSource): string {
    const origin = 'toolCallId' in source ? source.toolCallId : source.nodeId;
    return createHash('sha256').update([this.#options.callId, requestId, origin].join('\n')).digest('hex');
  }
}
