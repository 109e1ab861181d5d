import type { Socket } from 'node:net';
import type { PduFields } from 'smpp';
import type { Clock, Timer } from '../../core/clock.ts';
import { commandStatus, decodePdu, encodePdu, PduReader, sequenceNumberOf, type Pdu } from './pdu.ts';
import { SlotQueue } from '../../core/slot-queue.ts';

/** Why a request has no response. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly reason: 'closed' | 'timed-out' | 'aborted';
  /** Whether the peer may have received the request. */
  readonly wasSent: boolean;

  constructor(reason: NoResponseError['reason'], wasSent: boolean) {
    super(`The SMPP request has no response: ${reason}.`);
    this.reason = reason;
    this.wasSent = wasSent;
  }
}

export interface SessionOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Maximum number of outstanding messages. */
  readonly window: number;
  /** Handles a `deliver_sm` or `data_sm` of the peer. Must not reject. */
  readonly onDeliver: (pdu: Pdu) => Promise<DeliverResult>;
  /** Called once, when the connection has ended. */
  readonly onClosed: () => void;
}

/** The result of a `deliver_sm` or `data_sm`. */
export interface DeliverResult {
  /** The command status of the response. */
  readonly status: number;
  /** Called when the peer has the response. Not called if the connection ends soon after it was written: the peer may repeat the request. */
  readonly onResponded?: () => void;
}

interface Outstanding {
  readonly resolve: (response: Pdu) => void;
  readonly reject: (error: NoResponseError) => void;
  readonly timer: Timer;
  /** Called when no response is expected any more. */
  readonly onSettled: () => void;
  readonly onLate: (response: Pdu) => void;
  isAborted: boolean;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Receives a response that arrives after a timeout or an abort. */
  readonly onLate?: (response: Pdu) => void;
}

const responseTimeoutMs = 30_000;
/** A connection that is silent for this time, or at most twice as long, is checked with an `enquire_link`. */
const enquireLinkMs = 30_000;
const enquireTimeoutMs = 10_000;
/** Wait of an unbind for the outstanding responses of both sides. */
const drainMs = 5_000;
/** A response has arrived if the connection is still open after this time. */
const respondedAfterMs = 2_000;
/** Requests of the peer that are handled at the same time: more than the parts of one message. Further ones are refused for now. */
const maxDeliveries = 300;
/** Requests whose late response is still awaited. */
const maxLate = 10_000;
/** A peer that sends requests and does not read the responses is disconnected. */
const maxUnreadBytes = 1024 * 1024;

const ignore = (): void => undefined;

/** One SMPP connection (SMPP 3.4 §2.2): requests with their responses, a window of messages, and the link check. */
export class SmppSession {
  readonly #socket: Socket;
  readonly #options: SessionOptions;
  readonly #reader = new PduReader();
  readonly #outstanding = new Map<number, Outstanding>();
  readonly #late = new Map<number, (response: Pdu) => void>();
  readonly #slots: SlotQueue;
  #sequence = 0;
  #deliveries = 0;
  /** Timers of responses that were written. */
  readonly #responded = new Set<Timer>();
  #linkTimer: Timer | undefined;
  #draining: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;
  readonly #closed = Promise.withResolvers<void>();
  #isClosed = false;
  #hasReceived = false;

  /** The socket is connected. */
  constructor(socket: Socket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#slots = new SlotQueue(options.window);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', ignore);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => this.#end());
    this.#watchLink();
  }

  /** Whether the connection has ended or accepts no more messages. */
  get isClosed(): boolean {
    return this.#isClosed || this.#draining !== undefined;
  }

  /** Resolves when the connection has ended. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /**
   * Sends a request and resolves with its response, of any status.
   * @throws {NoResponseError}
   */
  request(command: string, fields: PduFields, options: RequestOptions = {}): Promise<Pdu> {
    return this.#send(command, fields, options, ignore);
  }

  /**
   * Sends a message when the window has a free slot.
   * @throws {NoResponseError}
   */
  async submit(fields: PduFields, options: RequestOptions & { readonly signal: AbortSignal }): Promise<Pdu> {
    await this.#slots.acquire(options.signal).catch(() => {
      throw new NoResponseError(this.isClosed ? 'closed' : 'aborted', false);
    });
    return this.#send('submit_sm', fields, options, () => this.#slots.release());
  }

  /** Accepts no more messages, and resolves when no response is outstanding, at the latest after 5 s. */
  drain(): Promise<void> {
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  async #drain(): Promise<void> {
    this.#slots.close(new NoResponseError('closed', false));
    if (this.#isIdle) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#options.clock.after(drainMs, resolve);
    this.#onIdle = resolve;
    await promise;
    timer.cancel();
  }

  async #send(
    command: string,
    fields: PduFields,
    { signal, onLate = ignore }: RequestOptions,
    onSettled: () => void,
  ): Promise<Pdu> {
    if (this.#isClosed || signal?.aborted === true) {
      onSettled();
      throw new NoResponseError(this.#isClosed ? 'closed' : 'aborted', false);
    }
    this.#sequence = (this.#sequence % 0x7fffffff) + 1;
    const sequence = this.#sequence;
    const { promise, resolve, reject } = Promise.withResolvers<Pdu>();
    const timer = this.#options.clock.after(responseTimeoutMs, () => this.#timeOut(sequence));
    const outstanding = { resolve, reject, timer, onSettled, onLate, isAborted: false };
    this.#outstanding.set(sequence, outstanding);
    const onAbort = (): void => {
      outstanding.isAborted = true;
      reject(new NoResponseError('aborted', true));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#write(encodePdu(command, { ...fields, sequence_number: sequence }));
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  #timeOut(sequence: number): void {
    const outstanding = this.#outstanding.get(sequence)!;
    this.#outstanding.delete(sequence);
    this.#late.set(sequence, outstanding.onLate);
    const [oldest] = this.#late.keys();
    if (this.#late.size > maxLate && oldest !== undefined) this.#late.delete(oldest);
    outstanding.reject(new NoResponseError('timed-out', true));
    outstanding.onSettled();
    this.#checkIdle();
  }

  #settle(response: Pdu): void {
    const sequence = response.sequence_number;
    this.#late.get(sequence)?.(response);
    this.#late.delete(sequence);
    const outstanding = this.#outstanding.get(sequence);
    if (outstanding === undefined) return;
    this.#outstanding.delete(sequence);
    outstanding.timer.cancel();
    if (outstanding.isAborted) outstanding.onLate(response);
    else outstanding.resolve(response);
    outstanding.onSettled();
    this.#checkIdle();
  }

  get #isIdle(): boolean {
    return this.#isClosed || (this.#outstanding.size === 0 && this.#deliveries === 0);
  }

  #checkIdle(): void {
    if (this.#isIdle) this.#onIdle?.();
  }

  #receive(chunk: Buffer): void {
    this.#hasReceived = true;
    try {
      for (const octets of this.#reader.read(chunk)) this.#handle(octets);
    } catch {
      this.#socket.destroy();
    }
  }

  #handle(octets: Buffer): void {
    const pdu = decodePdu(octets);
    const sequence = sequenceNumberOf(octets);
    if (pdu === undefined) this.#respond('generic_nack', sequence, commandStatus.invalidCommandLength);
    else if (pdu.isResponse()) this.#settle(pdu);
    else this.#handleRequest(pdu, sequence);
  }

  #handleRequest(pdu: Pdu, sequence: number): void {
    switch (pdu.command) {
      case 'deliver_sm':
      case 'data_sm':
        this.#deliver(pdu, sequence);
        return;
      case 'enquire_link':
        this.#respond('enquire_link_resp', sequence, commandStatus.ok);
        return;
      case 'unbind':
        void this.drain().then(() => {
          this.#respond('unbind_resp', sequence, commandStatus.ok);
          this.#socket.end();
        });
        return;
      default:
        this.#respond('generic_nack', sequence, commandStatus.invalidCommandId);
    }
  }

  #deliver(pdu: Pdu, sequence: number): void {
    const response = `${pdu.command}_resp`;
    if (this.#deliveries >= maxDeliveries) {
      this.#respond(response, sequence, commandStatus.messageQueueFull);
      return;
    }
    this.#deliveries += 1;
    void this.#options.onDeliver(pdu).then((result) => this.#completeDelivery(response, sequence, result));
  }

  #completeDelivery(response: string, sequence: number, { status, onResponded }: DeliverResult): void {
    this.#deliveries -= 1;
    this.#respond(response, sequence, status);
    this.#checkIdle();
    if (onResponded === undefined || this.#isClosed) return;
    const timer = this.#options.clock.after(respondedAfterMs, () => {
      this.#responded.delete(timer);
      onResponded();
    });
    this.#responded.add(timer);
  }

  #respond(command: string, sequence: number, status: number): void {
    this.#write(encodePdu(command, { sequence_number: sequence, command_status: status }));
  }

  #write(octets: Buffer): void {
    if (this.#socket.destroyed || !this.#socket.writable) return;
    this.#socket.write(octets);
    if (this.#socket.writableLength > maxUnreadBytes) this.#socket.destroy();
  }

  #watchLink(): void {
    this.#hasReceived = false;
    this.#linkTimer = this.#options.clock.after(enquireLinkMs, () => {
      if (this.#hasReceived) this.#watchLink();
      else this.#checkLink();
    });
  }

  #checkLink(): void {
    this.request('enquire_link', {}).catch(ignore);
    this.#linkTimer = this.#options.clock.after(enquireTimeoutMs, () => {
      if (this.#hasReceived) this.#watchLink();
      else this.#socket.destroy();
    });
  }

  #end(): void {
    this.#isClosed = true;
    this.#linkTimer?.cancel();
    for (const timer of this.#responded) timer.cancel();
    this.#slots.close(new NoResponseError('closed', false));
    for (const { timer, reject } of this.#outstanding.values()) {
      timer.cancel();
      reject(new NoResponseError('closed', true));
    }
    this.#outstanding.clear();
    this.#late.clear();
    this.#checkIdle();
    this.#closed.resolve();
    this.#options.onClosed();
  }
}
