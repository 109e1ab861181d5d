import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import { RecognitionCapacity } from './recognition-capacity.ts';
import type {
  RecognitionProgress,
  RecognitionReply,
  RecognitionRequest,
  RecognitionResult,
  RecognitionThreadData,
  ThreadGrammar,
} from './recognition-protocol.ts';

export interface RecognitionThreadsOptions {
  readonly file: URL;
  readonly engine: Omit<RecognitionThreadData, 'words' | 'pronunciations'>;
  readonly threads: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Counts internal errors. Defaults to a separate log. */
  readonly internalErrors?: InternalErrors | undefined;
}

/** Receives the results of an utterance. The last call is either `onFinished` or `onFailed`. */
export interface UtteranceListener {
  onPartial(text: string): void;
  onFinished(result: RecognitionResult): void;
  onFailed(error: Error): void;
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
}

interface Thread {
  readonly worker: Worker;
  readonly startedMs: number;
  readonly utterances: Map<number, UtteranceListener>;
  /** Finished utterances without a result, with the time of `finish`. */
  readonly pendingResults: Map<number, number>;
  /** Requests sent, and how many of them the thread has processed. */
  sentRequests: number;
  processedRequests: number;
  waitingMs: number;
  /** Time of the last message of the thread, or of the first unprocessed request if that is later. */
  lastMessageMs: number;
  readonly grammars: Set<string>;
  ready: boolean;
  stalled: boolean;
  /** The thread that this thread replaces. */
  replaces: Thread | undefined;
  /** Whether the thread accepts no new utterances and ends after its last utterance. */
  retiring: boolean;
  /** Whether the thread is being terminated because of a fault. */
  terminating: boolean;
}

const inspectEveryMs = 1_000;
/** A thread with work that reports nothing for this long is stalled. */
const stalledMs = 5_000;
/**
 * A thread with work that reports nothing for this long is terminated, which fails all its utterances. On a busy machine a healthy thread may get no
 * CPU time for seconds.
 */
const maxSilenceMs = 15_000;
/** An utterance whose result takes longer fails; its thread continues. */
const maxFinishMs = 60_000;
/** Start timeout. A start takes 0.5 s on an idle machine and much longer on an overloaded one. */
const maxStartMs = 60_000;
/** Delay before a thread that failed to start is started again. It doubles with each failure, up to the maximum. */
const respawnDelayMs = 1_000;
const maxRespawnDelayMs = 30_000;
/** How long after a fault the recogniser counts as degraded. */
const degradedMs = 60_000;
/** A thread that needs longer than this to decode its waiting audio admits no further streams. */
const maxBacklogMs = 1_000;
/** Limit of the young generation, in which 30 MB of samples would otherwise accumulate before garbage collection. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };
/** The most words that a new thread receives at its start. */
const maxWords = 3_000;
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
  readonly #threads = new Set<Thread>();
  readonly #timers = new Set<Timer>();
  readonly #waitingForReady: { resolve: () => void; reject: (error: Error) => void }[] = [];
  /** Recently used words. New threads receive them at their start, which is cheaper than adding them later. */
  readonly #words = new Set<string>();
  readonly #pronunciations = new Map<string, readonly string[]>();
  #nextUtterance = 1;
  #failedStarts = 0;
  #replaced = 0;
  #droppedMs = 0;
  #faultAtMs = -Infinity;
  #dropLoggedAtMs = -Infinity;
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
      requests: threads.reduce(
        (sum, { sentRequests, processedRequests }) => sum + sentRequests - processedRequests,
        0,
      ),
      waitingMs: threads.reduce((sum, { waitingMs }) => sum + waitingMs, 0),
      droppedMs: this.#droppedMs,
      isDegraded: this.#nowMs - this.#faultAtMs < degradedMs,
    };
  }

  /** Number of streams that can be served concurrently; 0 while no thread can accept more work. */
  get maxStreams(): number {
    const keepsUp = ({ ready, stalled, retiring, waitingMs }: Thread) =>
      ready && !stalled && !retiring && waitingMs / this.capacity.speed <= maxBacklogMs;
    const count = [...this.#threads].filter(keepsUp).length;
    return count === 0 ? 0 : this.capacity.maxStreams(Math.min(count, this.#options.threads));
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
    thread.utterances.set(utterance, listener);
    this.#send(thread, { type: 'start', utterance, grammarId: grammar.id });
    return {
      push: (samples) => this.#send(thread, { type: 'audio', utterance, samples }),
      finish: () => {
        if (thread.utterances.has(utterance)) thread.pendingResults.set(utterance, this.#nowMs);
        this.#send(thread, { type: 'finish', utterance });
      },
      drop: () => this.#drop(thread, utterance),
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
  #choose(grammarId: string): Thread | undefined {
    const load = (thread: Thread) =>
      thread.utterances.size -
      (thread.grammars.has(grammarId) ? grammarBonus : 0) +
      (thread.ready && !thread.stalled ? 0 : 100);
    const candidates = [...this.#threads].filter(({ retiring, terminating }) => !retiring && !terminating);
    return candidates.toSorted((a, b) => load(a) - load(b))[0];
  }

  #sendGrammar(thread: Thread, grammar: ThreadGrammar): void {
    if (thread.grammars.has(grammar.id)) return;
    thread.grammars.add(grammar.id);
    const { id, words, network, allSenones } = grammar;
    for (const word of words) this.#addWord(word);
    this.#send(thread, { type: 'add-grammar', grammar: { id, words, network, allSenones } });
  }

  #addWord(word: string): void {
    this.#words.delete(word);
    this.#words.add(word);
    if (this.#words.size <= maxWords) return;
    const oldest = this.#words.values().next().value!;
    this.#words.delete(oldest);
    this.#pronunciations.delete(oldest);
  }

  #drop(thread: Thread, utterance: number): void {
    if (!thread.utterances.delete(utterance)) return;
    thread.pendingResults.delete(utterance);
    this.#send(thread, { type: 'drop', utterance });
    this.#retireIfIdle(thread);
  }

  #send(thread: Thread, request: RecognitionRequest): void {
    if (thread.sentRequests === thread.processedRequests) thread.lastMessageMs = this.#nowMs;
    thread.sentRequests += 1;
    thread.worker.postMessage(request, []);
  }

  /** Handles threads that are stalled or fail to start, and utterances that time out. */
  #inspect(): void {
    this.#after(inspectEveryMs, () => this.#inspect());
    for (const thread of this.#threads) {
      if (thread.terminating) continue;
      if (thread.ready) this.#inspectReady(thread);
      else if (this.#nowMs - thread.startedMs >= maxStartMs) this.#terminate(thread, 'start_timeout');
    }
  }

  #inspectReady(thread: Thread): void {
    const silentMs = this.#nowMs - thread.lastMessageMs;
    const hasWork = thread.sentRequests > thread.processedRequests || thread.pendingResults.size > 0;
    if (hasWork && silentMs >= maxSilenceMs) return this.#terminate(thread, 'no_progress');
    const stalled = hasWork && silentMs >= stalledMs;
    if (stalled) this.#recordFault();
    if (stalled && !thread.stalled)
      this.#options.logger.warn({ utterances: thread.utterances.size }, 'A recognition thread is stalled.');
    thread.stalled = stalled;
    this.#failOverdue(thread);
  }

  #failOverdue(thread: Thread): void {
    for (const [utterance, finishedMs] of thread.pendingResults) {
      if (this.#nowMs - finishedMs < maxFinishMs) continue;
      const listener = thread.utterances.get(utterance);
      this.#drop(thread, utterance);
      listener?.onFailed(new Error('The recognition thread is too far behind.'));
    }
  }

  #terminate(thread: Thread, reason: 'start_timeout' | 'no_progress'): void {
    this.#options.logger.warn(
      { reason, utterances: thread.utterances.size },
      'A recognition thread was terminated.',
    );
    thread.terminating = true;
    thread.stalled = true;
    void thread.worker.terminate();
  }

  #recordFault(): void {
    this.#faultAtMs = this.#nowMs;
  }

  #spawn(replaces: Thread | undefined): void {
    if (this.#closed) return;
    const { file, engine, logger } = this.#options;
    const words = [...this.#words];
    const workerData: RecognitionThreadData = { ...engine, words, pronunciations: this.#pronunciations };
    const worker = new Worker(file, { workerData, resourceLimits });
    const nowMs = this.#nowMs;
    const thread: Thread = {
      worker,
      startedMs: nowMs,
      utterances: new Map(),
      pendingResults: new Map(),
      sentRequests: 0,
      processedRequests: 0,
      waitingMs: 0,
      lastMessageMs: nowMs,
      grammars: new Set(),
      ready: false,
      stalled: false,
      replaces,
      retiring: false,
      terminating: false,
    };
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

  #receive(thread: Thread, reply: RecognitionReply): void {
    thread.lastMessageMs = this.#nowMs;
    switch (reply.type) {
      case 'ready':
        this.capacity.addStartMeasurement(reply.speed);
        return this.#onReady(thread);
      case 'partial':
        thread.utterances.get(reply.utterance)?.onPartial(reply.text);
        return;
      case 'finished': {
        const listener = thread.utterances.get(reply.utterance);
        thread.utterances.delete(reply.utterance);
        thread.pendingResults.delete(reply.utterance);
        listener?.onFinished(reply);
        return this.#retireIfIdle(thread);
      }
      case 'needs-replacement':
        return this.#spawn(thread);
      case 'pronounced':
        if (this.#words.has(reply.word)) this.#pronunciations.set(reply.word, reply.phones);
        return;
      case 'progress':
        return this.#onProgress(thread, reply);
    }
  }

  #onProgress(thread: Thread, progress: RecognitionProgress): void {
    thread.processedRequests = progress.processedRequests;
    thread.waitingMs = progress.waitingMs;
    this.capacity.addProgress(progress);
    if (progress.droppedMs === 0) return;
    this.#droppedMs += progress.droppedMs;
    this.#recordFault();
    if (this.#nowMs - this.#dropLoggedAtMs < degradedMs) return;
    this.#dropLoggedAtMs = this.#nowMs;
    this.#options.logger.warn({ droppedMs: progress.droppedMs }, 'A recognition thread dropped audio.');
  }

  #onReady(thread: Thread): void {
    thread.ready = true;
    this.#failedStarts = 0;
    for (const waiting of this.#waitingForReady.splice(0)) waiting.resolve();
    if (thread.replaces === undefined) return;
    const { replaces } = thread;
    // Without this, a chain of replaced threads would stay in memory.
    thread.replaces = undefined;
    replaces.retiring = true;
    this.#retireIfIdle(replaces);
  }

  #retireIfIdle(thread: Thread): void {
    if (thread.retiring && thread.utterances.size === 0) void thread.worker.terminate();
  }

  #onExit(thread: Thread, cause: Error | undefined): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    const error = new Error('A recognition thread died.', { cause });
    if (!thread.ready) for (const waiting of this.#waitingForReady.splice(0)) waiting.reject(cause ?? error);
    if (!thread.retiring) {
      this.#replaced += 1;
      this.#recordFault();
      const fields = { replaced: this.#replaced, utterances: thread.utterances.size };
      this.#options.logger.warn(fields, 'A recognition thread was replaced.');
      this.#replaceDead(thread);
    }
    for (const listener of thread.utterances.values()) listener.onFailed(error);
  }

  /** Replaces a dead thread, unless its replacement is already starting. */
  #replaceDead(thread: Thread): void {
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
