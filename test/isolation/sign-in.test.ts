import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../src/core/problems.ts';
import { isScope } from '../../src/domain/scopes.ts';
import { roleNames } from '../../src/domain/roles.ts';
import { codeOf } from './error-code.ts';
import { operations, type Operation } from './operations.ts';
import { allIdsFrom, prepareRequest } from './requests.ts';
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

async function send(
  { endpoint, example }: Operation,
  headers: Headers,
): Promise<{ outcome: string; text: string }> {
  const response = await world.send(prepareRequest(endpoint, example, allIdsFrom(ours.refs)), headers);
  const text = JSON.stringify(response.headers) + response.bytes.toString();
  return { outcome: `${response.status} ${codeOf(endpoint, response.body) ?? ''}`.trim(), text };
}

const errorOutcome = (code: keyof typeof problems): string => `${problems[code].status} ${code}`;

const success = ({ example: { expectedError } }: Operation): string =>
  expectedError === undefined ? '200' : errorOutcome(expectedError);

const signInOperations = operations.filter(({ endpoint }) => !isScope(endpoint.scope));

describe.each(signInOperations.filter(({ endpoint }) => endpoint.scope === 'signed-in'))(
  '$name',
  (operation) => {
    it('rejects callers that are not signed in', async () => {
      expect((await send(operation, {})).outcome).toBe(errorOutcome('missing_api_key'));
      expect((await send(operation, { 'x-api-key': ours.key })).outcome).toBe(
        errorOutcome('session_required'),
      );
      const unknown = { cookie: `parley_session=${'a'.repeat(32)}.${'b'.repeat(32)}` };
      const sameOrigin = { 'sec-fetch-site': 'same-origin' };
      expect((await send(operation, { ...unknown, ...sameOrigin })).outcome).toBe(
        errorOutcome('session_expired'),
      );
    });

    it.each(roleNames)('accepts a signed-in user with the role %s', async (role) => {
      const at = new Date(world.api.clock.now());
      const { workspace: workspaceId } = ours.refs;
      const before = await world.read(theirs);
      const session = await signIn(world.api.database, { workspaceId, role, at });
      const elsewhere = { ...session, 'x-workspace-id': theirs.refs.workspace };
      expect((await send(operation, elsewhere)).outcome).toBe(errorOutcome('workspace_forbidden'));
      const { outcome, text } = await send(operation, session);
      expect(outcome).toBe(success(operation));
      expect(text).not.toContain(theirs.word);
      expect(changedTables(before, await world.read(theirs))).toEqual([]);
    });

    it.skipIf(operation.endpoint.method === 'GET')(
      'rejects requests from a page of another site',
      async () => {
        const at = new Date(world.api.clock.now());
        const session = await signIn(world.api.database, {
          workspaceId: ours.refs.workspace,
          role: 'owner',
          at,
        });
        const crossSite = { ...session, 'sec-fetch-site': 'cross-site' };
        expect((await send(operation, crossSite)).outcome).toBe(errorOutcome('cross_site_request'));
      },
    );
  },
);

describe.each(signInOperations.filter(({ endpoint }) => endpoint.scope === 'public'))(
  '$name',
  (operation) => {
    it('returns no workspace data, with any key or without one', async () => {
      const before = await Promise.all([ours, theirs].map((tenant) => world.read(tenant)));
      for (const headers of [{}, { 'x-api-key': 'nonsense' }, { 'x-api-key': ours.key }]) {
        const { outcome, text } = await send(operation, headers);
        expect(outcome).toBe(success(operation));
        expect(text).not.toContain(ours.word);
        expect(text).not.toContain(theirs.word);
      }
      const after = await Promise.all([ours, theirs].map((tenant) => world.read(tenant)));
      expect(before.flatMap((rows, index) => changedTables(rows, after[index]!))).toEqual([]);
    });

    it('rejects requests from a page of another site', async () => {
      expect((await send(operation, { 'sec-fetch-site': 'cross-site' })).outcome).toBe(
        errorOutcome('cross_site_request'),
      );
    });
  },
);
