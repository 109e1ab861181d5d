import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { isFromOutage } from './outage.ts';

/** Where an internal error was caught: the values of the label `where` in `/metrics`, listed in docs/monitoring.md. */
export const internalErrorPlaces = [
  /** A listener, timer or promise of one call. */
  'call',
  /** A leg of a call: its signalling, or a listener of its events. */
  'leg',
  /** One received SIP message. */
  'sip_message',
  /** One SIP transaction: its timers and its transaction user. */
  'sip_transaction',
  /** One TCP or TLS connection of SIP. */
  'sip_connection',
  /** One media port: its packets, its frames, or a listener of its audio events. */
  'media_port',
  /** A media worker thread, or a message between it and the main thread. */
  'media_worker',
  /** A thread or a stream of speech recognition or synthesis. */
  'speech',
  /** A notification of the database or the bus. */
  'database',
  /** A timer that no other place covers. */
  'timer',
] as const;

export type InternalErrorPlace = (typeof internalErrorPlaces)[number];

/** Limit per place and minute. Further errors are only counted, so that a peer cannot fill the disk by triggering a defect. */
const logLinesPerMinute = 60;
const minuteMs = 60_000;

type Fields = Readonly<Record<string, unknown>>;

/** Reports defects of the program: errors that no code expected. */
export interface InternalErrors {
  /** Counts and logs an error. An outage is not counted. Never throws. `fields` holds ids, never content of messages. */
  record(where: InternalErrorPlace, error: unknown, fields?: Fields): void;
  /** Returns a function that runs `work` and records what it throws or rejects with. It never throws. */
  guard<Args extends unknown[]>(
    where: InternalErrorPlace,
    work: (...args: Args) => unknown,
    fields?: Fields,
  ): (...args: Args) => void;
  /** Errors since the start, per place. */
  readonly counts: Readonly<Record<InternalErrorPlace, number>>;
}

/** Counts internal errors of one process or one thread and logs each with a constant message. */
export class InternalErrorLog implements InternalErrors {
  readonly #logger: Logger;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #counts = Object.fromEntries(internalErrorPlaces.map((place) => [place, 0])) as Record<
    InternalErrorPlace,
    number
  >;
  readonly #logWindows = new Map<InternalErrorPlace, { sinceMs: number; lines: number }>();

  constructor({ logger, clock }: { readonly logger: Logger; readonly clock: Pick<Clock, 'monotonicMs'> }) {
    this.#logger = logger;
    this.#clock = clock;
  }

  get counts(): Readonly<Record<InternalErrorPlace, number>> {
    return this.#counts;
  }

  record(where: InternalErrorPlace, error: unknown, fields: Fields = {}): void {
    const isOutage = isFromOutage(error);
    if (!isOutage) this.#counts[where] += 1;
    try {
      if (isOutage || this.#admitLine(where))
        this.#logger.error({ ...fields, where, err: error }, 'An internal error occurred.');
    } catch {
      // The log itself failed: the counter still shows the error.
    }
  }

  guard<Args extends unknown[]>(
    where: InternalErrorPlace,
    work: (...args: Args) => unknown,
    fields?: Fields,
  ): (...args: Args) => void {
    return (...args) => {
      try {
        const result = work(...args);
        if (result instanceof Promise) result.catch((error: unknown) => this.record(where, error, fields));
      } catch (error) {
        this.record(where, error, fields);
      }
    };
  }

  #admitLine(where: InternalErrorPlace): boolean {
    const nowMs = this.#clock.monotonicMs();
    const window = this.#logWindows.get(where);
    if (window === undefined || nowMs - window.sinceMs >= minuteMs) {
      this.#logWindows.set(where, { sinceMs: nowMs, lines: 1 });
      return true;
    }
    window.lines += 1;
    return window.lines <= logLinesPerMinute;
  }
}
