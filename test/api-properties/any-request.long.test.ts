import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../isolation/examples.ts';
import { operations, type Operation } from '../isolation/operations.ts';
import { signIn } from '../isolation/sessions.ts';
import type { Tenant } from '../isolation/tenant.ts';
import { createWorld, type World } from '../isolation/world.ts';
import { anyRequest } from './any-request.ts';
import { deviationsOf } from './documented-operations.ts';
import { numRuns } from './runs.ts';

/** Time limit per operation in ms, which also applies on a slow machine. */
const interruptAfterTimeLimit = 10_000 + 50 * numRuns;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function headersFor({ endpoint }: Operation, { key, refs }: Tenant): Promise<Record<string, string>> {
  if (endpoint.scope === 'public') return {};
  if (endpoint.scope !== 'signed-in') return { 'x-api-key': key, 'x-workspace-id': refs.workspace };
  const at = new Date(world.api.clock.now());
  return { ...(await signIn(world.api.database, { workspaceId: refs.workspace, role: 'owner', at })) };
}

describe('any request', () => {
  it.each(operations)(
    '$name returns a documented response',
    async (operation) => {
      const { name, endpoint } = operation;
      const ours = await world.seed('202', 'Hazelnut');
      const headers = await headersFor(operation, ours);
      const requests = anyRequest(endpoint, examples[name]!, ours.refs);
      const property = fc.asyncProperty(requests, async ({ url, body }) => {
        const response = await world.send({ method: endpoint.method, url, body }, headers);
        expect(deviationsOf(endpoint, response)).toEqual([]);
      });
      await fc.assert(property, { numRuns, interruptAfterTimeLimit, includeErrorInReport: true });
    },
    60_000 + 60 * numRuns,
  );
});
