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

/** Receives the results of an utterance. One of `finished` and `failed` is the last. */
export interface UtteranceListener {
  heard(text: string): void;
  finished(result: RecognitionResult): void;
  failed(error: Error): void;
}

/** An utterance in progress. Nothing is reported after `drop`. */
export interface UtteranceHandle {
  push(samples: Int16Array): void;
  finish(): void;
  drop(): void;
}

/** The state of the threads, for health checks and metrics. */
export interface RecognitionStatus {
  readonly threads: number;
  readonly ready: number;
  /** Threads with work that have sent nothing for some seconds. */
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
  /** Whether a thread was replaced, stalled or dropped audio a short time ago. */
  readonly hadTrouble: boolean;
}

interface Thread {
  readonly worker: Worker;
  readonly startedMs: number;
  readonly utterances: Map<number, UtteranceListener>;
  /** Utterances that have been finished and have no result yet, with the time of `finish`. */
  readonly owed: Map<number, number>;
  /** Requests sent, and how many of them the thread has processed. */
  sent: number;
  handled: number;
  waitingMs: number;
  /** Time of its last message, or of the first unanswered request if that is later. */
  heardMs: number;
  readonly grammars: Set<string>;
  ready: boolean;
  stalled: boolean;
  /** The thread that this one replaces. */
  replaces: Thread | undefined;
  /** Accepts no new utterances, and ends after its last one. */
  retiring: boolean;
  /** Is being terminated for a fault. */
  ending: boolean;
}

const inspectEveryMs = 1_000;
/** A thread with work that reports nothing for this long is stalled. */
const stalledMs = 5_000;
/**
 * A stalled thread is terminated after this time. On a busy machine a healthy thread may get no CPU time for seconds, and its termination fails all
 * its utterances.
 */
const silenceMsMax = 15_000;
/** An utterance whose result takes longer fails; its thread continues. */
const finishMsMax = 60_000;
/** Start timeout. A start takes 0.5 s on an idle machine and much longer on an overloaded one. */
const startMsMax = 60_000;
/** Delay before a thread that failed to start is started again; it doubles up to the maximum. */
const respawnDelayMs = 1_000;
const respawnDelayMsMax = 30_000;
/** How long after a fault the recogniser counts as degraded. */
const troubleMs = 60_000;
/** Waiting audio above which no further streams are admitted. */
const backlogMsMax = 1_000;
/** Heap limit, since a thread would otherwise accumulate 30 MB of samples before garbage collection. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };
/** The most words that a new thread gets at its start. */
const wordsMax = 3_000;
/** A thread that has the grammar is preferred unless it has at least this many more utterances. */
const knowsGrammarBonus = 3;

/**
 * Manages the recognition threads. An utterance stays on one thread. A thread that dies fails its utterances and is replaced; one that has leaked
 * memory is replaced without interruption.
 */
export class RecognitionThreads {
  readonly capacity = new RecognitionCapacity();
  readonly #options: RecognitionThreadsOptions;
  readonly #errors: InternalErrors;
  readonly #threads = new Set<Thread>();
  readonly #timers = new Set<Timer>();
  readonly #starting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  /** Recently used words. New threads get them at their start, which is cheaper than adding them. */
  readonly #words = new Set<string>();
  readonly #pronunciations = new Map<string, readonly string[]>();
  #nextUtterance = 1;
  #failedStarts = 0;
  #replaced = 0;
  #droppedMs = 0;
  #troubleAtMs = -Infinity;
  #dropLoggedAtMs = -Infinity;
  #closed = false;

  constructor(options: RecognitionThreadsOptions) {
    this.#options = options;
    this.#errors = options.internalErrors ?? new InternalErrorLog(options);
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
      requests: threads.reduce((sum, { sent, handled }) => sum + sent - handled, 0),
      waitingMs: threads.reduce((sum, { waitingMs }) => sum + waitingMs, 0),
      droppedMs: this.#droppedMs,
      hadTrouble: this.#nowMs - this.#troubleAtMs < troubleMs,
    };
  }

  /** Number of streams that can be served concurrently; 0 while no thread can accept more work. */
  get streamsMax(): number {
    const keepsUp = ({ ready, stalled, retiring, waitingMs }: Thread) =>
      ready && !stalled && !retiring && waitingMs / this.capacity.speed <= backlogMsMax;
    const able = [...this.#threads].filter(keepsUp).length;
    return able === 0 ? 0 : this.capacity.streams(Math.min(able, this.#options.threads));
  }

  get #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  /** Resolves when a thread is ready; rejects if one ends before. */
  started(): Promise<void> {
    if (this.status.ready > 0) return Promise.resolve();
    return new Promise((resolve, reject) => this.#starting.push({ resolve, reject }));
  }

  /** Lets a thread prepare the grammar before the first utterance. */
  learn(grammar: ThreadGrammar): void {
    const thread = this.#choose(grammar.id);
    if (thread !== undefined) this.#teach(thread, grammar);
  }

  begin(grammar: ThreadGrammar, listener: UtteranceListener): UtteranceHandle {
    const thread = this.#choose(grammar.id);
    const utterance = this.#nextUtterance++;
    if (thread === undefined) {
      queueMicrotask(() => listener.failed(new Error('No recognition thread is alive.')));
      return { push: () => {}, finish: () => {}, drop: () => {} };
    }
    this.#teach(thread, grammar);
    thread.utterances.set(utterance, listener);
    this.#send(thread, { type: 'begin', utterance, grammarId: grammar.id });
    return {
      push: (samples) => this.#send(thread, { type: 'audio', utterance, samples }),
      finish: () => {
        if (thread.utterances.has(utterance)) thread.owed.set(utterance, this.#nowMs);
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

  /** A starting thread is accepted too; its messages wait until it is ready. */
  #choose(grammarId: string): Thread | undefined {
    const load = (thread: Thread) =>
      thread.utterances.size -
      (thread.grammars.has(grammarId) ? knowsGrammarBonus : 0) +
      (thread.ready && !thread.stalled ? 0 : 100);
    const candidates = [...this.#threads].filter(({ retiring, ending }) => !retiring && !ending);
    return candidates.toSorted((a, b) => load(a) - load(b))[0];
  }

  #teach(thread: Thread, grammar: ThreadGrammar): void {
    if (thread.grammars.has(grammar.id)) return;
    thread.grammars.add(grammar.id);
    const { id, words, network, allSounds } = grammar;
    for (const word of words) this.#remember(word);
    this.#send(thread, { type: 'learn', grammar: { id, words, network, allSounds } });
  }

  #remember(word: string): void {
    this.#words.delete(word);
    this.#words.add(word);
    if (this.#words.size <= wordsMax) return;
    const oldest = this.#words.values().next().value!;
    this.#words.delete(oldest);
    this.#pronunciations.delete(oldest);
  }

  #drop(thread: Thread, utterance: number): void {
    if (!thread.utterances.delete(utterance)) return;
    thread.owed.delete(utterance);
    this.#send(thread, { type: 'drop', utterance });
    this.#retireIfIdle(thread);
  }

  #send(thread: Thread, request: RecognitionRequest): void {
    if (thread.sent === thread.handled) thread.heardMs = this.#nowMs;
    thread.sent += 1;
    thread.worker.postMessage(request, []);
  }

  /** Handles threads that are stalled or fail to start, and utterances that time out. */
  #inspect(): void {
    this.#after(inspectEveryMs, () => this.#inspect());
    for (const thread of this.#threads) {
      if (thread.ending) continue;
      if (thread.ready) this.#inspectReady(thread);
      else if (this.#nowMs - thread.startedMs >= startMsMax) this.#end(thread, 'start_timeout');
    }
  }

  #inspectReady(thread: Thread): void {
    const silentMs = this.#nowMs - thread.heardMs;
    const hasWork = thread.sent > thread.handled || thread.owed.size > 0;
    if (hasWork && silentMs >= silenceMsMax) return this.#end(thread, 'no_progress');
    const stalled = hasWork && silentMs >= stalledMs;
    if (stalled) this.#troubled();
    if (stalled && !thread.stalled)
      this.#options.logger.warn({ utterances: thread.utterances.size }, 'A recognition thread is stalled.');
    thread.stalled = stalled;
    this.#failOverdue(thread);
  }

  #failOverdue(thread: Thread): void {
    for (const [utterance, finishedMs] of thread.owed) {
      if (this.#nowMs - finishedMs < finishMsMax) continue;
      const listener = thread.utterances.get(utterance);
      this.#drop(thread, utterance);
      listener?.failed(new Error('The recognition thread is too far behind.'));
    }
  }

  #end(thread: Thread, reason: 'start_timeout' | 'no_progress'): void {
    this.#options.logger.warn(
      { reason, utterances: thread.utterances.size },
      'A recognition thread was terminated.',
    );
    thread.ending = true;
    thread.stalled = true;
    void thread.worker.terminate();
  }

  #troubled(): void {
    this.#troubleAtMs = this.#nowMs;
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
      owed: new Map(),
      sent: 0,
      handled: 0,
      waitingMs: 0,
      heardMs: nowMs,
      grammars: new Set(),
      ready: false,
      stalled: false,
      replaces,
      retiring: false,
      ending: false,
    };
    this.#threads.add(thread);
    let cause: Error | undefined;
    worker.on(
      'message',
      this.#errors.guard('speech', (reply: RecognitionReply) => this.#receive(thread, reply)),
    );
    worker.on('error', (error: Error) => {
      cause = error;
      logger.warn({ err: error }, 'A recognition thread failed.');
    });
    worker.once(
      'exit',
      this.#errors.guard('speech', () => this.#exited(thread, cause)),
    );
  }

  #receive(thread: Thread, reply: RecognitionReply): void {
    thread.heardMs = this.#nowMs;
    switch (reply.type) {
      case 'ready':
        this.capacity.started(reply.speed);
        return this.#becameReady(thread);
      case 'heard':
        thread.utterances.get(reply.utterance)?.heard(reply.text);
        return;
      case 'finished': {
        const listener = thread.utterances.get(reply.utterance);
        thread.utterances.delete(reply.utterance);
        thread.owed.delete(reply.utterance);
        listener?.finished(reply);
        return this.#retireIfIdle(thread);
      }
      case 'worn':
        return this.#spawn(thread);
      case 'pronounced':
        if (this.#words.has(reply.word)) this.#pronunciations.set(reply.word, reply.phones);
        return;
      case 'progress':
        return this.#progressed(thread, reply);
    }
  }

  #progressed(thread: Thread, progress: RecognitionProgress): void {
    thread.handled = progress.handled;
    thread.waitingMs = progress.waitingMs;
    this.capacity.worked(progress);
    if (progress.droppedMs === 0) return;
    this.#droppedMs += progress.droppedMs;
    this.#troubled();
    if (this.#nowMs - this.#dropLoggedAtMs < troubleMs) return;
    this.#dropLoggedAtMs = this.#nowMs;
    this.#options.logger.warn({ droppedMs: progress.droppedMs }, 'A recognition thread dropped audio.');
  }

  #becameReady(thread: Thread): void {
    thread.ready = true;
    this.#failedStarts = 0;
    for (const waiting of this.#starting.splice(0)) waiting.resolve();
    if (thread.replaces === undefined) return;
    const { replaces } = thread;
    // Releases the replaced thread; otherwise a chain of dead threads would stay in memory.
    thread.replaces = undefined;
    replaces.retiring = true;
    this.#retireIfIdle(replaces);
  }

  #retireIfIdle(thread: Thread): void {
    if (thread.retiring && thread.utterances.size === 0) void thread.worker.terminate();
  }

  #exited(thread: Thread, cause: Error | undefined): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    const error = new Error('A recognition thread died.', { cause });
    if (!thread.ready) for (const waiting of this.#starting.splice(0)) waiting.reject(cause ?? error);
    if (!thread.retiring) {
      this.#replaced += 1;
      this.#troubled();
      const fields = { replaced: this.#replaced, utterances: thread.utterances.size };
      this.#options.logger.warn(fields, 'A recognition thread was replaced.');
      this.#replaceDead(thread);
    }
    for (const listener of thread.utterances.values()) listener.failed(error);
  }

  /** A thread may die before its replacement is ready; no second replacement is needed then. */
  #replaceDead(thread: Thread): void {
    if ([...this.#threads].some(({ replaces }) => replaces === thread)) return;
    if (thread.ready) return this.#spawn(undefined);
    const delayMs = Math.min(respawnDelayMsMax, respawnDelayMs * 2 ** this.#failedStarts);
    this.#failedStarts += 1;
    const { replaces } = thread;
    // A thread that died meanwhile has already been replaced.
    this.#after(delayMs, () => {
      if (replaces === undefined || this.#threads.has(replaces)) this.#spawn(replaces);
    });
  }
}
