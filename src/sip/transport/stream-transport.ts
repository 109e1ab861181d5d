import { isIP, type Server, type Socket } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import { unmapIpv4, toTransportError } from './bind.ts';
import { ConnectionLimiter, type ConnectionLimits } from './connection-limiter.ts';
import { StreamConnection, type StreamLimits } from './stream-connection.ts';
import {
  TransportError,
  type SentBy,
  type SipConnection,
  type SipSource,
  type SipTarget,
  type Transport,
  type TransportListener,
} from './transport.ts';

/**
 * The connection limits apply to incoming connections. `maxConnections` also limits outgoing connections, separately.
 */
export interface StreamTransportLimits extends StreamLimits, ConnectionLimits {
  readonly connectTimeoutMs: number;
}

export const defaultStreamLimits: StreamTransportLimits = {
  idleMs: 600_000,
  firstMessageMs: 32_000,
  pingMs: 110_000,
  pongMs: 10_000,
  maxBufferedBytes: 1 << 20,
  connectTimeoutMs: 5_000,
  maxConnections: 2_000,
  maxConnectionsPerSource: 200,
  maxUnknownConnections: 500,
  maxUnknownConnectionsPerSource: 20,
};

/** The differences between TCP and TLS. */
export interface StreamProtocol {
  readonly protocol: 'tcp' | 'tls';
  /** The event of the server that reports a connection on which messages can be sent. */
  readonly connectionEvent: 'connection' | 'secureConnection';
  /** Starts connecting; `onReady` is called when messages can be sent. */
  connect(target: SipTarget, onReady: () => void): Socket;
}

/**
 * SIP over connections. One connection per target carries all messages to it. Requests are answered on the connection
 * on which they arrived (RFC 3261 §18.2.2). The listener is notified of lost connections.
 */
export class StreamTransport implements Transport {
  readonly protocol: 'tcp' | 'tls';
  readonly family: 4 | 6;
  readonly sentBy: SentBy;
  readonly #streamProtocol: StreamProtocol;
  readonly #server: Server | undefined;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #internalErrors: InternalErrors;
  readonly #limits: StreamTransportLimits;
  readonly #connections = new Map<number, StreamConnection>();
  /** By address, port and server name. Resolves once the connection is open. */
  readonly #byTarget = new Map<string, Promise<StreamConnection>>();
  readonly #incoming: ConnectionLimiter;
  readonly #outgoing = new Set<Socket>();
  #listener: TransportListener | undefined;
  #nextId = 1;
  #closing: Promise<void> | undefined;

  constructor(options: {
    readonly streamProtocol: StreamProtocol;
    readonly server: Server | undefined;
    readonly sentBy: SentBy;
    readonly family: 4 | 6;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly internalErrors: InternalErrors | undefined;
    readonly limits: StreamTransportLimits;
  }) {
    this.protocol = options.streamProtocol.protocol;
    this.family = options.family;
    this.sentBy = options.sentBy;
    this.#streamProtocol = options.streamProtocol;
    this.#server = options.server;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    this.#limits = options.limits;
    this.#incoming = new ConnectionLimiter(options.limits);
    if (options.server !== undefined) this.#serve(options.server);
  }

  listen(listener: TransportListener): void {
    this.#listener = listener;
  }

  async send(bytes: Buffer, target: SipTarget): Promise<SipConnection> {
    if (this.#closing !== undefined)
      throw new TransportError('closed', `the ${this.protocol} transport is closed`);
    const existing =
      target.connection === undefined ? undefined : this.#connections.get(target.connection.id);
    const connection =
      existing !== undefined && existing === target.connection ? existing : await this.#connectionTo(target);
    await connection.send(bytes);
    return connection;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      if (this.#server === undefined) resolve();
      else this.#server.close(() => resolve());
    });
    for (const connection of this.#connections.values()) connection.destroy('the transport is closing');
    for (const socket of [...this.#incoming.sockets, ...this.#outgoing]) socket.destroy();
    await closed;
  }

  #serve(server: Server): void {
    server.on('error', (error) => this.#logger.warn({ err: error }, 'SIP listener failed.'));
    // Sockets in a TLS handshake are counted too, so that half-open ones cannot accumulate.
    const guard = (run: (socket: Socket) => void) => this.#internalErrors.guard('sip_connection', run);
    server.on(
      'connection',
      guard((socket) => this.#admitIncoming(socket)),
    );
    server.on(
      this.#streamProtocol.connectionEvent,
      guard((socket) => {
        if (!socket.destroyed) this.#createConnection(socket, false);
      }),
    );
    server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  }

  #admitIncoming(socket: Socket): void {
    const source = this.#sourceOf(socket);
    const isKnown = this.#listener?.isKnownSource?.(source) ?? true;
    if (!this.#incoming.add(socket, isKnown)) {
      this.#logger.debug({ address: source.address, isKnown }, 'SIP connection rejected: limit reached.');
      socket.destroy();
      return;
    }
    socket.on('error', () => socket.destroy());
  }

  #connectionTo(target: SipTarget): Promise<StreamConnection> {
    const key = keyOf(target);
    const existing = this.#byTarget.get(key);
    if (existing !== undefined) return existing;
    if (isIP(target.address) === 0)
      return Promise.reject(new TransportError('failed', 'a target must be an address, not a name'));
    if (this.#outgoing.size >= this.#limits.maxConnections)
      return Promise.reject(new TransportError('overloaded', 'too many SIP connections are open'));
    const connecting = this.#connect(target);
    this.#byTarget.set(key, connecting);
    connecting.catch(() => this.#byTarget.delete(key));
    return connecting;
  }

  #connect(target: SipTarget): Promise<StreamConnection> {
    const endpoint = `${target.address}:${target.port} over ${this.protocol.toUpperCase()}`;
    return new Promise((resolve, reject) => {
      const socket = this.#streamProtocol.connect(target, () => {
        timer.cancel();
        socket.off('error', onError);
        socket.off('close', onClose);
        resolve(this.#createConnection(socket, true, keyOf(target)));
      });
      this.#outgoing.add(socket);
      const timer = this.#clock.after(this.#limits.connectTimeoutMs, () => {
        reject(
          new TransportError(
            'timeout',
            `no connection to ${endpoint} in ${this.#limits.connectTimeoutMs} ms`,
          ),
        );
        socket.destroy();
      });
      const onError = (error: Error) => reject(toTransportError(error, `cannot connect to ${endpoint}`));
      const onClose = () => {
        timer.cancel();
        reject(new TransportError('closed', `the connection to ${endpoint} was closed`));
      };
      socket.on('error', onError);
      socket.once('close', onClose);
      socket.once('close', () => this.#outgoing.delete(socket));
    });
  }

  #createConnection(socket: Socket, isOutgoing: boolean, key?: string): StreamConnection {
    const source = this.#sourceOf(socket);
    const connection: StreamConnection = new StreamConnection({
      id: this.#nextId++,
      socket,
      clock: this.#clock,
      internalErrors: this.#internalErrors,
      limits: this.#limits,
      isOutgoing,
      handlers: {
        onMessage: (bytes) => this.#deliver(bytes, { ...source, connection }),
        onClosed: (reason, error) => {
          this.#logger.debug({ connection: connection.id, reason }, 'SIP connection closed.');
          this.#onClosed(connection, key, error);
        },
      },
    });
    this.#connections.set(connection.id, connection);
    return connection;
  }

  #sourceOf(socket: Socket): SipSource {
    const address = unmapIpv4(socket.remoteAddress ?? '');
    return { protocol: this.protocol, address, port: socket.remotePort ?? 0 };
  }

  #deliver(bytes: Buffer, source: SipSource): void {
    this.#listener?.onMessage(bytes, source);
  }

  #onClosed(connection: SipConnection, key: string | undefined, error: TransportError): void {
    this.#connections.delete(connection.id);
    if (key !== undefined) this.#byTarget.delete(key);
    this.#listener?.onConnectionLost?.(connection, error);
  }
}

function keyOf(target: SipTarget): string {
  return `${target.address} ${target.port} ${target.serverName ?? ''}`;
}
