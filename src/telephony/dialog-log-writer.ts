import { Worker } from 'node:worker_threads';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { DialogLogEntry, DialogLog } from '../sip/dialog-log.ts';
import type { StoredEntry } from './dialog-log-folder.ts';
import type { DialogLogCommand, DialogLogReport, DialogLogWorkerData } from './dialog-log-messages.ts';

export interface DialogLogWriterOptions extends DialogLogWorkerData {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Starts the worker; replaced in tests. */
  readonly startWorker?: (workerData: DialogLogWorkerData) => Worker;
}

/** The most unconfirmed writes. Of further writes, only the last one of each key is queued. */
const maxInFlight = 64;
/** Delay before an exited worker is restarted, so that a worker that cannot start does not use a whole core. */
const restartDelayMs = 1_000;
/** The longest time that an INVITE waits for its entry to be written. */
const maxWriteWaitMs = 1_000;
/** The longest time that `close` waits for a disk that does not respond. */
const maxCloseMs = 2_000;

const startDialogLogWorker = (workerData: DialogLogWorkerData): Worker =>
  new Worker(new URL('./dialog-log-worker.ts', import.meta.url), { workerData, name: 'dialog-log' });

/**
 * Writes the dialog log on a separate thread, so that a slow disk delays no SIP message except an INVITE. An INVITE is
 * sent after its entry is written, at most 1 s later. Any other message is sent immediately; its entry reaches the
 * operating system within a fraction of a millisecond, and is lost if the process is killed before that.
 */
export class DialogLogWriter implements DialogLog {
  readonly #options: DialogLogWriterOptions;
  readonly #entries = new Map<string, string>();
  readonly #queued = new Map<string, string | undefined>();
  readonly #responses = new Map<number, (value: unknown) => void>();
  #worker: Worker;
  /** The keys of unconfirmed writes. The worker confirms them in this order. */
  #inFlight: string[] = [];
  /** Callbacks of `whenWritten`, with the key of each. */
  readonly #onWritten = new Map<() => void, string>();
  #lastId = 0;
  #idle = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(options: DialogLogWriterOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  put(key: string, entry: DialogLogEntry): void {
    const text = JSON.stringify(entry);
    this.#entries.set(key, text);
    this.#write(key, text);
  }

  whenWritten(key: string): Promise<void> | undefined {
    if (this.#isWritten(key)) return undefined;
    const { clock, logger } = this.#options;
    return new Promise((resolve) => {
      const timeout = clock.after(maxWriteWaitMs, () => {
        logger.warn({ waitedMs: maxWriteWaitMs }, 'INVITE sent before its dialog log entry was written.');
        done();
      });
      const done = () => {
        timeout.cancel();
        this.#onWritten.delete(done);
        resolve();
      };
      this.#onWritten.set(done, key);
    });
  }

  #isWritten(key: string): boolean {
    return !this.#queued.has(key) && !this.#inFlight.includes(key);
  }

  remove(key: string): void {
    if (this.#entries.delete(key)) this.#write(key, undefined);
  }

  /** Preallocates disk space for further entries. */
  async preallocate(): Promise<void> {
    await this.#request((id) => ({ type: 'preallocate', id }));
  }

  /** Returns the other processes whose files exist, terminated or running. */
  async otherNodes(): Promise<readonly string[]> {
    return ((await this.#request((id) => ({ type: 'other-nodes', id }))) ?? []) as readonly string[];
  }

  /** Takes over the entries of a terminated process. */
  async takeOver(nodeId: string): Promise<readonly StoredEntry[]> {
    const value = await this.#request((id) => ({ type: 'take-over', id, nodeId }));
    const entries = (value ?? []) as readonly StoredEntry[];
    for (const { key, trace } of entries) this.#entries.set(key, JSON.stringify(trace));
    return entries;
  }

  /** To be called when no calls are active. Resolves when everything is written, or after 2 s. */
  async close(): Promise<void> {
    const { clock } = this.#options;
    const deadline = new AbortController();
    const timeout = clock.sleep(maxCloseMs, deadline.signal).catch(() => undefined);
    await Promise.race([this.#closeFile(), timeout]);
    deadline.abort();
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  async #closeFile(): Promise<void> {
    if (this.#inFlight.length > 0) await this.#idle.promise;
    await this.#request((id) => ({ type: 'close', id }));
  }

  #write(key: string, entry: string | undefined): void {
    if (this.#inFlight.length >= maxInFlight) this.#queued.set(key, entry);
    else this.#post(key, entry);
  }

  #post(key: string, entry: string | undefined): void {
    this.#inFlight.push(key);
    this.#send({ type: 'write', key, entry });
  }

  #request(command: (id: number) => DialogLogCommand): Promise<unknown> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const id = (this.#lastId += 1);
    return new Promise((resolve) => {
      this.#responses.set(id, resolve);
      this.#send(command(id));
    });
  }

  #send(command: DialogLogCommand): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(command);
  }

  #start(): Worker {
    const { folder, nodeId, startWorker = startDialogLogWorker } = this.#options;
    const worker = startWorker({ folder, nodeId });
    worker.on('message', (report: DialogLogReport) => this.#handleReport(report));
    worker.on('error', (err) => this.#options.logger.error({ err }, 'Dialog log worker failed.'));
    worker.once('exit', () => {
      this.#clearResponses();
      if (!this.#isClosed) this.#options.clock.after(restartDelayMs, () => this.#restart());
    });
    worker.unref();
    return worker;
  }

  #clearResponses(): void {
    for (const respond of this.#responses.values()) respond(undefined);
    this.#responses.clear();
  }

  /** Starts a new worker, which writes all entries again. */
  #restart(): void {
    this.#clearResponses();
    if (this.#isClosed) return;
    this.#worker = this.#start();
    this.#inFlight = [];
    this.#queued.clear();
    for (const [key, entry] of this.#entries) this.#write(key, entry);
    this.#resolveIfIdle();
  }

  #handleReport(report: DialogLogReport): void {
    if (report.type === 'written') this.#onWriteConfirmed();
    else if (report.type === 'response') {
      this.#responses.get(report.id)?.(report.value);
      this.#responses.delete(report.id);
    } else {
      const { message } = report;
      this.#options.logger.error({ error: message }, 'Writing the dialog log failed.');
    }
  }

  #onWriteConfirmed(): void {
    const key = this.#inFlight.shift();
    const [next] = this.#queued;
    if (next !== undefined) {
      this.#queued.delete(next[0]);
      this.#post(...next);
    }
    for (const [done, awaitedKey] of this.#onWritten) if (awaitedKey === key && this.#isWritten(key)) done();
    this.#resolveIfIdle();
  }

  #resolveIfIdle(): void {
    if (this.#inFlight.length > 0) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }
}
