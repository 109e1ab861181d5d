import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';

/** Message to a thread. The thread answers each with one `ThreadReply`. */
export interface ThreadRequest<Job> {
  readonly id: number;
  readonly job: Job;
}
export type ThreadReply<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: string };

export interface ThreadPoolOptions {
  readonly file: URL;
  readonly workerData: unknown;
  readonly threads: number;
  /** For logs. */
  readonly name: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Counts internal errors. Defaults to a separate log. */
  readonly internalErrors?: InternalErrors | undefined;
  /** Time limit from `run` to the result, including queue time. A thread that still runs the job then is replaced. */
  readonly timeoutMs: number;
  readonly maxWaiting: number;
}

/** `retryable`: the thread died, timed out or was overloaded; otherwise the job itself failed. */
export class ThreadPoolError extends Error {
  override readonly name = 'ThreadPoolError';
  readonly retryable: boolean;
  constructor(message: string, retryable: boolean) {
    super(message);
    this.retryable = retryable;
  }
}

interface Task<Job, Result> {
  readonly id: number;
  readonly job: Job;
  readonly priority: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

interface Thread<Job, Result> {
  readonly worker: Worker;
  readonly startedMs: number;
  task: Task<Job, Result> | undefined;
}

/** Young generation heap size of a thread. */
const maxYoungGenerationSizeMb = 6;
const maxAttempts = 2;
/** A thread that dies without a job within this time failed to start. Its restart is delayed. */
const maxStartMs = 5000;
const respawnDelayMs = 1000;

/**
 * A pool of worker threads with a priority queue, lowest `priority` first. A job is sent only to a free thread, so a job that is aborted in the queue
 * takes no thread time. A thread that dies is replaced, and its job is retried once.
 */
export class ThreadPool<Job, Result> {
  readonly #options: ThreadPoolOptions;
  readonly #internalErrors: InternalErrors;
  readonly #threads = new Set<Thread<Job, Result>>();
  readonly #waiting: Task<Job, Result>[] = [];
  readonly #respawnTimers = new Set<Timer>();
  #nextId = 1;
  #closed = false;
  /** Number of threads that died since the start. */
  deaths = 0;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    for (let i = 0; i < options.threads; i++) this.#spawn();
  }

  get threadCount(): number {
    return this.#threads.size;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Runs a job. Rejects with `ThreadPoolError`, or with the signal's reason if the job is aborted first. */
  run(
    job: Job,
    options: { readonly priority?: number; readonly signal?: AbortSignal } = {},
  ): Promise<Result> {
    const { priority = 0, signal } = options;
    if (this.#closed) return Promise.reject(new ThreadPoolError('the threads have been stopped', false));
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.#waiting.length >= this.#options.maxWaiting)
      return Promise.reject(new ThreadPoolError('too many jobs are waiting for a thread', true));
    return new Promise((resolve, reject) => {
      const task: Task<Job, Result> = {
        id: this.#nextId++,
        job,
        priority,
        attempts: 0,
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
      };
      const timer = this.#options.clock.after(this.#options.timeoutMs, () => this.#expire(task));
      const onAbort = () => {
        this.#removeFromQueue(task);
        task.reject(signal!.reason);
      };
      const settle = (finish: () => void) => {
        timer.cancel();
        signal?.removeEventListener('abort', onAbort);
        finish();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#enqueue(task);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#respawnTimers) timer.cancel();
    const stopped = new ThreadPoolError('the threads have been stopped', false);
    for (const task of this.#waiting.splice(0)) task.reject(stopped);
    for (const thread of this.#threads) thread.task?.reject(stopped);
    await Promise.all([...this.#threads].map((thread) => thread.worker.terminate()));
  }

  #enqueue(task: Task<Job, Result>): void {
    const index = this.#waiting.findIndex((other) => other.priority > task.priority);
    this.#waiting.splice(index === -1 ? this.#waiting.length : index, 0, task);
    this.#assignTasks();
  }

  #assignTasks(): void {
    for (const thread of this.#threads) {
      if (thread.task !== undefined) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      thread.task = task;
      task.attempts += 1;
      thread.worker.postMessage({ id: task.id, job: task.job } satisfies ThreadRequest<Job>, []);
    }
  }

  #removeFromQueue(task: Task<Job, Result>): void {
    const index = this.#waiting.indexOf(task);
    if (index !== -1) this.#waiting.splice(index, 1);
  }

  #expire(task: Task<Job, Result>): void {
    this.#removeFromQueue(task);
    task.attempts = maxAttempts;
    task.reject(new ThreadPoolError('the thread took too long', true));
    for (const thread of this.#threads) if (thread.task === task) void thread.worker.terminate();
  }

  #spawn(): void {
    const worker = new Worker(this.#options.file, {
      workerData: this.#options.workerData,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    const thread: Thread<Job, Result> = {
      worker,
      startedMs: this.#options.clock.monotonicMs(),
      task: undefined,
    };
    this.#threads.add(thread);
    worker.on(
      'message',
      this.#internalErrors.guard('speech', (reply: ThreadReply<Result>) => this.#finish(thread, reply)),
    );
    worker.on('error', (error) =>
      this.#options.logger.warn({ err: error, threads: this.#options.name }, 'A speech thread failed.'),
    );
    worker.once(
      'exit',
      this.#internalErrors.guard('speech', () => this.#onExit(thread)),
    );
    this.#assignTasks();
  }

  #finish(thread: Thread<Job, Result>, reply: ThreadReply<Result>): void {
    const task = thread.task;
    if (task?.id !== reply.id) return;
    thread.task = undefined;
    if ('error' in reply) task.reject(new ThreadPoolError(reply.error, false));
    else task.resolve(reply.result);
    this.#assignTasks();
  }

  #onExit(thread: Thread<Job, Result>): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    this.deaths += 1;
    const task = thread.task;
    if (task !== undefined && task.attempts < maxAttempts) this.#waiting.unshift(task);
    else task?.reject(new ThreadPoolError('the thread died during the job', true));
    const { clock } = this.#options;
    const hasFailedToStart = task === undefined && clock.monotonicMs() - thread.startedMs < maxStartMs;
    if (hasFailedToStart) this.#scheduleSpawn();
    else this.#spawn();
  }

  #scheduleSpawn(): void {
    const timer = this.#options.clock.after(respawnDelayMs, () => {
      this.#respawnTimers.delete(timer);
      this.#spawn();
    });
    this.#respawnTimers.add(timer);
  }
}
