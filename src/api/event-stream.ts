import { Readable } from 'node:stream';
import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { refuse } from '../core/problems.ts';
import type { BinaryResponse } from './binary-response.ts';

/** Between two comments that show the reader, and whatever stands between, that the stream lives. */
const keepAliveMs = 15_000;
/** A stream is broken off after this time, so that its reader asks again and has to prove anew that it may. */
const maxLifetimeMs = 10 * 60_000;
/** How long a stream that was ended may take to be read to its end. */
const drainTimeoutMs = 5_000;
/** What a reader may leave unread, besides what the network holds. One that leaves more is cut off. */
const bufferBytesMax = 64 * 1024;
/** When a reader whose stream broke off should ask again. */
const retryMs = 1_000;
/** Of one key or person, of one workspace, and of all, at this node. */
const perReaderMax = 20;
const perWorkspaceMax = 60;
const perNodeMax = 500;

export interface StreamEvent {
  /** A word that tells readers what kind of thing happened. */
  readonly type: string;
  readonly data: unknown;
}

/** Where events are told. */
export interface EventStreamWriter {
  /** One more event; nothing where nobody reads any longer. */
  tell(event: StreamEvent): void;
  /** Aborted once nobody reads any longer. */
  readonly signal: AbortSignal;
}

/** Events on their way to one reader, as text/event-stream (WHATWG HTML, §9.2). */
class EventStream implements EventStreamWriter {
  readonly out = new Readable({ read: () => {} });
  readonly #clock: Pick<Clock, 'after'>;
  readonly #closed = new AbortController();
  readonly #lifetime: Timer;
  #keepAlive: Timer;
  #sequence: number;

  /** `sequence`: of the last event that the reader has had. */
  constructor(clock: Pick<Clock, 'after'>, sequence: number) {
    this.#clock = clock;
    this.#sequence = sequence;
    this.#lifetime = clock.after(maxLifetimeMs, () => this.disconnect());
    this.#keepAlive = this.#scheduleKeepAlive();
    this.out.once('close', () => this.#stop());
    this.#write(`retry: ${retryMs}\n\n`);
  }

  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  tell({ type, data }: StreamEvent): void {
    this.#sequence += 1;
    this.#write(`id: ${this.#sequence}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** There is no more to tell: the reader need not come back. */
  finish(): void {
    this.tell({ type: 'end', data: {} });
    this.disconnect();
  }

  /** The reader comes back if it wants to know more. */
  disconnect(): void {
    if (this.signal.aborted) return;
    this.#stop();
    this.out.push(null);
    const parting = this.#clock.after(drainTimeoutMs, () => this.out.destroy());
    this.out.once('close', () => parting.cancel());
  }

  #write(text: string): void {
    if (this.signal.aborted) return;
    this.out.push(text);
    if (this.out.readableLength > bufferBytesMax) this.out.destroy();
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
    this.#closed.abort(new Error('Nobody reads this stream any longer.'));
  }
}

export interface StreamReader {
  /** Of the key or person that reads. */
  readonly id: string;
  readonly workspaceId: string;
  /** The Last-Event-ID header: numbering goes on from there. Whatever is no number of ours is passed over. */
  readonly lastEventId: string | undefined;
}

/** The streams that are open at this node. */
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
   * A stream of what `tellAll` tells, which ends when that does.
   * @throws {Problem} `stream_limit_reached`
   */
  open(reader: StreamReader, tellAll: (teller: EventStreamWriter) => Promise<void>): BinaryResponse {
    if (this.#isClosed || !this.#hasCapacityFor(reader)) refuse('stream_limit_reached');
    const stream = new EventStream(this.#clock, sequenceOf(reader.lastEventId));
    this.#open.set(stream, reader);
    stream.out.once('close', () => this.#open.delete(stream));
    void this.#run(stream, tellAll);
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      // Proxies that hold answers back until they are whole, such as nginx, let this one pass.
      'x-accel-buffering': 'no',
    };
    return { status: 200, headers, stream: stream.out };
  }

  #hasCapacityFor({ id, workspaceId }: StreamReader): boolean {
    const readers = [...this.#open.values()];
    const ofOne = readers.filter((reader) => reader.id === id).length;
    const ofWorkspace = readers.filter((reader) => reader.workspaceId === workspaceId).length;
    return ofOne < perReaderMax && ofWorkspace < perWorkspaceMax && readers.length < perNodeMax;
  }

  /** Breaks all off; opens no more. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#open.keys()) stream.disconnect();
  }

  async #run(stream: EventStream, tellAll: (teller: EventStreamWriter) => Promise<void>): Promise<void> {
    try {
      await tellAll(stream);
      stream.finish();
    } catch (error) {
      if (stream.signal.aborted) return;
      this.#logger.warn({ err: error }, 'A stream of events broke off.');
      stream.disconnect();
    }
  }
}

const sequenceOf = (lastEventId = ''): number => (/^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0);
