import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import { RecognitionCapacity } from './recognition-capacity.ts';
import { RecentWords } from './recent-words.ts';
import type {
  RecognitionProgress,
  RecognitionReply,
  RecognitionThreadData,
  ThreadGrammar,
} from './recognition-protocol.ts';
import { RecognitionThread, type UtteranceListener } from './recognition-thread.ts';

export interface RecognitionThreadsOptions {
  readonly file: URL;
  readonly engine: Omit<RecognitionThreadData, 'words' | 'pronunciations'>;
  readonly threads: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Counts internal errors. Defaults to a separate log. */
  readonly internalErrors?: InternalErrors | undefined;
}

/** An utterance in progress. Its listener is not called after `drop`. */
export interface UtteranceHandle {
  push(samples: Int16Array): void;
  finish(): void;
  drop(): void;
}

/** The state of the threads, for health checks and metrics. */
export interface RecognitionStatus {
  readonly threads: number;
  readonly ready: number;
  /** Threads with work that have sent nothing for 5 s. */
  readonly stalled: number;
  /** Number of threads that failed or were terminated, since the start. */
  readonly replaced: number;
  readonly utterances: number;
  /** Number of requests that the threads have not processed yet. */
  readonly requests: number;
  /** Length of the audio that waits in the threads. */
  readonly waitingMs: number;
  /** Length of the audio dropped since the start. */
  readonly droppedMs: number;
  /** Whether a thread was replaced, stalled or dropped audio within the last minute. */
  readonly isDegraded: boolean;
  /** Whether the threads decode more slowly than in real time, or audio waits longer than a caller should. */
  readonly isTooSlow: boolean;
}

const inspectEveryMs = 1_000;
/** Minimum interval between measurements of an idle recogniser, each of which decodes 0.7 s of audio. */
const measureEveryMs = 10_000;
/** Delay before a thread that failed to start is started again. It doubles with each failure, up to the maximum. */
const respawnDelayMs = 1_000;
const maxRespawnDelayMs = 30_000;
/** How long after a failure the recogniser counts as degraded. */
const degradedMs = 60_000;
/** A thread that needs longer than this to decode its waiting audio admits no further streams. */
const maxBacklogMs = 1_000;
/** Limit of the young generation, in which 30 MB of samples would otherwise accumulate before garbage collection. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };
/** A thread that already has the grammar is preferred unless it has at least this many more utterances than another thread. */
const grammarBonus = 3;

/**
 * Manages the recognition threads. An utterance stays on one thread. If a thread dies, its utterances fail and it is replaced. A thread that has used
 * too much memory is replaced without interruption.
 */
export class RecognitionThreads {
  readonly capacity = new RecognitionCapacity();
  readonly #options: RecognitionThreadsOptions;
  readonly #internalErrors: InternalErrors;
  readonly #threads = new Set<RecognitionThread>();
  readonly #timers = new Set<Timer>();
  readonly #waitingForReady: { resolve: () => void; reject: (error: Error) => void }[] = [];
  readonly #recentWords = new RecentWords();
  #nextUtterance = 1;
  #failedStarts = 0;
  #replaced = 0;
  #droppedMs = 0;
  #failedAtMs = -Infinity;
  #dropLoggedAtMs = -Infinity;
  #measuredAtMs = -Infinity;
  #closed = false;

  constructor(options: RecognitionThreadsOptions) {
    this.#options = options;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    for (let i = 0; i < options.threads; i++) this.#spawn(undefined);
    this.#after(inspectEveryMs, () => this.#inspect());
  }

  get status(): RecognitionStatus {
    const threads = [...this.#threads];
    return {
      threads: threads.length,
      ready: threads.filter(({ ready }) => ready).length,
      stalled: threads.filter(({ stalled }) => stalled).length,
      replaced: this.#replaced,
      utterances: threads.reduce((sum, { utterances }) => sum + utterances.size, 0),
      requests: threads.reduce((sum, { openRequests }) => sum + openRequests, 0),
      waitingMs: threads.reduce((sum, { waitingMs }) => sum + waitingMs, 0),
      droppedMs: this.#droppedMs,
      isDegraded: this.#nowMs - this.#failedAtMs < degradedMs,
      isTooSlow: this.capacity.speed < 1 || threads.some((thread) => thread.ready && !this.#keepsUp(thread)),
    };
  }

  /** Number of streams that can be served concurrently; 0 while no thread can accept more work. */
  get maxStreams(): number {
    const isFree = (thread: RecognitionThread) =>
      thread.ready && !thread.stalled && !thread.retiring && this.#keepsUp(thread);
    const count = [...this.#threads].filter(isFree).length;
    return count === 0 ? 0 : this.capacity.maxStreams(Math.min(count, this.#options.threads));
  }

  #keepsUp({ waitingMs }: RecognitionThread): boolean {
    return waitingMs / this.capacity.speed <= maxBacklogMs;
  }

  get #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  /** Resolves when a thread is ready. Rejects if a thread ends before that. */
  whenReady(): Promise<void> {
    if (this.status.ready > 0) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waitingForReady.push({ resolve, reject }));
  }

  /** Sends the grammar to a thread before the first utterance. */
  prepare(grammar: ThreadGrammar): void {
    const thread = this.#choose(grammar.id);
    if (thread !== undefined) this.#sendGrammar(thread, grammar);
  }

  /** Starts an utterance on the least loaded thread. */
  startUtterance(grammar: ThreadGrammar, listener: UtteranceListener): UtteranceHandle {
    const thread = this.#choose(grammar.id);
    const utterance = this.#nextUtterance++;
    if (thread === undefined) {
      queueMicrotask(() => listener.onFailed(new Error('No recognition thread is alive.')));
      return { push: () => {}, finish: () => {}, drop: () => {} };
    }
    this.#sendGrammar(thread, grammar);
    thread.start(utterance, grammar.id, listener);
    return {
      push: (samples) => thread.push(utterance, samples),
      finish: () => thread.finish(utterance),
      drop: () => thread.drop(utterance),
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) timer.cancel();
    for (const thread of this.#threads) thread.utterances.clear();
    await Promise.all([...this.#threads].map((thread) => thread.worker.terminate()));
  }

  #after(delayMs: number, run: () => void): void {
    const timer = this.#options.clock.after(delayMs, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
  }

  /** Returns the least loaded thread. A thread that is still starting is eligible; its messages wait until it is ready. */
  #choose(grammarId: string): RecognitionThread | undefined {
    const load = (thread: RecognitionThread) =>
      thread.utterances.size -
      (thread.hasGrammar(grammarId) ? grammarBonus : 0) +
      (thread.ready && !thread.stalled ? 0 : 100);
    const candidates = [...this.#threads].filter(({ retiring, terminating }) => !retiring && !terminating);
    return candidates.toSorted((a, b) => load(a) - load(b))[0];
  }

  #sendGrammar(thread: RecognitionThread, grammar: ThreadGrammar): void {
    if (thread.hasGrammar(grammar.id)) return;
    this.#recentWords.add(grammar.words);
    thread.addGrammar(grammar);
  }

  /** Handles threads that are stalled or fail to start, and utterances that time out. */
  #inspect(): void {
    this.#after(inspectEveryMs, () => this.#inspect());
    for (const thread of this.#threads) if (!thread.terminating) this.#inspectThread(thread);
    this.#measureIfIdle();
  }

  /** Measures the speed again after a busy time of the machine. Without utterances nothing else would raise it. */
  #measureIfIdle(): void {
    const threads = [...this.#threads];
    if (!this.capacity.isReduced || this.#nowMs - this.#measuredAtMs < measureEveryMs) return;
    if (threads.some(({ utterances, openRequests }) => utterances.size > 0 || openRequests > 0)) return;
    this.#measuredAtMs = this.#nowMs;
    threads.find(({ ready, terminating }) => ready && !terminating)?.measure();
  }

  #inspectThread(thread: RecognitionThread): void {
    const { health } = thread;
    if (health === 'starting') return;
    if (health === 'start_timeout' || health === 'no_progress') return this.#terminate(thread, health);
    const stalled = health === 'stalled';
    if (stalled) this.#recordFailure();
    if (stalled && !thread.stalled)
      this.#options.logger.warn({ utterances: thread.utterances.size }, 'A recognition thread is stalled.');
    thread.stalled = stalled;
    thread.failOverdue();
  }

  #terminate(thread: RecognitionThread, reason: 'start_timeout' | 'no_progress'): void {
    this.#options.logger.warn(
      { reason, utterances: thread.utterances.size },
      'A recognition thread was terminated.',
    );
    thread.terminate();
  }

  #recordFailure(): void {
    this.#failedAtMs = this.#nowMs;
  }

  #spawn(replaces: RecognitionThread | undefined): void {
    if (this.#closed) return;
    const { file, engine, logger } = this.#options;
    const { words, pronunciations } = this.#recentWords;
    const workerData: RecognitionThreadData = { ...engine, words, pronunciations };
    const worker = new Worker(file, { workerData, resourceLimits });
    const thread = new RecognitionThread(worker, this.#options.clock, replaces);
    this.#threads.add(thread);
    let cause: Error | undefined;
    worker.on(
      'message',
      this.#internalErrors.guard('speech', (reply: RecognitionReply) => this.#receive(thread, reply)),
    );
    worker.on('error', (error: Error) => {
      cause = error;
      logger.warn({ err: error }, 'A recognition thread failed.');
    });
    worker.once(
      'exit',
      this.#internalErrors.guard('speech', () => this.#onExit(thread, cause)),
    );
  }

  #receive(thread: RecognitionThread, reply: RecognitionReply): void {
    thread.messageReceived();
    switch (reply.type) {
      case 'ready':
        this.capacity.addStartMeasurement(reply.speed);
        return this.#onReady(thread);
      case 'measured':
        return this.capacity.addIdleMeasurement(reply.speed);
      case 'partial':
        thread.utterances.get(reply.utterance)?.onPartial(reply.text);
        return;
      case 'finished':
        return thread.resultReceived(reply.utterance, reply);
      case 'needs-replacement':
        return this.#spawn(thread);
      case 'pronounced':
        return this.#recentWords.addPronunciation(reply.word, reply.phones);
      case 'progress':
        return this.#onProgress(thread, reply);
    }
  }

  #onProgress(thread: RecognitionThread, progress: RecognitionProgress): void {
    thread.progressReceived(progress);
    this.capacity.addProgress(progress);
    if (progress.droppedMs === 0) return;
    this.#droppedMs += progress.droppedMs;
    this.#recordFailure();
    if (this.#nowMs - this.#dropLoggedAtMs < degradedMs) return;
    this.#dropLoggedAtMs = this.#nowMs;
    this.#options.logger.warn({ droppedMs: progress.droppedMs }, 'A recognition thread dropped audio.');
  }

  #onReady(thread: RecognitionThread): void {
    thread.ready = true;
    this.#failedStarts = 0;
    for (const waiting of this.#waitingForReady.splice(0)) waiting.resolve();
    if (thread.replaces === undefined) return;
    const { replaces } = thread;
    // Without this, a chain of replaced threads would stay in memory.
    thread.replaces = undefined;
    replaces.retire();
  }

  #onExit(thread: RecognitionThread, cause: Error | undefined): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    const error = new Error('A recognition thread died.', { cause });
    if (!thread.ready) for (const waiting of this.#waitingForReady.splice(0)) waiting.reject(cause ?? error);
    if (!thread.retiring) {
      this.#replaced += 1;
      this.#recordFailure();
      const fields = { replaced: this.#replaced, utterances: thread.utterances.size };
      this.#options.logger.warn(fields, 'A recognition thread was replaced.');
      this.#replaceDead(thread);
    }
    for (const listener of thread.utterances.values()) listener.onFailed(error);
  }

  /** Replaces a dead thread, unless its replacement is already starting. */
  #replaceDead(thread: RecognitionThread): void {
    if ([...this.#threads].some(({ replaces }) => replaces === thread)) return;
    if (thread.ready) return this.#spawn(undefined);
    const delayMs = Math.min(maxRespawnDelayMs, respawnDelayMs * 2 ** this.#failedStarts);
    this.#failedStarts += 1;
    const { replaces } = thread;
    // If the thread to be replaced died meanwhile, it has been replaced already.
    this.#after(delayMs, () => {
      if (replaces === undefined || this.#threads.has(replaces)) this.#spawn(replaces);
    });
  }
}
