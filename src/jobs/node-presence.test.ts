import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedCall, seedWorkspace } from '../../test/support/fixtures.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { listLostCalls } from '../store/calls/list-lost-calls.ts';
import { acquireSlot } from '../store/concurrency/acquire-slot.ts';
import { countSlots } from '../store/concurrency/count-slots.ts';
import type { Scope } from '../store/database.ts';
import { createNodePresence, type NodePresence } from './node-presence.ts';

let database: TestDatabase;
let system: Scope;
let clock: ManualClock;
let presence: NodePresence;

beforeEach(async () => {
  database = await createTestDatabase();
  system = database.db.asSystem();
  clock = new ManualClock();
  presence = createNodePresence({
    db: database.db,
    clock,
    logger: silentLogger,
    nodeId: 'node-1',
    roles: ['api', 'media'],
    leaseMs: 8_000,
  });
});

afterEach(() => database.close());

const lapse = () =>
  Promise.all(
    ['nodes', 'concurrency_slots'].map((table) =>
      system.execute({ text: `update ${table} set lease_until = now() - interval '1 s'` }),
    ),
  );

const leasesAhead = async (table: string) =>
  (await system.row<{ alive: number }>({
    text: `select count(*) as alive from ${table} where lease_until > now()`,
  }))!.alive;

describe('the presence of a node', () => {
  it('keeps the node and the slots of its calls alive, beat by beat', async () => {
    const fixture = await seedWorkspace(database.db);
    const call = await seedCall(database.db, fixture, { state: 'ringing', nodeId: 'node-1' });
    await presence.start();
    expect(await listLostCalls(system, { exceptNodeId: 'node-asking', limit: 10 })).toEqual([]);
    await acquireSlot(system, {
      workspaceId: fixture.workspaceId,
      callId: call.id,
      limit: 1,
      owner: 'node-1',
      leaseMs: 8_000,
    });
    await lapse();
    await clock.advance(2_000);
    await expect.poll(() => leasesAhead('nodes')).toBe(1);
    await expect.poll(() => leasesAhead('concurrency_slots')).toBe(1);
    await presence.close();
  });

  it('frees the slots of nodes that died', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    await acquireSlot(system, { workspaceId, callId: 'call_1', limit: 1, owner: 'dead', leaseMs: 8_000 });
    await lapse();
    await presence.start();
    expect(await countSlots(system, { workspaceId })).toBe(0);
    await presence.close();
  });

  it('ends with a goodbye, and leaves no timer', async () => {
    await presence.start();
    await presence.close();
    await presence.close();
    expect(await leasesAhead('nodes')).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});
