import type { Clock } from './clock.ts';

export interface JsonRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Until the whole answer is here. */
  readonly timeoutMs: number;
  /** A longer answer is given up. */
  readonly sizeBytesMax: number;
}

export interface JsonResponse {
  readonly status: number;
  /** Undefined where there was no body, or none that is JSON. */
  readonly body: unknown;
}

export type FetchFailure = 'timed-out' | 'unreachable' | 'too-large';

/** No answer could be had. Whether the request was carried out is not known. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, cause?: unknown) {
    super(`No answer: ${failure}.`, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/**
 * One request to somebody else's API. Redirects are not followed: they would carry the credentials elsewhere.
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
    return { status: response.status, body: asJson(await textOf(response, request.sizeBytesMax)) };
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError('unreachable', bare(error));
  } finally {
    timer.cancel();
    abort.abort();
  }
}

async function textOf(response: Response, sizeBytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > sizeBytesMax) throw new FetchError('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Only the code of the failure: the rest may hold the address, and with it what was searched for. */
function bare(error: unknown): Error {
  const { cause } = error as { cause?: { code?: unknown } };
  return new Error(typeof cause?.code === 'string' ? cause.code : 'fetch failed');
}
