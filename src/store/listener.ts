import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import { connectClient, type Connection } from './connection.ts';

interface Subscription {
  readonly channel: string;
  readonly onNotice: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
}

export interface Listener {
  /** Returns the function that stops it. `onGap` runs whenever notices may have been missed: also once it listens. */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): () => void;
  close(): Promise<void>;
}

const retryMs = 100;
const retryMsMax = 5_000;

export interface ListenerOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts defects; a log of the listener alone by default. */
  readonly internalErrors?: InternalErrors | undefined;
}

/** LISTEN on one connection of its own, made at the first subscription and made again when it breaks. */
export function createListener(
  connection: Connection,
  options: Omit<ListenerOptions, 'connection'>,
): Listener {
  return new ReconnectingListener({ ...options, connection });
}

class ReconnectingListener implements Listener {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #internalErrors: InternalErrors;
  readonly #subscriptions = new Set<Subscription>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  /** One statement at a time. */
  #saying: Promise<void> = Promise.resolve();
  #running: Promise<void> | undefined;

  constructor(options: ListenerOptions) {
    this.#connection = options.connection;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
  }

  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): () => void {
    const subscription = { channel, onNotice, onGap };
    const first = !this.#hears(channel);
    this.#subscriptions.add(subscription);
    this.#running ??= this.#keepConnected();
    if (first) this.#say('listen', channel);
    return () => {
      this.#subscriptions.delete(subscription);
      if (!this.#hears(channel)) this.#say('unlisten', channel);
    };
  }

  async close(): Promise<void> {
    this.#subscriptions.clear();
    this.#closing.abort(new Error('The listener was closed.'));
    await this.#client?.end();
    await this.#running;
  }

  #hears(channel: string): boolean {
    return [...this.#subscriptions].some((subscription) => subscription.channel === channel);
  }

  /** Without a connection there is nothing to say: making one says it. */
  #say(verb: 'listen' | 'unlisten', channel: string): void {
    const client = this.#client;
    if (client !== undefined) this.#saying = this.#saying.then(() => this.#tell(client, verb, channel));
  }

  async #tell(client: pg.Client, verb: 'listen' | 'unlisten', channel: string): Promise<void> {
    try {
      await client.query(`${verb} ${pg.escapeIdentifier(channel)}`);
      if (verb === 'listen') this.#tellOfGap((subscription) => subscription.channel === channel);
    } catch (error) {
      this.#logger.debug({ err: error, channel }, 'The listening connection broke.');
    }
  }

  async #keepConnected(): Promise<void> {
    let waitMs = retryMs;
    while (!this.#closing.signal.aborted) {
      try {
        await this.#untilBroken(() => (waitMs = retryMs));
      } catch (error) {
        this.#logger.debug({ err: error }, 'The listening connection could not be made.');
      }
      await this.#clock.sleep(waitMs, this.#closing.signal).catch(() => {
        // Closed while waiting; the loop ends.
      });
      waitMs = Math.min(waitMs * 2, retryMsMax);
    }
  }

  async #untilBroken(onConnected: () => void): Promise<void> {
    const client = await connectClient(this.#connection, 'parley listener');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ channel, payload }) => this.#hear(channel, payload ?? ''));
    try {
      if (this.#closing.signal.aborted) return;
      await this.#listenToAll(client);
      onConnected();
      // Closed while it was listening to them: nobody else ends this connection.
      if (!this.#closing.signal.aborted) await ended;
    } finally {
      this.#client = undefined;
      await client.end();
    }
  }

  async #listenToAll(client: pg.Client): Promise<void> {
    const channels = new Set([...this.#subscriptions].map((subscription) => subscription.channel));
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#client = client;
    // Subscriptions that came while the others were being made.
    for (const { channel } of this.#subscriptions) if (!channels.has(channel)) this.#say('listen', channel);
    this.#tellOfGap(() => true);
  }

  /** What was said before the server listened was not heard. */
  #tellOfGap(isMeant: (subscription: Subscription) => boolean): void {
    for (const subscription of this.#subscriptions)
      if (isMeant(subscription)) this.#run(() => subscription.onGap?.());
  }

  #hear(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.channel === channel) this.#run(() => subscription.onNotice(payload));
    }
  }

  #run(listener: () => void): void {
    this.#internalErrors.guard('database', listener)();
  }
}
