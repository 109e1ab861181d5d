import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { seededRandom } from '../core/random.ts';
import type { Scope } from '../store/database.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { claimJobs } from './claim-jobs.ts';
import { completeJob } from './complete-job.ts';
import { enqueueJob, jobsChannel, type NewJob } from './enqueue-job.ts';
import { failJob } from './fail-job.ts';
import { recountJobGroups, setJobGroup } from './job-group.ts';
import { createJobRunner, type JobRunner, type JobRunnerOptions } from './job-runner.ts';
import { LeaseLostError, type Job, type JobHandler } from './job.ts';
import { nextDueMs } from './next-due.ts';
import { rescueJobs } from './rescue-jobs.ts';
import { scheduleJob } from './schedule-job.ts';

let database: TestDatabase;
let system: Scope;
let workspaceId: string;
const runners: JobRunner[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 10 });
  system = database.db.asSystem();
  workspaceId = (await seedWorkspace(database.db)).workspaceId;
});

beforeEach(async () => {
  await system.execute({ text: 'delete from jobs' });
  await system.execute({ text: 'delete from job_groups' });
});

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()));
});

afterAll(() => database.close());

/** Returns a handler that adds each job to `startedJobs`. `done` resolves when a run ends and exactly `count` runs have started. */
function createCountingHandler(count: number, run: (job: Job) => Promise<void> = async () => {}) {
  const startedJobs: Job[] = [];
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  const handler: JobHandler = {
    onWorkerLost: 'retry',
    async run(job) {
      startedJobs.push(job);
      try {
        await run(job);
      } finally {
        if (startedJobs.length === count) finish();
      }
    },
  };
  return { handler, startedJobs, done };
}

function startRunner(
  handlers: Record<string, JobHandler>,
  options: Partial<JobRunnerOptions> = {},
): JobRunner {
  const runner = createJobRunner({
    db: database.db,
    clock: systemClock,
    logger: silentLogger,
    random: seededRandom(1),
    owner: 'node-1',
    handlers,
    ...options,
  });
  runners.push(runner);
  runner.start();
  return runner;
}

const enqueue = (job: Partial<NewJob> = {}) =>
  enqueueJob(database.db.inWorkspace(workspaceId), { kind: 'work', payload: {}, workspaceId, ...job });

const jobRows = () =>
  system.rows<{ id: number; state: string; attempts: number; last_error: string | null; run_at: Date }>({
    text: 'select id, state, attempts, last_error, run_at from jobs order by id',
  });

const claimAs = (owner: string, changes: object = {}) =>
  claimJobs(system, { kinds: ['work'], limit: 10, owner, leaseMs: 60_000, firstGroupId: '', ...changes });

const expireLeases = () =>
  system.execute({
    text: `update jobs set lease_until = now() - interval '1 s' where state = 'running'`,
  });

describe('enqueueJob', () => {
  it('adds no second job of a kind and key while the first is queued or running', async () => {
    expect(await enqueue({ key: 'a' })).toBeTypeOf('number');
    expect(await enqueue({ key: 'a' })).toBeUndefined();
    const [job] = await claimAs('node-1');
    expect(await enqueue({ key: 'a' })).toBeUndefined();
    await completeJob(system, { id: job!.id, owner: 'node-1', attempt: 1 });
    expect(await enqueue({ key: 'a' })).toBeTypeOf('number');
  });

  it('adds nothing when its transaction is rolled back', async () => {
    const rolledBack = database.db.inWorkspace(workspaceId).transaction(async (tx) => {
      await enqueueJob(tx, { kind: 'work', payload: {}, workspaceId });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await jobRows()).toEqual([]);
  });
});

describe('scheduleJob', () => {
  const schedule = (runAt: Date, payload: unknown) =>
    database.db
      .inWorkspace(workspaceId)
      .transaction((tx) => scheduleJob(tx, { kind: 'work', key: 'a', workspaceId, runAt, payload }));

  it('adds a job, and moves it while it is queued', async () => {
    const [later, earlier] = [new Date('2100-01-02T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];
    await schedule(later, 1);
    await schedule(earlier, 2);
    expect(await jobRows()).toMatchObject([{ state: 'queued', run_at: earlier }]);
  });

  it('does not change a running job', async () => {
    await schedule(new Date('2020-01-01T00:00:00Z'), 1);
    const [job] = await claimAs('node-1');
    await schedule(new Date('2100-01-01T00:00:00Z'), 2);
    expect(await jobRows()).toMatchObject([{ id: job!.id, state: 'running' }]);
    expect(job!.payload).toBe(1);
  });
});

describe('claimJobs', () => {
  it('claims the oldest jobs of several kinds, and leaves those of other kinds', async () => {
    const runAt = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    for (const [kind, hours] of [
      ['work', 1],
      ['report', 3],
      ['work', 2],
      ['other', 4],
    ] as const)
      await enqueue({ kind, runAt: runAt(hours), key: `${kind} ${hours}` });
    const kinds = ['work', 'report'];
    const claimed = await claimAs('node-1', { kinds, limit: 2 });
    expect(new Set(claimed.map(({ key }) => key))).toEqual(new Set(['report 3', 'work 2']));
    expect((await claimAs('node-1', { kinds })).map(({ key }) => key)).toEqual(['work 1']);
    expect(await nextDueMs(system, kinds)).toBeUndefined();
    expect(await nextDueMs(system, ['other'])).toBeLessThan(0);
  });
});

describe('the end of a job', () => {
  it('notifies only the workers of the jobs that wait for its slot', async () => {
    const payloads: string[] = [];
    const unlisten = database.db.listen(jobsChannel, (payload) => payloads.push(payload));
    const claim = async (kind: string) =>
      (
        await claimJobs(system, { kinds: [kind], limit: 1, owner: 'w', leaseMs: 10_000, firstGroupId: '' })
      )[0]!;
    const leaseOf = ({ id, attempt }: Job) => ({ id, owner: 'w', attempt });
    let marks = 0;
    /** Returns the notifications until that of another job. */
    const notified = async () => {
      const mark = `mark ${(marks += 1)}`;
      await enqueue({ kind: mark });
      await expect.poll(() => payloads).toContain(mark);
      return payloads.splice(0).filter((payload) => !payload.startsWith('mark'));
    };
    // The connection that listens opens in the background, and misses earlier notifications.
    await expect
      .poll(async () => {
        await enqueue({ kind: 'mark' });
        return payloads;
      })
      .toContain('mark');
    await setJobGroup(system, { id: 'g1', workspaceId, cap: 1 });
    await enqueue({ kind: 'first', groupId: 'g1' });
    await enqueue({ kind: 'alone' });
    await notified();
    await completeJob(system, leaseOf(await claim('alone')));
    const first = await claim('first');
    expect(await notified()).toEqual([]);
    await enqueue({ kind: 'second', groupId: 'g1' });
    await notified();
    await completeJob(system, leaseOf(first));
    expect(await notified()).toEqual(['second']);
    await enqueue({ kind: 'third', groupId: 'g1' });
    const second = await claim('second');
    await notified();
    await failJob(system, { ...leaseOf(second), error: 'x', retryMs: 0 });
    expect((await notified()).toSorted()).toEqual(['second', 'third']);
    await completeJob(system, leaseOf(await claim('third')));
    unlisten();
  });
});

describe('a job runner', () => {
  it('runs an enqueued job with its payload and deletes it', async () => {
    const { handler, startedJobs, done } = createCountingHandler(1);
    startRunner({ work: handler });
    await enqueue({ payload: { callId: 'call_1' } });
    await done;
    expect(startedJobs).toMatchObject([
      { payload: { callId: 'call_1' }, workspaceId, attempt: 1, kind: 'work' },
    ]);
    await runners[0]!.close();
    expect(await jobRows()).toEqual([]);
  });

  it('starts a delayed job when it is due', async () => {
    const { handler, done } = createCountingHandler(1);
    startRunner({ work: handler });
    const dueMs = Date.now() + 150;
    await enqueue({ runAt: new Date(dueMs) });
    await done;
    const lateMs = Date.now() - dueMs;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(2_000);
  });

  it('does not claim jobs of a kind without handler', async () => {
    const { handler, done } = createCountingHandler(1);
    startRunner({ work: handler });
    await enqueue({ kind: 'elsewhere' });
    await enqueue();
    await done;
    await runners[0]!.close();
    expect(await jobRows()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  it('runs each of 200 jobs once with three runners', async () => {
    const { handler, startedJobs, done } = createCountingHandler(200);
    await Promise.all(Array.from({ length: 200 }, (_, index) => enqueue({ payload: { index } })));
    for (const owner of ['a', 'b', 'c']) startRunner({ work: handler }, { owner, capacity: 7 });
    await done;
    const indexes = startedJobs.map((job) => (job.payload as { index: number }).index);
    expect(new Set(indexes).size).toBe(200);
    expect(startedJobs.every((job) => job.attempt === 1)).toBe(true);
  });

  it('never runs more jobs of a group at once than its cap', async () => {
    const groups = ['g1', 'g2'];
    for (const id of groups) await setJobGroup(system, { id, workspaceId, cap: 2 });
    const active = new Map(groups.map((id) => [id, 0]));
    let maxActive = 0;
    const { handler, done } = createCountingHandler(40, async (job) => {
      const { group } = job.payload as { group: string };
      active.set(group, active.get(group)! + 1);
      maxActive = Math.max(maxActive, active.get(group)!);
      await systemClock.sleep(3);
      active.set(group, active.get(group)! - 1);
    });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const group = groups[index % 2]!;
        return enqueue({ groupId: group, payload: { group } });
      }),
    );
    for (const owner of ['a', 'b']) startRunner({ work: handler }, { owner });
    await done;
    await Promise.all(runners.map((runner) => runner.close()));
    expect(maxActive).toBe(2);
    expect(await system.transaction(recountJobGroups)).toBe(0);
  });

  it('retries a failed job after the delay of its handler, and sets it to failed after the last attempt', async () => {
    const attempts: number[] = [];
    const { startedJobs, done, handler } = createCountingHandler(3, () =>
      Promise.reject(new Error('carrier is down')),
    );
    const retryDelayMs = (attempt: number) => {
      attempts.push(attempt);
      return 1;
    };
    startRunner({ work: { ...handler, maxAttempts: 3, retryDelayMs } });
    await enqueue();
    await done;
    await runners[0]!.close();
    expect(startedJobs.map((job) => job.attempt)).toEqual([1, 2, 3]);
    expect(attempts).toEqual([1, 2]);
    expect(await jobRows()).toMatchObject([{ state: 'failed', attempts: 3, last_error: 'carrier is down' }]);
  });

  it('waits between 0.75 s and 1 s after the first failure by default', async () => {
    const { handler, done } = createCountingHandler(1, () => Promise.reject(new Error('no')));
    startRunner({ work: handler });
    await enqueue();
    await done;
    await runners[0]!.drain();
    const dueMs = await nextDueMs(system, ['work']);
    // Part of the delay has passed before the query.
    expect(dueMs).toBeGreaterThan(300);
    expect(dueMs).toBeLessThanOrEqual(1000);
  });

  it('rolls back the result if the job cannot be completed in its transaction', async () => {
    const { handler, done } = createCountingHandler(1);
    const failures: unknown[] = [];
    startRunner({
      work: {
        ...handler,
        async run(job, context) {
          await system.execute({ text: `update jobs set owner = 'other-node' where id = $1` }, [job.id]);
          const result = system.transaction(async (tx) => {
            await tx.execute({ text: `update jobs set last_error = 'written' where id = $1` }, [job.id]);
            await context.complete(tx);
          });
          await result.catch((error: unknown) => failures.push(error));
          await handler.run(job, context);
        },
      },
    });
    await enqueue();
    await done;
    await runners[0]!.close();
    expect(failures[0]).toBeInstanceOf(LeaseLostError);
    expect(await jobRows()).toMatchObject([{ state: 'running', last_error: null }]);
  });

  it('aborts a job whose lease was lost', async () => {
    const { handler, done } = createCountingHandler(1);
    let reason: unknown;
    startRunner(
      {
        work: {
          ...handler,
          async run(job, context) {
            await system.execute({ text: `update jobs set owner = 'other-node' where id = $1` }, [job.id]);
            await systemClock.sleep(60_000, context.signal).catch((error: unknown) => (reason = error));
            await handler.run(job, context);
          },
        },
      },
      { leaseMs: 150 },
    );
    await enqueue();
    await done;
    expect(reason).toBeInstanceOf(LeaseLostError);
  });

  it('renews the lease while the job runs', async () => {
    const { handler, startedJobs, done } = createCountingHandler(1, () => systemClock.sleep(500));
    for (const owner of ['a', 'b']) startRunner({ work: handler }, { owner, leaseMs: 150 });
    await enqueue();
    await done;
    expect(startedJobs).toHaveLength(1);
  });

  it('claims no further jobs while it drains, and waits for running ones', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let started = () => {};
    const running = new Promise<void>((resolve) => (started = resolve));
    const { handler, startedJobs } = createCountingHandler(9, () => {
      started();
      return released;
    });
    // A capacity of one, so that no claim is in progress while the first job runs.
    const runner = startRunner({ work: handler }, { capacity: 1 });
    await enqueue();
    await running;
    const drained = runner.drain();
    await enqueue();
    release();
    await drained;
    expect(startedJobs).toHaveLength(1);
    expect(runner.running).toBe(0);
    expect(await jobRows()).toMatchObject([{ state: 'queued' }]);
  });
});

describe('jobs of a dead worker', () => {
  it('are run again if onWorkerLost is retry', async () => {
    await enqueue();
    await claimAs('dead');
    await expireLeases();
    const { handler, startedJobs, done } = createCountingHandler(1);
    startRunner({ work: handler });
    await done;
    expect(startedJobs[0]?.attempt).toBe(2);
  });

  it('become unknown and are reported once if onWorkerLost is unknown', async () => {
    await enqueue();
    await claimAs('dead');
    await expireLeases();
    let report = (_job: Job) => {};
    const reported = new Promise<Job>((resolve) => (report = resolve));
    const { handler, startedJobs } = createCountingHandler(1);
    startRunner({
      work: {
        ...handler,
        onWorkerLost: 'unknown',
        async onUnknown(job) {
          report(job);
        },
      },
    });
    expect(await reported).toMatchObject({ kind: 'work', attempt: 1 });
    await runners[0]!.close();
    expect(startedJobs).toEqual([]);
    expect(await jobRows()).toMatchObject([{ state: 'unknown' }]);
  });

  it('cannot be completed by an earlier attempt of the same worker', async () => {
    await enqueue();
    const [job] = await claimAs('slow');
    await expireLeases();
    const rule = { kind: 'work', onWorkerLost: 'retry', maxAttempts: 10 } as const;
    expect(await rescueJobs(system, [rule])).toMatchObject([{ id: job!.id, state: 'queued' }]);
    await claimAs('slow');
    expect(await completeJob(system, { id: job!.id, owner: 'slow', attempt: 1 })).toBe(false);
    expect(await completeJob(system, { id: job!.id, owner: 'slow', attempt: 2 })).toBe(true);
  });

  it('release their slots in the group', async () => {
    await setJobGroup(system, { id: 'g', workspaceId, cap: 1 });
    await enqueue({ groupId: 'g' });
    await enqueue({ groupId: 'g' });
    expect(await claimAs('dead')).toHaveLength(1);
    expect(await claimAs('other')).toEqual([]);
    expect(await nextDueMs(system, ['work'])).toBeUndefined();
    await expireLeases();
    await rescueJobs(system, [{ kind: 'work', onWorkerLost: 'unknown', maxAttempts: 10 }]);
    expect(await claimAs('other')).toHaveLength(1);
  });

  it('fail after their last attempt', async () => {
    await enqueue();
    await claimAs('dead');
    await expireLeases();
    await rescueJobs(system, [{ kind: 'work', onWorkerLost: 'retry', maxAttempts: 1 }]);
    expect(await jobRows()).toMatchObject([{ state: 'failed', last_error: 'The worker died.' }]);
  });
});
