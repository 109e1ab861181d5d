import { Readable } from 'node:stream';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { reject } from '../../core/problems.ts';
import type { BinaryResponse } from './binary-response.ts';

/** Interval of keep-alive comments for clients and proxies. */
const keepAliveMs = 15_000;
/** Maximum lifetime of a stream. The client then reconnects and is authenticated again. */
const maxLifetimeMs = 10 * 60_000;
/** Maximum time for the client to read the rest of an ended stream. */
const drainTimeoutMs = 5_000;
/** Maximum unread bytes in memory. A slower client is disconnected. */
const maxBufferBytes = 64 * 1024;
/** Unread bytes up to which `ready` does not wait. */
const maxReadyBytes = 16 * 1024;
/** Reconnection delay that the stream sends to clients, as `retry`. */
const retryMs = 1_000;
/** Maximum open streams of one key or user, of one workspace, and of this node. */
const maxStreamsPerReader = 20;
const maxStreamsPerWorkspace = 60;
const maxStreamsPerNode = 500;

export interface StreamEvent {
  /** The event type. */
  readonly type: string;
  readonly data: unknown;
  /** An ascending number, with which a client continues after a reconnection. Default: one more than the previous. */
  readonly id?: number;
}

/** Writes events to one client. */
export interface EventStreamWriter {
  /** Sends an event. Does nothing after the client disconnected. */
  send(event: StreamEvent): void;
  /** Sends events that are already in the format of the stream. */
  sendText(events: string): void;
  /** Resolves when the client has read most of what was sent. Rejects when it disconnects. A sender of many events waits for it before each. */
  ready(): Promise<void>;
  /** Closes the stream without the `end` event. The client may reconnect. */
  disconnect(): void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Returns an event in the format of a stream. */
export const eventText = (id: string, type: string, data: unknown): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** A `text/event-stream` to one client (WHATWG HTML §9.2). */
class EventStream implements EventStreamWriter {
  readonly readable = new Readable({ highWaterMark: maxReadyBytes, read: () => this.#onRead() });
  readonly #clock: Pick<Clock, 'after'>;
  readonly #closed = new AbortController();
  readonly #lifetime: Timer;
  #keepAlive: Timer;
  #sequence: number;
  /** Called when the unread bytes fall below the limit of `ready`. */
  #onRead: () => void = () => {};

  /** @param sequence number of the last event that the client received */
  constructor(clock: Pick<Clock, 'after'>, sequence: number) {
    this.#clock = clock;
    this.#sequence = sequence;
    this.#lifetime = clock.after(maxLifetimeMs, () => this.disconnect());
    this.#keepAlive = this.#scheduleKeepAlive();
    this.readable.once('close', () => this.#stop());
    this.#write(`retry: ${retryMs}\n\n`);
  }

  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  send({ type, data, id = this.#sequence + 1 }: StreamEvent): void {
    this.#sequence = id;
    this.#write(eventText(String(this.#sequence), type, data));
  }

  sendText(events: string): void {
    this.#write(events);
  }

  async ready(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.readable.readableLength < maxReadyBytes) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(this.signal.reason as Error);
    this.signal.addEventListener('abort', onAbort, { once: true });
    this.#onRead = resolve;
    await promise.finally(() => this.signal.removeEventListener('abort', onAbort));
  }

  /** Sends the `end` event, after which clients of Parley do not reconnect, and closes the stream. */
  finish(): void {
    this.send({ type: 'end', data: {} });
    this.disconnect();
  }

  disconnect(): void {
    if (this.signal.aborted) return;
    this.#stop();
    this.readable.push(null);
    const drain = this.#clock.after(drainTimeoutMs, () => this.readable.destroy());
    this.readable.once('close', () => drain.cancel());
  }

  #write(text: string): void {
    if (this.signal.aborted) return;
    this.readable.push(text);
    if (this.readable.readableLength > maxBufferBytes) this.readable.destroy();
  }

  #scheduleKeepAlive(): Timer {
    return this.#clock.after(keepAliveMs, () => {
      this.#write(':\n\n');
      if (!this.signal.aborted) this.#keepAlive = this.#scheduleKeepAlive();
    });
  }

  #stop(): void {
    this.#lifetime.cancel();
    this.#keepAlive.cancel();
    this.#closed.abort(new Error('The event stream is closed.'));
  }
}

export interface StreamReader {
  /** The id of the key or user. */
  readonly id: string;
  readonly workspaceId: string;
  /** The Last-Event-ID header. Event ids continue from there. A value that is not a number is ignored. */
  readonly lastEventId: string | undefined;
}

/** The open event streams of this node. */
export class EventStreams {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #logger: Logger;
  readonly #open = new Map<EventStream, StreamReader>();
  #isClosed = false;

  constructor({ clock, logger }: { readonly clock: Pick<Clock, 'after'>; readonly logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /**
   * Opens a stream and runs `produce`, which sends the events. The stream ends when the promise of `produce` resolves.
   * @throws {Problem} `stream_limit_reached`
   */
  open(reader: StreamReader, produce: (writer: EventStreamWriter) => Promise<void>): BinaryResponse {
    if (this.#isClosed || !this.#hasCapacityFor(reader)) reject('stream_limit_reached');
    const stream = new EventStream(this.#clock, sequenceOf(reader.lastEventId));
    this.#open.set(stream, reader);
    stream.readable.once('close', () => this.#open.delete(stream));
    void this.#run(stream, produce);
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      // Disables response buffering in proxies such as nginx.
      'x-accel-buffering': 'no',
    };
    return { status: 200, headers, stream: stream.readable };
  }

  #hasCapacityFor({ id, workspaceId }: StreamReader): boolean {
    const readers = [...this.#open.values()];
    const ofReader = readers.filter((reader) => reader.id === id).length;
    const ofWorkspace = readers.filter((reader) => reader.workspaceId === workspaceId).length;
    return (
      ofReader < maxStreamsPerReader &&
      ofWorkspace < maxStreamsPerWorkspace &&
      readers.length < maxStreamsPerNode
    );
  }

  /** Closes all streams and rejects new ones. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#open.keys()) stream.disconnect();
  }

  async #run(stream: EventStream, produce: (writer: EventStreamWriter) => Promise<void>): Promise<void> {
    try {
      await produce(stream);
      stream.finish();
    } catch (error) {
      if (stream.signal.aborted) return;
      this.#logger.warn({ err: error }, 'An event stream failed.');
      stream.disconnect();
    }
  }
}

/** Returns the number of a Last-Event-ID header; 0 for any other value. */
export const sequenceOf = (lastEventId = ''): number =>
  /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
