import type { Clock } from './clock.ts';
import { codedError, describeTlsFailure, isCertificateCode } from './connection-failure.ts';
import { parseRetryAfter } from './retry-after.ts';

export interface JsonRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Limit for the whole response, body included. */
  readonly timeoutMs: number;
  /** A larger response body is rejected. */
  readonly maxBytes: number;
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface JsonResponse {
  readonly status: number;
  /** The delay in `Retry-After`, at most a day. */
  readonly retryAfterMs?: number | undefined;
  /** `undefined` if the body is empty or not JSON. */
  readonly body: unknown;
}

export type FetchFailure = 'timed-out' | 'unreachable' | 'too-large' | 'aborted';

/** Thrown if no complete response was received. The request may have been executed. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: FetchFailure;
  /** The fault of the TLS connection, as the end of a sentence. */
  readonly tlsFailure: string | undefined;

  constructor(failure: FetchFailure, cause?: unknown, tlsFailure?: string) {
    super(`No response: ${failure}.`, cause === undefined ? undefined : { cause });
    this.failure = failure;
    this.tlsFailure = tlsFailure;
  }

  /** Whether the server may have received the request. */
  get wasSent(): boolean {
    const code = this.cause instanceof Error ? this.cause.message : '';
    return !unsentCodes.has(code) && !isCertificateCode(code);
  }
}

/** Codes of errors that occur before the request is sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends one request to a vendor's API. Redirects are not followed, because they would forward the credentials.
 * @throws {FetchError}
 */
export async function fetchJson(
  request: JsonRequest,
  clock: Pick<Clock, 'after' | 'now'>,
): Promise<JsonResponse> {
  const abort = new AbortController();
  const timer = clock.after(request.timeoutMs, () => abort.abort(new FetchError('timed-out')));
  const onAbort = (): void => abort.abort(new FetchError('aborted'));
  request.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const { method, headers, body } = request;
    const response = await fetch(request.url, {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: abort.signal,
      ...(body === undefined ? {} : { body }),
    });
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), clock.now());
    const text = await readText(response, request.maxBytes);
    return {
      status: response.status,
      body: parseJson(text),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError('unreachable', withoutUrl(error), describeTlsFailure(error));
  } finally {
    timer.cancel();
    request.signal?.removeEventListener('abort', onAbort);
    abort.abort();
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new FetchError('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function withoutUrl(error: unknown): Error {
  const { cause } = error as { cause?: { code?: unknown } };
  const { code } = cause ?? {};
  return typeof code === 'string' ? codedError(code) : new Error('fetch failed');
}
