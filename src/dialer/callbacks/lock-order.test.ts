import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowEveryCall, seedCallers } from '../../../test/support/batch-dialing.ts';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { seedCallback } from '../../../test/support/callbacks.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, type Fixture } from '../../../test/support/fixtures.ts';
import { idSource, newId } from '../../core/ids.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { ratePlans } from '../../domain/rate-plan.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';
import { changeBatchStatus, findBatch } from '../../store/batches/batches.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { acquireSlot, countSlots } from '../../store/concurrency-slots.ts';
import { addSuppressions } from '../../store/suppressions.ts';
import { followUp, type CallbackDependencies } from './follow-up.ts';

const callees = Array.from({ length: 12 }, (_, index) => `+120255501${String(index + 40)}`);
const count = 48;

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedCallers(database.db);
});
afterAll(() => database.close());

const scope = () => database.db.inWorkspace(fixture.workspaceId);

it('has no deadlock between concurrent call ends, opt-outs, callbacks and added suppressions', async () => {
  const { workspaceId } = fixture;
  const random = seededRandom(7);
  const clock = new ManualClock(noon.getTime());
  const dependencies: CallbackDependencies = {
    db: database.db,
    clock,
    ids: idSource(clock, random),
    nodeId: 'node-1',
    ratePlans,
    permission: allowEveryCall,
    maxAttempts: 3,
    expiryMs: 7 * 86_400_000,
  };
  const { batch, jobIdOf } = await seedBatchOf(database.db, fixture, count);
  const ofBatch = { workspaceId, batchId: batch.id, at: noon };
  await changeBatchStatus(scope(), { ...ofBatch, to: 'running' });
  const calleeOf = (index: number) => callees[index % callees.length]!;
  const startCall = async (index: number) => {
    const callId = newId('call');
    const jobId = jobIdOf(index);
    await changeBatchJob(scope(), { ...ofBatch, jobId, to: 'dialing', callId });
    const toNumber = calleeOf(index);
    await seedCall(database.db, fixture, { id: callId, batchId: batch.id, jobId, toNumber });
    await acquireSlot(scope(), { workspaceId, callId, limit: 1000, owner: 'node-1', leaseMs: 60_000 });
    await recordCallChange(scope(), { workspaceId, callId, from: ['queued'], to: 'dialing', at: noon });
    return callId;
  };
  const calls: string[] = [];
  for (let index = 0; index < count; index += 1) calls.push(await startCall(index));
  const callbacks = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      seedCallback(database.db, fixture, { phoneNumber: calleeOf(index) }),
    ),
  );
  const finish = (callId: string, index: number) =>
    finishCall(scope(), {
      workspaceId,
      callId,
      endReason: 'agent_hangup',
      at: noon,
      disposition: { code: index % 3 === 0 ? 'do_not_call' : 'busy', status: 'completed' },
      ...(index % 3 === 0 && { optOut: { reason: 'The customer opted out in a call.' } }),
    });
  const suppress = (address: string) =>
    scope().transaction((tx) =>
      addSuppressions(tx, {
        workspaceId,
        entries: [
          { channel: 'voice', address, reason: '' },
          { channel: 'voice', address: calleeOf(random.below(12)), reason: '' },
        ],
        createdBy: 'usr_1',
        at: noon,
      }),
    );
  const work = [
    ...calls.map((callId, index) => () => finish(callId, index)),
    ...callbacks.map((dispositionId) => () => followUp(dependencies, { workspaceId, dispositionId })),
    ...callees.map((address) => () => suppress(address)),
  ];
  const shuffled = work.map((run) => [random.fraction(), run] as const).toSorted(([a], [b]) => a - b);
  const outcomes = await Promise.all(shuffled.map(([, run]) => run()));
  expect(await findBatch(scope(), ofBatch)).toMatchObject({ dialing: 0, pending: 0, status: 'completed' });
  const called = outcomes.filter((outcome) => outcome === 'called').length;
  expect(await countSlots(scope(), { workspaceId })).toBe(called);
});
