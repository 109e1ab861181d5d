import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from './clock.ts';

/** What can be told of a number without asking anybody. */
export interface NumberEntry {
  readonly e164: string;
  /** ISO 3166-1 alpha-2; undefined for numbers of no country. */
  readonly country: string | undefined;
  /** In libphonenumber's words. */
  readonly type: string | undefined;
  /** For people: `+1 415 555 0100`. */
  readonly international: string;
  /** City; empty where it is not known. */
  readonly locality: string;
  /** State or region; empty where it is not known. */
  readonly region: string;
}

export interface BookRequest {
  readonly id: number;
  readonly numbers: readonly string[];
}

export interface BookReply {
  readonly id: number;
  readonly entries: readonly (NumberEntry | null)[];
}

type Entries = readonly (NumberEntry | undefined)[];

interface Question {
  readonly resolve: (entries: Entries) => void;
  readonly reject: (error: Error) => void;
}

/** The thread and its tables, up to 100 MB, are kept for this long after the last question. */
const idleMs = 60_000;

/**
 * Looks numbers up, by the thousand, in a thread of its own: a number costs 20 to 50 µs and a country's table up to 165 ms, which
 * calls in this thread would hear.
 */
export class NumberBook {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #questions = new Map<number, Question>();
  #worker: Worker | undefined;
  #idle: Timer | undefined;
  #nextId = 1;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** In the order of `numbers`; undefined for what is not E.164 or cannot exist. Rejects where the thread dies. */
  describe(numbers: readonly string[]): Promise<Entries> {
    this.#idle?.cancel();
    const id = this.#nextId++;
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, numbers } satisfies BookRequest, []);
    });
  }

  /** What is being looked up fails. May be called twice. */
  async close(): Promise<void> {
    this.#idle?.cancel();
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failAll(new Error('The number book was closed.'));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('number-book-thread.ts', import.meta.url));
    worker.on('message', ({ id, entries }: BookReply) => this.#answer(worker, id, entries));
    worker.on('error', (cause) => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#failAll(new Error('The thread of the number book died.', { cause }));
    });
    return worker;
  }

  #answer(worker: Worker, id: number, entries: BookReply['entries']): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (this.#questions.size === 0) {
      worker.unref();
      this.#idle = this.#clock.after(idleMs, () => void this.close());
    }
    question?.resolve(entries.map((entry) => entry ?? undefined));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#questions.values()) reject(error);
    this.#questions.clear();
  }
}
