import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { newId } from '../../src/core/ids.ts';
import { problems } from '../../src/core/problems.ts';
import { systemRandom } from '../../src/core/random.ts';
import { createApiKey } from '../../src/domain/api-key.ts';
import { roleNames, roles } from '../../src/domain/roles.ts';
import { presetNames, presets, scopes } from '../../src/domain/scopes.ts';
import { revokeApiKey } from '../../src/store/keys/revoke-api-key.ts';
import { noon } from '../support/fixtures.ts';
import { codeOf } from './codes.ts';
import { examples } from './examples.ts';
import { scopedOperations } from './operations.ts';
import { allOf, inPath, prepare } from './requests.ts';
import { signIn } from './sessions.ts';
import { changedTables } from './tenant-tables.ts';
import { addKey, newReferences, type Tenant } from './tenant.ts';
import { createWorld, type World } from './world.ts';

type Headers = Readonly<Record<string, string>>;

let world: World;
let ours: Tenant;
let theirs: Tenant;
/** Workspace that no test changes. */
let reader: Tenant;
/** Headers without valid credentials, each with the expected error code. */
const refused = new Map<string, { readonly headers: Headers; readonly code: keyof typeof problems }>();

beforeAll(async () => {
  world = await createWorld();
  ours = await world.seed('202', 'Hazelnut');
  theirs = await world.seed('415', 'Quagmire');
  reader = await world.seed('202', 'Hazelnut');
  const { database } = world.api;
  const home = ours.refs.workspace;
  const wrong = createApiKey(systemRandom, 'live');
  const last = ours.key.at(-1) === 'a' ? 'b' : 'a';
  const unknown = (headers: Headers) => ({ headers, code: 'invalid_api_key' }) as const;
  const revoked = await addKey(database, home, { id: ours.refs.request.replace('req_', 'key_') });
  const keyId = ours.refs.request.replace('req_', 'key_');
  await revokeApiKey(database.inWorkspace(home), { workspaceId: home, keyId, at: noon });
  refused
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
const ownerFor = (one: Endpoint): Promise<Tenant> =>
  one.method === 'GET' ? Promise.resolve(reader) : world.seed('202', 'Hazelnut');

/** Returns the changed tables of our workspace, without `api_keys`: a key's last use is stored after the response. */
const changes = async (before: ReadonlyMap<string, string>): Promise<string[]> =>
  changedTables(before, await world.read(ours)).filter((name) => name !== 'api_keys');

const exampleOf = (one: Endpoint) => examples[one.operationId]!;

const ask = (one: Endpoint, { refs }: Pick<Tenant, 'refs'>, headers: Headers) =>
  world.ask(prepare(one, exampleOf(one), allOf(refs)), headers);

/** Returns the status of a response and, if it is an error, its code. */
async function outcome(one: Endpoint, owner: Pick<Tenant, 'refs'>, headers: Headers): Promise<string> {
  const { status, body } = await ask(one, owner, headers);
  return `${status} ${codeOf(one, body) ?? ''}`.trim();
}

const refusal = (code: keyof typeof problems): string => `${problems[code].status} ${code}`;

/** Returns the expected outcome for an authorised caller. */
const success = (one: Endpoint): string => {
  const { refused: code } = exampleOf(one);
  return code === undefined ? '200' : refusal(code);
};

it('has an example for every operation, and none for others', () => {
  const names = endpoints.map(({ operationId }) => operationId);
  expect(Object.keys(examples).sort()).toEqual(names.sort());
});

describe.each(scopedOperations)('$name', ({ one, scope: needed }) => {
  it('rejects requests without a valid key, for any workspace', async () => {
    await world.api.clock.advance(60_000);
    const before = await world.read(ours);
    for (const [name, { headers, code }] of refused) {
      for (const owner of [ours, theirs, { refs: newReferences('646') }]) {
        const workspace = { 'x-workspace-id': owner.refs.workspace };
        expect([name, await outcome(one, owner, { ...headers, ...workspace })]).toEqual([
          name,
          refusal(code),
        ]);
      }
    }
    expect(await changes(before)).toEqual([]);
  });

  it('rejects a key that has every scope except the required one', async () => {
    const others = scopes.filter((scope) => scope !== needed);
    const key = await addKey(world.api.database, ours.refs.workspace, { scopes: others });
    const before = await world.read(ours);
    const answer = await ask(one, ours, { 'x-api-key': key, 'x-workspace-id': ours.refs.workspace });
    expect([answer.status, codeOf(one, answer.body)]).toEqual([403, 'insufficient_scope']);
    expect(JSON.stringify(answer.body)).toContain(needed);
    expect(await changes(before)).toEqual([]);
  });

  it.each(presetNames)('follows the preset %s', async (preset) => {
    const granted: readonly string[] = presets[preset];
    const allowed = granted.includes(needed);
    const owner = allowed ? await ownerFor(one) : ours;
    const key = await addKey(world.api.database, owner.refs.workspace, {
      preset,
      scopes: [...presets[preset]],
    });
    const headers = { 'x-api-key': key, 'x-workspace-id': owner.refs.workspace };
    expect(await outcome(one, owner, headers)).toBe(allowed ? success(one) : refusal('insufficient_scope'));
  });

  it.each(roleNames)('follows the role %s', async (role) => {
    const granted: readonly string[] = roles[role];
    const allowed = granted.includes(needed);
    const owner = allowed ? await ownerFor(one) : ours;
    const at = new Date(world.api.clock.now());
    const session = await signIn(world.api.database, { workspaceId: owner.refs.workspace, role, at });
    const headers = { ...session, 'x-workspace-id': owner.refs.workspace };
    expect(await outcome(one, owner, headers)).toBe(allowed ? success(one) : refusal('insufficient_scope'));
    const elsewhere = { ...session, 'x-workspace-id': theirs.refs.workspace };
    expect(await outcome(one, theirs, elsewhere)).toBe(refusal('workspace_forbidden'));
  });

  it('gives the same response for a forbidden workspace as for an unknown one', async () => {
    const asked = [theirs.refs.workspace, newId('workspace'), 'nonsense', '*', `${ours.refs.workspace} `];
    const bodies = await Promise.all(
      asked.map(async (workspace) => {
        const answer = await ask(one, theirs, { 'x-api-key': ours.key, 'x-workspace-id': workspace });
        expect([workspace, answer.status, codeOf(one, answer.body)]).toEqual([
          workspace,
          403,
          'workspace_forbidden',
        ]);
        return answer.bytes.toString().replace(/req_\w+/, '');
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('requires the workspace header only if the endpoint declares it', async () => {
    const owner = await ownerFor(one);
    const expected = one.workspace === 'required' ? refusal('workspace_required') : success(one);
    expect(await outcome(one, owner, { 'x-api-key': owner.key })).toBe(expected);
    const empty = expected === '200' ? await ownerFor(one) : owner;
    expect(await outcome(one, empty, { 'x-api-key': empty.key, 'x-workspace-id': '' })).toBe(expected);
  });

  if (one.parameters === undefined) return;

  it("does not find rows of the key's second workspace in its first", async () => {
    const second = await ownerFor(one);
    const key = await addKey(world.api.database, ours.refs.workspace, {
      workspaceIds: [second.refs.workspace],
    });
    const { missing } = Object.values(one.parameters!)[0]!;
    const from = (workspace: string) => ({ 'x-api-key': key, 'x-workspace-id': workspace });
    const reached = prepare(one, exampleOf(one), inPath(second.refs, ours.refs));
    const { status, body } = await world.ask(reached, from(ours.refs.workspace));
    expect([status, codeOf(one, body)]).toEqual([404, missing]);
    expect(await outcome(one, second, from(second.refs.workspace))).toBe(success(one));
  });
});
