import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type DialingNodeSettings,
  seedCallers,
  type SplitNodes,
  startSplitNodes,
} from '../../../test/support/batch-dialing.ts';
import { seedBatchOf, type SeededBatch } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, type Fixture } from '../../../test/support/fixtures.ts';
import type { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { changeBatchStatus, findBatch, type NewBatchRow } from '../../store/batches/batches.ts';
import { listBatchJobs } from '../../store/batches/list-batch-jobs.ts';
import { listCalls } from '../../store/calls/list-calls.ts';
import { countSlots } from '../../store/concurrency-slots.ts';
import { addSuppression } from '../../store/suppressions.ts';
import { updateWorkspace } from '../../store/workspaces.ts';

let database: TestDatabase;
let fixture: Fixture & { readonly fromNumber: string };
let nodes: SplitNodes[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedCallers(database.db);
});
afterEach(async () => {
  for (const each of nodes) await each.close();
  nodes = [];
  await execute(`update batches set status = 'paused' where ended_at is null`);
  await execute(`delete from jobs`);
});

const execute = (text: string, values: unknown[] = []) => database.db.asSystem().execute({ text }, values);
const scope = () => database.db.inWorkspace(fixture.workspaceId);
const busy = (leg: FakeLeg) => leg.end('busy');

const seed = (count: number, changes: Partial<NewBatchRow> = {}) =>
  seedBatchOf(database.db, fixture, count, { callsPerSecond: 1000, ...changes });
const keyOf = ({ batch }: SeededBatch) => ({ workspaceId: fixture.workspaceId, batchId: batch.id });
const reload = async (seeded: SeededBatch) => (await findBatch(scope(), keyOf(seeded)))!;
const listJobs = async (seeded: SeededBatch) =>
  (await listBatchJobs(scope(), { ...keyOf(seeded), limit: 100 })).rows;
const isCompleted = (seeded: SeededBatch) => async () => (await reload(seeded)).status === 'completed';
const isClaimed = (seeded: SeededBatch) => async () => (await reload(seeded)).pending === 0;

/** Starts both nodes. Calls are claimed; they are dialed when the runner starts. */
async function startNodes(settings: DialingNodeSettings = {}): Promise<SplitNodes> {
  const started = await startSplitNodes(database.db, { onDial: busy, ...settings });
  nodes.push(started);
  started.dialer.start();
  return started;
}

/** Moves the start times of handed-over calls by this time. */
const moveStart = (byMs: number) =>
  execute(
    `update jobs set payload = jsonb_set(payload, '{calls}', (
      select jsonb_agg(jsonb_set(call, '{startsAtMs}', to_jsonb((call ->> 'startsAtMs')::float8 + $1::float8)))
      from jsonb_array_elements(payload -> 'calls') call))`,
    [byMs],
  );

describe('a batch whose calls another node dials', () => {
  it('makes one call per row and is then completed', async () => {
    const seeded = await seed(20);
    const { runner, carrier, until, nodeId } = await startNodes();
    runner.start();
    await until(isCompleted(seeded));
    expect(carrier.requests.map(({ to }) => to).toSorted()).toEqual(
      (await listJobs(seeded)).map(({ phoneNumber }) => phoneNumber).toSorted(),
    );
    const { rows } = await listCalls(scope(), { ...keyOf(seeded), limit: 50 });
    expect(new Set(rows.map(({ nodeId }) => nodeId))).toEqual(new Set([nodeId]));
    expect(carrier.requests.map(({ reference }) => reference).toSorted()).toEqual(
      rows.map(({ id }) => `${id}.1`).toSorted(),
    );
    await until(async () => (await countSlots(scope(), fixture)) === 0);
  });

  it('calls rows again as its retry settings require', async () => {
    const seeded = await seed(2, { retry: { maxAttempts: 2, on: ['busy'], delays: ['1s'] } });
    const { runner, carrier, until } = await startNodes();
    runner.start();
    await until(isCompleted(seeded));
    expect(carrier.requests.map(({ reference }) => reference.slice(-2)).toSorted()).toEqual([
      '.1',
      '.1',
      '.2',
      '.2',
    ]);
  });

  it('never exceeds its rate within a second', async () => {
    const seeded = await seed(15, { callsPerSecond: 5 });
    const dialedAtMs: number[] = [];
    const started = await startNodes({
      onDial: (leg) => {
        dialedAtMs.push(started.clock.monotonicMs());
        leg.end('busy');
      },
    });
    started.runner.start();
    await started.until(isCompleted(seeded));
    expect(dialedAtMs).toHaveLength(15);
    const sixth = dialedAtMs.slice(5).map((at, index) => at - dialedAtMs[index]!);
    expect(Math.min(...sixth)).toBeGreaterThanOrEqual(1000);
  });

  it('is stopped while its calls are handed over', async () => {
    const seeded = await seed(10);
    const { runner, carrier, until } = await startNodes();
    await until(isClaimed(seeded));
    await changeBatchStatus(scope(), { ...keyOf(seeded), to: 'cancelled', at: noon });
    runner.start();
    await until(async () => (await reload(seeded)).cancelled === 10);
    expect(carrier.requests).toEqual([]);
    expect((await listCalls(scope(), { ...keyOf(seeded), limit: 50 })).total).toBe(0);
    expect(await countSlots(scope(), fixture)).toBe(0);
  });

  it('is paused if the node that dials has no voice for the agent', async () => {
    const seeded = await seed(2);
    const { runner, carrier, until } = await startNodes({ hasVoice: false });
    runner.start();
    await until(
      async () => (await reload(seeded)).status === 'paused' && (await reload(seeded)).pending === 2,
    );
    expect((await reload(seeded)).statusDetail).toContain('No voice provider of the agent is configured.');
    expect(carrier.requests).toEqual([]);
  });

  it('dials released calls when the node that dials has capacity again', async () => {
    const seeded = await seed(1);
    const overloads = [true];
    const { runner, carrier, until } = await startNodes({ isOverloaded: () => overloads.shift() ?? false });
    runner.start();
    await until(isCompleted(seeded));
    expect(overloads).toEqual([]);
    expect(carrier.requests.map(({ reference }) => reference.slice(-2))).toEqual(['.1']);
    expect(await listJobs(seeded)).toMatchObject([{ outcome: 'busy', attempt: 1 }]);
  });
});

describe('a handed-over call', () => {
  it('is not dialed if its number was suppressed after the claim', async () => {
    const seeded = await seed(2);
    const { runner, carrier, until } = await startNodes();
    await until(isClaimed(seeded));
    const [first, second] = await listJobs(seeded);
    const { workspaceId } = fixture;
    const address = first!.phoneNumber;
    await addSuppression(scope(), { workspaceId, channel: 'voice', address, reason: '', at: noon });
    runner.start();
    await until(isCompleted(seeded));
    expect(carrier.requests.map(({ to }) => to)).toEqual([second!.phoneNumber]);
    expect(await listJobs(seeded)).toMatchObject([
      { status: 'skipped', outcome: 'dnc' },
      { outcome: 'busy' },
    ]);
  });

  it('is checked again if the calling hours of the workspace change after the claim', async () => {
    const seeded = await seed(1);
    let isOpen = true;
    const nextAllowedAt = new Date(noon.getTime() + 3_600_000);
    const permission = {
      countsEarlierCalls: () => false,
      decide: () =>
        isOpen
          ? { allowed: true as const, evidence: {} }
          : { allowed: false as const, nextAllowedAt, detail: 'Closed.' },
    };
    const { runner, carrier, until } = await startNodes({ permission });
    await until(isClaimed(seeded));
    isOpen = false;
    await updateWorkspace(scope(), { ...fixture, callingHours: 'off', at: noon });
    runner.start();
    await until(async () => (await reload(seeded)).waitingFor === 'window');
    expect(carrier.requests).toEqual([]);
    expect(await listJobs(seeded)).toMatchObject([{ status: 'pending', attempt: 0 }]);
  });

  it('is claimed again, with a new check of its calling hours, if it is taken over too late', async () => {
    const seeded = await seed(1);
    const decidedAtMs: number[] = [];
    const permission = {
      countsEarlierCalls: () => false,
      decide: ({ nowMs }: { readonly nowMs: number }) => {
        decidedAtMs.push(nowMs);
        return { allowed: true as const, evidence: {} };
      },
    };
    const { runner, carrier, until } = await startNodes({ permission });
    await until(isClaimed(seeded));
    await moveStart(-60_000);
    runner.start();
    await until(isCompleted(seeded));
    expect(decidedAtMs.length).toBeGreaterThan(1);
    expect(carrier.requests.map(({ reference }) => reference.slice(-2))).toEqual(['.1']);
  });

  it('is dialed once even if its job runs twice', async () => {
    const seeded = await seed(3);
    const { runner, carrier, until } = await startNodes();
    await until(isClaimed(seeded));
    await execute(
      `insert into jobs (workspace_id, kind, run_at, payload)
      select workspace_id, kind, run_at, payload from jobs`,
    );
    runner.start();
    await until(isCompleted(seeded));
    expect(carrier.requests).toHaveLength(3);
  });

  it('is released if its concurrency slots have expired', async () => {
    const seeded = await seed(2);
    const { runner, carrier, until } = await startNodes();
    await until(isClaimed(seeded));
    await execute(
      `delete from concurrency_slots where call_id in (select id from calls where batch_id = $1)`,
      [seeded.batch.id],
    );
    await execute(`update concurrency_counters set active = 0 where workspace_id = $1`, [
      fixture.workspaceId,
    ]);
    runner.start();
    await until(isCompleted(seeded));
    expect(carrier.requests).toHaveLength(2);
    await until(async () => (await countSlots(scope(), fixture)) === 0);
  });

  it('is released by the node that claimed it if no node takes it over', async () => {
    const seeded = await seed(2);
    const { runner, carrier, clock, until } = await startNodes();
    await until(isClaimed(seeded));
    await execute(`update jobs set run_at = now() + interval '1 h'`);
    await clock.advance(13_000);
    await until(async () => (await listJobs(seeded)).every(({ attempt }) => attempt === 0));
    runner.start();
    await until(isCompleted(seeded));
    expect(carrier.requests).toHaveLength(2);
  });

  it('is released when the node that claimed it stops', async () => {
    const seeded = await seed(2);
    const { runner, dialer, carrier, until } = await startNodes();
    await until(isClaimed(seeded));
    await dialer.drain();
    expect(await listJobs(seeded)).toMatchObject([{ attempt: 0 }, { attempt: 0 }]);
    runner.start();
    await until(async () => (await database.db.asSystem().rows({ text: 'select from jobs' })).length === 0);
    expect(carrier.requests).toEqual([]);
  });

  it('fails if the agent does not support the language of its row', async () => {
    const seeded = await seed(2);
    await execute(`update batch_jobs set overrides = '{"language": "de-DE"}' where id = $1`, [
      seeded.jobIdOf(0),
    ]);
    const { runner, carrier, until } = await startNodes();
    runner.start();
    await until(isCompleted(seeded));
    expect(carrier.requests).toHaveLength(1);
    const [first, second] = await listJobs(seeded);
    expect([first!.outcome, second!.outcome]).toEqual(['failed', 'busy']);
    expect(first!.detail).toContain('de-DE');
  });
});
