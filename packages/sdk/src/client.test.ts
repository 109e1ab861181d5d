import { describe, expect, it } from 'vitest';
import { ParleyClient, ParleyError } from './client.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function clientOn(answer: () => Response): { client: ParleyClient; seen: Seen[] } {
  const seen: Seen[] = [];
  const client = new ParleyClient({
    baseUrl: 'http://127.0.0.1:3000',
    apiKey: 'key',
    fetch: async (input, init) => {
      seen.push({
        method: init!.method!,
        url: (input as URL).href,
        headers: init!.headers as Record<string, string>,
        body: init?.body === undefined ? undefined : JSON.parse(init.body as string),
      });
      return answer();
    },
  });
  return { client, seen };
}

async function errorOf(answer: () => Response): Promise<unknown> {
  const { client } = clientOn(answer);
  return client.getCall('call_1').catch((error: unknown) => error);
}

describe('the client', () => {
  it('sends the key, the body and the idempotency key', async () => {
    const { client, seen } = clientOn(() => Response.json({ callId: 'call_1' }));
    await client.placeCall({ agentId: 'agent_1', toNumber: '+12025550100' }, 'once');
    expect(seen).toEqual([
      {
        method: 'POST',
        url: 'http://127.0.0.1:3000/api/v1/calls/call',
        headers: { 'x-api-key': 'key', 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: { agentId: 'agent_1', toNumber: '+12025550100' },
      },
    ]);
  });

  it('unwraps lists and sends their filters', async () => {
    const { client, seen } = clientOn(() => Response.json({ data: { agents: [{ id: 'agent_1' }] } }));
    expect(await client.listAgents({ search: 'a b', limit: 5, status: undefined })).toEqual([
      { id: 'agent_1' },
    ]);
    expect(seen[0]?.url).toBe('http://127.0.0.1:3000/api/v1/agents?search=a+b&limit=5');
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it('understands both shapes of a refusal', async () => {
    const flat = {
      error: 'Call not found',
      details: 'No such call.',
      code: 'call_not_found',
      requestId: 'req_1',
    };
    const nested = { error: { code: 'call_not_found', message: 'No such call.', requestId: 'req_1' } };
    const expected = { status: 404, code: 'call_not_found', message: 'No such call.', requestId: 'req_1' };
    expect(await errorOf(() => Response.json(flat, { status: 404 }))).toMatchObject(expected);
    expect(await errorOf(() => Response.json(nested, { status: 404 }))).toMatchObject(expected);
  });

  it('understands an answer that is not from the service', async () => {
    const error = await errorOf(() => new Response('<html>', { status: 502 }));
    expect(error).toMatchObject({ status: 502, code: 'unknown', message: 'The service answered 502.' });
  });

  it('says so where nobody answers', async () => {
    const error = await errorOf(() => {
      throw new TypeError('fetch failed');
    });
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('says so where what answers is not the service', async () => {
    const error = await errorOf(() => new Response('<html>'));
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ code: 'unreadable', status: 200 });
  });

  it('says so where a refusal breaks off', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    expect(await errorOf(() => new Response(broken, { status: 500 }))).toMatchObject({
      code: 'unknown',
      status: 500,
    });
  });
});
