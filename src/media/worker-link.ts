import { Worker } from 'node:worker_threads';
import type { InternalErrors } from '../core/internal-errors.ts';
import { onWake, maxCallsPerWorker, createWakeSignal } from './wake-signal.ts';
import type { EnginePort } from './engine-port.ts';
import { emptyLoad, type WorkerLoad } from './worker-counters.ts';
import type { WorkerCommand, WorkerReport, MediaWorkerData } from './worker-messages.ts';

export type StartWorker = (start: MediaWorkerData) => Worker;

export const startMediaWorker: StartWorker = (start) =>
  new Worker(new URL('./media-worker.ts', import.meta.url), {
    workerData: start,
    name: 'media',
    execArgv: [],
  });

/** Thrown if a worker could not open a port. `code` is the system error code or `WORKER_LOST`. */
export class OpenPortError extends Error {
  override readonly name = 'OpenPortError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface PendingOpen {
  readonly port: EnginePort;
  readonly opened: PromiseWithResolvers<EnginePort>;
}

/** Maximum time for a worker to close its calls before it is terminated. */
const maxShutDownMs = 8000;

/** Controls one media worker from the main thread: its calls by slot, its wake signal, and its exit. */
export class WorkerLink {
  readonly #worker: Worker;
  readonly #internalErrors: InternalErrors;
  readonly #stopListening: () => void;
  readonly #opening = new Map<number, PendingOpen>();
  readonly #ports = new Map<number, EnginePort>();
  readonly #freeSlots = Array.from(
    { length: maxCallsPerWorker },
    (_, index) => maxCallsPerWorker - 1 - index,
  );
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<void>();
  #load: WorkerLoad = emptyLoad();
  #alive = true;
  #error: unknown;

  /** `onExit` is called after the ports of the worker have failed. */
  constructor(startWorker: StartWorker, internalErrors: InternalErrors, onExit: (link: WorkerLink) => void) {
    this.#internalErrors = internalErrors;
    const wakeSignal = createWakeSignal();
    this.#worker = startWorker({ wakeSignal });
    this.#stopListening = onWake(
      wakeSignal,
      internalErrors.guard('media_port', (slot) => this.#ports.get(slot)?.poll()),
    );
    this.#ready.promise.catch(() => {});
    this.#worker.on(
      'message',
      internalErrors.guard('media_worker', (report: WorkerReport) => this.#handleReport(report)),
    );
    this.#worker.on('error', (error) => this.#onError(error));
    this.#worker.once('exit', () => {
      internalErrors.guard('media_worker', () => this.#onExit())();
      internalErrors.guard('media_worker', () => onExit(this))();
    });
  }

  /** Resolves when the worker has started; rejects if it exits before. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  get calls(): number {
    return this.#ports.size + this.#opening.size;
  }

  get isFull(): boolean {
    return this.#freeSlots.length === 0;
  }

  get load(): WorkerLoad {
    return this.#load;
  }

  get ports(): Iterable<EnginePort> {
    return this.#ports.values();
  }

  /** Returns a slot for `open`. Requires that `isFull` is false. */
  reserveSlot(): number {
    return this.#freeSlots.pop()!;
  }

  /** Opens a port. On failure releases the slot and rejects with `OpenPortError`. */
  open(port: EnginePort, command: WorkerCommand): Promise<EnginePort> {
    const opened = Promise.withResolvers<EnginePort>();
    this.#opening.set(port.slot, { port, opened });
    if (this.#alive) this.post(command);
    else this.#failOpening(port.slot, 'WORKER_LOST', 'the media worker exited');
    return opened.promise;
  }

  post(command: WorkerCommand): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (this.#alive) this.#worker.postMessage(command);
  }

  /** Closes every call, then the thread. */
  async shutDown(): Promise<void> {
    this.post({ type: 'shut-down' });
    const limit = setTimeout(() => void this.#worker.terminate(), maxShutDownMs);
    await this.#exited.promise;
    clearTimeout(limit);
  }

  #handleReport(report: WorkerReport): void {
    switch (report.type) {
      case 'ready':
        return this.#ready.resolve();
      case 'load':
        this.#load = report.load;
        return;
      case 'opened':
        return this.#onOpened(report.slot);
      case 'open-failed':
        return this.#failOpening(report.slot, report.code, report.message);
      case 'recording-ended':
        return this.#ports.get(report.slot)?.handleRecordingEnded(report.path, report.result);
      case 'call-failed':
      case 'internal-error':
        return this.#recordDefect(report);
      case 'closed':
        return this.#onClosed(report.slot);
    }
  }

  /** Records a defect, either of one call, whose media ends, or of the whole thread. */
  #recordDefect(report: Extract<WorkerReport, { type: 'call-failed' | 'internal-error' }>): void {
    const isCallDefect = report.type === 'call-failed';
    this.#internalErrors.record(isCallDefect ? 'media_port' : 'media_worker', report.error);
    if (isCallDefect) this.#ports.get(report.slot)?.fail('the media of the call failed');
  }

  #onOpened(slot: number): void {
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
    opening?.opened.reject(new OpenPortError(code, message));
  }

  #onClosed(slot: number): void {
    const port = this.#ports.get(slot);
    if (!this.#ports.delete(slot)) return;
    this.#freeSlots.push(slot);
    port!.handleClosed();
  }

  #onError(error: unknown): void {
    this.#error = error;
    this.#internalErrors.record('media_worker', error);
  }

  #onExit(): void {
    this.#alive = false;
    this.#stopListening();
    this.#ready.reject(new Error('the media worker exited while starting', { cause: this.#error }));
    for (const slot of this.#opening.keys())
      this.#failOpening(slot, 'WORKER_LOST', 'the media worker exited');
    for (const port of this.#ports.values())
      this.#internalErrors.guard('media_port', () => port.handleWorkerExit())();
    this.#ports.clear();
    this.#exited.resolve();
  }
}
