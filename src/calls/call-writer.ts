import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { CallWrite } from './call-write.ts';
import type { WriteJournal } from './write-journal.ts';

/** Writes that wait for the database before the journal takes them. */
const waitingMax = 100;

export interface CallWriterOptions {
  readonly callId: string;
  readonly store: (write: CallWrite) => Promise<void>;
  readonly journal: WriteJournal;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Carries out the writes of one call one after the other, so that whoever adds them never waits. When the store fails, or is slower
 * than the journal's patience, the journal takes what waits and, until it has carried that out, all that follows; then the
 * store is used again:
 *
 *   direct ── a write fails or takes too long ──► journaled ── the journal has carried all out ──► direct
 */
export class CallWriter {
  readonly #options: CallWriterOptions;
  #waiting: CallWrite[] = [];
  #attempt: Promise<void> | undefined;
  #view: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  /** What the journal has taken, until it is durable. */
  readonly #taken = new Set<Promise<void>>();

  constructor(options: CallWriterOptions) {
    this.#options = options;
  }

  add(write: CallWrite): void {
    this.#waiting.push(write);
    const { callId, journal } = this.#options;
    if (journal.holds(callId) || this.#waiting.length > waitingMax) this.#handOver();
    else this.#running ??= this.#run();
  }

  /**
   * Shows the call as it is now, after the writes that were added before and only if nothing newer is to be shown by then. A view
   * that cannot be shown is given up, for the next one tells more.
   */
  show(view: () => Promise<void>): void {
    this.#view = view;
    this.#running ??= this.#run();
  }

  /** Resolves when everything added so far is stored, or durable in the journal. */
  async drained(): Promise<void> {
    while (this.#running !== undefined || this.#taken.size > 0) {
      await this.#running;
      await Promise.all(this.#taken);
    }
  }

  async #run(): Promise<void> {
    // What was added in one go is begun after it, so that the newest view replaces the ones before it.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#view !== undefined) {
      const write = this.#waiting[0];
      if (write === undefined) await this.#showView();
      else await this.#tryToStore(write);
    }
    this.#running = undefined;
  }

  async #tryToStore(write: CallWrite): Promise<void> {
    const { store, clock, journal } = this.#options;
    const timer: Timer = clock.after(journal.patienceMs, () => this.#giveUp(write, undefined));
    try {
      this.#attempt = store(write);
      await this.#attempt;
      if (this.#waiting[0] === write) this.#waiting.shift();
    } catch (error) {
      this.#giveUp(write, error);
    } finally {
      timer.cancel();
      this.#attempt = undefined;
    }
  }

  /** `error` is undefined where the store has not answered yet. */
  #giveUp(write: CallWrite, error: unknown): void {
    if (this.#waiting[0] !== write) return;
    const { logger, callId } = this.#options;
    const told = { err: error, callId, write: write.type };
    logger.warn(told, 'Writes to the record of a call go to the journal until the database takes them.');
    this.#handOver();
  }

  async #showView(): Promise<void> {
    const view = this.#view!;
    this.#view = undefined;
    const { logger, callId, journal } = this.#options;
    if (journal.holds(callId)) return;
    try {
      await view();
    } catch (error) {
      logger.warn({ err: error, callId }, 'The state of an active call could not be shown.');
    }
  }

  #handOver(): void {
    const writes = this.#waiting;
    if (writes.length === 0) return;
    this.#waiting = [];
    const { journal, callId } = this.#options;
    const taken = journal.put(callId, writes, this.#attempt).finally(() => this.#taken.delete(taken));
    this.#taken.add(taken);
  }
}
