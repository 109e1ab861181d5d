import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../isolation/examples.ts';
import { operations, type Operation } from '../isolation/operations.ts';
import { signIn } from '../isolation/sessions.ts';
import type { Tenant } from '../isolation/tenant.ts';
import { createWorld, type World } from '../isolation/world.ts';
import { anyRequest } from './any-request.ts';
import { faultsOf } from './described-operations.ts';
import { numRuns } from './runs.ts';

/** Time limit per operation in ms, which also applies on a slow machine. */
const interruptAfterTimeLimit = 10_000 + 50 * numRuns;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function headersFor({ one }: Operation, { key, refs }: Tenant): Promise<Record<string, string>> {
  if (one.scope === 'public') return {};
  if (one.scope !== 'signed-in') return { 'x-api-key': key, 'x-workspace-id': refs.workspace };
  const at = new Date(world.api.clock.now());
  return { ...(await signIn(world.api.database, { workspaceId: refs.workspace, role: 'owner', at })) };
}

describe('any request', () => {
  it.each(operations)(
    '$name returns a documented response',
    async (operation) => {
      const { name, one } = operation;
      const ours = await world.seed('202', 'Hazelnut');
      const headers = await headersFor(operation, ours);
      const requests = anyRequest(one, examples[name]!, ours.refs);
      const property = fc.asyncProperty(requests, async ({ url, body }) => {
        const answer = await world.ask({ method: one.method, url, body }, headers);
        expect(faultsOf(one, answer)).toEqual([]);
      });
      await fc.assert(property, { numRuns, interruptAfterTimeLimit, includeErrorInReport: true });
    },
    60_000 + 60 * numRuns,
  );
});
