import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const calleeNumber = '+12025550100';
const agentNumber = '+12025550171';

/** Code that passes each HTTP request with an `Idempotency-Key` to `onRequest`: `send` sends it, `die` kills the process. */
const atToolRequest = (onRequest: string) => `
  import http from 'node:http';
  import { syncBuiltinESMExports } from 'node:module';
  const die = () => process.kill(process.pid, 'SIGKILL');
  const { request } = http;
  const onRequest = ${onRequest};
  http.request = (url, options, ...rest) => {
    const send = () => request(url, options, ...rest);
    return options?.headers?.['idempotency-key'] === undefined ? send() : onRequest(send, die);
  };
  syncBuiltinESMExports();`;

/** The points at which the process is killed. `code` runs in it. */
const deaths = [
  {
    name: 'after the intent is stored and before the request is sent',
    code: atToolRequest('(send, die) => die()'),
    received: 0,
  },
  { name: 'while the server of the tool holds the response', code: '', received: 1 },
  {
    name: 'after the response and before the result is stored',
    code: atToolRequest(`(send, die) => send().prependOnceListener('response', (response) => {
      response.prependOnceListener('end', die);
    })`),
    received: 1,
  },
] as const;

let models: ScriptedServer;
let shop: Server;
let folder: TemporaryFolder;
let server: ServingProcess;
let api: ApiUnderTest;
let agentId: string;
/** The `Idempotency-Key` of each request that the shop has received. */
let receivedKeys: (string | undefined)[] = [];
/** Holds a response of the shop until it resolves. */
let holdResponse: () => Promise<void> = () => Promise.resolve();

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await text(request);
  receivedKeys.push(request.headers['idempotency-key'] as string | undefined);
  await holdResponse();
  response.setHeader('content-type', 'application/json').end('{"state":"cancelled"}');
}

/** Starts the program, which runs `code` first. */
async function start(code: string): Promise<void> {
  server = new ServingProcess({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '33300-33349',
    PARLEY_OPENAI_BASE_URL: models.baseUrl,
    PARLEY_OPENAI_API_KEY: 'sk-test',
    PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
  });
  api = new ApiUnderTest(await server.ready(), await readFirstStart(folder.dataDir));
}

async function stop(): Promise<void> {
  server.signal('SIGTERM');
  await server.ended;
}

async function post<Body>(url: string, body: object): Promise<Body> {
  return (await (await api.client.send('POST', url, { body })).json()) as Body;
}

/** Creates an agent whose model calls a tool with side effects. */
async function createAgent(): Promise<string> {
  const { id: flowId } = await post<{ id: string }>('/api/v1/flows', {
    type: 'call',
    name: 'Shop',
    status: 'active',
  });
  await post('/v1/api/telephony/numbers', { phoneNumber: agentNumber });
  const agent = await post<{ id: string }>('/api/v1/agents', {
    name: 'Shop',
    model: 'openai/shop',
    flowId,
    phoneNumber: agentNumber,
    firstMessage: 'Hello, this is the shop.',
    tools: [
      {
        name: 'cancel_order',
        description: 'Cancels an order.',
        method: 'POST',
        url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/orders`,
        parameters: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
    ],
  });
  return agent.id;
}

beforeAll(async () => {
  const toolCall = { id: 'call_abc', name: 'cancel_order', arguments: { id: 7 } };
  models = await ScriptedServer.start({ shop: [{ pieces: [], toolCall }] });
  shop = createServer((request, response) => void respond(request, response));
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  folder = await temporaryDataFolder();
  await start('');
  agentId = await createAgent();
  await stop();
}, 60_000);
afterAll(async () => {
  await server.remove();
  await models.close();
  shop.closeAllConnections();
  shop.close();
  await folder.remove();
});
beforeEach(() => {
  receivedKeys = [];
  models.restartScript('shop');
});

describe('a tool with side effects of a process that is killed', { timeout: 120_000 }, () => {
  it.each(deaths)('is not executed again, and has an unknown result: $name', async ({ code, received }) => {
    holdResponse = async () => {
      if (code !== '') return;
      server.signal('SIGKILL');
      await server.ended;
    };
    await start(code);
    const { callId } = await api.client.sendCall({ body: { agentId, toNumber: calleeNumber } });
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(receivedKeys).toHaveLength(received);

    await start('');
    const { endReason, disposition, timeline } = await api.untilEnded(callId);
    expect([endReason, disposition]).toEqual(['node_lost', 'failed']);
    const fields = { requestId: 'request_1', tool: 'cancel_order', method: 'POST' };
    expect(timeline.filter(({ type }) => type.startsWith('http_request'))).toMatchObject([
      { type: 'http_request_started', detail: fields },
      {
        type: 'http_request_ended',
        detail: { ...fields, outcome: 'unknown', detail: 'The node that sent the request went down.' },
      },
    ]);
    await stop();
    expect(receivedKeys).toHaveLength(received);
    for (const key of receivedKeys) expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(models.requestsOf('shop')).toHaveLength(1);
  });
});
