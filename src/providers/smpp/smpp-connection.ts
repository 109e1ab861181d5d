import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MessageCarrierError } from '../../contracts/message-carrier.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Random } from '../../core/random.ts';
import type { SmppUrl } from '../../core/sms-settings.ts';
import { describeConnectionFailure } from '../../core/connection-failure.ts';
import { commandStatus, type Pdu } from './pdu.ts';
import { NoResponseError, SmppSession, type DeliverResult } from './smpp-session.ts';

export interface SmppConnectionOptions {
  readonly url: SmppUrl;
  /** Maximum number of outstanding messages. */
  readonly window: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** PEM of the certificate authorities that are trusted for TLS. Default: those of Node. */
  readonly ca?: string;
  readonly onDeliver: (pdu: Pdu) => Promise<DeliverResult>;
}

/** Limit for connecting and binding. */
const connectTimeoutMs = 10_000;
const unbindTimeoutMs = 2_000;
const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
/** After this time a connection counts as stable, and the next delay is the first again. */
const stableMs = 30_000;

/** Keeps a session bound as transceiver, and reconnects with a growing delay. */
export class SmppConnection {
  readonly #options: SmppConnectionOptions;
  #session: SmppSession | undefined;
  #attempt: Promise<void> | undefined;
  #socket: Socket | undefined;
  #retry: { readonly timer: Timer; readonly dueMs: number } | undefined;
  #delayMs = firstDelayMs;
  #boundMs = 0;
  #failure = 'The SMSC is not connected.';
  #isClosed = false;

  constructor(options: SmppConnectionOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Why the SMSC cannot be used; undefined if the session is bound. */
  get failure(): string | undefined {
    return this.#session === undefined ? this.#failure : undefined;
  }

  /**
   * Resolves with the bound session. Waits for a connection attempt in progress.
   * @throws {MessageCarrierError} `unavailable`
   */
  async session(signal: AbortSignal): Promise<SmppSession> {
    if (this.#session === undefined && this.#attempt !== undefined) await this.#attempted(signal);
    if (this.#session !== undefined && !signal.aborted) return this.#session;
    const retryAfterMs =
      this.#retry === undefined
        ? undefined
        : Math.max(1, this.#retry.dueMs - this.#options.clock.monotonicMs());
    throw new MessageCarrierError(this.failure ?? 'The request was aborted.', {
      failure: 'unavailable',
      retryAfterMs,
    });
  }

  /** Accepts no more messages, and waits for the outstanding responses. Further connections are not made. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    await this.#session?.drain();
  }

  /** Unbinds and disconnects. Further connections are not made. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failure = 'The connection to the SMSC is closed.';
    this.#retry?.timer.cancel();
    this.#retry = undefined;
    const session = this.#session;
    if (session !== undefined) await this.#unbind(session);
    this.#socket?.destroy();
    await this.#attempt;
  }

  async #unbind(session: SmppSession): Promise<void> {
    const timer = this.#options.clock.after(unbindTimeoutMs, () => session.destroy());
    await session.request('unbind', {}).catch(() => undefined);
    timer.cancel();
    session.destroy();
    await session.closed;
  }

  async #attempted(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onAbort = (): void => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#attempt, promise]);
    signal.removeEventListener('abort', onAbort);
  }

  #connect(): void {
    this.#retry = undefined;
    this.#attempt = this.#bind()
      .then((session) => this.#onBound(session))
      .catch((error: unknown) => this.#onFailure(error as Error))
      .finally(() => {
        this.#attempt = undefined;
      });
  }

  async #bind(): Promise<SmppSession> {
    const { url, clock, window, onDeliver } = this.#options;
    const socket = this.#open();
    this.#socket = socket;
    const timer = clock.after(connectTimeoutMs, () =>
      socket.destroy(new ConnectFailure('it did not respond')),
    );
    try {
      await connected(socket, url.tls ? 'secureConnect' : 'connect');
      const session = new SmppSession(socket, { clock, window, onDeliver, onClosed: () => this.#onClosed() });
      const { command_status: status } = await session.request('bind_transceiver', {
        system_id: url.systemId,
        password: url.password,
        system_type: url.systemType,
        interface_version: 0x34,
      });
      if (status !== commandStatus.ok) throw new ConnectFailure(bindFailure(status));
      if (session.isClosed) throw new ConnectFailure('it closed the connection');
      return session;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      timer.cancel();
    }
  }

  #open(): Socket {
    const { url, ca } = this.#options;
    const { host, port } = url;
    if (!url.tls) return connectTcp({ host, port });
    const servername = isIP(host) === 0 ? { servername: host } : {};
    return connectTls({ host, port, ...servername, ...(ca === undefined ? {} : { ca }) });
  }

  #onBound(session: SmppSession): void {
    this.#session = session;
    this.#boundMs = this.#options.clock.monotonicMs();
    this.#options.logger.info({ host: this.#options.url.host }, 'The SMSC is bound.');
  }

  #onFailure(error: Error): void {
    if (this.#isClosed) return;
    this.#failure = `The SMSC cannot be used: ${describeFailure(error)}.`;
    this.#options.logger.warn(
      { host: this.#options.url.host, failure: describeFailure(error) },
      'The connection to the SMSC failed. It is tried again.',
    );
    this.#connectLater();
  }

  #onClosed(): void {
    if (this.#session === undefined) return;
    this.#session = undefined;
    if (this.#isClosed) return;
    this.#failure = 'The SMSC cannot be used: it closed the connection.';
    if (this.#options.clock.monotonicMs() - this.#boundMs >= stableMs) this.#delayMs = firstDelayMs;
    this.#options.logger.warn(
      { host: this.#options.url.host },
      'The connection to the SMSC ended. It is tried again.',
    );
    this.#connectLater();
  }

  #connectLater(): void {
    const { clock, random } = this.#options;
    const delayMs = this.#delayMs * (0.5 + random.fraction() / 2);
    this.#delayMs = Math.min(maxDelayMs, this.#delayMs * 2);
    this.#retry = {
      dueMs: clock.monotonicMs() + delayMs,
      timer: clock.after(delayMs, () => this.#connect()),
    };
  }
}

/** A failure in words, such as "it did not respond". */
class ConnectFailure extends Error {}

function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new ConnectFailure('it closed the connection')));
  });
}

const rejectedLogins: ReadonlySet<number> = new Set([
  commandStatus.bindFailed,
  commandStatus.invalidPassword,
  commandStatus.invalidSystemId,
]);

function bindFailure(status: number): string {
  if (rejectedLogins.has(status)) return 'it rejected the user or the password';
  if (status === commandStatus.alreadyBound) return 'another connection of the user is bound';
  return `it refused the bind with status 0x${status.toString(16).padStart(8, '0')}`;
}

function describeFailure(error: Error): string {
  if (error instanceof ConnectFailure) return error.message;
  if (error instanceof NoResponseError) return 'it closed the connection';
  return describeConnectionFailure(error) ?? 'the connection failed';
}
