import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { ThreadPool, ThreadPoolError } from './thread-pool.ts';

type Job = { readonly do: 'echo' | 'die' | 'die-once' | 'hang' | 'throw'; readonly text?: string };

/** A thread that echoes a text, dies, hangs or throws, as the job requests. `workerData` counts the deaths. */
const threadSource = `
  import { parentPort, workerData } from 'node:worker_threads';
  const deaths = new Int32Array(workerData);
  parentPort.on('message', ({ id, job }) => {
    if (job.do === 'die' || (job.do === 'die-once' && Atomics.load(deaths, 0) === 0)) {
      Atomics.add(deaths, 0, 1);
      process.exit(1);
    }
    if (job.do === 'hang') for (;;) ;
    parentPort.postMessage(job.do === 'throw' ? { id, error: 'no' } : { id, result: job.text });
  });
`;

let pool: ThreadPool<Job, string> | undefined;
afterEach(() => pool?.close());

function start(more: Partial<ConstructorParameters<typeof ThreadPool>[0]> = {}): ThreadPool<Job, string> {
  pool = new ThreadPool<Job, string>({
    file: new URL(`data:text/javascript,${encodeURIComponent(threadSource)}`),
    workerData: new SharedArrayBuffer(4),
    threads: 1,
    name: 'test',
    logger: silentLogger,
    clock: systemClock,
    timeoutMs: 10_000,
    maxWaiting: 10,
    ...more,
  });
  return pool;
}

const retryable = (value: boolean) => expect.objectContaining({ name: 'ThreadPoolError', retryable: value });

describe('ThreadPool', () => {
  it('returns the result of each job', async () => {
    const threads = start({ threads: 2 });
    const texts = ['a', 'b', 'c', 'd'];
    expect(await Promise.all(texts.map((text) => threads.run({ do: 'echo', text })))).toEqual(texts);
  });

  it('retries a job once when its thread dies', async () => {
    const threads = start();
    expect(await threads.run({ do: 'die-once', text: 'survived' })).toBe('survived');
    expect(threads.deaths).toBe(1);
  });

  it('rejects a job that ended two threads, and continues with the next jobs', async () => {
    const threads = start();
    const deadly = threads.run({ do: 'die' });
    const next = threads.run({ do: 'echo', text: 'still here' });
    await expect(deadly).rejects.toEqual(retryable(true));
    expect(await next).toBe('still here');
  });

  it('replaces a thread that hangs', async () => {
    const clock = new ManualClock();
    const threads = start({ clock });
    const hanging = threads.run({ do: 'hang' });
    const [outcome] = await Promise.all([Promise.allSettled([hanging]), clock.advance(10_000)]);
    expect(outcome).toEqual([{ status: 'rejected', reason: retryable(true) }]);
    expect(await threads.run({ do: 'echo', text: 'next' })).toBe('next');
  });

  it('distinguishes a failed job from a failed thread', async () => {
    await expect(start().run({ do: 'throw' })).rejects.toEqual(retryable(false));
  });

  it('skips jobs that were aborted in the queue', async () => {
    const threads = start();
    const controller = new AbortController();
    const first = threads.run({ do: 'echo', text: 'first' });
    const aborted = threads.run({ do: 'die' }, { signal: controller.signal });
    controller.abort(new Error('no longer wanted'));
    await expect(aborted).rejects.toThrow('no longer wanted');
    expect(await first).toBe('first');
    expect(threads.deaths).toBe(0);
  });

  it('runs jobs with lower priority values first', async () => {
    const threads = start();
    const order: string[] = [];
    const run = async (text: string, priority: number) => {
      order.push(await threads.run({ do: 'echo', text }, { priority }));
    };
    await Promise.all([run('at work', 0), run('late', 5), run('later', 5), run('early', 0)]);
    expect(order).toEqual(['at work', 'early', 'late', 'later']);
  });

  it('rejects jobs above its queue limit, and all jobs after close', async () => {
    const threads = start({ maxWaiting: 1 });
    const jobs = [1, 2].map(() => threads.run({ do: 'hang' }));
    const outcomes = Promise.allSettled(jobs);
    await expect(threads.run({ do: 'echo' })).rejects.toEqual(retryable(true));
    await threads.close();
    await threads.close();
    const reasons = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason);
    expect(reasons.every((reason) => reason instanceof ThreadPoolError)).toBe(true);
    await expect(threads.run({ do: 'echo' })).rejects.toEqual(retryable(false));
  });
});
