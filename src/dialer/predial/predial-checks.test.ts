import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDialingNode, seedCallers, type DialingNode } from '../../../test/support/batch-dialing.ts';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { Fixture } from '../../../test/support/fixtures.ts';
import type { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { changeBatchStatus, findBatch, type NewBatchRow } from '../../store/batches/batches.ts';
import { listBatchJobs } from '../../store/batches/list-batch-jobs.ts';
import type { PredialRequest, PredialResult } from './request-predial-check.ts';

let database: TestDatabase;
let fixture: Fixture & { readonly fromNumber: string };
const nodes: DialingNode[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedCallers(database.db);
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
});

const url = 'https://crm.example/check';
const eligible: PredialResult = { type: 'eligible' };
const unavailable: PredialResult = { type: 'unknown', detail: 'The predial check returned 503.' };
const busy = (leg: FakeLeg) => leg.end('busy');

/** Starts a node whose predial checks return the result of `check`. Returns the node and its requests. */
async function startNode(check: (request: PredialRequest) => PredialResult | Promise<PredialResult>) {
  const requests: PredialRequest[] = [];
  const node = await startDialingNode(database.db, {
    onDial: busy,
    requestPredialCheck: async (_url, request) => {
      requests.push(request);
      return check(request);
    },
  });
  nodes.push(node);
  node.dialer.start();
  return { ...node, requests };
}

async function seed(count: number, changes: Partial<NewBatchRow> = {}) {
  const fast = { callsPerSecond: 1000, predialUrl: url, ...changes };
  const { batch } = await seedBatchOf(database.db, fixture, count, fast);
  const key = { workspaceId: fixture.workspaceId, batchId: batch.id };
  const scope = database.db.inWorkspace(fixture.workspaceId);
  return {
    batchId: batch.id,
    findSeeded: async () => (await findBatch(scope, key))!,
    jobs: async () => (await listBatchJobs(scope, { ...key, limit: 100 })).rows,
    changeStatus: (to: 'paused' | 'running' | 'cancelled', at: number) =>
      changeBatchStatus(scope, { ...key, to, at: new Date(at) }),
  };
}

describe('a batch with a predial check', () => {
  it('sends one check per call with its data, and dials eligible rows', async () => {
    const { batchId, findSeeded, jobs } = await seed(45);
    const { requests, carrier, until } = await startNode(() => eligible);
    await until(async () => (await findSeeded()).status === 'completed');
    expect(requests.map(({ jobId }) => jobId).sort()).toEqual((await jobs()).map(({ id }) => id));
    expect(carrier.requests).toHaveLength(45);
    expect(requests[0]).toMatchObject({ batchId, attempt: 1, customer: {}, dynamic: { a: '"é\\' } });
  });

  it('checks again before a retry', async () => {
    const { findSeeded } = await seed(1, { retry: { maxAttempts: 2, on: ['busy'], delays: ['1s'] } });
    const { requests, carrier, until } = await startNode(() => eligible);
    await until(async () => (await findSeeded()).status === 'completed');
    expect(requests.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(carrier.requests).toHaveLength(2);
  });

  it('skips a refused row with the reason', async () => {
    const { findSeeded, jobs } = await seed(2);
    const detail = 'The predial check refused the call: Moved away.';
    const { carrier, until } = await startNode(({ phoneNumber }) =>
      phoneNumber.endsWith('0') ? { type: 'refused', detail } : eligible,
    );
    await until(async () => (await findSeeded()).status === 'completed');
    const [first, second] = await jobs();
    expect(first).toMatchObject({ status: 'skipped', skipReason: 'not_eligible', detail, attempt: 0 });
    expect(second).toMatchObject({ status: 'failed', outcome: 'busy', attempt: 1 });
    expect(carrier.requests).toHaveLength(1);
    expect(await findSeeded()).toMatchObject({ skipped: 1, failed: 1, pending: 0 });
  });

  it('fails a job after three checks without a usable response', async () => {
    const { findSeeded, jobs } = await seed(1);
    const { requests, carrier, clock, until } = await startNode(() => unavailable);
    await until(() => requests.length === 1);
    await until(async () => (await jobs())[0]!.detail !== null);
    expect((await jobs())[0]).toMatchObject({
      status: 'pending',
      detail: 'The predial check returned 503. Retrying.',
    });
    await clock.advance(29_000);
    expect(requests).toHaveLength(1);
    await until(() => requests.length === 2);
    await until(async () => (await findSeeded()).waitingFor === 'retries');
    await clock.advance(119_000);
    await until(async () => (await findSeeded()).status === 'completed');
    expect(requests).toHaveLength(3);
    expect((await jobs())[0]).toMatchObject({
      status: 'failed',
      outcome: 'failed',
      detail: 'The predial check returned 503. The call was not made.',
    });
    expect(carrier.requests).toEqual([]);
  });

  it('pauses after ten consecutive checks without a usable response, and dials all rows after it is resumed', async () => {
    const { findSeeded, changeStatus } = await seed(15);
    let isAvailable = false;
    const { carrier, clock, until } = await startNode(() => (isAvailable ? eligible : unavailable));
    await until(async () => (await findSeeded()).status === 'paused');
    const { statusDetail, pending } = await findSeeded();
    expect(statusDetail).toMatch(
      /^The predial check returned 503\. \d+ consecutive checks failed\. .* resume/,
    );
    expect(pending).toBe(15);
    isAvailable = true;
    await clock.advance(31_000);
    await changeStatus('running', clock.now());
    await until(async () => (await findSeeded()).status === 'completed');
    expect(carrier.requests).toHaveLength(15);
  });

  it('runs at most twenty concurrent checks, without delaying other batches', async () => {
    const slow = await seed(40);
    const other = await seed(3, { predialUrl: null });
    const pendingChecks: ((result: PredialResult) => void)[] = [];
    const { requests, carrier, until } = await startNode(
      () => new Promise((resolve) => pendingChecks.push(resolve)),
    );
    await until(async () => (await other.findSeeded()).status === 'completed');
    await until(() => requests.length === 20);
    expect(carrier.requests).toHaveLength(3);
    expect(await slow.findSeeded()).toMatchObject({ pending: 40, dialing: 0 });
    const respondToAll = () => {
      for (const respond of pendingChecks.splice(0)) respond(eligible);
    };
    await until(async () => {
      respondToAll();
      return (await slow.findSeeded()).status === 'completed';
    });
    expect(carrier.requests).toHaveLength(43);
  });

  it('dials no row of a batch that was cancelled during the check', async () => {
    const { findSeeded, changeStatus } = await seed(3);
    const pendingChecks: ((result: PredialResult) => void)[] = [];
    const { requests, carrier, clock, until } = await startNode(
      () => new Promise((resolve) => pendingChecks.push(resolve)),
    );
    await until(() => requests.length === 3);
    await changeStatus('cancelled', clock.now());
    for (const respond of pendingChecks) respond({ type: 'refused', detail: 'No.' });
    await clock.advance(1_000);
    expect(await findSeeded()).toMatchObject({ status: 'cancelled', cancelled: 3, skipped: 0 });
    expect(carrier.requests).toEqual([]);
  });

  it('checks again when the clearance of an eligible row has expired', async () => {
    const { findSeeded, changeStatus } = await seed(1);
    let respond: ((result: PredialResult) => void) | undefined;
    const { requests, carrier, clock, until } = await startNode(() =>
      requests.length === 1 ? new Promise((resolve) => (respond = resolve)) : eligible,
    );
    await until(() => requests.length === 1);
    await changeStatus('paused', clock.now());
    respond!(eligible);
    await clock.advance(31_000);
    await changeStatus('running', clock.now());
    await until(async () => (await findSeeded()).status === 'completed');
    expect([requests.length, carrier.requests.length]).toEqual([2, 1]);
  });
});
