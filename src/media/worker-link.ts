import { Worker } from 'node:worker_threads';
import type { InternalErrors } from '../core/internal-errors.ts';
import { answerDoorbell, callsPerWorkerMost, createDoorbell } from './doorbell.ts';
import type { EnginePort } from './engine-port.ts';
import { emptyLoad, type WorkerLoad } from './worker-counters.ts';
import type { WorkerCommand, WorkerReport, WorkerStart } from './worker-messages.ts';

export type StartWorker = (start: WorkerStart) => Worker;

export const startMediaWorker: StartWorker = (start) =>
  new Worker(new URL('./media-worker.ts', import.meta.url), {
    workerData: start,
    name: 'media',
    execArgv: [],
  });

/** Why a worker could not open a port; `code` is the system's, or `WORKER_LOST`. */
export class OpenFailed extends Error {
  override readonly name = 'OpenFailed';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Opening {
  readonly port: EnginePort;
  readonly opened: PromiseWithResolvers<EnginePort>;
}

/** How long a worker may take to close its calls before it is ended. */
const shutDownLimitMs = 8000;

/** The main thread's end of one media worker: its calls by slot, its doorbell, and its death. */
export class WorkerLink {
  readonly #worker: Worker;
  readonly #internalErrors: InternalErrors;
  readonly #stopAnswering: () => void;
  readonly #opening = new Map<number, Opening>();
  readonly #ports = new Map<number, EnginePort>();
  readonly #freeSlots = Array.from(
    { length: callsPerWorkerMost },
    (_, index) => callsPerWorkerMost - 1 - index,
  );
  readonly #ready = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();
  #load: WorkerLoad = emptyLoad();
  #alive = true;
  #error: unknown;

  /** `onDeath` is told once the calls have been; a worker that was shut down does not die. */
  constructor(startWorker: StartWorker, internalErrors: InternalErrors, onDeath: (link: WorkerLink) => void) {
    this.#internalErrors = internalErrors;
    const doorbell = createDoorbell();
    this.#worker = startWorker({ doorbell });
    this.#stopAnswering = answerDoorbell(
      doorbell,
      internalErrors.guard('media_port', (slot) => this.#ports.get(slot)?.attend()),
    );
    this.#ready.promise.catch(() => {});
    this.#worker.on(
      'message',
      internalErrors.guard('media_worker', (report: WorkerReport) => this.#take(report)),
    );
    this.#worker.on('error', (error) => this.#failed(error));
    this.#worker.once('exit', () => {
      internalErrors.guard('media_worker', () => this.#die())();
      internalErrors.guard('media_worker', () => onDeath(this))();
    });
  }

  /** Rejects where the worker ended first. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get calls(): number {
    return this.#ports.size + this.#opening.size;
  }

  get full(): boolean {
    return this.#freeSlots.length === 0;
  }

  get load(): WorkerLoad {
    return this.#load;
  }

  get ports(): Iterable<EnginePort> {
    return this.#ports.values();
  }

  /** A slot for `open`. There must be one: see `full`. */
  takeSlot(): number {
    return this.#freeSlots.pop()!;
  }

  /** Rejects with `OpenFailed`; the slot is free then. */
  open(port: EnginePort, command: WorkerCommand): Promise<EnginePort> {
    const opened = Promise.withResolvers<EnginePort>();
    this.#opening.set(port.slot, { port, opened });
    if (this.#alive) this.post(command);
    else this.#failOpening(port.slot, 'WORKER_LOST', 'the media worker ended');
    return opened.promise;
  }

  post(command: WorkerCommand): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (this.#alive) this.#worker.postMessage(command);
  }

  /** Closes every call, then the thread. */
  async shutDown(): Promise<void> {
    this.post({ type: 'shut-down' });
    const limit = setTimeout(() => void this.#worker.terminate(), shutDownLimitMs);
    await this.#gone.promise;
    clearTimeout(limit);
  }

  #take(report: WorkerReport): void {
    switch (report.type) {
      case 'ready':
        return this.#ready.resolve();
      case 'load':
        this.#load = report.load;
        return;
      case 'opened':
        return this.#opened(report.slot);
      case 'open-failed':
        return this.#failOpening(report.slot, report.code, report.message);
      case 'recording-ended':
        return this.#ports.get(report.slot)?.recordingEnded(report.path, report.result);
      case 'call-failed':
      case 'internal-error':
        return this.#defect(report);
      case 'closed':
        return this.#closed(report.slot);
    }
  }

  /** Of one call, whose media is over, or of the thread as a whole. */
  #defect(report: Extract<WorkerReport, { type: 'call-failed' | 'internal-error' }>): void {
    const isOfCall = report.type === 'call-failed';
    this.#internalErrors.record(isOfCall ? 'media_port' : 'media_worker', report.error);
    if (isOfCall) this.#ports.get(report.slot)?.workerFailed('the media of the call failed');
  }

  #opened(slot: number): void {
    const opening = this.#opening.get(slot);
    if (opening === undefined) return;
    this.#opening.delete(slot);
    this.#ports.set(slot, opening.port);
    opening.opened.resolve(opening.port);
  }

  #failOpening(slot: number, code: string, message: string): void {
    const opening = this.#opening.get(slot);
    this.#opening.delete(slot);
    this.#freeSlots.push(slot);
    opening?.opened.reject(new OpenFailed(code, message));
  }

  #closed(slot: number): void {
    const port = this.#ports.get(slot);
    if (!this.#ports.delete(slot)) return;
    this.#freeSlots.push(slot);
    port!.workerClosed();
  }

  #failed(error: unknown): void {
    this.#error = error;
    this.#internalErrors.record('media_worker', error);
  }

  #die(): void {
    this.#alive = false;
    this.#stopAnswering();
    this.#ready.reject(new Error('the media worker ended while it started', { cause: this.#error }));
    for (const slot of this.#opening.keys()) this.#failOpening(slot, 'WORKER_LOST', 'the media worker ended');
    for (const port of this.#ports.values())
      this.#internalErrors.guard('media_port', () => port.workerGone())();
    this.#ports.clear();
    this.#gone.resolve();
  }
}
