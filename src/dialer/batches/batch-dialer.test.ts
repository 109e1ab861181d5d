import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startDialingNode,
  seedCallers,
  type DialingNode,
  type DialingNodeSettings,
} from '../../../test/support/batch-dialing.ts';
import { seedBatchOf, type SeededBatch } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, type Fixture } from '../../../test/support/fixtures.ts';
import { nodeTimeouts } from '../../../test/support/node-timeouts.ts';
import type { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { createAfter, sleepWith, type Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { CallDetails } from '../../domain/calling-hours/calling-hours-query.ts';
import { ratePlans } from '../../domain/rate-plan.ts';
import { changeBatchStatus, findBatch, type NewBatchRow } from '../../store/batches/batches.ts';
import { listBatchJobs } from '../../store/batches/list-batch-jobs.ts';
import { listCalls } from '../../store/calls/list-calls.ts';
import { countSlots } from '../../store/concurrency-slots.ts';
import { insertOwnedNumber } from '../../store/phone-numbers.ts';
import { resumeDeferred } from '../../store/dialing/batches-to-dial.ts';
import { addSuppression } from '../../store/suppressions.ts';
import { updateAgent } from '../../store/agents.ts';
import { updateWorkspace } from '../../store/workspaces.ts';
import type { CallingPermission } from '../calling-permission.ts';

let database: TestDatabase;
let fixture: Fixture & { readonly fromNumber: string };
let nodes: DialingNode[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedCallers(database.db);
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  nodes = [];
  await database.db
    .asSystem()
    .execute({ text: `update batches set status = 'paused' where ended_at is null` });
});

const fast = { callsPerSecond: 1000 } satisfies Partial<NewBatchRow>;
const busy = (leg: FakeLeg) => leg.end('busy');

async function startNode(settings: DialingNodeSettings = {}): Promise<DialingNode> {
  const node = await startDialingNode(database.db, settings);
  nodes.push(node);
  node.dialer.start();
  return node;
}

const seed = (count: number, changes: Partial<NewBatchRow> = {}) =>
  seedBatchOf(database.db, fixture, count, { ...fast, ...changes });

const scope = () => database.db.inWorkspace(fixture.workspaceId);
const keyOf = ({ batch }: SeededBatch) => ({ workspaceId: fixture.workspaceId, batchId: batch.id });
const reload = async (seeded: SeededBatch) => (await findBatch(scope(), keyOf(seeded)))!;
const listJobs = async (seeded: SeededBatch) =>
  (await listBatchJobs(scope(), { ...keyOf(seeded), limit: 1000 })).rows;
const areBlocked = (batches: readonly SeededBatch[]) => async () =>
  (await Promise.all(batches.map(reload))).every(({ waitingFor }) => waitingFor === 'concurrency');
const isCompleted = (seeded: SeededBatch) => async () => (await reload(seeded)).status === 'completed';
const execute = (text: string, values: unknown[]) => database.db.asSystem().execute({ text }, values);

const eventsOf = (seeded: SeededBatch) =>
  scope().rows<{ type: string; data: object }>(
    { text: `select type, data from events where workspace_id = $1 and subject_id = $2 order by sequence` },
    [fixture.workspaceId, seeded.batch.id],
  );

/** Advances the clock by 300 ms, so that the node completes its pending work. */
async function completePendingWork(node: DialingNode): Promise<void> {
  for (let tick = 0; tick < 300; tick += 1) {
    await node.clock.advance(1);
    if (tick % 10 === 0) await database.db.asSystem().rows({ text: 'select 1' });
  }
}

describe('a batch', () => {
  it('makes one call per row and is then completed', async () => {
    const seeded = await seed(30);
    const { carrier, until } = await startNode({ onDial: busy });
    await until(isCompleted(seeded));
    expect(new Set(carrier.requests.map(({ to }) => to)).size).toBe(30);
    expect(carrier.requests).toHaveLength(30);
    expect(await reload(seeded)).toMatchObject({
      pending: 0,
      dialing: 0,
      failed: 30,
      startedAt: expect.any(Date),
    });
    expect((await eventsOf(seeded)).map(({ type }) => type)).toEqual(['batch.started', 'batch.completed']);
  });

  it('makes calls that store their batch and the rules that allow them', async () => {
    const seeded = await seed(1, { metadata: { campaign: 'spring' } });
    const { carrier, until } = await startNode({ onDial: busy });
    await until(isCompleted(seeded));
    const { rows } = await listCalls(scope(), { ...keyOf(seeded), limit: 10 });
    expect(rows).toMatchObject([
      {
        batchId: seeded.batch.id,
        jobId: seeded.jobIdOf(0),
        attempt: 1,
        endReason: 'busy',
        fromNumber: fixture.fromNumber,
        dynamic: { a: '"é\\' },
        metadata: { campaign: 'spring' },
      },
    ]);
    expect(carrier.requests[0]!.reference).toBe(`${rows[0]!.id}.1`);
    const timeline = await scope().rows<{ type: string; detail: object }>(
      {
        text: 'select type, detail from call_events where workspace_id = $1 and call_id = $2 order by sequence',
      },
      [fixture.workspaceId, rows[0]!.id],
    );
    expect(timeline[0]).toEqual({ type: 'dialing', detail: { rules: [] } });
  });

  it('uses its caller numbers in rotation', async () => {
    const other = await seedCallers(database.db);
    await execute('update phone_numbers set workspace_id = $1 where e164 = $2', [
      fixture.workspaceId,
      other.fromNumber,
    ]);
    const fromNumbers = [fixture.fromNumber, other.fromNumber];
    const seeded = await seed(6, { fromNumbers });
    const { carrier, until } = await startNode({ onDial: busy });
    await until(isCompleted(seeded));
    const counts = fromNumbers.map((number) => carrier.requests.filter(({ from }) => from === number).length);
    expect(counts).toEqual([3, 3]);
  });

  it('does not wake the dialer early if it is scheduled 40 days ahead', async () => {
    const seeded = await seed(1, { scheduledAt: new Date(noon.getTime() + 40 * 86_400_000) });
    const manual = new ManualClock(noon.getTime());
    let wakes = 0;
    const timer = createAfter(nodeTimeouts(manual));
    const clock: Clock = {
      now: () => manual.now(),
      monotonicMs: () => manual.monotonicMs(),
      sleep: (delayMs, signal) => sleepWith(clock, delayMs, signal),
      after: (delayMs, run) =>
        timer(delayMs, () => {
          wakes += 1;
          run();
        }),
    };
    const { carrier } = await startNode({ clock });
    for (let ms = 0; ms < 1_000; ms += 1) await manual.advance(1);
    expect([carrier.requests.length, wakes, (await reload(seeded)).status]).toEqual([0, 0, 'scheduled']);
  });

  it('starts at its scheduled time, not earlier', async () => {
    const seeded = await seed(1, { scheduledAt: new Date(noon.getTime() + 65_000) });
    const node = await startNode({ onDial: busy });
    await completePendingWork(node);
    expect(await reload(seeded)).toMatchObject({ status: 'scheduled', startedAt: null });
    await node.until(isCompleted(seeded));
    expect(node.clock.now()).toBeGreaterThanOrEqual(noon.getTime() + 65_000);
  });

  it('starts on time after the wall clock was temporarily wrong', async () => {
    const node = await startNode({ onDial: busy });
    await completePendingWork(node);
    node.clock.jumpTo(node.clock.now() - 3_600_000);
    const seeded = await seed(1, { scheduledAt: noon });
    await completePendingWork(node);
    node.clock.jumpTo(node.clock.now() + 3_600_000);
    await node.until(isCompleted(seeded));
    expect(node.clock.monotonicMs()).toBeLessThan(30_000);
  });

  it('starts soon after the wall clock was set forward', async () => {
    const seeded = await seed(1, { scheduledAt: new Date(noon.getTime() + 7_200_000) });
    const node = await startNode({ onDial: busy });
    await completePendingWork(node);
    node.clock.jumpTo(noon.getTime() + 7_200_000);
    await node.until(isCompleted(seeded));
    expect(node.clock.now()).toBeLessThan(noon.getTime() + 7_230_000);
  });

  it('waits for the delay of its retry rule, then retries', async () => {
    const seeded = await seed(1, { retry: { maxAttempts: 2, on: ['busy'], delays: ['5s'] } });
    const { carrier, until } = await startNode({ onDial: busy });
    await until(async () => (await reload(seeded)).waitingFor === 'retries');
    await until(isCompleted(seeded));
    expect(carrier.requests.map(({ reference }) => reference.slice(-2))).toEqual(['.1', '.2']);
    expect(await listJobs(seeded)).toMatchObject([{ status: 'failed', outcome: 'busy', attempt: 2 }]);
  });
});

describe('limits', () => {
  it('block a batch at its concurrency limit until a call ends', async () => {
    const seeded = await seed(5, { maxConcurrency: 2 });
    const node = await startNode({ onDial: (leg) => leg.ring() });
    await node.until(async () => (await reload(seeded)).waitingFor === 'concurrency');
    await node.until(() => node.carrier.requests.length >= 2);
    await completePendingWork(node);
    expect(node.carrier.requests).toHaveLength(2);
    node.carrier.legs[0]!.end('busy');
    await node.until(() => node.carrier.requests.length === 3);
    await completePendingWork(node);
    expect(node.carrier.requests).toHaveLength(3);
    expect(await countSlots(scope(), fixture)).toBe(2);
  });

  it('reserve a part of the concurrent calls for single calls', async () => {
    await execute(`update workspaces set plan = 'standard' where id = $1`, [fixture.workspaceId]);
    const seeded = await seed(30);
    const fastPlans = { ...ratePlans, standard: { ...ratePlans.standard, callStartsPerSecond: 1000 } };
    const node = await startNode({ onDial: (leg) => leg.ring(), ratePlans: fastPlans });
    await node.until(async () => (await reload(seeded)).waitingFor === 'concurrency');
    await node.until(() => node.carrier.requests.length >= ratePlans.standard.concurrentCalls - 2);
    await completePendingWork(node);
    expect(node.carrier.requests).toHaveLength(ratePlans.standard.concurrentCalls - 2);
  });

  it('of a trunk apply to the calls of all workspaces together', async () => {
    const trunks = [{ name: 't.example', carries: () => true, concurrentCalls: 3 }];
    const first = await seed(5);
    const node = await startNode({ onDial: (leg) => leg.ring(), limits: { trunks, reservePercent: 10 } });
    await node.until(async () => (await reload(first)).waitingFor === 'concurrency');
    const firstFixture = fixture;
    fixture = await seedCallers(database.db);
    const second = await seed(5);
    await node.until(async () => (await reload(second)).waitingFor === 'concurrency');
    await node.until(() => node.carrier.requests.length >= 3);
    await completePendingWork(node);
    expect(node.carrier.requests).toHaveLength(3);
    node.carrier.legs[0]!.end('busy');
    await node.until(() => node.carrier.requests.length === 4);
    await completePendingWork(node);
    expect(node.carrier.requests).toHaveLength(4);
    fixture = firstFixture;
  });

  it('of a caller number apply to all batches: calls wait only if no other number of their batch is free', async () => {
    const [limited, other] = [fixture.fromNumber, `${fixture.fromNumber.slice(0, -4)}9999`];
    await insertOwnedNumber(scope(), { id: newId('number'), ...fixture, e164: other, at: noon });
    await execute('update phone_numbers set max_concurrency = 2 where e164 = $1', [limited]);
    const batches = [
      await seed(20, { fromNumbers: [limited, other], maxConcurrency: 4 }),
      await seed(5, { fromNumbers: [limited] }),
    ];
    const node = await startNode({ onDial: (leg) => leg.ring() });
    await node.until(areBlocked(batches));
    await completePendingWork(node);
    const callsFrom = (number: string) => node.carrier.requests.filter(({ from }) => from === number).length;
    expect(callsFrom(limited)).toBe(2);
    const callsOfOther = callsFrom(other);
    expect(callsOfOther).toBeGreaterThanOrEqual(2);
    const firstLimited = node.carrier.requests.findIndex(({ from }) => from === limited);
    node.carrier.legs[firstLimited]!.end('busy');
    await node.until(() => callsFrom(limited) === 3);
    await node.until(areBlocked(batches));
    await completePendingWork(node);
    expect(callsFrom(limited)).toBe(3);
    await execute('update phone_numbers set max_concurrency = null where e164 = $1', [limited]);
    node.carrier.legs[node.carrier.requests.length - 1]!.end('busy');
    await node.until(async () => (await reload(batches[1]!)).pending === 0);
  });

  it('of a caller number also apply to rows with this caller number, even if their batch does not use it', async () => {
    const { fromNumber } = fixture;
    await execute('update phone_numbers set max_concurrency = 1 where e164 = $1', [fromNumber]);
    const other = `${fromNumber.slice(0, -4)}9998`;
    await insertOwnedNumber(scope(), { id: newId('number'), ...fixture, e164: other, at: noon });
    const seeded = await seed(4, { fromNumbers: [other] });
    // Row numbers start at 2, so this sets the caller number of three of the four rows.
    await execute('update batch_jobs set from_number = $2 where batch_id = $1 and row_number <= 4', [
      seeded.batch.id,
      fromNumber,
    ]);
    const node = await startNode({ onDial: (leg) => leg.ring() });
    await node.until(async () => (await reload(seeded)).waitingFor === 'concurrency');
    await completePendingWork(node);
    expect(node.carrier.requests.map(({ from }) => from).toSorted()).toEqual([fromNumber, other].toSorted());
  });

  it('share free capacity among the batches of a workspace', async () => {
    await execute(`update workspaces set plan = 'standard' where id = $1`, [fixture.workspaceId]);
    const fastPlans = { ...ratePlans, standard: { ...ratePlans.standard, callStartsPerSecond: 1000 } };
    const batches = [await seed(40), await seed(40), await seed(40)];
    const node = await startNode({ onDial: (leg) => leg.ring(), ratePlans: fastPlans });
    await node.until(areBlocked(batches));
    const active = (await Promise.all(batches.map(reload))).map(({ dialing }) => dialing);
    expect(active.reduce((sum, count) => sum + count)).toBe(18);
    expect(Math.min(...active)).toBeGreaterThanOrEqual(3);
  });

  it('are exact when two nodes claim concurrently', async () => {
    const seeded = await seed(60, { maxConcurrency: 7 });
    const settings = { onDial: (leg: FakeLeg) => leg.ring() };
    const bothNodes = [await startNode(settings), await startNode(settings)];
    for (let tick = 0; tick < 200; tick += 1) for (const node of bothNodes) await node.clock.advance(1);
    await bothNodes[0]!.until(async () => (await reload(seeded)).dialing === 7);
    for (const node of bothNodes) await completePendingWork(node);
    const requests = bothNodes.flatMap(({ carrier }) => carrier.requests);
    expect(requests).toHaveLength(7);
    expect(new Set(requests.map(({ to }) => to)).size).toBe(7);
  });
});

describe('a batch with rows that may not be called', () => {
  const permissionOf = (decide: CallingPermission['decide']) => ({ countsEarlierCalls: () => false, decide });

  it('skips suppressed numbers and is completed', async () => {
    const seeded = await seed(2);
    const address = (await listJobs(seeded))[0]!.phoneNumber;
    await addSuppression(scope(), { ...fixture, channel: 'voice', address, reason: 'asked', at: noon });
    const { carrier, until } = await startNode({ onDial: busy });
    await until(isCompleted(seeded));
    expect(carrier.requests).toHaveLength(1);
    expect((await listJobs(seeded))[0]).toMatchObject({
      status: 'skipped',
      skipReason: 'suppressed',
      outcome: 'dnc',
    });
  });

  it("checks rows against the workspace's calling hours", async () => {
    const { workspaceId } = fixture;
    const workspaceHours = CallingWindow.parse({ windows: [{ start: '09:00', end: '10:00' }] });
    await updateWorkspace(scope(), { workspaceId, callingWindow: workspaceHours, at: noon });
    const checked: CallDetails[] = [];
    const decide = (call: CallDetails) => {
      checked.push(call);
      return { allowed: true, evidence: {} } as const;
    };
    const seeded = await seed(1);
    const node = await startNode({ onDial: busy, permission: permissionOf(decide) });
    await node.until(isCompleted(seeded));
    expect(checked).toMatchObject([{ workspaceHours, window: null, callingHours: 'law' }]);
  });

  it('defers 700 rows to the morning and dials none', async () => {
    const seeded = await seed(700);
    const morning = new Date(noon.getTime() + 20_000_000);
    const night = { allowed: false, nextAllowedAt: morning, detail: 'It is night.' } as const;
    const node = await startNode({ permission: permissionOf(() => night) });
    await node.until(async () => (await reload(seeded)).waitingFor === 'window');
    expect(node.carrier.requests).toEqual([]);
    const rows = await scope().rows<{ runAt: Date; count: number }>(
      {
        text: 'select run_at as "runAt", count(*)::int from batch_jobs where workspace_id = $1 and batch_id = $2 group by 1',
      },
      [fixture.workspaceId, seeded.batch.id],
    );
    expect(rows).toEqual([{ runAt: morning, count: 700 }]);
    expect(await reload(seeded)).toMatchObject({ pending: 700, status: 'running' });
  });

  const areWaitingForRetry = (seeded: SeededBatch) => async () =>
    (await listJobs(seeded)).every(({ status, attempt }) => status === 'pending' && attempt === 1);
  const retry = { maxAttempts: 2, on: ['busy'], delays: ['2h'] } satisfies NewBatchRow['retry'];

  it('resumes deferred rows immediately when the calling hours are disabled', async () => {
    const batches = [await seed(3, { retry }), await seed(1, { retry })];
    const nextAllowedAt = new Date(noon.getTime() + 20_000_000);
    const night = { allowed: false, nextAllowedAt, detail: 'It is night.' } as const;
    const decide = ({ callingHours }: CallDetails) =>
      callingHours === 'law' ? night : ({ allowed: true, evidence: {} } as const);
    const node = await startNode({ onDial: busy, permission: permissionOf(decide) });
    for (const seeded of batches)
      await node.until(async () => (await reload(seeded)).waitingFor === 'window');
    await updateWorkspace(scope(), { ...fixture, callingHours: 'off', at: noon });
    for (const seeded of batches) await node.until(areWaitingForRetry(seeded));
    expect(node.carrier.requests).toHaveLength(4);
  });

  it('does not change the retry time of rows when the calling hours change', async () => {
    const seeded = await seed(1, { retry });
    const nextAllowedAt = new Date(noon.getTime() + 61_000);
    const decide = ({ nowMs }: CallDetails) =>
      nowMs < nextAllowedAt.getTime()
        ? ({ allowed: false, nextAllowedAt, detail: 'It is early.' } as const)
        : ({ allowed: true, evidence: {} } as const);
    const node = await startNode({ onDial: busy, permission: permissionOf(decide) });
    await node.until(areWaitingForRetry(seeded));
    // Each change of the calling hours increments `hoursVersion`. Rows that an older version deferred are resumed.
    const newerVersion = 1_000_000;
    const query = { ...keyOf(seeded), hoursVersion: newerVersion, at: noon };
    const resumedRows = await resumeDeferred(database.db.asSystem(), query);
    expect(resumedRows).toBe(0);
  });

  it('defers rows that could be called without the calling hours of the workspace', async () => {
    const callingWindow = CallingWindow.parse({ windows: [{ start: '09:00', end: '10:00' }] });
    await updateWorkspace(scope(), { ...fixture, callingWindow, at: noon });
    const never = { allowed: false, nextAllowedAt: null, detail: 'The window never opens.' } as const;
    const decide = ({ workspaceHours }: CallDetails) =>
      workspaceHours === null ? ({ allowed: true, evidence: {} } as const) : never;
    const seeded = await seed(1);
    const node = await startNode({ onDial: busy, permission: permissionOf(decide) });
    await node.until(async () => (await reload(seeded)).waitingFor === 'window');
    expect(await listJobs(seeded)).toMatchObject([{ status: 'pending', detail: 'The window never opens.' }]);
    expect((await reload(seeded)).statusDetail).toMatch(/never allow .* Change the hours/);
    await updateWorkspace(scope(), { ...fixture, callingWindow: null, at: noon });
    await node.until(isCompleted(seeded));
    expect(await listJobs(seeded)).toMatchObject([{ outcome: 'busy', attempt: 1 }]);
  });

  it('removes the detail of a row after the calling hours that blocked it are removed', async () => {
    const callingWindow = CallingWindow.parse({ windows: [{ start: '09:00', end: '10:00' }] });
    await updateWorkspace(scope(), { ...fixture, callingWindow, at: noon });
    const never = { allowed: false, nextAllowedAt: null, detail: 'The window never opens.' } as const;
    const nextAllowedAt = new Date(noon.getTime() + 20_000_000);
    const night = { allowed: false, nextAllowedAt, detail: 'It is night.' } as const;
    const decide = ({ workspaceHours }: CallDetails) => (workspaceHours === null ? night : never);
    const seeded = await seed(1);
    const node = await startNode({ permission: permissionOf(decide) });
    const detail = async () => (await listJobs(seeded))[0]!.detail;
    await node.until(async () => (await detail()) === 'The window never opens.');
    await updateWorkspace(scope(), { ...fixture, callingWindow: null, at: noon });
    await node.until(async () => (await detail()) === null);
    expect(await reload(seeded)).toMatchObject({ pending: 1, waitingFor: 'window', statusDetail: null });
  });

  it('has no `statusDetail` while one of its rows has an allowed time', async () => {
    const never = { allowed: false, nextAllowedAt: null, detail: 'The window never opens.' } as const;
    const nextAllowedAt = new Date(noon.getTime() + 200_000_000);
    const weekend = { allowed: false, nextAllowedAt, detail: 'It is the weekend.' } as const;
    const decide = ({ number, workspaceHours }: CallDetails) =>
      workspaceHours === null || number.endsWith('1') ? weekend : never;
    const callingWindow = CallingWindow.parse({ windows: [{ start: '09:00', end: '10:00' }] });
    await updateWorkspace(scope(), { ...fixture, callingWindow, at: noon });
    const seeded = await seed(2);
    const node = await startNode({ permission: permissionOf(decide) });
    await node.until(async () => (await reload(seeded)).waitingFor === 'window');
    expect((await listJobs(seeded)).map(({ detail }) => detail)).toEqual(['The window never opens.', null]);
    expect((await reload(seeded)).statusDetail).toBeNull();
  });

  it('fails rows that can never be called, with the reason', async () => {
    const seeded = await seed(1);
    const never = { allowed: false, nextAllowedAt: null, detail: 'Its time zone is unknown.' } as const;
    const { until } = await startNode({ permission: permissionOf(() => never) });
    await until(isCompleted(seeded));
    expect(await listJobs(seeded)).toMatchObject([
      { status: 'failed', outcome: 'failed', attempt: 0, detail: 'Its time zone is unknown.' },
    ]);
  });

  it('passes earlier calls to a rule that counts them', async () => {
    const seeded = await seed(1, { retry: { maxAttempts: 2, on: ['busy'], delays: ['1s'] } });
    const earlierCallCounts: number[] = [];
    const permission = {
      countsEarlierCalls: () => true,
      decide: ({ recentCallsMs = [] }: { readonly recentCallsMs?: readonly number[] | undefined }) => {
        earlierCallCounts.push(recentCallsMs.length);
        return { allowed: true, evidence: {} } as const;
      },
    };
    const { until } = await startNode({ onDial: busy, permission });
    await until(isCompleted(seeded));
    expect(earlierCallCounts).toEqual([0, 1]);
  });
});

describe('a batch that cannot continue', () => {
  it.each([
    [
      'its agent is not active',
      `update agents set status = 'inactive' where workspace_id = $1`,
      /agent was deleted or is not active/,
    ],
    ['its flow is not active', `update flows set status = 'draft' where workspace_id = $1`, /no active flow/],
    [
      'its number is not active',
      `update phone_numbers set status = 'inactive' where workspace_id = $1`,
      /No number of the agent is active/,
    ],
  ])('is paused with the reason if %s, and continues after it is resumed', async (_, text, detail) => {
    const seeded = await seed(2);
    await execute(text, [fixture.workspaceId]);
    const { carrier, until } = await startNode({ onDial: busy });
    await until(async () => (await reload(seeded)).status === 'paused');
    expect(await reload(seeded)).toMatchObject({ pending: 2, statusDetail: expect.stringMatching(detail) });
    await execute(text.replace(/'(inactive|draft)'/, "'active'"), [fixture.workspaceId]);
    await changeBatchStatus(scope(), { ...keyOf(seeded), to: 'running', at: noon });
    await until(isCompleted(seeded));
    expect(carrier.requests).toHaveLength(2);
  });

  it('is paused with instructions before any call if no trunk carries a number', async () => {
    const seeded = await seed(3);
    const { carrier, until } = await startNode({ onDial: busy, hasRoute: (number) => !number.endsWith('1') });
    await until(async () => (await reload(seeded)).status === 'paused');
    expect(await reload(seeded)).toMatchObject({
      pending: 3,
      statusDetail: expect.stringMatching(
        /No trunk carries calls to \+12025551\. Set PARLEY_TRUNK_URL .*resume/,
      ),
    });
    expect(carrier.requests).toEqual([]);
  });

  it('is paused if a provider is missing', async () => {
    const seeded = await seed(1);
    const { until } = await startNode({ hasVoice: false });
    await until(async () => (await reload(seeded)).status === 'paused');
    expect((await reload(seeded)).statusDetail).toMatch(
      /^No voice provider of the agent is configured\. .*resume the batch\.$/,
    );
  });
});

describe('a language that the speech-to-text provider does not support', () => {
  const unsupported = 'The speech-to-text provider "fake" understands en-US, not es-MX.';

  it('pauses the batch if it is the language of the agent', async () => {
    const seeded = await seed(2);
    const { agent, workspaceId } = fixture;
    const changed = { workspaceId, agentId: agent.id, version: agent.version, at: noon };
    await updateAgent(scope(), { ...changed, config: { ...agent.config, language: 'es-MX' } });
    const { carrier, until } = await startNode({ onDial: busy });
    await until(async () => (await reload(seeded)).status === 'paused');
    expect(await reload(seeded)).toMatchObject({
      pending: 2,
      statusDetail: `${unsupported} Configure the provider or change the agent, then resume the batch.`,
    });
    expect(carrier.requests).toEqual([]);
  });

  it('fails only the rows that request it', async () => {
    const seeded = await seed(3);
    // Row numbers start at 2, so this sets the languages of the first two rows.
    await execute(
      `update batch_jobs set overrides = jsonb_build_object('language', (array['es-MX', 'en-AU'])[row_number - 1])
       where batch_id = $1 and row_number <= 3`,
      [seeded.batch.id],
    );
    const { carrier, until } = await startNode({ onDial: busy });
    await until(isCompleted(seeded));
    expect(carrier.requests).toHaveLength(2);
    expect(await listJobs(seeded)).toMatchObject([
      { status: 'failed', outcome: 'failed', detail: unsupported, attempt: 0 },
      { outcome: 'busy' },
      { outcome: 'busy' },
    ]);
  });
});

describe('calls that are claimed and not dialed', () => {
  /** A claim covers 250 ms and returns several calls, some of which wait in the queue of the node. */
  const slow = { callsPerSecond: 20 };

  it.each(['paused', 'cancelled'] as const)('are released when their batch is %s', async (to) => {
    const seeded = await seed(20, slow);
    const node = await startNode({ onDial: busy });
    await node.until(() => node.placer.callIds.length > 0);
    await changeBatchStatus(scope(), { ...keyOf(seeded), to, at: noon });
    await expect
      .poll(async () => (await reload(seeded)).dialing - node.carrier.requests.length)
      .toBeLessThanOrEqual(0);
    // The node receives the notification shortly after the commit.
    await expect.poll(() => node.placer.callIds).toEqual([]);
    await completePendingWork(node);
    const dialed = node.carrier.requests.length;
    const { pending, cancelled } = await reload(seeded);
    expect(pending + cancelled).toBe(20 - dialed);
    expect((await listCalls(scope(), { ...keyOf(seeded), limit: 50 })).total).toBe(dialed);
    await node.until(async () => (await countSlots(scope(), fixture)) === 0);
  });

  it('are released without counting an attempt when the node stops, and dialed by the next node', async () => {
    const seeded = await seed(20, slow);
    const first = await startNode({ onDial: busy });
    await first.until(() => first.placer.callIds.length > 0);
    await first.dialer.drain();
    await first.placer.drain();
    expect(await reload(seeded)).toMatchObject({
      status: 'running',
      pending: 20 - first.carrier.requests.length,
    });
    const jobsAfterDrain = await listJobs(seeded);
    expect(
      jobsAfterDrain
        .filter(({ status }) => status === 'pending')
        .every(({ attempt, callId }) => attempt === 0 && callId === null),
    ).toBe(true);
    const second = await startNode({ onDial: busy });
    await second.until(isCompleted(seeded));
    expect(first.carrier.requests.length + second.carrier.requests.length).toBe(20);
  });

  it('fail if the carrier throws, and the batch continues', async () => {
    const seeded = await seed(2);
    const node = await startNode();
    node.carrier.dial = () => {
      throw new Error('No socket.');
    };
    await node.until(isCompleted(seeded));
    expect(await listJobs(seeded)).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }]);
    await node.until(async () => (await countSlots(scope(), fixture)) === 0);
  });
});

describe('a node', () => {
  it('claims no calls while it is overloaded', async () => {
    const seeded = await seed(1);
    let isOverloaded = true;
    const node = await startNode({ onDial: busy, isOverloaded: () => isOverloaded });
    await completePendingWork(node);
    expect(node.carrier.requests).toEqual([]);
    isOverloaded = false;
    await node.until(isCompleted(seeded));
  });

  it('releases claimed calls without counting an attempt when it becomes overloaded', async () => {
    const seeded = await seed(1);
    const overloads = [false, true];
    const node = await startNode({ onDial: busy, isOverloaded: () => overloads.shift() ?? false });
    await node.until(isCompleted(seeded));
    expect(overloads).toEqual([]);
    expect(node.carrier.requests.map(({ reference }) => reference.slice(-2))).toEqual(['.1']);
    expect(await listJobs(seeded)).toMatchObject([{ outcome: 'busy', attempt: 1 }]);
    expect((await listCalls(scope(), { ...fixture, limit: 10 })).rows).toHaveLength(1);
  });

  it('releases a call if it has no capacity for calls to that number, and dials the others', async () => {
    const seeded = await seed(2);
    const [first] = await listJobs(seeded);
    let hasCapacity = false;
    const isOverloaded = (number?: string) => number === first!.phoneNumber && !hasCapacity;
    const node = await startNode({ onDial: busy, isOverloaded });
    await node.until(async () => (await listJobs(seeded))[1]!.outcome === 'busy');
    // The call is claimed and released repeatedly.
    await node.until(async () => (await listJobs(seeded))[0]!.attempt === 0);
    expect(node.carrier.requests).toHaveLength(1);
    hasCapacity = true;
    await node.until(isCompleted(seeded));
    expect(await listJobs(seeded)).toMatchObject([
      { outcome: 'busy', attempt: 1 },
      { outcome: 'busy', attempt: 1 },
    ]);
  });

  it('cancels its timers when it closes', async () => {
    await seed(1);
    const node = await startNode({ onDial: busy });
    await node.until(() => node.carrier.requests.length === 1);
    await node.close();
    expect(node.clock.pendingTimers).toBe(0);
  });
});
