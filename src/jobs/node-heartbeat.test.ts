import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedCall, seedWorkspace } from '../../test/support/fixtures.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { listLostCalls } from '../store/calls/unfinished-calls.ts';
import { acquireSlot, countSlots } from '../store/concurrency-slots.ts';
import type { Scope } from '../store/database.ts';
import { hasNodeForCalls } from '../store/nodes.ts';
import { createNodeHeartbeat, type NodeHeartbeat } from './node-heartbeat.ts';

let database: TestDatabase;
let system: Scope;
let clock: ManualClock;
let heartbeat: NodeHeartbeat;

beforeEach(async () => {
  database = await createTestDatabase();
  system = database.db.asSystem();
  clock = new ManualClock();
  heartbeat = createNodeHeartbeat({
    db: database.db,
    clock,
    logger: silentLogger,
    nodeId: 'node-1',
    roles: ['api', 'media'],
    leaseMs: 8_000,
  });
});

afterEach(() => database.close());

const expireLeases = () =>
  Promise.all(
    ['nodes', 'concurrency_slots'].map((table) =>
      system.execute({ text: `update ${table} set lease_until = now() - interval '1 s'` }),
    ),
  );

const countLiveLeases = async (table: string) =>
  (await system.row<{ alive: number }>({
    text: `select count(*) as alive from ${table} where lease_until > now()`,
  }))!.alive;

describe('a node heartbeat', () => {
  it('renews the leases of the node and of the slots of its calls', async () => {
    const fixture = await seedWorkspace(database.db);
    const call = await seedCall(database.db, fixture, { state: 'ringing', nodeId: 'node-1' });
    await heartbeat.start();
    expect(await listLostCalls(system, { exceptNodeId: 'node-2', limit: 10 })).toEqual([]);
    await acquireSlot(system, {
      workspaceId: fixture.workspaceId,
      callId: call.id,
      limit: 1,
      owner: 'node-1',
      leaseMs: 8_000,
    });
    await expireLeases();
    await clock.advance(2_000);
    await expect.poll(() => countLiveLeases('nodes')).toBe(1);
    await expect.poll(() => countLiveLeases('concurrency_slots')).toBe(1);
    await heartbeat.close();
  });

  it('frees the slots of dead nodes', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    await acquireSlot(system, {
      workspaceId,
      callId: 'call_1',
      limit: 1,
      owner: 'dead-node',
      leaseMs: 8_000,
    });
    await expireLeases();
    await heartbeat.start();
    expect(await countSlots(system, { workspaceId })).toBe(0);
    await heartbeat.close();
  });

  it('reports at once that the node no longer accepts calls', async () => {
    let acceptsCalls = true;
    const options = { db: database.db, clock, logger: silentLogger, nodeId: 'node-3', roles: ['media'] };
    const other = createNodeHeartbeat({ ...options, details: () => ({ acceptsCalls }) });
    await other.start();
    expect(await hasNodeForCalls(system)).toBe(true);
    acceptsCalls = false;
    other.renew();
    await expect.poll(() => hasNodeForCalls(system)).toBe(false);
    await other.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not count a node without the role media or with an expired lease as one for calls', async () => {
    const options = { db: database.db, clock, logger: silentLogger };
    const worker = createNodeHeartbeat({ ...options, nodeId: 'node-4', roles: ['worker'] });
    await worker.start();
    expect(await hasNodeForCalls(system)).toBe(false);
    await heartbeat.start();
    expect(await hasNodeForCalls(system)).toBe(true);
    await expireLeases();
    expect(await hasNodeForCalls(system)).toBe(false);
    await heartbeat.close();
    await worker.close();
  });

  it('unregisters the node and leaves no timer when closed', async () => {
    await heartbeat.start();
    await heartbeat.close();
    await heartbeat.close();
    expect(await countLiveLeases('nodes')).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});
