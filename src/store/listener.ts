import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import { connectClient, type Connection } from './connection.ts';

interface Subscription {
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
}

export interface Listener {
  /**
   * Starts a subscription. Returns the function that ends it. `onGap` is called once after the subscription starts, and
   * whenever notifications may have been lost.
   */
  listen(channel: string, onNotification: (payload: string) => void, onGap?: () => void): () => void;
  close(): Promise<void>;
}

const initialRetryMs = 100;
const maxRetryMs = 5_000;

export interface ListenerOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts internal errors; by default they are only logged. */
  readonly internalErrors?: InternalErrors | undefined;
}

/**
 * Creates a listener that runs LISTEN on one dedicated connection, which is opened at the first subscription and
 * reopened when it breaks.
 */
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
  /** Serializes LISTEN and UNLISTEN. */
  #lastCommand: Promise<void> = Promise.resolve();
  #running: Promise<void> | undefined;

  constructor(options: ListenerOptions) {
    this.#connection = options.connection;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
  }

  listen(channel: string, onNotification: (payload: string) => void, onGap?: () => void): () => void {
    const subscription = { channel, onNotification, onGap };
    const isFirst = !this.#isSubscribed(channel);
    this.#subscriptions.add(subscription);
    this.#running ??= this.#keepConnected();
    if (isFirst) this.#queueCommand('listen', channel);
    return () => {
      this.#subscriptions.delete(subscription);
      if (!this.#isSubscribed(channel)) this.#queueCommand('unlisten', channel);
    };
  }

  async close(): Promise<void> {
    this.#subscriptions.clear();
    this.#closing.abort(new Error('The listener was closed.'));
    await this.#client?.end();
    await this.#running;
  }

  #isSubscribed(channel: string): boolean {
    return [...this.#subscriptions].some((subscription) => subscription.channel === channel);
  }

  /** Sends a command if the connection is open. A new connection listens to all channels. */
  #queueCommand(command: 'listen' | 'unlisten', channel: string): void {
    const client = this.#client;
    if (client !== undefined)
      this.#lastCommand = this.#lastCommand.then(() => this.#runCommand(client, command, channel));
  }

  async #runCommand(client: pg.Client, command: 'listen' | 'unlisten', channel: string): Promise<void> {
    try {
      await client.query(`${command} ${pg.escapeIdentifier(channel)}`);
      if (command === 'listen') this.#reportGap((subscription) => subscription.channel === channel);
    } catch (error) {
      this.#logger.debug({ err: error, channel }, 'The listening connection broke.');
    }
  }

  async #keepConnected(): Promise<void> {
    let waitMs = initialRetryMs;
    while (!this.#closing.signal.aborted) {
      try {
        await this.#listenUntilBroken(() => (waitMs = initialRetryMs));
      } catch (error) {
        this.#logger.debug({ err: error }, 'The listening connection could not be opened.');
      }
      await this.#clock.sleep(waitMs, this.#closing.signal).catch(() => {
        // The listener was closed, and the loop ends.
      });
      waitMs = Math.min(waitMs * 2, maxRetryMs);
    }
  }

  async #listenUntilBroken(onConnected: () => void): Promise<void> {
    const client = await connectClient(this.#connection, 'parley listener');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ channel, payload }) => this.#onNotification(channel, payload ?? ''));
    try {
      if (this.#closing.signal.aborted) return;
      await this.#listenToAll(client);
      onConnected();
      // If `close` ran during LISTEN, no other code closes this connection.
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
    // Listen to subscriptions that were added in the meantime.
    for (const { channel } of this.#subscriptions)
      if (!channels.has(channel)) this.#queueCommand('listen', channel);
    this.#reportGap(() => true);
  }

  /** Reports that earlier notifications may be lost. */
  #reportGap(isAffected: (subscription: Subscription) => boolean): void {
    for (const subscription of this.#subscriptions)
      if (isAffected(subscription)) this.#run(() => subscription.onGap?.());
  }

  #onNotification(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.channel === channel) this.#run(() => subscription.onNotification(payload));
    }
  }

  #run(listener: () => void): void {
    this.#internalErrors.guard('database', listener)();
  }
}
