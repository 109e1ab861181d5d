import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../src/core/problems.ts';
import { isScope } from '../../src/domain/scopes.ts';
import { roleNames } from '../../src/domain/roles.ts';
import { codeOf } from './codes.ts';
import { operations, type Operation } from './operations.ts';
import { allOf, prepare } from './requests.ts';
import { signIn } from './sessions.ts';
import { changedTables } from './tenant-tables.ts';
import type { Tenant } from './tenant.ts';
import { createWorld, type World } from './world.ts';

type Headers = Readonly<Record<string, string>>;

let world: World;
let ours: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  world = await createWorld();
  ours = await world.seed('202', 'Hazelnut');
  theirs = await world.seed('415', 'Quagmire');
});
afterAll(() => world.close());

async function ask(
  { one, example }: Operation,
  headers: Headers,
): Promise<{ outcome: string; text: string }> {
  const answer = await world.ask(prepare(one, example, allOf(ours.refs)), headers);
  const text = JSON.stringify(answer.headers) + answer.bytes.toString();
  return { outcome: `${answer.status} ${codeOf(one, answer.body) ?? ''}`.trim(), text };
}

const refusal = (code: keyof typeof problems): string => `${problems[code].status} ${code}`;

const success = ({ example: { refused } }: Operation): string =>
  refused === undefined ? '200' : refusal(refused);

const others = operations.filter(({ one }) => !isScope(one.scope));

describe.each(others.filter(({ one }) => one.scope === 'signed-in'))('$name', (operation) => {
  it('rejects callers that are not signed in', async () => {
    expect((await ask(operation, {})).outcome).toBe(refusal('missing_api_key'));
    expect((await ask(operation, { 'x-api-key': ours.key })).outcome).toBe(refusal('session_required'));
    const unknown = { cookie: `parley_session=${'a'.repeat(32)}.${'b'.repeat(32)}` };
    const here = { 'sec-fetch-site': 'same-origin' };
    expect((await ask(operation, { ...unknown, ...here })).outcome).toBe(refusal('session_expired'));
  });

  it.each(roleNames)('accepts a signed-in user with the role %s', async (role) => {
    const at = new Date(world.api.clock.now());
    const { workspace: workspaceId } = ours.refs;
    const before = await world.read(theirs);
    const session = await signIn(world.api.database, { workspaceId, role, at });
    const elsewhere = { ...session, 'x-workspace-id': theirs.refs.workspace };
    expect((await ask(operation, elsewhere)).outcome).toBe(refusal('workspace_forbidden'));
    const { outcome, text } = await ask(operation, session);
    expect(outcome).toBe(success(operation));
    expect(text).not.toContain(theirs.word);
    expect(changedTables(before, await world.read(theirs))).toEqual([]);
  });

  it.skipIf(operation.one.method === 'GET')('rejects requests from a page of another site', async () => {
    const at = new Date(world.api.clock.now());
    const session = await signIn(world.api.database, { workspaceId: ours.refs.workspace, role: 'owner', at });
    const crossing = { ...session, 'sec-fetch-site': 'cross-site' };
    expect((await ask(operation, crossing)).outcome).toBe(refusal('cross_site_request'));
  });
});

describe.each(others.filter(({ one }) => one.scope === 'public'))('$name', (operation) => {
  it('returns no workspace data, with any key or without one', async () => {
    const before = await Promise.all([ours, theirs].map((tenant) => world.read(tenant)));
    for (const headers of [{}, { 'x-api-key': 'nonsense' }, { 'x-api-key': ours.key }]) {
      const { outcome, text } = await ask(operation, headers);
      expect(outcome).toBe(success(operation));
      expect(text).not.toContain(ours.word);
      expect(text).not.toContain(theirs.word);
    }
    const after = await Promise.all([ours, theirs].map((tenant) => world.read(tenant)));
    expect(before.flatMap((rows, index) => changedTables(rows, after[index]!))).toEqual([]);
  });

  it('rejects requests from a page of another site', async () => {
    expect((await ask(operation, { 'sec-fetch-site': 'cross-site' })).outcome).toBe(
      refusal('cross_site_request'),
    );
  });
});
