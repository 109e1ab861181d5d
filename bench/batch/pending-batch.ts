import { systemClock } from '../../src/core/clock.ts';
import { idSource, newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { BatchContextLoader } from '../../src/dialer/batches/batch-context.ts';
import type { ClaimDependencies } from '../../src/dialer/batches/claim-batch.ts';
import { jobIds } from '../../src/domain/batches/job-ids.ts';
import type { RatePlan, RatePlanTable } from '../../src/domain/rate-plan.ts';
import { type BatchKey, insertBatch, type NewBatchRow, openBatch } from '../../src/store/batches/batches.ts';
import type { Database } from '../../src/store/database.ts';
import { allowEveryCall, fakeProviders } from '../../test/support/batch-dialing.ts';
import type { Fixture } from '../../test/support/fixtures.ts';

/** Limits far above the measured rates; a benchmark sets lower ones where it needs them. */
const plan = { requestsPerMinute: 1e6, concurrentCalls: 1e7, callStartsPerSecond: 1e6 };
const ratePlans: RatePlanTable = { developer: plan, standard: plan, unlimited: plan } satisfies Record<
  RatePlan,
  object
>;

/** Returns the dependencies of a dialer, with a carrier that is never used. */
export function createBenchDependencies(db: Database): ClaimDependencies {
  return {
    db,
    clock: systemClock,
    logger: silentLogger,
    nodeId: 'bench',
    ratePlans,
    carrier: { name: 'none' },
    ids: idSource(systemClock, systemRandom),
    contexts: new BatchContextLoader(fakeProviders(systemClock)),
    permission: allowEveryCall,
    limits: { trunks: [], reservePercent: 10 },
  };
}

/** Inserts a batch of valid rows directly, without a file. */
export async function insertPendingBatch(
  db: Database,
  { workspaceId, agent }: Fixture,
  count: number,
  changes: Partial<NewBatchRow> = {},
): Promise<BatchKey> {
  const at = new Date();
  const scope = db.inWorkspace(workspaceId);
  const idOf = jobIds(newId('job'));
  const settings = {
    maxConcurrency: null,
    callsPerSecond: 1000,
    metadata: {},
    createdBy: null,
    name: 'Bench',
  };
  const retry = { maxAttempts: 1, on: [], delays: ['1h'] };
  const batchId = newId('batch');
  await insertBatch(scope, {
    id: batchId,
    workspaceId,
    agentId: agent.id,
    fromNumbers: [],
    defaultCountry: null,
    window: null,
    retry,
    scheduledAt: null,
    fileSha256: newId('request'),
    at,
    ...settings,
    ...changes,
  } as NewBatchRow);
  for (let first = 0; first < count; first += 20_000) {
    const ids = Array.from({ length: Math.min(20_000, count - first) }, (_, index) => idOf(first + index));
    await scope.execute(
      {
        text: `insert into batch_jobs (workspace_id, batch_id, id, row_number, phone_number, status, customer, dynamic,
            run_at, created_at, updated_at)
          select $1, $2, id, place + $4, '+1' || (2026000000 + place + $4), 'pending',
            '{"name": "Ada Lovelace"}', '{"appointment": "2026-02-01 10:30", "doctor": "Dr. Grey"}', $5, $5, $5
          from unnest($3::text[]) with ordinality as job (id, place)`,
      },
      [workspaceId, batchId, ids, first, at],
    );
  }
  await openBatch(scope, {
    workspaceId,
    batchId,
    variables: ['appointment', 'doctor'],
    numbersDigest: batchId,
    at,
  });
  return { workspaceId, batchId };
}
