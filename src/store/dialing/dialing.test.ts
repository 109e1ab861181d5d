import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBatchOf, type SeededBatch } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { voiceOf } from '../../domain/agent.ts';
import { changeBatchStatus, findBatch } from '../batches/batches.ts';
import { findBatchJob } from '../batches/batch-jobs.ts';
import { finishCall } from '../calls/finish-call.ts';
import { findCall } from '../calls/calls.ts';
import { listCalls } from '../calls/list-calls.ts';
import { countSlots } from '../concurrency-slots.ts';
import { insertOwnedNumber } from '../phone-numbers.ts';
import { addSuppression } from '../suppressions.ts';
import { updateWorkspace } from '../workspaces.ts';
import { acquireLimitSlots, beginDials, findRevokedDials, releaseDials, takeOverDials } from './dials.ts';
import {
  advanceRateLimits,
  findDueJobs,
  lockCallCounters,
  lockRateLimits,
  purgeRateLimits,
  trunkCounterId,
} from './claims.ts';
import { findBatchToDial, findNumberCapacity, listBatchesToDial } from './batches-to-dial.ts';

const hourLater = new Date(noon.getTime() + 3_600_000);

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const system = () => database.db.asSystem();
const scope = () => database.db.inWorkspace(fixture.workspaceId);
const keyOf = ({ batch }: SeededBatch) => ({ workspaceId: fixture.workspaceId, batchId: batch.id });

async function runningBatch(count: number): Promise<SeededBatch> {
  const retry = { maxAttempts: 3, on: ['busy' as const], delays: ['1s'] };
  const seeded = await seedBatchOf(database.db, fixture, count, { retry });
  await changeBatchStatus(scope(), { ...keyOf(seeded), to: 'running', at: noon });
  return seeded;
}

/** Claims the due jobs, with a slot on a trunk. Returns the ids of the calls. */
function claim(seeded: SeededBatch, trunk = 't'): Promise<string[]> {
  const { workspaceId, agent, flow } = fixture;
  const { name, model } = agent.config;
  const voice = voiceOf(agent.config);
  const counterIds = [workspaceId, trunkCounterId(trunk, workspaceId)];
  return system().transaction(async (tx) => {
    await lockCallCounters(tx, { workspaceId, trunks: [trunk] });
    const due = await findDueJobs(tx, { ...keyOf(seeded), at: hourLater, except: [], limit: 100 });
    const dials = due.map(({ ctid }) => {
      const ids = { callId: newId('call'), roomName: newId('room') };
      return { ctid, ...ids, fromNumber: '+12025550100', voiceId: 'slt', counterIds, evidence: {} };
    });
    const shared = {
      agent: { id: agent.id, name, model, voice },
      agentVersion: 1,
      flowId: flow.id,
      flowVersion: 1,
    };
    const settings = {
      metadata: {},
      record: true,
      createdBy: null,
      testOnly: false,
      nodeId: 'node-1',
      carrier: 'fake',
      purpose: 'unspecified' as const,
      consent: false,
      leaseMs: 60_000,
    };
    await beginDials(tx, { ...keyOf(seeded), ...shared, ...settings, at: noon }, dials);
    return dials.map(({ callId }) => callId);
  });
}

const releaseCalls = (seeded: SeededBatch, callIds: readonly string[]) =>
  scope().transaction((tx) => releaseDials(tx, { ...keyOf(seeded), callIds, nodeId: 'node-1', at: noon }));

const jobOf = (seeded: SeededBatch, index: number) =>
  findBatchJob(scope(), { ...keyOf(seeded), jobId: seeded.jobIdOf(index) });

it('gives the call of a row the language of its row, else of its agent', async () => {
  const seeded = await runningBatch(2);
  const overrides = {
    text: `update batch_jobs set overrides = '{"language": "de-DE"}' where workspace_id = $1 and id = $2`,
  };
  await scope().execute(overrides, [fixture.workspaceId, seeded.jobIdOf(0)]);
  const calls = await Promise.all(
    (await claim(seeded)).map((callId) => findCall(scope(), { ...fixture, callId })),
  );
  expect(new Set(calls.map((call) => call?.language))).toEqual(new Set(['de-DE', 'en-US']));
});

describe('released calls', () => {
  it('leave no trace of the claim', async () => {
    const seeded = await runningBatch(3);
    const callIds = await claim(seeded);
    expect(await findBatch(scope(), keyOf(seeded))).toMatchObject({ pending: 0, dialing: 3 });
    expect(await releaseCalls(seeded, callIds)).toBe(3);
    expect(await releaseCalls(seeded, callIds)).toBe(0);
    expect(await findBatch(scope(), keyOf(seeded))).toMatchObject({ pending: 3, dialing: 0 });
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'pending', attempt: 0, callId: null });
    expect(await countSlots(scope(), fixture)).toBe(0);
    const intents = { text: 'select from dial_intents where workspace_id = $1' };
    expect(await scope().rows(intents, [fixture.workspaceId])).toEqual([]);
  });

  it('restore the previous call of the job', async () => {
    const seeded = await runningBatch(1);
    const [first] = await claim(seeded);
    const disposition = { code: 'busy', status: 'completed' } as const;
    await finishCall(scope(), { ...fixture, callId: first!, endReason: 'busy', at: noon, disposition });
    const second = await claim(seeded);
    expect(await jobOf(seeded, 0)).toMatchObject({ attempt: 2, callId: second[0] });
    await releaseCalls(seeded, second);
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'pending', attempt: 1, callId: first });
    expect((await listCalls(scope(), { ...keyOf(seeded), limit: 10 })).total).toBe(1);
  });

  it('count as cancelled if their batch was cancelled in the meantime', async () => {
    const seeded = await runningBatch(2);
    const callIds = await claim(seeded);
    await changeBatchStatus(scope(), { ...keyOf(seeded), to: 'cancelled', at: noon });
    await releaseCalls(seeded, callIds);
    expect(await findBatch(scope(), keyOf(seeded))).toMatchObject({ cancelled: 2, pending: 0, dialing: 0 });
  });
});

describe('claimed calls', () => {
  const takeOver = (seeded: SeededBatch, callIds: readonly string[], nodeId = 'node-2') =>
    scope().transaction((tx) =>
      takeOverDials(tx, {
        ...keyOf(seeded),
        callIds,
        claimedBy: 'node-1',
        nodeId,
        carrier: 'sip',
        leaseMs: 60_000,
      }),
    );

  it('are taken over by one node, with their intents and slots', async () => {
    const seeded = await runningBatch(2);
    const callIds = await claim(seeded);
    const results = await Promise.all([
      takeOver(seeded, callIds, 'node-2'),
      takeOver(seeded, callIds, 'node-3'),
    ]);
    const [taken] = results.filter((rows) => rows.length > 0);
    expect(results.flat()).toHaveLength(2);
    expect(taken).toHaveLength(2);
    const owners = await scope().rows<{ owner: string; carrier: string }>(
      {
        text: `select distinct owner, node_id = owner as same, carrier from concurrency_slots slot
          join dial_intents intent on intent.call_id = slot.call_id where slot.call_id = any($1)`,
      },
      [callIds],
    );
    expect(owners).toEqual([{ owner: taken![0]!.nodeId, same: true, carrier: 'sip' }]);
    expect(taken!.every(({ hasSlots }) => hasSlots)).toBe(true);
  });

  it('are not taken over after their release, nor released by the node that claimed them after the takeover', async () => {
    const seeded = await runningBatch(2);
    const [first, second] = (await claim(seeded)) as [string, string];
    await releaseCalls(seeded, [first]);
    expect((await takeOver(seeded, [first, second])).map(({ id }) => id)).toEqual([second]);
    expect(await releaseCalls(seeded, [second])).toBe(0);
  });

  it('have no slots if these have expired', async () => {
    const seeded = await runningBatch(1);
    const callIds = await claim(seeded);
    const expire = { text: `delete from concurrency_slots where call_id = any($1)` };
    await scope().execute(expire, [callIds]);
    expect(await takeOver(seeded, callIds)).toMatchObject([{ hasSlots: false }]);
  });

  it('have the voice of their language', async () => {
    const seeded = await runningBatch(1);
    const [callId] = await claim(seeded);
    const call = await findCall(scope(), { workspaceId: fixture.workspaceId, callId: callId! });
    expect(call!.agent).toMatchObject({
      id: fixture.agent.id,
      voice: { provider: 'builtin', voiceId: 'slt' },
    });
  });

  it('are revoked by a suppression, and all together when the batch is stopped', async () => {
    const seeded = await runningBatch(2);
    const callIds = await claim(seeded);
    const calls = callIds.map((callId) => ({ callId, hoursVersion: 0 }));
    const findRevoked = () => findRevokedDials(scope(), { ...keyOf(seeded), calls });
    expect(await findRevoked()).toEqual([]);
    const { phoneNumber: address } = (await jobOf(seeded, 1))!;
    await addSuppression(scope(), { ...fixture, channel: 'voice', address, reason: '', at: noon });
    expect(await findRevoked()).toEqual([callIds[1]]);
    await changeBatchStatus(scope(), { ...keyOf(seeded), to: 'paused', at: noon });
    expect((await findRevoked()).toSorted()).toEqual(callIds.toSorted());
  });

  it('are revoked when the calling hours of the workspace change', async () => {
    const seeded = await runningBatch(1);
    const [callId] = (await claim(seeded)) as [string];
    const findRevoked = (hoursVersion: number) =>
      findRevokedDials(scope(), { ...keyOf(seeded), calls: [{ callId, hoursVersion }] });
    await updateWorkspace(scope(), { ...fixture, callingHours: 'off', at: noon });
    expect([await findRevoked(0), await findRevoked(1)]).toEqual([[callId], []]);
  });
});

describe('call counters', () => {
  it('count the calls of a trunk in all workspaces, but not of trunks with the same prefix', async () => {
    const trunk = `trunk-${fixture.workspaceId}`;
    await claim(await runningBatch(2), trunk);
    await claim(await runningBatch(1), `${trunk}.example`);
    fixture = await seedWorkspace(database.db);
    await claim(await runningBatch(3), trunk);
    const { workspaceId } = await seedWorkspace(database.db);
    const counters = await system().transaction((tx) =>
      lockCallCounters(tx, { workspaceId, trunks: [trunk] }),
    );
    expect(counters).toEqual({ ofWorkspace: 0, ofTrunks: new Map([[trunk, 5]]) });
  });
});

describe('a call that does not wait for limits', () => {
  it('counts once for its trunk, until it ends', async () => {
    const call = await seedCall(database.db, fixture);
    const { workspaceId } = fixture;
    const trunk = `single-${workspaceId}`;
    const { id: callId, fromNumber } = call;
    const request = { workspaceId, callId, trunk, fromNumber, owner: 'node-1', leaseMs: 60_000 };
    await acquireLimitSlots(scope(), request);
    await acquireLimitSlots(scope(), request);
    const countActive = async () => {
      const counters = await system().transaction((tx) =>
        lockCallCounters(tx, { workspaceId, trunks: [trunk] }),
      );
      return counters.ofTrunks.get(trunk);
    };
    expect(await countActive()).toBe(1);
    const disposition = { code: 'busy', status: 'completed' } as const;
    await finishCall(scope(), { workspaceId, callId: call.id, endReason: 'busy', at: noon, disposition });
    expect(await countActive()).toBe(0);
  });
});

describe('capacity of a number', () => {
  const e164 = () =>
    `+1202557${fixture.workspaceId
      .replaceAll(/[^0-9]/gu, '')
      .padStart(4, '0')
      .slice(-4)}`;
  const setLimit = (value: number | null, number = e164()) =>
    scope().execute({ text: 'update phone_numbers set max_concurrency = $2 where e164 = $1' }, [
      number,
      value,
    ]);
  const capacity = () =>
    system().transaction((tx) =>
      findNumberCapacity(tx, { workspaceId: fixture.workspaceId, numbers: [e164(), '+12025550199'] }),
    );

  beforeEach(() => insertOwnedNumber(scope(), { id: newId('number'), ...fixture, e164: e164(), at: noon }));

  it('is returned for numbers with a limit', async () => {
    expect(await capacity()).toEqual(new Map());
    await setLimit(3);
    expect(await capacity()).toEqual(new Map([[e164(), 3]]));
    await setLimit(null);
    expect(await capacity()).toEqual(new Map());
  });

  it('is used once per call, also above the limit, and released at the end of the call', async () => {
    await setLimit(1);
    const { workspaceId } = fixture;
    const calls = [await seedCall(database.db, fixture), await seedCall(database.db, fixture)];
    const terms = { workspaceId, trunk: undefined, fromNumber: e164(), owner: 'node-1', leaseMs: 60_000 };
    for (const { id: callId } of [...calls, calls[0]!])
      await acquireLimitSlots(scope(), { ...terms, callId });
    expect(await capacity()).toEqual(new Map([[e164(), -1]]));
    const disposition = { code: 'busy', status: 'completed' } as const;
    for (const { id: callId } of calls)
      await finishCall(scope(), { workspaceId, callId, endReason: 'busy', at: noon, disposition });
    expect(await capacity()).toEqual(new Map([[e164(), 1]]));
  });

  it('ignores calls that were made before the number had a limit', async () => {
    const { workspaceId } = fixture;
    const { id: callId } = await seedCall(database.db, fixture);
    const terms = { workspaceId, trunk: undefined, fromNumber: e164(), owner: 'node-1', leaseMs: 60_000 };
    await acquireLimitSlots(scope(), { ...terms, callId });
    await setLimit(2);
    expect(await capacity()).toEqual(new Map([[e164(), 2]]));
  });
});

describe('rate limits', () => {
  const scopes = ['batch:b', 'trunk:t'];
  const lockAll = () => system().transaction((tx) => lockRateLimits(tx, scopes));

  it('are stored as free windows, and returned relative to the time of the lock', async () => {
    const before = await lockAll();
    expect([...before.free.values()].every(([first]) => first!.fromMs <= 0)).toBe(true);
    await system().transaction(async (tx) => {
      const { lockedAtMs } = await lockRateLimits(tx, scopes);
      await tx.rows({ text: 'select pg_sleep(0.05)' });
      const gap = { fromMs: 20_000, toMs: 30_000.25 };
      const free = new Map([['batch:b', [gap, { fromMs: 60_000, toMs: Infinity }]]]);
      await advanceRateLimits(tx, { lockedAtMs, free });
    });
    const { free } = await lockAll();
    const [gap, rest, ...others] = free.get('batch:b')!;
    expect(others).toEqual([]);
    expect(rest!.fromMs).toBeGreaterThan(50_000);
    expect(rest!.fromMs).toBeLessThan(59_950);
    expect(rest!.fromMs - gap!.toMs).toBeCloseTo(29_999.75, 2);
    expect(gap!.toMs - gap!.fromMs).toBeCloseTo(10_000.25, 2);
    expect(free.get('trunk:t')![0]!.fromMs).toBeLessThanOrEqual(0);
  });

  it('are deleted for a scope that dialed no call for a day', async () => {
    await lockAll();
    await system().execute({
      text: `update dial_rate_limits set next_at = now() - interval '25 h' where scope = 'trunk:t'`,
    });
    expect(await purgeRateLimits(system())).toBe(1);
  });
});

describe('batches to dial', () => {
  it('are scheduled or running and have pending jobs', async () => {
    const running = await runningBatch(1);
    const paused = await runningBatch(1);
    await changeBatchStatus(scope(), { ...keyOf(paused), to: 'paused', at: noon });
    const claimed = await runningBatch(1);
    await claim(claimed);
    const ids = (await listBatchesToDial(system())).map(({ batchId }) => batchId);
    expect(ids).toContain(running.batch.id);
    expect(ids).not.toContain(paused.batch.id);
    expect(ids).not.toContain(claimed.batch.id);
    expect(await findBatchToDial(system(), { batchId: running.batch.id })).toMatchObject(keyOf(running));
    expect(await findBatchToDial(system(), { batchId: paused.batch.id })).toBeUndefined();
  });
});
