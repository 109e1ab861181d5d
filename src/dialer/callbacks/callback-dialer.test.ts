import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowEveryCall, seedCallers } from '../../../test/support/batch-dialing.ts';
import { seedCallback as insertCallback } from '../../../test/support/callbacks.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, type Fixture } from '../../../test/support/fixtures.ts';
import { idSource } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { systemRandom } from '../../core/random.ts';
import { ratePlans } from '../../domain/rate-plan.ts';
import { findDisposition } from '../../store/dispositions/dispositions.ts';
import { CallbackDialer, type CallbackDialerOptions } from './callback-dialer.ts';

let database: TestDatabase;
let fixture: Fixture;
let dialers: CallbackDialer[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedCallers(database.db);
});
afterEach(async () => {
  for (const dialer of dialers) await dialer.drain();
  dialers = [];
});

function startDialer(changes: Partial<CallbackDialerOptions> = {}) {
  const clock = new ManualClock(noon.getTime());
  const dialer = new CallbackDialer({
    db: database.db,
    clock,
    ids: idSource(clock, systemRandom),
    nodeId: `node-${dialers.length + 1}`,
    ratePlans,
    permission: allowEveryCall,
    maxAttempts: 3,
    expiryMs: 7 * 86_400_000,
    logger: silentLogger,
    hasCapacity: async () => true,
    ...changes,
  });
  dialers.push(dialer);
  dialer.start();
  /** Advances the clock in small steps until the condition is met, so that the database keeps up. */
  const until = async (condition: () => Promise<boolean>) => {
    for (let tick = 0; tick < 20_000; tick += 1) {
      if (await condition()) return;
      await clock.advance(5);
    }
    throw new Error('The condition was not met in time.');
  };
  return { clock, dialer, until };
}

async function seedCallback(scheduledAt: Date, owner = fixture) {
  const { workspaceId } = owner;
  const dispositionId = await insertCallback(database.db, owner, { scheduledAt });
  const find = () => findDisposition(database.db.inWorkspace(workspaceId), { workspaceId, dispositionId });
  const statusOf = async () => (await find())!.status;
  return { statusOf, isCalled: async () => (await statusOf()) === 'in_progress' };
}

/** Interval at which a dialer polls without a notification. */
const pollIntervalMs = 10_000;
const after = (ms: number) => new Date(noon.getTime() + ms);

describe('CallbackDialer', () => {
  it('starts a callback at its due time, not earlier', async () => {
    const { isCalled } = await seedCallback(after(3_000));
    const { clock, until } = startDialer();
    await until(isCalled);
    expect(clock.now()).toBeGreaterThanOrEqual(after(3_000).getTime());
    expect(clock.now()).toBeLessThan(after(pollIntervalMs).getTime());
  });

  it('starts a callback that is inserted while it sleeps', async () => {
    const { clock, until } = startDialer();
    await clock.advance(100);
    const { isCalled } = await seedCallback(after(500));
    await until(isCalled);
    expect(clock.now()).toBeLessThan(after(pollIntervalMs).getTime());
  });

  it('starts callbacks of a workspace with capacity while another has none', async () => {
    const singleCallPlans = { ...ratePlans, unlimited: { ...ratePlans.unlimited, concurrentCalls: 1 } };
    const callbacksOfFullWorkspace = [await seedCallback(after(-2_000)), await seedCallback(after(-1_000))];
    const other = await seedCallback(after(0), await seedCallers(database.db));
    const { until } = startDialer({ ratePlans: singleCallPlans });
    await until(other.isCalled);
    const statuses = await Promise.all(callbacksOfFullWorkspace.map(({ statusOf }) => statusOf()));
    expect(statuses).toEqual(['in_progress', 'pending']);
  });

  it('starts each callback once when several nodes run', async () => {
    const callbacks = await Promise.all(Array.from({ length: 30 }, () => seedCallback(after(0))));
    const { until } = startDialer();
    startDialer();
    startDialer();
    await until(async () => (await Promise.all(callbacks.map(({ isCalled }) => isCalled()))).every(Boolean));
    const { workspaceId } = fixture;
    const text = `select count(*)::integer as calls, count(distinct key)::integer as keys from jobs where workspace_id = $1`;
    const row = await database.db.inWorkspace(workspaceId).row({ text }, [workspaceId]);
    expect(row).toEqual({ calls: 30, keys: 30 });
  });

  it('starts no callback while the node is overloaded or after the drain', async () => {
    let isOverloaded = true;
    const { statusOf, isCalled } = await seedCallback(after(0));
    const { clock, until, dialer } = startDialer({ hasCapacity: async () => !isOverloaded });
    await clock.advance(5_000);
    expect(await statusOf()).toBe('pending');
    isOverloaded = false;
    await until(isCalled);
    await dialer.drain();
    const later = await seedCallback(after(0));
    await clock.advance(60_000);
    expect(await later.statusOf()).toBe('pending');
    expect(clock.pendingTimers).toBe(0);
  });
});
