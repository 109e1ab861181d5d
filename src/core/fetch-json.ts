import type { Clock } from './clock.ts';

export interface JsonRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Limit for the whole response, body included. */
  readonly timeoutMs: number;
  /** A larger response body is rejected. */
  readonly maxBytes: number;
}

export interface JsonResponse {
  readonly status: number;
  /** `undefined` if the body is empty or not JSON. */
  readonly body: unknown;
}

export type FetchFailure = 'timed-out' | 'unreachable' | 'too-large';

/** Thrown if no complete response was received. The request may have been executed. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, cause?: unknown) {
    super(`No response: ${failure}.`, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/**
 * Sends one request to a vendor's API. Redirects are not followed, because they would forward the credentials.
 * @throws {FetchError}
 */
export async function fetchJson(request: JsonRequest, clock: Pick<Clock, 'after'>): Promise<JsonResponse> {
  const abort = new AbortController();
  const timer = clock.after(request.timeoutMs, () => abort.abort(new FetchError('timed-out')));
  try {
    const { method, headers, body } = request;
    const response = await fetch(request.url, {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: abort.signal,
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: parseJson(await readText(response, request.maxBytes)) };
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError('unreachable', withoutUrl(error));
  } finally {
    timer.cancel();
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

/** Returns an error with only the failure code, because other fields may contain the URL with its query. */
function withoutUrl(error: unknown): Error {
  const { cause } = error as { cause?: { code?: unknown } };
  return new Error(typeof cause?.code === 'string' ? cause.code : 'fetch failed');
}
