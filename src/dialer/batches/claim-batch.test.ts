import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowEveryCall, fakeProviders, seedCallers } from '../../../test/support/batch-dialing.ts';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { systemClock } from '../../core/clock.ts';
import { idSource } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import { systemRandom } from '../../core/random.ts';
import { NumberZones } from '../../core/number-zones.ts';
import type { NewBatchRow } from '../../store/batches/batches.ts';
import { seedCall, type Fixture } from '../../../test/support/fixtures.ts';
import { updateAgent } from '../../store/agents.ts';
import { updateWorkspace } from '../../store/workspaces.ts';
import { LegalCallingHours } from '../calling-permission.ts';
import { BatchContextLoader } from './batch-context.ts';
import { claimBatch, type ClaimDependencies } from './claim-batch.ts';
import type { ConcurrencyLimits } from './claim-capacity.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const trunk = { name: 'carrier', carries: () => true };

function dependenciesWith(limits: ConcurrencyLimits): ClaimDependencies {
  const plan = { requestsPerMinute: 1000, concurrentCalls: 1000, callStartsPerSecond: 1000 };
  return {
    db: database.db,
    clock: systemClock,
    logger: silentLogger,
    nodeId: 'node-1',
    ratePlans: { developer: plan, standard: plan, unlimited: plan },
    carrier: { name: 'fake' },
    ids: idSource(systemClock, systemRandom),
    contexts: new BatchContextLoader(fakeProviders(systemClock)),
    permission: allowEveryCall,
    limits,
  };
}

describe('batches that share a workspace and a trunk', () => {
  it('reach their own rates independently of each other', async () => {
    const dependencies = dependenciesWith({ trunks: [trunk], reservePercent: 0 });
    const callers = await seedCallers(database.db);
    const counts: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { batch } = await seedBatchOf(database.db, callers, 20, { callsPerSecond: 20 });
      const key = { workspaceId: callers.workspaceId, batchId: batch.id };
      const { drafts } = await claimBatch(dependencies, key, { competingBatches: 1 });
      counts.push(drafts.length);
    }
    expect(counts).toEqual([5, 5, 5]);
  });
});

describe('limits of calls to one number', () => {
  const miami = '+13055551234';
  let callers: Fixture & { readonly fromNumber: string };
  beforeEach(async () => {
    callers = await seedCallers(database.db);
    const { workspaceId } = callers;
    await updateWorkspace(scope(), { workspaceId, callingHours: 'off', at: new Date() });
  });

  const scope = () => database.db.inWorkspace(callers.workspaceId);

  async function dependenciesWithLaw(): Promise<ClaimDependencies> {
    const permission = new LegalCallingHours({ zones: await NumberZones.load() });
    return { ...dependenciesWith({ trunks: [], reservePercent: 0 }), permission };
  }

  /** Seeds a batch whose rows all have one number. */
  async function seedBatchTo(number: string, rows: number, changes: Partial<NewBatchRow> = {}) {
    const { batch } = await seedBatchOf(database.db, callers, rows, { callsPerSecond: 1000, ...changes });
    await scope().execute({ text: 'update batch_jobs set phone_number = $1 where batch_id = $2' }, [
      number,
      batch.id,
    ]);
    return { workspaceId: callers.workspaceId, batchId: batch.id };
  }

  const readRunTimes = async (batchId: string) => {
    const text = `select run_at as at from batch_jobs where batch_id = $1 and status = 'pending' order by 1`;
    return (await scope().rows<{ at: Date }>({ text }, [batchId])).map(({ at }) => at.getTime());
  };

  it.each([
    ['three in a day in Florida', miami, 'sales', true, 3],
    ['one in eight hours in Maine', '+12075551234', 'sales', true, 1],
    ['three in thirty days with an artificial voice', '+12125551234', 'service', false, 3],
    ['one in a day for reminders with an artificial voice', '+12125551234', 'reminder', false, 1],
    ['all calls with consent in New York', '+12125551234', 'reminder', true, 5],
    ['all calls in the test network', '+12025550100', 'unspecified', false, 5],
  ] as const)('apply within one claim: %s', async (_name, number, purpose, consent, expected) => {
    const key = await seedBatchTo(number, 5, { purpose, consent });
    const { drafts } = await claimBatch(await dependenciesWithLaw(), key, { competingBatches: 1 });
    expect(drafts).toHaveLength(expected);
    const runTimes = await readRunTimes(key.batchId);
    expect(runTimes).toHaveLength(5 - expected);
    for (const at of runTimes) expect(at).toBeGreaterThan(Date.now() + 3_600_000);
  });

  it('apply across concurrent claims and queued calls', async () => {
    const { workspaceId } = callers;
    const dependencies = await dependenciesWithLaw();
    const at = new Date();
    await seedCall(database.db, callers, { workspaceId, toNumber: miami, at });
    const batches = [];
    for (let index = 0; index < 4; index += 1)
      batches.push(await seedBatchTo(miami, 2, { purpose: 'sales', consent: true }));
    const claims = await Promise.all(
      batches.map((key) => claimBatch(dependencies, key, { competingBatches: 4 })),
    );
    expect(claims.flatMap(({ drafts }) => drafts)).toHaveLength(2);
  });

  it('count calls that the clock of another node places after the present', async () => {
    const { workspaceId } = callers;
    const later = new Date(Date.now() + 30_000);
    for (let count = 0; count < 3; count += 1)
      await seedCall(database.db, callers, { workspaceId, toNumber: miami, at: later });
    const key = await seedBatchTo(miami, 2, { purpose: 'sales', consent: true });
    const { drafts } = await claimBatch(await dependenciesWithLaw(), key, { competingBatches: 1 });
    expect(drafts).toEqual([]);
  });

  it('add the times of the counted calls to the call plans', async () => {
    const key = await seedBatchTo(miami, 2, { purpose: 'sales', consent: true });
    const { drafts } = await claimBatch(await dependenciesWithLaw(), key, { competingBatches: 1 });
    expect(drafts.map(({ call }) => call.plan.recentCallsMs?.length)).toEqual([2, 2]);
    expect(drafts.map(({ call }) => call.plan.purpose)).toEqual(['sales', 'sales']);
  });

  it("follow the agent's purpose if the batch has none", async () => {
    const key = await seedBatchTo('+12125551234', 2, { consent: false });
    const { agent } = callers;
    const config = { ...agent.config, purpose: 'service' } as const;
    await updateAgent(scope(), {
      workspaceId: callers.workspaceId,
      agentId: agent.id,
      version: agent.version,
      config,
      at: new Date(),
    });
    const { drafts } = await claimBatch(await dependenciesWithLaw(), key, { competingBatches: 1 });
    expect(drafts).toHaveLength(2);
  });
});
