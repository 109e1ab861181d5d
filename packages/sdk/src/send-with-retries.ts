import type { ClientDependencies } from './dependencies.ts';
import { ParleyError, timedOut, unreachable, unreadable } from './parley-error.ts';
import { retryDelayMs, type FailedAttempt, type RetryPolicy } from './retry.ts';

export interface RequestPolicy extends RetryPolicy {
  /** Maximum wait for one response. */
  readonly timeoutMs: number;
}

/**
 * Sends a request until it succeeds or its error must not be retried. Every POST has an Idempotency-Key, so that a repeated one has no
 * second effect. `copyRequest` returns the request of each attempt. It defaults to a clone, which buffers the body.
 * @throws {ParleyError} if the service rejects the request, cannot be reached, or returns an unreadable response
 */
export async function sendWithRetries(
  request: Request,
  policy: RequestPolicy,
  dependencies: ClientDependencies,
  copyRequest: () => Request = () => request.clone(),
): Promise<Response> {
  const { headers, method, signal } = request;
  if (method === 'POST' && !headers.has('idempotency-key'))
    headers.set('idempotency-key', dependencies.newKey());
  let waitedMs = 0;
  for (let previousAttempts = 0; ; previousAttempts += 1) {
    const result = await attempt(copyRequest(), policy, dependencies);
    if (result instanceof Response && result.ok) return result;
    const error = result instanceof Response ? await ParleyError.from(result) : result;
    const retryAfter = result instanceof Response ? result.headers.get('retry-after') : null;
    const failed: FailedAttempt = { error, retryAfter, method, previousAttempts, waitedMs };
    const delayMs = retryDelayMs(failed, policy, dependencies.random);
    if (delayMs === undefined) throw error;
    await dependencies.sleep(delayMs, signal);
    waitedMs += delayMs;
  }
}

/** Sends the request once. Returns a transport error instead of throwing it; throws only the reason of an aborted `request.signal`. */
async function attempt(
  request: Request,
  { timeoutMs }: RequestPolicy,
  { fetch, sleep }: ClientDependencies,
): Promise<Response | ParleyError> {
  const completion = new AbortController();
  const timeout = new AbortController();
  sleep(timeoutMs, completion.signal).then(
    () => timeout.abort(),
    () => undefined,
  );
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    return await readJson(await fetch(new Request(request, { signal })));
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    if (cause instanceof ParleyError) return cause;
    return timeout.signal.aborted ? timedOut(request.url, timeoutMs, cause) : unreachable(request.url, cause);
  } finally {
    completion.abort();
  }
}

/** Reads a JSON body completely, so that a truncated one fails the attempt. Returns files and event streams unread, because they can be long. */
async function readJson(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) {
    if (response.ok && !/^(?:audio\/|text\/csv|text\/event-stream)/.test(type)) throw unreadable(response);
    return response;
  }
  const { status, statusText, headers } = response;
  const text = await response.text();
  if (response.ok) requireJson(text, response);
  return new Response(text, { status, statusText, headers });
}

function requireJson(text: string, response: Response): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw unreadable(response, cause);
  }
}
