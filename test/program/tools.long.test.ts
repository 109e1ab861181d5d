import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, type ServedReply } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const secret = 't0ken-of-the-shop';

const requesting = (name: string, args: object, ...pieces: string[]): ServedReply => ({
  pieces,
  toolCall: { id: 'call_abc', name, arguments: args },
});

const script: Record<string, readonly ServedReply[]> = {
  shop: [
    requesting('find_order', { id: 7 }, 'Let me have a look. '),
    requesting('cancel_order', { id: 7 }),
    requesting('end_call', {}, 'Your order is cancelled. Goodbye.'),
  ],
};

interface ToolRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | string[] | undefined;
  readonly body: string;
}

let models: ScriptedServer;
let shop: Server;
let shopUrl: string;
let program: ProgramUnderTest;
let folder: string;
const requests: ToolRequest[] = [];

beforeAll(async () => {
  models = await ScriptedServer.start(script);
  shop = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      const { authorization, 'idempotency-key': idempotencyKey } = headers;
      requests.push({ method, url, authorization, idempotencyKey, body });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ state: method === 'GET' ? 'packed' : 'cancelled', seen: authorization }));
    });
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-tools-'));
  const secrets = path.join(folder, 'secrets.json');
  await writeFile(secrets, JSON.stringify({ SHOP: { value: secret, hosts: ['127.0.0.1'] } }));
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24200-24299',
    PARLEY_OPENAI_BASE_URL: models.baseUrl,
    PARLEY_OPENAI_API_KEY: 'sk-test',
    PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
    PARLEY_TOOL_SECRETS: secrets,
  });
});
afterAll(async () => {
  await program.close();
  await models.close();
  shop.closeAllConnections();
  shop.close();
  await rm(folder, { recursive: true });
});

const tool = (name: string, method: string) => ({
  name,
  description: `${name} by its number`,
  method,
  url: `${shopUrl}/orders`,
  headers: { authorization: 'Bearer {{secrets.SHOP}}' },
  parameters: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
});

describe('an agent with tools', { timeout: 60_000 }, () => {
  it('looks up and changes data during the call, and ends it', async () => {
    const phoneNumber = '+12025550171';
    const flow = await program.api.create<{ id: string }>('/api/v1/flows', {
      type: 'call',
      name: 'Shop',
      status: 'active',
    });
    await program.api.create('/v1/api/telephony/numbers', { phoneNumber });
    const agent = await program.api.create<{ id: string }>('/api/v1/agents', {
      name: 'Shop',
      model: 'openai/shop',
      flowId: flow.id,
      phoneNumber,
      firstMessage: 'Hello, this is the shop.',
      tools: [tool('find_order', 'GET'), tool('cancel_order', 'POST')],
      builtinTools: ['end_call'],
    });
    const { callId } = await program.api.client.sendCall({
      body: { agentId: agent.id, toNumber: '+12025550100' },
    });
    const ended = await program.api.untilEnded(callId);
    expect(ended.endReason).toBe('agent_hangup');
    expect(ended.transcript.filter(({ role }) => role === 'agent').map(({ content }) => content)).toEqual([
      'Hello, this is the shop.',
      'Let me have a look.',
      'Your order is cancelled. Goodbye.',
    ]);
    expect(requests).toMatchObject([
      { method: 'GET', url: '/orders?id=7', authorization: `Bearer ${secret}`, idempotencyKey: undefined },
      {
        method: 'POST',
        url: '/orders',
        body: '{"id":7}',
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
    const sent = models
      .requestsOf('shop')
      .map(({ body }) => body['messages'] as { role: string; content: string }[]);
    expect(sent[2]!.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      '{"state":"packed","seen":"Bearer [secret]"}',
      '{"state":"cancelled","seen":"Bearer [secret]"}',
    ]);
    const outcomes = ended.timeline.filter(({ type }) => type.startsWith('http_request'));
    expect(outcomes.map(({ type }) => type)).toEqual([
      'http_request_ended',
      'http_request_started',
      'http_request_ended',
    ]);
    expect(JSON.stringify([ended, sent])).not.toContain(secret);
  });
});
