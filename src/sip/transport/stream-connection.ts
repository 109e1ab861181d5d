import type { Socket } from 'node:net';
import type { Clock, Timer } from '../../core/clock.ts';
import { createGuardedClock } from '../../core/guarded-clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import { toTransportError } from './bind.ts';
import { StreamFramer } from './stream-framer.ts';
import { TransportError, type SipConnection } from './transport.ts';

export interface StreamLimits {
  /**
   * Time without traffic after which a connection is closed. Traffic is a message in either direction or a ping of the
   * peer. A ping before the first message of an incoming connection does not count.
   */
  readonly idleMs: number;
  /** Maximum time until the first message of the peer on an incoming connection. */
  readonly firstMessageMs: number;
  /** Ping interval of outgoing connections (RFC 5626 §3.5.1); 0 disables pings. */
  readonly pingMs: number;
  /** Maximum time until a peer that has answered a ping before answers the next one (RFC 5626 §4.4.1: 10 s). */
  readonly pongMs: number;
  /** Maximum bytes buffered for a slow peer; above it the connection is closed. */
  readonly maxBufferedBytes: number;
}

export interface ConnectionHandlers {
  onMessage(bytes: Buffer): void;
  /** Called once. `error` has the fault of a TLS connection. */
  onClosed(reason: string, error: TransportError): void;
}

/** Maximum time for the delivery of buffered bytes by a closing connection. */
const maxDrainMs = 5_000;
const ping = Buffer.from('\r\n\r\n');
const pong = Buffer.from('\r\n');

/** One TCP or TLS connection: framing, keep-alive, idle timeout and back-pressure. */
export class StreamConnection implements SipConnection {
  readonly id: number;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #internalErrors: InternalErrors;
  readonly #limits: StreamLimits;
  readonly #handlers: ConnectionHandlers;
  readonly #framer = new StreamFramer();
  #lineBreaks = 0;
  #lastTrafficMs: number;
  /** `firstMessageMs` until the first message of an incoming connection, otherwise `idleMs`. */
  #idleTimeoutMs: number;
  #idleTimer: Timer;
  #pingTimer: Timer | undefined;
  #pongTimer: Timer | undefined;
  #peerSendsPongs = false;
  #awaitsPong = false;
  #closed = false;
  #error = new TransportError('closed', 'the connection is closed');

  constructor(options: {
    readonly id: number;
    readonly socket: Socket;
    readonly clock: Clock;
    readonly internalErrors: InternalErrors;
    readonly limits: StreamLimits;
    /** Outgoing connections send pings. */
    readonly isOutgoing: boolean;
    readonly handlers: ConnectionHandlers;
  }) {
    this.id = options.id;
    this.#socket = options.socket;
    this.#internalErrors = options.internalErrors;
    this.#clock = createGuardedClock(options.clock, (error) => this.#fail(error));
    this.#limits = options.limits;
    this.#handlers = options.handlers;
    this.#lastTrafficMs = options.clock.monotonicMs();
    this.#idleTimeoutMs = options.isOutgoing ? options.limits.idleMs : options.limits.firstMessageMs;
    this.#idleTimer = this.#clock.after(this.#idleTimeoutMs, () => this.#checkIdle());
    if (options.isOutgoing) this.#schedulePing();
    options.socket.setNoDelay(true);
    options.socket.on('data', (chunk: Buffer) => this.#runGuarded(() => this.#receive(chunk)));
    options.socket.on('error', (error) => this.#runGuarded(() => this.#onError(error)));
    options.socket.on('close', () => this.#runGuarded(() => this.close('the peer closed the connection')));
  }

  #runGuarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Closes only this connection after a defect. */
  #fail(error: unknown): void {
    this.#internalErrors.record('sip_connection', error, { connection: this.id });
    this.#internalErrors.guard('sip_connection', () => this.destroy('an internal error occurred'))();
  }

  /** A peer that rejects our TLS handshake can do so after the connection is open (RFC 8446 §6.2). */
  #onError(error: Error): void {
    if (!this.#closed) this.#error = toTransportError(error, 'the connection was lost');
    this.close(error.message);
  }

  get isOpen(): boolean {
    return !this.#closed;
  }

  /** Rejects if the connection is closed before the bytes were passed to the operating system. */
  async send(bytes: Buffer): Promise<void> {
    await this.#send(bytes);
    if (this.#closed) throw this.#error;
  }

  #send(bytes: Buffer): Promise<void> {
    if (this.#closed) return Promise.reject(this.#error);
    if (this.#socket.writableLength + bytes.length > this.#limits.maxBufferedBytes) {
      this.destroy('the peer does not read');
      return Promise.reject(new TransportError('overloaded', 'the peer does not read'));
    }
    this.#lastTrafficMs = this.#clock.monotonicMs();
    return this.#write(bytes);
  }

  #write(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => {
        if (error === null || error === undefined) resolve();
        else if (this.#error.tlsFailure !== undefined) reject(this.#error);
        else reject(toTransportError(error, 'cannot send on the connection'));
      });
    });
  }

  /** Delivers buffered bytes, then closes. */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#idleTimer.cancel();
    this.#pingTimer?.cancel();
    this.#pongTimer?.cancel();
    this.#destroyAfterDrain();
    this.#handlers.onClosed(reason, this.#error);
  }

  /** Closes the socket after its buffered bytes are sent, or after a time limit if the peer does not read them. */
  #destroyAfterDrain(): void {
    this.#socket.destroySoon();
    if (this.#socket.writableLength === 0) return;
    const limit = this.#clock.after(maxDrainMs, () => this.#socket.destroy());
    this.#socket.once('close', () => limit.cancel());
  }

  /** Closes immediately and drops buffered bytes. */
  destroy(reason: string): void {
    this.close(reason);
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#closed) return;
    for (const frame of this.#framer.push(chunk)) {
      if (frame.type === 'message') this.#onMessage(frame.bytes);
      else if (frame.type === 'line-break') this.#onLineBreak();
      else this.close(frame.reason);
    }
    if (this.#framer.isBroken) this.close('the stream became unreadable');
  }

  #onMessage(bytes: Buffer): void {
    this.#lastTrafficMs = this.#clock.monotonicMs();
    this.#idleTimeoutMs = this.#limits.idleMs;
    this.#lineBreaks = 0;
    this.#handlers.onMessage(bytes);
  }

  /** RFC 5626 §3.5.1: two line breaks are a ping; one line break is the pong to our ping. */
  #onLineBreak(): void {
    if (this.#awaitsPong) {
      this.#awaitsPong = false;
      this.#peerSendsPongs = true;
      this.#pongTimer?.cancel();
      return;
    }
    this.#lineBreaks += 1;
    if (this.#lineBreaks < 2) return;
    this.#lineBreaks = 0;
    // A peer that only sends pings and never a message does not keep its connection open.
    if (this.#idleTimeoutMs === this.#limits.idleMs) this.#lastTrafficMs = this.#clock.monotonicMs();
    this.#sendKeepAlive(pong);
  }

  #schedulePing(): void {
    if (this.#limits.pingMs === 0) return;
    this.#pingTimer = this.#clock.after(this.#limits.pingMs, () => {
      this.#sendKeepAlive(ping);
      this.#awaitsPong = true;
      // A peer that has never answered a ping may not support pings, so its silence is not a fault.
      if (this.#peerSendsPongs)
        this.#pongTimer = this.#clock.after(this.#limits.pongMs, () =>
          this.destroy('the peer does not answer pings'),
        );
      this.#schedulePing();
    });
  }

  /** Our own keep-alives do not count as traffic, so a connection without other traffic can expire. */
  #sendKeepAlive(bytes: Buffer): void {
    if (this.#socket.writableLength + bytes.length > this.#limits.maxBufferedBytes) return;
    this.#write(bytes).catch((error: Error) => this.close(error.message));
  }

  #checkIdle(): void {
    const idleMs = this.#clock.monotonicMs() - this.#lastTrafficMs;
    if (idleMs >= this.#idleTimeoutMs) {
      this.destroy('the connection was idle');
      return;
    }
    this.#idleTimer = this.#clock.after(this.#idleTimeoutMs - idleMs, () => this.#checkIdle());
  }
}
