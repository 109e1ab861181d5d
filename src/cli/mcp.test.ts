import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { endpoints } from '../api/endpoints.ts';
import { createMcpHttpServer } from './mcp/http.ts';
import { groupOf, readToolGroups, toolGroups } from './mcp/select-tools.ts';
import { Toolbox } from './mcp/server.ts';

const program = path.resolve(import.meta.dirname, '../../bin/parley.js');

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
  readonly annotations: Readonly<Record<string, boolean>>;
}

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];
}

/** Runs the MCP server as the host of an assistant does: as a process that exchanges one JSON-RPC message per line. */
class StdioClient {
  readonly #child: ChildProcess;
  readonly #lines: Interface;
  readonly #pending = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
  #id = 0;

  constructor(environment: Readonly<Record<string, string>>, options: readonly string[] = []) {
    const env = { ...process.env, ...environment };
    this.#child = spawn(process.execPath, [program, 'mcp', ...options], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface(this.#child.stdout!);
    this.#lines.on('line', (line) => {
      const message = JSON.parse(line) as { id: number; result?: unknown; error?: unknown };
      this.#pending.get(message.id)?.(message);
    });
  }

  async start(): Promise<void> {
    const clientInfo = { name: 'test', version: '1' };
    await this.sendRequest('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#write({ method: 'notifications/initialized' });
  }

  sendRequest<Result>(method: string, params: object = {}): Promise<Result> {
    const id = (this.#id += 1);
    this.#write({ id, method, params });
    return new Promise((resolve, reject) =>
      this.#pending.set(id, ({ result, error }) =>
        error === undefined ? resolve(result as Result) : reject(new Error(JSON.stringify(error))),
      ),
    );
  }

  call(name: string, args: object = {}): Promise<ToolResult> {
    return this.sendRequest('tools/call', { name, arguments: args });
  }

  /** Resolves with the exit code. */
  async close(): Promise<number> {
    this.#child.stdin!.end();
    const [code] = (await once(this.#child, 'exit')) as [number];
    return code;
  }

  #write(message: object): void {
    this.#child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

let api: TestApi;
let port: string;
let baseUrl: string;
beforeAll(async () => {
  api = await createTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = String((api.app.server.address() as AddressInfo).port);
  baseUrl = `http://127.0.0.1:${port}`;
});
afterAll(() => api.close());

async function stdioClient(apiKey: string, groups = 'all'): Promise<StdioClient> {
  const client = new StdioClient({ PARLEY_HTTP_PORT: port, PARLEY_API_KEY: apiKey }, ['--tools', groups]);
  await client.start();
  return client;
}

const jsonOf = ({ content }: ToolResult) => JSON.parse(content[0]!.text!) as Record<string, never>;

describe('parley mcp', { timeout: 60_000 }, () => {
  let client: StdioClient;
  let tools: readonly Tool[];
  beforeAll(async () => {
    client = await stdioClient(api.key);
    ({ tools } = await client.sendRequest<{ tools: Tool[] }>('tools/list'));
  });

  it('offers at most 25 tools by default, and names the group of the others', async () => {
    const standard = await stdioClient(api.key, 'default');
    const { tools: offered } = await standard.sendRequest<{ tools: Tool[] }>('tools/list');
    expect(offered).toHaveLength(25);
    expect((await standard.call('createWebhook')).content[0]!.text).toContain('--tools default,webhooks');
    await standard.close();
  });

  it('offers groups of tools, which are the tags of the operations', async () => {
    const groups = new Set(
      endpoints.flatMap(({ scope, tag }) => (['signed-in', 'public'].includes(scope) ? [] : [groupOf(tag)])),
    );
    expect([...groups].sort()).toEqual(toolGroups.slice(2));
    const mixed = await stdioClient(api.key, 'default, keys');
    const { tools: offered } = await mixed.sendRequest<{ tools: Tool[] }>('tools/list');
    expect(offered).toHaveLength(30);
    await mixed.close();
    expect(() => readToolGroups('default,hooks')).toThrow(
      '--tools has no group hooks. Groups: default, all,',
    );
  });

  it('has one tool per operation that an API key can use, except previewVoice, whose audio has no link', () => {
    const operations = endpoints.filter(
      ({ scope, operationId }) => !['signed-in', 'public'].includes(scope) && operationId !== 'previewVoice',
    );
    expect(tools.map(({ name }) => name).sort()).toEqual(
      operations.map(({ operationId }) => operationId).sort(),
    );
  });

  it('describes the arguments and effects of each tool', () => {
    const tool = (name: string) => tools.find((candidate) => candidate.name === name)!;
    expect(tool('updateAgent').inputSchema.required).toEqual(['agentId', 'body']);
    expect(Object.keys(tool('listAgents').inputSchema.properties)).toContain('search');
    expect(tool('listAgents').annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(tool('deleteAgent').annotations).toMatchObject({ destructiveHint: true, idempotentHint: true });
    expect(tool('sendCall').annotations).toMatchObject({ readOnlyHint: false, openWorldHint: true });
    const text = JSON.stringify(tools);
    const references = [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map((match) => match[1]!);
    expect(references.length).toBeGreaterThan(0);
    expect(text).not.toContain('#/components/');
  });

  it('calls the API', async () => {
    const agent = jsonOf(await client.call('createAgent', { body: { name: 'From an assistant' } }));
    expect(agent).toMatchObject({ name: 'From an assistant', version: 1 });
    const found = await client.call('listAgents', { search: 'assistant', limit: 5 });
    expect(jsonOf(found)).toMatchObject({ data: { total: 1, agents: [{ id: agent['id'] }] } });
    await client.call('updateAgent', { agentId: agent['id'], body: { description: 'Changed.' } });
    expect(jsonOf(await client.call('getAgent', { agentId: agent['id'] }))).toMatchObject({
      description: 'Changed.',
    });
  });

  it('returns every fault of a request with its path', async () => {
    const result = await client.call('createAgent', { body: { voice: { speed: 9 }, nonsense: 1 } });
    expect(result.isError).toBe(true);
    expect(result.content[0]!.text).toMatch(/^invalid_request: /);
    for (const field of ['name', 'voice.speed', 'nonsense']) {
      expect(result.content[0]!.text).toContain(`- ${field}: `);
    }
  });

  it.each([
    ['getAgent', {}, /requires agentId/],
    ['listAgents', { colour: 'red' }, /no argument colour/],
    ['getAgent', { agentId: '../keys' }, /^agent_not_found: /],
    ['paintTheWall', {}, /^unknown_tool: /],
  ])('%s rejects %j with a message', async (name, args, message) => {
    const result = await client.call(name, args);
    expect(result.isError).toBe(true);
    expect(result.content[0]!.text).toMatch(message);
  });

  it('uses the home workspace of the key by default', async () => {
    expect(jsonOf(await client.call('listDispositions'))).toHaveProperty('data');
  });

  it('uses the given workspace', async () => {
    const list = await client.call('listDispositions', { workspaceId: api.workspaceId });
    expect(jsonOf(list)).toMatchObject({ data: { total: 0 } });
  });

  it('returns links to files', async () => {
    const { isError, content } = await client.call('getBatchTemplate', { workspaceId: api.workspaceId });
    expect(isError).toBeUndefined();
    expect(content[1]).toMatchObject({
      type: 'resource_link',
      uri: `${baseUrl}/v1/api/batch-calls/template`,
    });
  });

  it('omits and rejects tools outside the scopes of the key', async () => {
    const reader = await stdioClient(await api.createKey({ scopes: ['agents:read', 'calls:read'] }));
    const { tools } = await reader.sendRequest<{ tools: Tool[] }>('tools/list');
    const allowed = endpoints.filter(({ scope }) => scope === 'agents:read' || scope === 'calls:read');
    expect(tools.map(({ name }) => name).sort()).toEqual(
      allowed.map(({ operationId }) => operationId).sort(),
    );
    expect((await reader.call('createAgent', { body: { name: 'x' } })).content[0]!.text).toMatch(
      /^unknown_tool/,
    );
    expect(await reader.close()).toBe(0);
  });

  it('reports an unknown key', async () => {
    const clientWithUnknownKey = await stdioClient('sk_live_0000000000000000000000000000000000000000');
    await expect(clientWithUnknownKey.sendRequest('tools/list')).rejects.toThrow(/API key is unknown/);
    await clientWithUnknownKey.close();
  });

  it('ends when its input ends', async () => {
    expect(await client.close()).toBe(0);
  });
});

describe('parley mcp --http', () => {
  const server = createMcpHttpServer({
    version: '1',
    toolboxOf: (apiKey) =>
      new Toolbox({ client: new ParleyClient({ baseUrl, apiKey }), baseUrl, workspaceId: undefined }),
  });
  let mcpPort: number;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    mcpPort = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  /** Sends any headers, including `Host`, which `fetch` does not send. */
  async function post(message: object, headers: Readonly<Record<string, string>>, path = '/mcp') {
    const outgoing = request({
      port: mcpPort,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
    const [response] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode, text };
  }

  const list = { method: 'tools/list', params: {} };
  const withKey = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
  const messageIn = (text: string) =>
    JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { result: never };

  it('lists and calls the tools of the key in the request', async () => {
    const key = await api.createKey({ scopes: ['agents:read'] });
    const listed = messageIn((await post(list, withKey(key))).text) as { result: { tools: Tool[] } };
    expect(listed.result.tools.map(({ name }) => name).sort()).toEqual([
      'getAgent',
      'getProviders',
      'listAgents',
    ]);
    const call = { method: 'tools/call', params: { name: 'getAgent', arguments: { agentId: api.agent.id } } };
    const called = messageIn((await post(call, withKey(key))).text) as { result: ToolResult };
    expect(jsonOf(called.result)).toMatchObject({ id: api.agent.id });
  });

  it('returns 401 without a key', async () => {
    expect((await post(list, {})).status).toBe(401);
  });

  it('returns 403 for pages of other sites', async () => {
    const { status } = await post(list, { ...withKey(api.key), origin: 'https://evil.example' });
    expect(status).toBe(403);
  });

  it('returns 403 for the host name of another site, as after DNS rebinding', async () => {
    const { status } = await post(list, { ...withKey(api.key), host: `evil.example:${mcpPort}` });
    expect(status).toBe(403);
  });

  it('returns 404 outside /mcp', async () => {
    expect((await post(list, withKey(api.key), '/')).status).toBe(404);
  });
});
