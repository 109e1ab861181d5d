import type { Socket } from 'node:net';
import type { Clock, Timer } from '../../core/clock.ts';
import { createGuardedClock } from '../../core/guarded-clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import { transportErrorFrom } from './bind.ts';
import { StreamFramer } from './stream-framer.ts';
import { TransportError, type SipConnection } from './transport.ts';

export interface StreamLimits {
  /** A connection that carried no message and no ping of its peer for this long is closed. */
  readonly idleMs: number;
  /** How long a peer that connected to us may take to its first message. */
  readonly firstMessageMs: number;
  /** How often a connection that we opened is pinged (RFC 5626 §3.5.1); 0 never. */
  readonly pingMs: number;
  /** How long a peer that has answered pings before may take to answer one (RFC 5626 §4.4.1: 10 s). */
  readonly pongMs: number;
  /** Bytes that may wait for a slow peer; beyond, the connection is given up. */
  readonly bufferedBytesMax: number;
}

export interface ConnectionHandlers {
  onMessage(bytes: Buffer): void;
  /** Once. */
  onClosed(reason: string): void;
}

/** How long a closed connection may take to deliver what was written before. */
const unsentMsMax = 5_000;
const ping = Buffer.from('\r\n\r\n');
const pong = Buffer.from('\r\n');

/** One TCP or TLS connection: framing, keep-alive, idle close and back-pressure. */
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
  /** How long it may be quiet. */
  #quietMsMax: number;
  #idleTimer: Timer;
  #pingTimer: Timer | undefined;
  #pongTimer: Timer | undefined;
  #peerPongs = false;
  #pingIsOut = false;
  #closed = false;

  constructor(options: {
    readonly id: number;
    readonly socket: Socket;
    readonly clock: Clock;
    readonly internalErrors: InternalErrors;
    readonly limits: StreamLimits;
    /** Whether we opened the connection: then we ping it. */
    readonly opened: boolean;
    readonly handlers: ConnectionHandlers;
  }) {
    this.id = options.id;
    this.#socket = options.socket;
    this.#internalErrors = options.internalErrors;
    this.#clock = createGuardedClock(options.clock, (error) => this.#fail(error));
    this.#limits = options.limits;
    this.#handlers = options.handlers;
    this.#lastTrafficMs = options.clock.monotonicMs();
    this.#quietMsMax = options.opened ? options.limits.idleMs : options.limits.firstMessageMs;
    this.#idleTimer = this.#clock.after(this.#quietMsMax, () => this.#checkIdle());
    if (options.opened) this.#schedulePing();
    options.socket.setNoDelay(true);
    options.socket.on('data', (chunk: Buffer) => this.#attempt(() => this.#receive(chunk)));
    options.socket.on('error', (error) => this.#attempt(() => this.close(error.message)));
    options.socket.on('close', () => this.#attempt(() => this.close('the peer closed the connection')));
  }

  #attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A defect closes this connection alone. */
  #fail(error: unknown): void {
    this.#internalErrors.record('sip_connection', error, { connection: this.id });
    this.#internalErrors.guard('sip_connection', () => this.destroy('an internal error occurred'))();
  }

  get isOpen(): boolean {
    return !this.#closed;
  }

  send(bytes: Buffer): Promise<void> {
    if (this.#closed) return Promise.reject(new TransportError('closed', 'the connection is closed'));
    if (this.#socket.writableLength + bytes.length > this.#limits.bufferedBytesMax) {
      this.destroy('the peer does not read what is sent to it');
      return Promise.reject(new TransportError('overloaded', 'the peer does not read what is sent to it'));
    }
    this.#lastTrafficMs = this.#clock.monotonicMs();
    return this.#write(bytes);
  }

  #write(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => {
        if (error === null || error === undefined) resolve();
        else reject(transportErrorFrom(error, 'cannot send on the connection'));
      });
    });
  }

  /** Delivers what was written before, then closes. */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#idleTimer.cancel();
    this.#pingTimer?.cancel();
    this.#pongTimer?.cancel();
    this.#endSoon();
    this.#handlers.onClosed(reason);
  }

  /** A peer that reads nothing would keep a socket for ever that only waits to be emptied. */
  #endSoon(): void {
    this.#socket.destroySoon();
    if (this.#socket.writableLength === 0) return;
    const limit = this.#clock.after(unsentMsMax, () => this.#socket.destroy());
    this.#socket.once('close', () => limit.cancel());
  }

  /** Closes at once, dropping what is still unsent. */
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
    this.#quietMsMax = this.#limits.idleMs;
    this.#lineBreaks = 0;
    this.#handlers.onMessage(bytes);
  }

  /** RFC 5626 §3.5.1: two line breaks are a ping, one is the pong to ours. */
  #onLineBreak(): void {
    if (this.#pingIsOut) {
      this.#pingIsOut = false;
      this.#peerPongs = true;
      this.#pongTimer?.cancel();
      return;
    }
    this.#lineBreaks += 1;
    if (this.#lineBreaks < 2) return;
    this.#lineBreaks = 0;
    // Who only pings, and has never had anything to say, does not keep its connection by it.
    if (this.#quietMsMax === this.#limits.idleMs) this.#lastTrafficMs = this.#clock.monotonicMs();
    this.#sendKeepAlive(pong);
  }

  #schedulePing(): void {
    if (this.#limits.pingMs === 0) return;
    this.#pingTimer = this.#clock.after(this.#limits.pingMs, () => {
      this.#sendKeepAlive(ping);
      this.#pingIsOut = true;
      // A peer that never answered a ping may not know them; its silence proves nothing.
      if (this.#peerPongs)
        this.#pongTimer = this.#clock.after(this.#limits.pongMs, () =>
          this.destroy('the peer answers no ping'),
        );
      this.#schedulePing();
    });
  }

  /** Our own keep-alives do not count as traffic: a connection that carries nothing else may go. */
  #sendKeepAlive(bytes: Buffer): void {
    if (this.#socket.writableLength + bytes.length > this.#limits.bufferedBytesMax) return;
    this.#write(bytes).catch((error: Error) => this.close(error.message));
  }

  #checkIdle(): void {
    const idleMs = this.#clock.monotonicMs() - this.#lastTrafficMs;
    if (idleMs >= this.#quietMsMax) {
      this.destroy('the connection was idle');
      return;
    }
    this.#idleTimer = this.#clock.after(this.#quietMsMax - idleMs, () => this.#checkIdle());
  }
}
