import { describe, expect, it } from 'vitest';
import { ParleyClient, ParleyError, type ParleyClientOptions } from './client.ts';

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The default `timeoutMs`. `sleep` of `clientOn` never resolves for this delay, so that no request times out. Any other delay elapses at once. */
const defaultTimeoutMs = 30_000;
/** A `timeoutMs` that elapses at once. */
const elapsedTimeoutMs = defaultTimeoutMs + 1;

/** Creates a client whose service returns these responses in turn, and repeats the last. No wait takes real time. */
function clientOn(
  responses: readonly (() => Response | Promise<Response>)[],
  options: Partial<ParleyClientOptions> = {},
) {
  const requests: SentRequest[] = [];
  const waits: number[] = [];
  let keys = 0;
  const client = new ParleyClient({
    baseUrl: 'http://127.0.0.1:3000',
    apiKey: 'key',
    random: () => 0.5,
    newKey: () => `key-${(keys += 1)}`,
    sleep: async (delayMs, signal) => {
      if (delayMs === defaultTimeoutMs)
        return new Promise((_, reject) => signal.addEventListener('abort', reject));
      waits.push(delayMs);
    },
    fetch: async (request) => {
      const { method, url, headers } = request;
      const text = await request.text();
      const body = text === '' ? undefined : JSON.parse(text);
      requests.push({ method, url, headers: Object.fromEntries(headers), body });
      return responses[Math.min(requests.length, responses.length) - 1]!();
    },
    ...options,
  });
  return { client, requests, waits };
}

const ok = () => Response.json({ callId: 'call_1' });
const call = { body: { agentId: 'agent_1', toNumber: '+12025550100' } };
const path = { callId: 'call_1' };
const errorResponse =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: 'No', details: 'Not so.', code, requestId: 'req_1' }, { status, headers });
const unreachable = () => {
  throw new TypeError('fetch failed');
};

/** Returns the error of a rejected promise. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('base URL', () => {
  it.each(['', '127.0.0.1:3000', 'localhost:3000', 'ftp://127.0.0.1', 'http://', undefined])(
    'throws a ParleyError for %j',
    (baseUrl) => {
      const create = () => new ParleyClient({ baseUrl: baseUrl as string, apiKey: 'k' });
      expect(create).toThrow(ParleyError);
      expect(create).toThrow(expect.objectContaining({ status: 0, code: 'invalid_base_url' }) as Error);
    },
  );
});

describe('calls.wait', () => {
  const active = () => Response.json({ callId: 'call_1', status: 'in_progress' });
  const ended = () => Response.json({ callId: 'call_1', status: 'ended' });

  it('returns the call when it has ended', async () => {
    const { client, requests, waits } = clientOn([active, active, ended]);
    expect(await client.calls.wait('call_1', { pollMs: 100 })).toMatchObject({ status: 'ended' });
    expect(requests.map(({ url }) => url)).toEqual(
      Array(3).fill('http://127.0.0.1:3000/api/v1/calls/call_1'),
    );
    expect(waits).toEqual([100, 100]);
  });

  it('throws an error response of the service', async () => {
    const { client } = clientOn([errorResponse(404, 'call_not_found')]);
    await expect(client.calls.wait('call_1')).rejects.toMatchObject({ code: 'call_not_found' });
  });

  it('rejects when its signal aborts, and after timeoutMs', async () => {
    // The timeout of 60 s elapses at once; any other wait lasts until its signal aborts.
    const sleep = (delayMs: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (delayMs === 60_000) return resolve();
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const { client } = clientOn([active], { sleep });
    const controller = new AbortController();
    const waiting = client.calls.wait('call_1', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(client.calls.wait('call_1', { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'timed_out',
    });
  });
});

describe('ParleyClient', () => {
  it('sends the key, the workspace, the body and an idempotency key', async () => {
    const { client, requests } = clientOn([ok], { workspaceId: 'ws_1' });
    expect(await client.sendCall(call)).toEqual({ callId: 'call_1' });
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'http://127.0.0.1:3000/api/v1/calls/call',
        headers: {
          'x-api-key': 'key',
          'x-workspace-id': 'ws_1',
          'content-type': 'application/json',
          'idempotency-key': 'key-1',
        },
        body: call.body,
      },
    ]);
  });

  it('sends filters in the query, and no content type without a body', async () => {
    const { client, requests } = clientOn([() => Response.json({ data: { agents: [{ id: 'agent_1' }] } })]);
    const { data } = await client.listAgents({ query: { search: 'a b', limit: 5 } });
    expect(data.agents).toEqual([{ id: 'agent_1' }]);
    expect(requests[0]?.url).toBe('http://127.0.0.1:3000/api/v1/agents?search=a%20b&limit=5');
    expect(requests[0]?.headers).toEqual({ 'x-api-key': 'key' });
  });

  it('sends an idempotency key that the options contain', async () => {
    const { client, requests } = clientOn([ok]);
    await client.sendCall({ ...call, headers: { 'Idempotency-Key': 'mine' } });
    expect(requests[0]?.headers['idempotency-key']).toBe('mine');
  });

  it('returns a recording as bytes', async () => {
    const { client } = clientOn([
      () => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'audio/wav' } }),
    ]);
    expect(await (await client.getRecording({ path })).bytes()).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('iterates over a list page by page', async () => {
    const pageOf = (ids: string[], nextCursor: string | null) => () =>
      Response.json({ data: { agents: ids.map((id) => ({ id })), nextCursor } });
    const { client, requests } = clientOn([pageOf(['a', 'b'], 'c1'), pageOf(['c'], null)]);
    const ids: string[] = [];
    for await (const agent of client.iterate('listAgents', { query: { status: 'active' } }))
      ids.push(agent.id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?status=active',
      '?status=active&cursor=c1',
    ]);
  });
});

describe('send', () => {
  it('sends a file with its media type, completely in each attempt', async () => {
    const bodies: string[] = [];
    const types: (string | null)[] = [];
    const { client } = clientOn([], {
      fetch: async (request) => {
        types.push(request.headers.get('content-type'));
        bodies.push(await request.text());
        return bodies.length === 1 ? errorResponse(503, 'draining')() : ok();
      },
    });
    const file = new Blob(['phone_number\n'], { type: 'text/csv' });
    await client.send('POST', '/v1/api/batch-calls', { file });
    expect([bodies, types]).toEqual([Array(2).fill('phone_number\n'), Array(2).fill('text/csv')]);
  });
});

describe('ParleyError', () => {
  it('is parsed from both shapes of an error response', async () => {
    const nested = () =>
      Response.json(
        { error: { code: 'call_not_found', message: 'Not so.', requestId: 'req_1' } },
        { status: 404 },
      );
    const expected = { status: 404, code: 'call_not_found', message: 'Not so.', requestId: 'req_1' };
    for (const response of [errorResponse(404, 'call_not_found'), nested]) {
      const error = await errorOf(clientOn([response]).client.getCall({ path }));
      expect(error).toBeInstanceOf(ParleyError);
      expect(error).toMatchObject(expected);
    }
  });

  it('has the workspace of the request', async () => {
    const response = errorResponse(403, 'insufficient_scope', { 'x-workspace-id': 'ws_1' });
    expect(await errorOf(clientOn([response]).client.getCall({ path }))).toMatchObject({
      workspaceId: 'ws_1',
    });
  });

  it('has the code `unknown` for an error response of another program', async () => {
    const error = await errorOf(
      clientOn([() => new Response('<html>', { status: 500 })]).client.getCall({ path }),
    );
    expect(error).toMatchObject({ status: 500, code: 'unknown', message: 'The service answered 500.' });
  });

  it('is thrown without a retry for a rejected request', async () => {
    const { client, requests } = clientOn([errorResponse(400, 'invalid_request')]);
    await errorOf(client.sendCall(call));
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['HTML', () => new Response('<html>')],
    ['malformed JSON', () => new Response('<', { headers: { 'content-type': 'application/json' } })],
  ])('is `unreadable` for %s with status 200', async (_body, response) => {
    const error = await errorOf(clientOn([response]).client.getCall({ path }));
    expect(error).toMatchObject({ code: 'unreadable', status: 200 });
  });
});

describe('retries', () => {
  it('wait for Retry-After and send the same idempotency key', async () => {
    const limited = errorResponse(429, 'rate_limited', { 'retry-after': '7' });
    const { client, requests, waits } = clientOn([limited, errorResponse(503, 'draining'), ok]);
    expect(await client.sendCall(call)).toEqual({ callId: 'call_1' });
    expect(waits).toEqual([7000, 375]);
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1']);
    expect(requests[2]?.body).toEqual(call.body);
  });

  it('do not follow a Retry-After above waitMsMax, or a 429 without one', async () => {
    const long = clientOn([errorResponse(429, 'rate_limited', { 'retry-after': '3600' })]);
    expect(await errorOf(long.client.getCall({ path }))).toMatchObject({ code: 'rate_limited' });
    const full = clientOn([errorResponse(429, 'concurrency_limit_reached')]);
    expect(await errorOf(full.client.sendCall(call))).toMatchObject({ code: 'concurrency_limit_reached' });
    expect([...long.requests, ...full.requests]).toHaveLength(2);
  });

  it('stop after retriesMax', async () => {
    const { client, requests, waits } = clientOn([unreachable]);
    expect(await errorOf(client.getCall({ path }))).toMatchObject({ status: 0, code: 'unreachable' });
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([187.5, 375, 750]);
  });

  it('repeat a PATCH after a 503, but not after a lost response or an outage of the database', async () => {
    const update = { path: { agentId: 'agent_1' }, body: { name: 'Ada' } };
    const disconnected = clientOn([unreachable, ok]);
    expect(await errorOf(disconnected.client.updateAgent(update))).toMatchObject({ code: 'unreachable' });
    const unavailable = clientOn([errorResponse(503, 'draining'), ok]);
    expect(await unavailable.client.updateAgent(update)).toEqual({ callId: 'call_1' });
    const outage = clientOn([errorResponse(503, 'database_unavailable'), ok]);
    expect(await errorOf(outage.client.updateAgent(update))).toMatchObject({ code: 'database_unavailable' });
  });

  it('wait for an attempt that is still running', async () => {
    const inProgress = (seconds: number) =>
      errorResponse(400, 'idempotency_in_progress', { 'retry-after': String(seconds) });
    const { client, waits } = clientOn([unreachable, ...[1, 2, 4, 8, 16, 29].map(inProgress), ok]);
    expect(await client.sendCall(call)).toEqual({ callId: 'call_1' });
    expect(waits).toEqual([187.5, 1000, 2000, 4000, 8000, 16_000, 29_000]);
    const neverEnding = clientOn([inProgress(20)]);
    const code = 'idempotency_in_progress';
    expect(await errorOf(neverEnding.client.sendCall(call))).toMatchObject({ code });
    expect(neverEnding.waits).toEqual([20_000, 20_000, 20_000]);
    const withoutRetries = clientOn([inProgress(1)], { retriesMax: 0 });
    expect(await errorOf(withoutRetries.client.sendCall(call))).toMatchObject({ code });
    expect(withoutRetries.waits).toEqual([]);
  });

  it('repeat a request whose response is incomplete', async () => {
    const incomplete = () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new Error('reset')) }), {
        headers: { 'content-type': 'application/json' },
      });
    const { client, requests } = clientOn([incomplete, ok]);
    expect(await client.getCall({ path })).toEqual({ callId: 'call_1' });
    expect(requests).toHaveLength(2);
  });
});

describe('timeouts and signals', () => {
  it('throws `timed_out` without a response within timeoutMs', async () => {
    const { client } = clientOn([ok], {
      retriesMax: 0,
      timeoutMs: elapsedTimeoutMs,
      fetch: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    expect(await errorOf(client.getCall({ path }))).toMatchObject({ code: 'timed_out', status: 0 });
  });

  it('throws the reason of an aborted signal', async () => {
    const controller = new AbortController();
    const { client, requests } = clientOn([
      () => {
        controller.abort(new Error('Enough.'));
        throw new TypeError('aborted');
      },
    ]);
    expect(await errorOf(client.getCall({ path, signal: controller.signal }))).toEqual(new Error('Enough.'));
    expect(requests).toHaveLength(1);
  });
});
