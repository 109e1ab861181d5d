import { randomUUID } from 'node:crypto';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Database } from './database.ts';
import type { Statement } from './queryable.ts';

const channel = 'parley_bus';
const payloadBytesMax = 7_000;
/** Notices that wait for the database; beyond it the oldest are lost, as a bus that promises nothing may. */
const waitingMax = 10_000;

const statement: Statement = {
  name: 'publish_notices',
  text: `select pg_notify($1, notice) from unnest($2::text[]) with ordinality as waiting (notice, place) order by place`,
};

interface Notice {
  /** Who sent it: the sender has told its own subscribers already. */
  readonly origin: string;
  readonly topic: string;
  readonly payload: unknown;
}

type Listener = (payload: unknown) => void;

/** Live notices between processes on one database, by LISTEN and NOTIFY; within this one they go straight. Shaped as `Bus`. */
export class PostgresBus {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #internalErrors: InternalErrors | undefined;
  readonly #origin = randomUUID();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #unlisten: () => void;
  #waiting: string[] = [];
  #sending: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, logger: Logger, internalErrors?: InternalErrors) {
    this.#internalErrors = internalErrors;
    this.#database = database;
    this.#logger = logger;
    this.#unlisten = database.listen(channel, (text) => this.#receive(text));
  }

  /** At most once. Throws RangeError for a payload over 7,000 bytes of JSON. */
  publish(topic: string, payload: unknown): void {
    if (this.#closed) return;
    const text = JSON.stringify({ origin: this.#origin, topic, payload } satisfies Notice);
    if (Buffer.byteLength(JSON.stringify(payload) ?? '') > payloadBytesMax)
      throw new RangeError(`A notice may have ${payloadBytesMax} bytes; this one on ${topic} has more.`);
    this.#waiting.push(text);
    if (this.#waiting.length > waitingMax) this.#waiting.shift();
    this.#sending ??= this.#sendAll();
    // As it would arrive elsewhere: a copy, and after the publisher has gone on.
    queueMicrotask(() => this.#deliver(topic, (JSON.parse(text) as Notice).payload));
  }

  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** Sends what waits. Safe to call twice. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unlisten();
    await this.#sending;
    this.#listeners.clear();
  }

  /** All that waits in one statement; what comes meanwhile in the next. Order is kept. */
  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const notices = this.#waiting;
      this.#waiting = [];
      try {
        await this.#database.asSystem().execute(statement, [channel, notices]);
      } catch (error) {
        this.#logger.warn({ err: error, notices: notices.length }, 'Notices to other nodes were lost.');
      }
    }
    this.#sending = undefined;
  }

  #receive(text: string): void {
    const notice = JSON.parse(text) as Notice;
    if (notice.origin !== this.#origin) this.#deliver(notice.topic, notice.payload);
  }

  #deliver(topic: string, payload: unknown): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      try {
        listener(payload);
      } catch (error) {
        if (this.#internalErrors === undefined)
          this.#logger.error({ err: error, topic }, 'A listener on the bus failed.');
        else this.#internalErrors.record('database', error, { topic });
      }
    }
  }
}
