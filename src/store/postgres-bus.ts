import { randomUUID } from 'node:crypto';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Database } from './database.ts';
import type { Statement } from './queryable.ts';

const channel = 'parley_bus';
const maxPayloadBytes = 7_000;
/** Maximum number of queued messages. Above it the oldest are dropped, since delivery is best effort. */
const maxQueued = 10_000;

const statement: Statement = {
  name: 'publish_messages',
  text: `select pg_notify($1, message) from unnest($2::text[]) with ordinality as queued (message, position) order by position`,
};

interface Message {
  /** Id of the sender, which delivers its messages directly to its own subscribers. */
  readonly origin: string;
  readonly topic: string;
  readonly payload: unknown;
}

type Listener = (payload: unknown) => void;

/**
 * Publishes messages between processes on one database by LISTEN and NOTIFY. Subscribers in the same process receive them
 * directly. Implements `Bus`.
 */
export class PostgresBus {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #internalErrors: InternalErrors | undefined;
  readonly #origin = randomUUID();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #unlisten: () => void;
  #queued: string[] = [];
  #sending: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, logger: Logger, internalErrors?: InternalErrors) {
    this.#internalErrors = internalErrors;
    this.#database = database;
    this.#logger = logger;
    this.#unlisten = database.listen(channel, (text) => this.#receive(text));
  }

  /** Publishes a message, delivered at most once. Throws RangeError for a payload over 7,000 bytes of JSON. */
  publish(topic: string, payload: unknown): void {
    if (this.#closed) return;
    const text = JSON.stringify({ origin: this.#origin, topic, payload } satisfies Message);
    if (Buffer.byteLength(JSON.stringify(payload) ?? '') > maxPayloadBytes)
      throw new RangeError(`The payload of a message on ${topic} exceeds ${maxPayloadBytes} bytes.`);
    this.#queued.push(text);
    if (this.#queued.length > maxQueued) this.#queued.shift();
    this.#sending ??= this.#sendAll();
    // Subscribers receive a copy, asynchronously, as in other processes.
    queueMicrotask(() => this.#deliver(topic, (JSON.parse(text) as Message).payload));
  }

  /** Subscribes to a topic. Returns the function that ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** Sends the queued messages. Safe to call twice. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unlisten();
    await this.#sending;
    this.#listeners.clear();
  }

  /** Sends the queued messages in one statement, and messages that arrive meanwhile in the next, in their order. */
  async #sendAll(): Promise<void> {
    while (this.#queued.length > 0) {
      const messages = this.#queued;
      this.#queued = [];
      try {
        await this.#database.asSystem().execute(statement, [channel, messages]);
      } catch (error) {
        this.#logger.warn({ err: error, messages: messages.length }, 'Messages to other nodes were lost.');
      }
    }
    this.#sending = undefined;
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.origin !== this.#origin) this.#deliver(message.topic, message.payload);
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
