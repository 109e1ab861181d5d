import { describe, expect, it } from 'vitest';
import { ParleyClient, ParleyError, type ParleyClientOptions } from './client.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A client whose service gives these answers in turn, the last one for ever; nothing waits in earnest. */
function clientOn(
  answers: readonly (() => Response | Promise<Response>)[],
  options: Partial<ParleyClientOptions> = {},
) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  let keys = 0;
  const client = new ParleyClient({
    baseUrl: 'http://127.0.0.1:3000',
    apiKey: 'key',
    random: () => 0.5,
    newKey: () => `key-${(keys += 1)}`,
    sleep: async (delayMs, signal) => {
      if (delayMs === 30_000) return new Promise((_, reject) => signal.addEventListener('abort', reject));
      waits.push(delayMs);
    },
    fetch: async (request) => {
      const { method, url, headers } = request;
      const text = await request.text();
      const body = text === '' ? undefined : JSON.parse(text);
      seen.push({ method, url, headers: Object.fromEntries(headers), body });
      return answers[Math.min(seen.length, answers.length) - 1]!();
    },
    ...options,
  });
  return { client, seen, waits };
}

const ok = () => Response.json({ callId: 'call_1' });
const call = { body: { agentId: 'agent_1', toNumber: '+12025550100' } };
const path = { callId: 'call_1' };
const refusal =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: 'No', details: 'Not so.', code, requestId: 'req_1' }, { status, headers });
const broken = () => {
  throw new TypeError('fetch failed');
};

const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('a base URL', () => {
  it.each(['', '127.0.0.1:3000', 'localhost:3000', 'ftp://127.0.0.1', 'http://', undefined])(
    '%j is refused as a ParleyError',
    (baseUrl) => {
      const make = () => new ParleyClient({ baseUrl: baseUrl as string, apiKey: 'k' });
      expect(make).toThrow(ParleyError);
      expect(make).toThrow(expect.objectContaining({ status: 0, code: 'invalid_base_url' }) as Error);
    },
  );
});

describe('calls.wait', () => {
  const under = () => Response.json({ callId: 'call_1', status: 'in_progress' });
  const ended = () => Response.json({ callId: 'call_1', status: 'ended' });

  it('returns the call when it has ended', async () => {
    const { client, seen, waits } = clientOn([under, under, ended]);
    expect(await client.calls.wait('call_1', { pollMs: 100 })).toMatchObject({ status: 'ended' });
    expect(seen.map(({ url }) => url)).toEqual(Array(3).fill('http://127.0.0.1:3000/api/v1/calls/call_1'));
    expect(waits).toEqual([100, 100]);
  });

  it('throws what the service refuses', async () => {
    const { client } = clientOn([refusal(404, 'call_not_found')]);
    await expect(client.calls.wait('call_1')).rejects.toMatchObject({ code: 'call_not_found' });
  });

  it('ends with its signal, and with its time limit', async () => {
    // The limit of 60 s passes at once, every other wait lasts until its signal.
    const sleep = (delayMs: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (delayMs === 60_000) return resolve();
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const { client } = clientOn([under], { sleep });
    const stop = new AbortController();
    const waiting = client.calls.wait('call_1', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(client.calls.wait('call_1', { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'timed_out',
    });
  });
});

describe('the client', () => {
  it('sends the key, the workspace, the body and an idempotency key', async () => {
    const { client, seen } = clientOn([ok], { workspaceId: 'ws_1' });
    expect(await client.sendCall(call)).toEqual({ callId: 'call_1' });
    expect(seen).toEqual([
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

  it('sends filters, and no content type without a body', async () => {
    const { client, seen } = clientOn([() => Response.json({ data: { agents: [{ id: 'agent_1' }] } })]);
    const { data } = await client.listAgents({ query: { search: 'a b', limit: 5 } });
    expect(data.agents).toEqual([{ id: 'agent_1' }]);
    expect(seen[0]?.url).toBe('http://127.0.0.1:3000/api/v1/agents?search=a%20b&limit=5');
    expect(seen[0]?.headers).toEqual({ 'x-api-key': 'key' });
  });

  it('keeps an idempotency key that it is given', async () => {
    const { client, seen } = clientOn([ok]);
    await client.sendCall({ ...call, headers: { 'Idempotency-Key': 'mine' } });
    expect(seen[0]?.headers['idempotency-key']).toBe('mine');
  });

  it('gives a recording as it is', async () => {
    const { client } = clientOn([
      () => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'audio/wav' } }),
    ]);
    expect(await (await client.getRecording({ path })).bytes()).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('goes through a list page by page', async () => {
    const pageOf = (ids: string[], nextCursor: string | null) => () =>
      Response.json({ data: { agents: ids.map((id) => ({ id })), nextCursor } });
    const { client, seen } = clientOn([pageOf(['a', 'b'], 'c1'), pageOf(['c'], null)]);
    const ids: string[] = [];
    for await (const agent of client.iterate('listAgents', { query: { status: 'active' } }))
      ids.push(agent.id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual([
      '?status=active',
      '?status=active&cursor=c1',
    ]);
  });
});

describe('a request by hand', () => {
  it('sends a file in its type, whole in each try', async () => {
    const bodies: string[] = [];
    const types: (string | null)[] = [];
    const { client } = clientOn([], {
      fetch: async (request) => {
        types.push(request.headers.get('content-type'));
        bodies.push(await request.text());
        return bodies.length === 1 ? refusal(503, 'draining')() : ok();
      },
    });
    const file = new Blob(['phone_number\n'], { type: 'text/csv' });
    await client.send('POST', '/v1/api/batch-calls', { file });
    expect([bodies, types]).toEqual([Array(2).fill('phone_number\n'), Array(2).fill('text/csv')]);
  });
});

describe('a refusal', () => {
  it('is understood in both shapes', async () => {
    const nested = () =>
      Response.json(
        { error: { code: 'call_not_found', message: 'Not so.', requestId: 'req_1' } },
        { status: 404 },
      );
    const expected = { status: 404, code: 'call_not_found', message: 'Not so.', requestId: 'req_1' };
    for (const answer of [refusal(404, 'call_not_found'), nested]) {
      const error = await errorOf(clientOn([answer]).client.getCall({ path }));
      expect(error).toBeInstanceOf(ParleyError);
      expect(error).toMatchObject(expected);
    }
  });

  it('tells the workspace that the request was in', async () => {
    const answer = refusal(403, 'insufficient_scope', { 'x-workspace-id': 'ws_1' });
    expect(await errorOf(clientOn([answer]).client.getCall({ path }))).toMatchObject({ workspaceId: 'ws_1' });
  });

  it('that is not from the service is told as such', async () => {
    const error = await errorOf(
      clientOn([() => new Response('<html>', { status: 500 })]).client.getCall({ path }),
    );
    expect(error).toMatchObject({ status: 500, code: 'unknown', message: 'The service answered 500.' });
  });

  it('is not tried again', async () => {
    const { client, seen } = clientOn([refusal(400, 'invalid_request')]);
    await errorOf(client.sendCall(call));
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['is HTML', () => new Response('<html>')],
    ['is JSON by name only', () => new Response('<', { headers: { 'content-type': 'application/json' } })],
  ])('where the answer %s, it says so', async (_what, answer) => {
    const error = await errorOf(clientOn([answer]).client.getCall({ path }));
    expect(error).toMatchObject({ code: 'unreadable', status: 200 });
  });
});

describe('retries', () => {
  it('wait as Retry-After says, under the same idempotency key', async () => {
    const limited = refusal(429, 'rate_limited', { 'retry-after': '7' });
    const { client, seen, waits } = clientOn([limited, refusal(503, 'draining'), ok]);
    expect(await client.sendCall(call)).toEqual({ callId: 'call_1' });
    expect(waits).toEqual([7000, 375]);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1']);
    expect(seen[2]?.body).toEqual(call.body);
  });

  it('do not wait longer than they may, nor where no time is told', async () => {
    const long = clientOn([refusal(429, 'rate_limited', { 'retry-after': '3600' })]);
    expect(await errorOf(long.client.getCall({ path }))).toMatchObject({ code: 'rate_limited' });
    const full = clientOn([refusal(429, 'concurrency_limit_reached')]);
    expect(await errorOf(full.client.sendCall(call))).toMatchObject({ code: 'concurrency_limit_reached' });
    expect([...long.seen, ...full.seen]).toHaveLength(2);
  });

  it('end after as many as are allowed', async () => {
    const { client, seen, waits } = clientOn([broken]);
    expect(await errorOf(client.getCall({ path }))).toMatchObject({ status: 0, code: 'unreachable' });
    expect(seen).toHaveLength(4);
    expect(waits).toEqual([187.5, 375, 750]);
  });

  it('spare a PATCH whose answer was lost, and not one that was refused by 503', async () => {
    const update = { path: { agentId: 'agent_1' }, body: { name: 'Ada' } };
    const lost = clientOn([broken, ok]);
    expect(await errorOf(lost.client.updateAgent(update))).toMatchObject({ code: 'unreachable' });
    const refused = clientOn([refusal(503, 'draining'), ok]);
    expect(await refused.client.updateAgent(update)).toEqual({ callId: 'call_1' });
  });

  it('wait for a try that is still at work', async () => {
    const busy = (seconds: number) =>
      refusal(400, 'idempotency_in_progress', { 'retry-after': String(seconds) });
    const { client, waits } = clientOn([broken, ...[1, 2, 4, 8, 16, 29].map(busy), ok]);
    expect(await client.sendCall(call)).toEqual({ callId: 'call_1' });
    expect(waits).toEqual([187.5, 1000, 2000, 4000, 8000, 16_000, 29_000]);
    const lasting = clientOn([busy(20)]);
    const code = 'idempotency_in_progress';
    expect(await errorOf(lasting.client.sendCall(call))).toMatchObject({ code });
    expect(lasting.waits).toEqual([20_000, 20_000, 20_000]);
    const hasty = clientOn([busy(1)], { retriesMax: 0 });
    expect(await errorOf(hasty.client.sendCall(call))).toMatchObject({ code });
    expect(hasty.waits).toEqual([]);
  });

  it('try again where the answer breaks off', async () => {
    const cut = () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new Error('reset')) }), {
        headers: { 'content-type': 'application/json' },
      });
    const { client, seen } = clientOn([cut, ok]);
    expect(await client.getCall({ path })).toEqual({ callId: 'call_1' });
    expect(seen).toHaveLength(2);
  });
});

describe('time', () => {
  it('runs out where no answer comes', async () => {
    const { client, seen } = clientOn([ok], {
      retriesMax: 0,
      timeoutMs: 30_001,
      fetch: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    expect(await errorOf(client.getCall({ path }))).toMatchObject({ code: 'timed_out', status: 0 });
    expect(seen).toEqual([]);
  });

  it('ends when the caller has waited enough', async () => {
    const enough = new AbortController();
    const { client, seen } = clientOn([
      () => {
        enough.abort(new Error('Enough.'));
        throw new TypeError('aborted');
      },
    ]);
    expect(await errorOf(client.getCall({ path, signal: enough.signal }))).toEqual(new Error('Enough.'));
    expect(seen).toHaveLength(1);
  });
});
