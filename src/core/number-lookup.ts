import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from './clock.ts';

/** Data of a number that local tables provide. */
export interface NumberInfo {
  readonly e164: string;
  /** ISO 3166-1 alpha-2; `undefined` for numbers without a country. */
  readonly country: string | undefined;
  /** Number type of libphonenumber, such as `MOBILE`. */
  readonly type: string | undefined;
  /** International format: `+1 415 555 0100`. */
  readonly international: string;
  /** City; empty if unknown. */
  readonly locality: string;
  /** State or region; empty if unknown. */
  readonly region: string;
}

export interface LookupRequest {
  readonly id: number;
  readonly numbers: readonly string[];
}

export interface LookupReply {
  readonly id: number;
  readonly entries: readonly (NumberInfo | null)[];
}

type Entries = readonly (NumberInfo | undefined)[];

interface PendingLookup {
  readonly resolve: (entries: Entries) => void;
  readonly reject: (error: Error) => void;
}

/** Idle time after which the thread ends and its tables, up to 100 MB, are freed. */
const idleMs = 60_000;

/**
 * Looks up numbers in a worker thread, thousands per request. A number takes 20 to 50 µs and a country's table up to 165 ms, which
 * would disturb calls on the main thread.
 */
export class NumberLookup {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #pending = new Map<number, PendingLookup>();
  #worker: Worker | undefined;
  #idle: Timer | undefined;
  #nextId = 1;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Returns entries in the order of `numbers`, `undefined` for invalid numbers. Rejects if the thread dies. */
  lookUp(numbers: readonly string[]): Promise<Entries> {
    this.#idle?.cancel();
    const id = this.#nextId++;
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, numbers } satisfies LookupRequest, []);
    });
  }

  /** Fails pending lookups and ends the thread. May be called twice. */
  async close(): Promise<void> {
    this.#idle?.cancel();
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failAll(new Error('The number lookup was closed.'));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('number-lookup-thread.ts', import.meta.url));
    worker.on('message', ({ id, entries }: LookupReply) => this.#resolve(worker, id, entries));
    worker.on('error', (cause) => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#failAll(new Error('The number lookup thread died.', { cause }));
    });
    return worker;
  }

  #resolve(worker: Worker, id: number, entries: LookupReply['entries']): void {
    const lookup = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) {
      worker.unref();
      this.#idle = this.#clock.after(idleMs, () => void this.close());
    }
    lookup?.resolve(entries.map((entry) => entry ?? undefined));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
