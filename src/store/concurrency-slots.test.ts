import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from './database.ts';
import { insertApiKey } from './api-keys.ts';
import {
  acquireSlot,
  countSlots,
  expireSlots,
  recountSlots,
  releaseSlot,
  renewSlots,
} from './concurrency-slots.ts';

let database: TestDatabase;
let system: Scope;
let scope: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 10 });
  system = database.db.asSystem();
});

beforeEach(async () => {
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
});

afterAll(() => database.close());

const acquire = (callId: string, limit: number, changes: object = {}) =>
  acquireSlot(scope, { workspaceId, callId, limit, owner: 'node-1', leaseMs: 60_000, ...changes });

const expireLeases = () =>
  scope.execute({ text: `update concurrency_slots set lease_until = now() - interval '1 s'` });

async function insertKey(): Promise<string> {
  const id = newId('key');
  await insertApiKey(scope, {
    id,
    workspaceId,
    name: 'key',
    keyHash: id,
    prefix: 'sk_live_',
    lastFour: 'abcd',
    preset: null,
    scopes: [],
    workspaceIds: [],
    allowedIps: [],
    requestsPerMinute: null,
    concurrentCalls: 2,
    createdBy: null,
    expiresAt: null,
    at: new Date(),
  });
  return id;
}

describe('slots', () => {
  it('admit exactly the limit under concurrency', async () => {
    const results = await Promise.all(Array.from({ length: 64 }, (_, index) => acquire(`call_${index}`, 7)));
    expect(results.filter((result) => result.acquired)).toHaveLength(7);
    expect(Math.max(...results.map((result) => result.current))).toBe(7);
    expect(await countSlots(scope, { workspaceId })).toBe(7);
  });

  it('are counted once per call, also for a second request', async () => {
    expect(await acquire('call_1', 1)).toEqual({ acquired: true, current: 1 });
    expect(await acquire('call_1', 1)).toEqual({ acquired: true, current: 1 });
    expect(await acquire('call_2', 1)).toEqual({ acquired: false, current: 1 });
  });

  it('are released once, even if the release is repeated', async () => {
    await acquire('call_1', 2);
    await acquire('call_2', 2);
    await Promise.all(Array.from({ length: 5 }, () => releaseSlot(scope, { workspaceId, callId: 'call_1' })));
    expect(await countSlots(scope, { workspaceId })).toBe(1);
  });

  it('also apply the limit of a key, and are not acquired if either limit is reached', async () => {
    const key = { id: await insertKey(), limit: 2 };
    const results = [];
    for (const callId of ['a', 'b', 'c']) results.push(await acquire(callId, 10, { key }));
    expect(results.map((result) => result.acquired)).toEqual([true, true, false]);
    expect(await countSlots(scope, { workspaceId })).toBe(2);
    expect((await acquire('d', 10)).acquired).toBe(true);
    await releaseSlot(scope, { workspaceId, callId: 'a' });
    expect((await acquire('c', 10, { key })).acquired).toBe(true);
  });

  it('are released if the transaction fails', async () => {
    const rolledBack = scope.transaction(async (tx) => {
      await acquireSlot(tx, { workspaceId, callId: 'x', limit: 1, owner: 'node-1', leaseMs: 60_000 });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect((await acquire('y', 1)).acquired).toBe(true);
  });

  it('of a dead node are released, unlike those of a live node', async () => {
    await acquire('call-of-dead-node', 2, { owner: 'dead' });
    await acquire('call-of-live-node', 2, { owner: 'alive' });
    await expireLeases();
    await renewSlots(system, { owner: 'alive', leaseMs: 60_000 });
    expect(await expireSlots(system)).toEqual(['call-of-dead-node']);
    expect(await countSlots(scope, { workspaceId })).toBe(1);
    expect(await expireSlots(system)).toEqual([]);
  });

  it('of a missing workspace cause an error', async () => {
    await expect(acquire('call_1', 1, { workspaceId: 'ws_nowhere' })).rejects.toThrow('no call counter');
  });

  it('are recounted if the counter is wrong', async () => {
    await acquire('call_1', 5);
    await system.execute({ text: 'update concurrency_counters set active = 4 where holder = $1' }, [
      workspaceId,
    ]);
    expect(await system.transaction(recountSlots)).toBe(1);
    expect(await countSlots(scope, { workspaceId })).toBe(1);
  });

  it('match their counter after any sequence of acquisitions, releases and crashes', async () => {
    const step = fc.record({
      action: fc.constantFrom('acquire', 'release', 'expire', 'lapse'),
      call: fc.integer({ min: 0, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await Promise.all(
          steps.map(async ({ action, call }) => {
            if (action === 'acquire') await acquire(`p${call}`, 3);
            else if (action === 'release') await releaseSlot(scope, { workspaceId, callId: `p${call}` });
            else if (action === 'expire') await expireSlots(system);
            else await expireLeases();
          }),
        );
        expect(await countSlots(scope, { workspaceId })).toBeLessThanOrEqual(3);
        expect(await system.transaction(recountSlots)).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});
