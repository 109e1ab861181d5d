import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isValueKind, type Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { contentScopes } from '../../src/api/erasures/export-person.ts';
import { newId } from '../../src/core/ids.ts';
import { problems } from '../../src/core/problems.ts';
import { systemRandom } from '../../src/core/random.ts';
import { createApiKey } from '../../src/domain/api-key.ts';
import { roleNames, roles } from '../../src/domain/roles.ts';
import { presetNames, presets, scopes } from '../../src/domain/scopes.ts';
import { revokeApiKey } from '../../src/store/api-keys.ts';
import { noon } from '../support/fixtures.ts';
import { codeOf } from './error-code.ts';
import { examples } from './examples.ts';
import { scopedOperations } from './operations.ts';
import { allIdsFrom, foreignPath, prepareRequest } from './requests.ts';
import { signIn } from './sessions.ts';
import { changedTables } from './tenant-tables.ts';
import { addKey, newReferences, type Tenant } from './tenant.ts';
import { createWorld, type World } from './world.ts';

type Headers = Readonly<Record<string, string>>;

let world: World;
let ours: Tenant;
let theirs: Tenant;
/** A workspace that no test changes. */
let readOnly: Tenant;
let operator: Tenant;
/** Headers without valid credentials, each with the expected error code. */
const invalidCredentials = new Map<
  string,
  { readonly headers: Headers; readonly code: keyof typeof problems }
>();

beforeAll(async () => {
  world = await createWorld();
  ours = await world.seed('202', 'Hazelnut');
  theirs = await world.seed('415', 'Quagmire');
  readOnly = await world.seed('202', 'Hazelnut');
  operator = await world.seed('202', 'Hazelnut');
  const { database } = world.api;
  const text = 'update workspaces set is_operator = true where id = $1';
  await database.asSystem().execute({ text }, [operator.refs.workspace]);
  const home = ours.refs.workspace;
  const wrong = createApiKey(systemRandom, 'live');
  const last = ours.key.at(-1) === 'a' ? 'b' : 'a';
  const unknown = (headers: Headers) => ({ headers, code: 'invalid_api_key' }) as const;
  const revoked = await addKey(database, home, { id: ours.refs.request.replace('req_', 'key_') });
  const keyId = ours.refs.request.replace('req_', 'key_');
  await revokeApiKey(database.inWorkspace(home), { workspaceId: home, keyId, at: noon });
  invalidCredentials
    .set('no key', { headers: {}, code: 'missing_api_key' })
    .set('an empty key', { headers: { 'x-api-key': '' }, code: 'missing_api_key' })
    .set('another scheme', { headers: { authorization: 'Basic QTpC' }, code: 'missing_api_key' })
    .set('a malformed key', unknown({ 'x-api-key': 'nonsense' }))
    .set('a key with a typing error', unknown({ 'x-api-key': ours.key.slice(0, -1) + last }))
    .set('a wrong key', unknown({ 'x-api-key': wrong }))
    .set('a wrong bearer token', unknown({ authorization: `Bearer ${wrong}` }))
    .set('two keys', unknown({ 'x-api-key': ours.key, authorization: `Bearer ${theirs.key}` }))
    .set('an expired key', {
      headers: { 'x-api-key': await addKey(database, home, { expiresAt: noon }) },
      code: 'api_key_expired',
    })
    .set('a revoked key', { headers: { 'x-api-key': revoked }, code: 'api_key_revoked' })
    .set('an unknown session', {
      headers: {
        cookie: `parley_session=${'a'.repeat(32)}.${'b'.repeat(32)}`,
        'sec-fetch-site': 'same-origin',
      },
      code: 'session_expired',
    })
    .set('a key for another IP address', {
      headers: { 'x-api-key': await addKey(database, home, { allowedIps: ['203.0.113.0/24'] }) },
      code: 'ip_not_allowed',
    });
});
afterAll(() => world.close());

/** Returns the workspace for the operation: a new one if the operation changes rows. */
const ownerFor = (endpoint: Endpoint): Promise<Tenant> =>
  endpoint.method === 'GET' ? Promise.resolve(readOnly) : world.seed('202', 'Hazelnut');

/** Returns the changed tables of our workspace, without `api_keys`: a key's last use is stored after the response. */
const changes = async (before: ReadonlyMap<string, string>): Promise<string[]> =>
  changedTables(before, await world.read(ours)).filter((name) => name !== 'api_keys');

const hasIdInPath = ({ parameters }: Endpoint): boolean =>
  Object.values(parameters ?? {}).some(({ kind }) => !isValueKind(kind));

const exampleOf = (endpoint: Endpoint) => examples[endpoint.operationId]!;

const send = (endpoint: Endpoint, { refs }: Pick<Tenant, 'refs'>, headers: Headers) =>
  world.send(prepareRequest(endpoint, exampleOf(endpoint), allIdsFrom(refs)), headers);

/** Returns the status of a response and, if it is an error, its code. */
async function outcome(endpoint: Endpoint, owner: Pick<Tenant, 'refs'>, headers: Headers): Promise<string> {
  const { status, body } = await send(endpoint, owner, headers);
  return `${status} ${codeOf(endpoint, body) ?? ''}`.trim();
}

const errorOutcome = (code: keyof typeof problems): string => `${problems[code].status} ${code}`;

/** Returns the expected outcome for an authorised caller. */
const success = (endpoint: Endpoint): string => {
  const { expectedError: code } = exampleOf(endpoint);
  return code === undefined ? '200' : errorOutcome(code);
};

it('has an example for every operation and no other', () => {
  const names = endpoints.map(({ operationId }) => operationId);
  expect(Object.keys(examples).sort()).toEqual(names.sort());
});

describe.each(scopedOperations)('$name', ({ endpoint, scope: requiredScope }) => {
  const requiredScopes: readonly string[] =
    endpoint.operationId === 'exportPerson' ? [requiredScope, ...contentScopes] : [requiredScope];
  it('rejects requests without a valid key, for any workspace', async () => {
    await world.api.clock.advance(60_000);
    const before = await world.read(ours);
    for (const [name, { headers, code }] of invalidCredentials) {
      for (const owner of [ours, theirs, { refs: newReferences('646') }]) {
        const workspace = { 'x-workspace-id': owner.refs.workspace };
        expect([name, await outcome(endpoint, owner, { ...headers, ...workspace })]).toEqual([
          name,
          errorOutcome(code),
        ]);
      }
    }
    expect(await changes(before)).toEqual([]);
  });

  it('rejects a key that has every scope except the required one', async () => {
    const others = scopes.filter((scope) => scope !== requiredScope);
    const key = await addKey(world.api.database, ours.refs.workspace, { scopes: others });
    const before = await world.read(ours);
    const { status, body } = await send(endpoint, ours, {
      'x-api-key': key,
      'x-workspace-id': ours.refs.workspace,
    });
    expect([status, codeOf(endpoint, body)]).toEqual([403, 'insufficient_scope']);
    expect(JSON.stringify(body)).toContain(requiredScope);
    expect(await changes(before)).toEqual([]);
  });

  it.each(presetNames)('allows a key with the preset %s what the preset grants', async (preset) => {
    const granted: readonly string[] = presets[preset];
    const allowed = requiredScopes.every((scope) => granted.includes(scope));
    const owner = allowed ? await ownerFor(endpoint) : ours;
    const key = await addKey(world.api.database, owner.refs.workspace, {
      preset,
      scopes: [...presets[preset]],
    });
    const headers = { 'x-api-key': key, 'x-workspace-id': owner.refs.workspace };
    expect(await outcome(endpoint, owner, headers)).toBe(
      allowed ? success(endpoint) : errorOutcome('insufficient_scope'),
    );
  });

  it.each(roleNames)(
    'allows a user with the role %s what the role grants, in their own workspaces only',
    async (role) => {
      const granted: readonly string[] = roles[role];
      const allowed = requiredScopes.every((scope) => granted.includes(scope));
      const owner = allowed ? await ownerFor(endpoint) : ours;
      const at = new Date(world.api.clock.now());
      const session = await signIn(world.api.database, { workspaceId: owner.refs.workspace, role, at });
      const headers = { ...session, 'x-workspace-id': owner.refs.workspace };
      expect(await outcome(endpoint, owner, headers)).toBe(
        allowed ? success(endpoint) : errorOutcome('insufficient_scope'),
      );
      const elsewhere = { ...session, 'x-workspace-id': theirs.refs.workspace };
      expect(await outcome(endpoint, theirs, elsewhere)).toBe(errorOutcome('workspace_forbidden'));
    },
  );

  it('returns the same response for a forbidden and an unknown workspace', async () => {
    const requested = [theirs.refs.workspace, newId('workspace'), 'nonsense', '*', `${ours.refs.workspace} `];
    const bodies = await Promise.all(
      requested.map(async (workspace) => {
        const response = await send(endpoint, theirs, { 'x-api-key': ours.key, 'x-workspace-id': workspace });
        expect([workspace, response.status, codeOf(endpoint, response.body)]).toEqual([
          workspace,
          403,
          'workspace_forbidden',
        ]);
        return response.bytes.toString().replace(/req_\w+/, '');
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('gives a key that is restricted to other workspaces no access to the workspace that has the key', async () => {
    const key = await addKey(world.api.database, ours.refs.workspace, {
      scopes: [...scopes, 'operator'],
      workspaceIds: [readOnly.refs.workspace],
    });
    const before = await world.read(ours);
    const headers = { 'x-api-key': key, 'x-workspace-id': ours.refs.workspace };
    expect(await outcome(endpoint, ours, headers)).toBe(errorOutcome('workspace_forbidden'));
    expect(await changes(before)).toEqual([]);
  });

  it('gives the scope operator no effect outside the workspace of the operator', async () => {
    const owner = await ownerFor(endpoint);
    const key = await addKey(world.api.database, operator.refs.workspace, {
      scopes: [...scopes, 'operator'],
      workspaceIds: [operator.refs.workspace, owner.refs.workspace],
    });
    const headers = { 'x-api-key': key, 'x-workspace-id': owner.refs.workspace };
    expect(await outcome(endpoint, owner, headers)).toBe(success(endpoint));
  });

  it('requires the workspace header only if the endpoint declares it', async () => {
    const owner = await ownerFor(endpoint);
    const expected =
      endpoint.workspace === 'required' ? errorOutcome('workspace_required') : success(endpoint);
    expect(await outcome(endpoint, owner, { 'x-api-key': owner.key })).toBe(expected);
    const empty = expected === '200' ? await ownerFor(endpoint) : owner;
    expect(await outcome(endpoint, empty, { 'x-api-key': empty.key, 'x-workspace-id': '' })).toBe(expected);
  });

  if (!hasIdInPath(endpoint)) return;

  it("does not find rows of the key's second workspace in its first", async () => {
    const second = await ownerFor(endpoint);
    const key = await addKey(world.api.database, ours.refs.workspace, {
      workspaceIds: [ours.refs.workspace, second.refs.workspace],
    });
    const { notFoundCode } = Object.values(endpoint.parameters!)[0]!;
    const headersFor = (workspace: string) => ({ 'x-api-key': key, 'x-workspace-id': workspace });
    const request = prepareRequest(endpoint, exampleOf(endpoint), foreignPath(second.refs, ours.refs));
    const { status, body } = await world.send(request, headersFor(ours.refs.workspace));
    expect([status, codeOf(endpoint, body)]).toEqual([404, notFoundCode]);
    expect(await outcome(endpoint, second, headersFor(second.refs.workspace))).toBe(success(endpoint));
  });
});
