import { Worker } from 'node:worker_threads';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { CallTrace, CallTraces } from '../sip/call-trace.ts';
import type { KeptTrace } from './trace-folder.ts';
import type { TraceCommand, TraceReport, TraceWorkerStart } from './trace-messages.ts';

export interface TraceWriterOptions extends TraceWorkerStart {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How the worker is started; for tests. */
  readonly startWorker?: (start: TraceWorkerStart) => Worker;
}

/** Writes on their way to the worker. Beyond it, only the last state of each key waits. */
const inFlightMost = 64;
/** Pause before an ended worker is started again, so that one that cannot start does not take a core. */
const restartDelayMs = 1_000;
/** How long an INVITE waits until its trace is written. */
const writtenMsMost = 1_000;
/** How long `close` waits for a disk that does not answer. */
const closeMsMost = 2_000;

const startTraceWorker = (start: TraceWorkerStart): Worker =>
  new Worker(new URL('./trace-worker.ts', import.meta.url), { workerData: start, name: 'traces' });

/**
 * The traces of calls, written by a thread of their own: a slow disk delays no SIP message but an
 * INVITE, which is sent after its line is written, at the latest 1 s later. Other lines are handed to the system within a fraction of a
 * millisecond after the message they belong to; a process that is killed in between loses that line.
 */
export class TraceWriter implements CallTraces {
  readonly #options: TraceWriterOptions;
  readonly #kept = new Map<string, string>();
  readonly #waiting = new Map<string, string | undefined>();
  readonly #answers = new Map<number, (value: unknown) => void>();
  #worker: Worker;
  /** The keys of the writes on their way to the worker, which answers them in this order. */
  #inFlight: string[] = [];
  /** Who waits, and for which key. */
  readonly #onWritten = new Map<() => void, string>();
  #lastId = 0;
  #idle = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(options: TraceWriterOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  keep(key: string, trace: CallTrace): void {
    const text = JSON.stringify(trace);
    this.#kept.set(key, text);
    this.#write(key, text);
  }

  written(key: string): Promise<void> | undefined {
    if (this.#isWritten(key)) return undefined;
    const { clock, logger } = this.#options;
    return new Promise((resolve) => {
      const late = clock.after(writtenMsMost, () => {
        logger.warn({ waitedMs: writtenMsMost }, 'An INVITE is sent before its trace is written.');
        done();
      });
      const done = () => {
        late.cancel();
        this.#onWritten.delete(done);
        resolve();
      };
      this.#onWritten.set(done, key);
    });
  }

  #isWritten(key: string): boolean {
    return !this.#waiting.has(key) && !this.#inFlight.includes(key);
  }

  forget(key: string): void {
    if (this.#kept.delete(key)) this.#write(key, undefined);
  }

  /** Takes room from the disk for the traces to come. */
  async reserve(): Promise<void> {
    await this.#ask((id) => ({ type: 'reserve', id }));
  }

  /** The other processes that left a file behind, or still use it. */
  async others(): Promise<readonly string[]> {
    return ((await this.#ask((id) => ({ type: 'others', id }))) ?? []) as readonly string[];
  }

  /** Makes the traces of a process that is gone our own. */
  async takeOver(nodeId: string): Promise<readonly KeptTrace[]> {
    const value = await this.#ask((id) => ({ type: 'take-over', id, nodeId }));
    const taken = (value ?? []) as readonly KeptTrace[];
    for (const { key, trace } of taken) this.#kept.set(key, JSON.stringify(trace));
    return taken;
  }

  /** To be called after the last call. Resolves when everything is written, or the disk does not answer. */
  async close(): Promise<void> {
    const { clock } = this.#options;
    const deadline = new AbortController();
    const late = clock.sleep(closeMsMost, deadline.signal).catch(() => undefined);
    await Promise.race([this.#closeFile(), late]);
    deadline.abort();
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  async #closeFile(): Promise<void> {
    if (this.#inFlight.length > 0) await this.#idle.promise;
    await this.#ask((id) => ({ type: 'close', id }));
  }

  #write(key: string, trace: string | undefined): void {
    if (this.#inFlight.length >= inFlightMost) this.#waiting.set(key, trace);
    else this.#post(key, trace);
  }

  #post(key: string, trace: string | undefined): void {
    this.#inFlight.push(key);
    this.#send({ type: 'write', key, trace });
  }

  #ask(command: (id: number) => TraceCommand): Promise<unknown> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const id = (this.#lastId += 1);
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#send(command(id));
    });
  }

  #send(command: TraceCommand): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(command);
  }

  #start(): Worker {
    const { folder, nodeId, startWorker = startTraceWorker } = this.#options;
    const worker = startWorker({ folder, nodeId });
    worker.on('message', (report: TraceReport) => this.#take(report));
    worker.on('error', (err) => this.#options.logger.error({ err }, 'The thread that writes traces failed.'));
    worker.once('exit', () => {
      this.#answerNone();
      if (!this.#isClosed) this.#options.clock.after(restartDelayMs, () => this.#restart());
    });
    worker.unref();
    return worker;
  }

  #answerNone(): void {
    for (const answer of this.#answers.values()) answer(undefined);
    this.#answers.clear();
  }

  /** All that is kept is written again. */
  #restart(): void {
    this.#answerNone();
    if (this.#isClosed) return;
    this.#worker = this.#start();
    this.#inFlight = [];
    this.#waiting.clear();
    for (const [key, trace] of this.#kept) this.#write(key, trace);
    this.#noteIdle();
  }

  #take(report: TraceReport): void {
    if (report.type === 'written') this.#written();
    else if (report.type === 'answer') {
      this.#answers.get(report.id)?.(report.value);
      this.#answers.delete(report.id);
    } else {
      const { message } = report;
      this.#options.logger.error({ error: message }, 'What ends calls after a crash cannot be kept.');
    }
  }

  #written(): void {
    const key = this.#inFlight.shift();
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next[0]);
      this.#post(...next);
    }
    for (const [done, awaited] of this.#onWritten) if (awaited === key && this.#isWritten(key)) done();
    this.#noteIdle();
  }

  #noteIdle(): void {
    if (this.#inFlight.length > 0) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }
}
