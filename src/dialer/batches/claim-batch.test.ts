import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atAnyTime, fakeProviders, seedCallers } from '../../../test/support/batch-dialing.ts';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { systemClock } from '../../core/clock.ts';
import { idSource } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import { systemRandom } from '../../core/random.ts';
import { BatchGrounds } from './batch-ground.ts';
import { claimBatch } from './claim-batch.ts';
import type { CallsAtOnce } from './claim-room.ts';
import type { ClaimHost } from './dialer-host.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const trunk = { name: 'carrier', carries: () => true };

function hostWith(limits: CallsAtOnce): ClaimHost {
  const plan = { requestsPerMinute: 1000, concurrentCalls: 1000, callStartsPerSecond: 1000 };
  return {
    db: database.db,
    clock: systemClock,
    logger: silentLogger,
    nodeId: 'node-1',
    plans: { developer: plan, standard: plan, unlimited: plan },
    carrier: { name: 'fake' },
    ids: idSource(systemClock, systemRandom),
    grounds: new BatchGrounds(fakeProviders(systemClock)),
    permission: atAnyTime,
    limits,
  };
}

describe('batches that share a workspace and a trunk', () => {
  it('each have the calls of their own rate: none waits for instants of another', async () => {
    const host = hostWith({ trunks: [trunk], reservePercent: 0 });
    const callers = await seedCallers(database.db);
    const counts: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { batch } = await seedBatchOf(database.db, callers, 20, { callsPerSecond: 20 });
      const which = { workspaceId: callers.workspaceId, batchId: batch.id };
      const { drafts } = await claimBatch(host, which, 1);
      counts.push(drafts.length);
    }
    expect(counts).toEqual([5, 5, 5]);
  });
});
