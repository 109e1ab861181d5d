import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import type {
  RecognitionReply,
  RecognitionRequest,
  RecognitionResult,
  RecognitionThreadData,
  ThreadGrammar,
} from './recognition-protocol.ts';

export interface RecognitionThreadsOptions {
  readonly file: URL;
  readonly engine: Omit<RecognitionThreadData, 'words'>;
  readonly threads: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Counts defects; a log of the threads alone by default. */
  readonly internalErrors?: InternalErrors | undefined;
}

/** Who hears what becomes of an utterance. One of `finished` and `failed` is the last. */
export interface UtteranceListener {
  heard(text: string): void;
  finished(result: RecognitionResult): void;
  failed(error: Error): void;
}

/** An utterance under way. Nothing is told after `drop`. */
export interface UtteranceHandle {
  push(samples: Int16Array): void;
  finish(): void;
  drop(): void;
}

interface Thread {
  readonly worker: Worker;
  readonly utterances: Map<number, UtteranceListener>;
  /** When it last said anything. */
  heardMs: number;
  readonly grammars: Set<string>;
  ready: boolean;
  /** The thread that this one is to take over from. */
  readonly replaces: Thread | undefined;
  /** Takes no new utterance, and ends with its last. */
  retiring: boolean;
}

/**
 * A finished utterance has its text within milliseconds; a thread that owes one and says nothing for so long hangs. On a machine that is
 * busy with other things one that is well may have no turn for seconds, and ending it would cost all its utterances.
 */
const silenceMsMax = 15_000;
/** One that is only behind may take longer; but not for ever. */
const finishMsMax = 60_000;
/** A thread that ends before it was ready is started again after this. */
const respawnDelayMs = 1000;
/** Samples come and go; without a limit the heap of a thread grows by 30 MB of them before it is swept. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };
/** Words that a new thread is told from the start. */
const wordsMax = 3000;
/** A thread that knows the grammar is preferred unless it has so many more utterances. */
const knowsGrammarBonus = 3;

/**
 * Threads of recognition. An utterance stays on one; a thread that dies fails its utterances and is replaced, a worn
 * one is replaced without anyone noticing.
 */
export class RecognitionThreads {
  readonly #options: RecognitionThreadsOptions;
  readonly #errors: InternalErrors;
  readonly #threads = new Set<Thread>();
  readonly #timers = new Set<Timer>();
  readonly #starting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  /** Seen lately; a new thread knows them from the start, which is cheaper than adding them. */
  readonly #words = new Set<string>();
  #nextUtterance = 1;
  #closed = false;
  /** Threads that died since the start. */
  deaths = 0;

  constructor(options: RecognitionThreadsOptions) {
    this.#options = options;
    this.#errors = options.internalErrors ?? new InternalErrorLog(options);
    for (let i = 0; i < options.threads; i++) this.#spawn(undefined);
  }

  get threadCount(): number {
    return [...this.#threads].filter((thread) => thread.ready).length;
  }

  get utteranceCount(): number {
    return [...this.#threads].reduce((sum, thread) => sum + thread.utterances.size, 0);
  }

  /** Resolves when a thread is ready; rejects when one ends before. */
  started(): Promise<void> {
    if (this.threadCount > 0) return Promise.resolve();
    return new Promise((resolve, reject) => this.#starting.push({ resolve, reject }));
  }

  /** Has a thread make the grammar ready ahead of the first utterance. */
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
    send(thread, { type: 'begin', utterance, grammarId: grammar.id });
    return {
      push: (samples) => send(thread, { type: 'audio', utterance, samples }),
      finish: () => {
        send(thread, { type: 'finish', utterance });
        this.#watch(thread, utterance);
      },
      drop: () => {
        thread.utterances.delete(utterance);
        send(thread, { type: 'drop', utterance });
        this.#retireIfIdle(thread);
      },
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) timer.cancel();
    for (const thread of this.#threads) thread.utterances.clear();
    await Promise.all([...this.#threads].map((thread) => thread.worker.terminate()));
  }

  /** A thread that is starting will do: what is sent to it waits. */
  #choose(grammarId: string): Thread | undefined {
    const load = (thread: Thread) =>
      thread.utterances.size -
      (thread.grammars.has(grammarId) ? knowsGrammarBonus : 0) +
      (thread.ready ? 0 : 100);
    const candidates = [...this.#threads].filter((thread) => !thread.retiring);
    return candidates.toSorted((a, b) => load(a) - load(b))[0];
  }

  #teach(thread: Thread, grammar: ThreadGrammar): void {
    if (thread.grammars.has(grammar.id)) return;
    thread.grammars.add(grammar.id);
    const { id, words, network, allSounds } = grammar;
    for (const word of words) this.#remember(word);
    send(thread, { type: 'learn', grammar: { id, words, network, allSounds } });
  }

  #remember(word: string): void {
    this.#words.delete(word);
    this.#words.add(word);
    if (this.#words.size > wordsMax) this.#words.delete(this.#words.values().next().value!);
  }

  #watch(thread: Thread, utterance: number, finishedMs = this.#options.clock.monotonicMs()): void {
    const { clock } = this.#options;
    const timer = clock.after(silenceMsMax, () => {
      this.#timers.delete(timer);
      if (!thread.utterances.has(utterance)) return;
      const nowMs = clock.monotonicMs();
      const hangs = nowMs - thread.heardMs >= silenceMsMax || nowMs - finishedMs >= finishMsMax;
      if (hangs) void thread.worker.terminate();
      else this.#watch(thread, utterance, finishedMs);
    });
    this.#timers.add(timer);
  }

  #spawn(replaces: Thread | undefined): void {
    const { file, engine, logger, clock } = this.#options;
    const workerData: RecognitionThreadData = { ...engine, words: [...this.#words] };
    const worker = new Worker(file, { workerData, resourceLimits });
    const thread: Thread = {
      worker,
      utterances: new Map(),
      heardMs: clock.monotonicMs(),
      grammars: new Set(),
      ready: false,
      replaces,
      retiring: false,
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
      this.#errors.guard('speech', () => this.#buried(thread, cause)),
    );
  }

  #receive(thread: Thread, reply: RecognitionReply): void {
    thread.heardMs = this.#options.clock.monotonicMs();
    switch (reply.type) {
      case 'ready':
        return this.#becameReady(thread);
      case 'heard':
        thread.utterances.get(reply.utterance)?.heard(reply.text);
        return;
      case 'finished': {
        const listener = thread.utterances.get(reply.utterance);
        thread.utterances.delete(reply.utterance);
        listener?.finished(reply);
        return this.#retireIfIdle(thread);
      }
      case 'worn':
        return this.#spawn(thread);
    }
  }

  #becameReady(thread: Thread): void {
    thread.ready = true;
    for (const waiting of this.#starting.splice(0)) waiting.resolve();
    if (thread.replaces === undefined) return;
    thread.replaces.retiring = true;
    this.#retireIfIdle(thread.replaces);
  }

  #retireIfIdle(thread: Thread): void {
    if (thread.retiring && thread.utterances.size === 0) void thread.worker.terminate();
  }

  #buried(thread: Thread, cause: Error | undefined): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    const error = new Error('A recognition thread died.', { cause });
    if (!thread.ready) for (const waiting of this.#starting.splice(0)) waiting.reject(cause ?? error);
    if (!thread.retiring) {
      this.deaths += 1;
      this.#replaceDead(thread);
    }
    for (const listener of thread.utterances.values()) listener.failed(error);
  }

  /** A worn thread may die before the one that takes over from it is ready: that one is enough. */
  #replaceDead(thread: Thread): void {
    if ([...this.#threads].some(({ replaces }) => replaces === thread)) return;
    if (thread.ready) return this.#spawn(undefined);
    const timer = this.#options.clock.after(respawnDelayMs, () => {
      this.#timers.delete(timer);
      this.#spawn(thread.replaces);
    });
    this.#timers.add(timer);
  }
}

function send(thread: Thread, request: RecognitionRequest): void {
  thread.worker.postMessage(request, []);
}
