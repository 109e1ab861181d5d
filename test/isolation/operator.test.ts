import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presets, presetNames, type Scope } from '../../src/domain/scopes.ts';
import type { TestResponse } from '../support/api.ts';
import { createWorld, type World } from './world.ts';
import { addKey, type Tenant } from './tenant.ts';
import { signIn } from './sessions.ts';

let world: World;
/** The operator's workspace. */
let operator: Tenant;
let tenant: Tenant;
/** A key with the rights of the operator, as the first start makes it. */
let operatorKey: string;
/** A key that the operator made for the tenant. */
let tenantKey: string;

beforeAll(async () => {
  world = await createWorld();
  operator = await world.seed('202', 'Hazelnut');
  tenant = await world.seed('415', 'Quagmire');
  const text =
    'update workspaces set is_operator = (id = $1), own_number_prefixes = $2::text[] where id in ($1, $3)';
  await world.api.database
    .asSystem()
    .execute({ text }, [operator.refs.workspace, ['+1202'], tenant.refs.workspace]);
  operatorKey = await addKey(world.api.database, operator.refs.workspace, {
    scopes: [...presets.full, 'operator'] as Scope[],
    workspaceIds: [operator.refs.workspace, tenant.refs.workspace],
  });
  tenantKey = await createKey({ preset: 'full', workspaceIds: [tenant.refs.workspace] });
});
afterAll(() => world.close());

const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { key, workspace, body }: { key: string; workspace?: string; body?: unknown },
): Promise<TestResponse> =>
  world.api.send(method, path, {
    key,
    ...(workspace !== undefined && { workspace }),
    ...(body !== undefined && { body }),
  });

async function createKey(body: object, key = operatorKey, workspace?: string): Promise<string> {
  const response = await send('POST', '/v1/api/keys', {
    key,
    body: { name: 'Key', ...body },
    ...(workspace !== undefined && { workspace }),
  });
  expect(response.status).toBe(200);
  return response.body.apiKey as string;
}

const outcome = ({ status, body }: TestResponse): string =>
  `${status} ${body.error?.code ?? body.code ?? ''}`.trim();

/** The workspaces that a caller can try to select: none, the operator's and the tenant's. */
const selections = (): [string, string | undefined][] => [
  ['no workspace', undefined],
  ["the operator's workspace", operator.refs.workspace],
  ["the tenant's workspace", tenant.refs.workspace],
];

/** Requests that only the operator may make. */
const operatorRequests = (): [string, Parameters<typeof send>[0], string, object][] => [
  ['changes a plan', 'PATCH', `/v1/api/workspaces/${tenant.refs.workspace}`, { plan: 'standard' }],
  ['allows numbers', 'PATCH', `/v1/api/workspaces/${tenant.refs.workspace}`, { ownNumberPrefixes: ['+'] }],
  ['changes the operator', 'PATCH', `/v1/api/workspaces/${operator.refs.workspace}`, { name: 'Taken' }],
  ['creates a workspace', 'POST', '/v1/api/workspaces', { name: 'New' }],
  ['creates an operator key', 'POST', '/v1/api/keys', { name: 'New', scopes: ['operator'] }],
  ['claims a number', 'POST', '/v1/api/telephony/numbers', { phoneNumber: '+14155552671' }],
  [
    'claims a number by the inventory',
    'POST',
    '/v1/api/telephony/inventory',
    { numbers: [{ phoneNumber: '+14155552672' }] },
  ],
  [
    'makes a user an operator',
    'POST',
    '/v1/api/users',
    { email: 'new@people.example', role: 'owner', isOperator: true },
  ],
];

describe('a key that the operator restricts to another workspace', () => {
  it('works in that workspace, without the header as well', async () => {
    for (const workspace of [undefined, tenant.refs.workspace]) {
      const { status, body } = await send('GET', `/api/v1/agents/${tenant.refs.agent}`, {
        key: tenantKey,
        ...(workspace !== undefined && { workspace }),
      });
      expect([status, body.id]).toEqual([200, tenant.refs.agent]);
    }
  });

  it("cannot enter the operator's workspace", async () => {
    for (const path of ['/v1/api/audit-log', '/v1/api/users', '/v1/api/keys', '/api/v1/agents'])
      expect(outcome(await send('GET', path, { key: tenantKey, workspace: operator.refs.workspace }))).toBe(
        '403 workspace_forbidden',
      );
  });

  it('reads audit log, users and workspaces of its workspace only', async () => {
    for (const path of ['/v1/api/audit-log', '/v1/api/users', '/v1/api/workspaces', '/v1/api/keys']) {
      const { status, bytes } = await send('GET', path, { key: tenantKey });
      expect(status).toBe(200);
      expect(bytes.toString()).not.toContain(operator.word);
    }
  });

  it('has no right of the operator, whichever workspace it selects', async () => {
    const done: string[] = [];
    for (const [where, workspace] of selections())
      for (const [name, method, path, body] of operatorRequests()) {
        const response = await send(method, path, {
          key: tenantKey,
          body,
          ...(workspace !== undefined && { workspace }),
        });
        if (response.status < 400 || response.status >= 500)
          done.push(`${where}: ${name}: ${response.status}`);
      }
    expect(done).toEqual([]);
  });

  it("cannot invite an owner into the operator's workspace, or take over its owner", async () => {
    const options = { key: tenantKey, workspace: operator.refs.workspace };
    const body = { email: 'mallory@people.example', role: 'owner' };
    expect((await send('POST', '/v1/api/users', { ...options, body })).status).toBe(403);
    const path = `/v1/api/users/${operator.refs.user}/invitation`;
    expect((await send('POST', path, { ...options, body: {} })).status).toBe(403);
    expect((await send('POST', path, { key: tenantKey, body: {} })).status).toBe(404);
  });

  it('creates keys that are restricted to that workspace too', async () => {
    const child = await createKey({ preset: 'full' }, tenantKey);
    const workspace = operator.refs.workspace;
    expect(outcome(await send('GET', '/api/v1/agents', { key: child, workspace }))).toBe(
      '403 workspace_forbidden',
    );
    const both = { name: 'Both', preset: 'full', workspaceIds: [workspace] };
    expect(outcome(await send('POST', '/v1/api/keys', { key: tenantKey, body: both }))).toBe(
      '403 workspace_forbidden',
    );
  });
});

describe("a full key of the operator's workspace without the scope operator", () => {
  it('has no right of the operator', async () => {
    const key = await createKey({
      preset: 'full',
      workspaceIds: [operator.refs.workspace, tenant.refs.workspace],
    });
    const done: string[] = [];
    for (const [where, workspace] of selections())
      for (const [name, method, path, body] of operatorRequests()) {
        if (name === 'changes the operator') continue;
        const response = await send(method, path, {
          key,
          body,
          ...(workspace !== undefined && { workspace }),
        });
        if (response.status < 400 || response.status >= 500)
          done.push(`${where}: ${name}: ${response.status}`);
      }
    expect(done).toEqual([]);
  });

  it('cannot rotate the key of the operator, or take over, change or delete a user who is the operator', async () => {
    const key = await createKey({ preset: 'full' });
    const listed = await send('GET', '/v1/api/keys?limit=1000', { key });
    const target = listed.body.data.keys.find(({ scopes }: { scopes: string[] }) =>
      scopes.includes('operator'),
    );
    const body = {};
    expect(outcome(await send('POST', `/v1/api/keys/${target.id}/rotate`, { key, body }))).toBe(
      '403 insufficient_scope',
    );
    const created = await send('POST', '/v1/api/users', {
      key: operatorKey,
      body: { email: 'second@people.example', role: 'owner', isOperator: true },
    });
    expect([created.status, created.body.isOperator]).toEqual([200, true]);
    const path = `/v1/api/users/${created.body.id}`;
    for (const response of [
      await send('POST', `${path}/invitation`, { key, body }),
      await send('PATCH', path, { key, body: { name: 'Mallory' } }),
      await send('PATCH', path, { key, body: { isOperator: false } }),
      await send('DELETE', path, { key }),
    ])
      expect(outcome(response)).toBe('403 insufficient_scope');
  });
});

describe('a key with the scope operator', () => {
  it("acts as the operator in the operator's workspace only", async () => {
    const outcomes: string[] = [];
    for (const [name, method, path, body] of operatorRequests()) {
      const workspace = tenant.refs.workspace;
      const response = await send(method, path, { key: operatorKey, workspace, body });
      if (response.status < 400) outcomes.push(name);
    }
    expect(outcomes).toEqual([]);
    const inside = await send('PATCH', `/v1/api/workspaces/${tenant.refs.workspace}`, {
      key: operatorKey,
      body: { plan: 'standard' },
    });
    expect([inside.status, inside.body.plan]).toEqual([200, 'standard']);
  });

  it('is in no preset and is granted by a key that has it only', async () => {
    for (const preset of presetNames) expect(presets[preset]).not.toContain('operator');
    const second = await createKey({ scopes: [...presets.full, 'operator'] });
    const { status } = await send('POST', '/v1/api/workspaces', {
      key: second,
      body: { name: 'By the second' },
    });
    expect(status).toBe(200);
  });

  it("is refused for a key that cannot enter the operator's workspace", async () => {
    const body = { name: 'Nowhere', scopes: ['operator'], workspaceIds: [tenant.refs.workspace] };
    const response = await send('POST', '/v1/api/keys', { key: operatorKey, body });
    expect(outcome(response)).toBe('400 invalid_request');
    expect(response.body.error.fields[0].path).toBe('workspaceIds');
  });
});

it("a signed-in owner of the operator's workspace is not the operator unless marked so", async () => {
  const at = new Date(world.api.clock.now());
  const { database } = world.api;
  const workspaceId = operator.refs.workspace;
  const headers = await signIn(database, { workspaceId, role: 'owner', at });
  const create = () =>
    world.api.send('POST', '/v1/api/workspaces', { key: null, headers, body: { name: 'By an owner' } });
  expect(outcome(await create())).toBe('403 operator_only');
  await database
    .asSystem()
    .execute({ text: `update users set is_operator = true where workspace_id = $1` }, [workspaceId]);
  expect((await create()).status).toBe(200);
});
