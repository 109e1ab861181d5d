import { ParleyError, timedOut, unreachable, unreadable } from './parley-error.ts';
import { waitBeforeRetry, type FailedTry, type RetryPolicy } from './retry.ts';
import type { Surroundings } from './surroundings.ts';

export interface Patience extends RetryPolicy {
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
}

/**
 * Sends a request until it is answered, or until another try would be wrong. Every POST goes under an Idempotency-Key, so that a second
 * one does nothing twice. `again` makes the request anew for each try; a copy of it, unless it has a body too large for copies.
 * @throws {ParleyError} where the service refuses, cannot be reached, or makes no sense
 */
export async function sendWithRetries(
  request: Request,
  patience: Patience,
  around: Surroundings,
  again: () => Request = () => request.clone(),
): Promise<Response> {
  const { headers, method, signal } = request;
  if (method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', around.newKey());
  let waitedMs = 0;
  for (let before = 0; ; before += 1) {
    const answer = await attempt(again(), patience, around);
    if (answer instanceof Response && answer.ok) return answer;
    const error = answer instanceof Response ? await ParleyError.from(answer) : answer;
    const retryAfter = answer instanceof Response ? answer.headers.get('retry-after') : null;
    const failed: FailedTry = { error, retryAfter, method, before, waitedMs };
    const waitMs = waitBeforeRetry(failed, patience, around.random);
    if (waitMs === undefined) throw error;
    await around.sleep(waitMs, signal);
    waitedMs += waitMs;
  }
}

/** One try. What goes wrong on the way is an error like a refusal; only the caller's own abort is thrown. */
async function attempt(
  request: Request,
  { timeoutMs }: Patience,
  { fetch, sleep }: Surroundings,
): Promise<Response | ParleyError> {
  const done = new AbortController();
  const late = new AbortController();
  sleep(timeoutMs, done.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    return await readWhole(await fetch(new Request(request, { signal })));
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    if (cause instanceof ParleyError) return cause;
    return late.signal.aborted ? timedOut(request.url, timeoutMs, cause) : unreachable(request.url, cause);
  } finally {
    done.abort();
  }
}

/** JSON is read to its end here, so that an answer that breaks off is a failed try. Other forms may be long and stream on. */
async function readWhole(response: Response): Promise<Response> {
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
