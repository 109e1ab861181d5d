import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { CallWrite } from './call-write.ts';
import type { WriteJournal } from './write-journal.ts';

/** The most writes that wait for the database. If more wait, all of them go to the journal. */
const maxWaiting = 100;

export interface CallWriterOptions {
  readonly callId: string;
  readonly store: (write: CallWrite) => Promise<void>;
  readonly journal: WriteJournal;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Applies the writes of one call in order, in the background. If the store fails, exceeds the journal's `storeTimeoutMs`, or too many writes wait,
 * the waiting and all later writes go to the journal. When the journal has applied all of them, the store is used again:
 *
 *   direct ── a write fails or times out, or too many wait ──► journaled ── the journal has applied all writes ──► direct
 */
export class CallWriter {
  readonly #options: CallWriterOptions;
  #waiting: CallWrite[] = [];
  /** The write to the store that is in progress. */
  #attempt: Promise<void> | undefined;
  #activeCallUpdate: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  /** Writes passed to the journal that are not durable yet. */
  readonly #journaling = new Set<Promise<void>>();

  constructor(options: CallWriterOptions) {
    this.#options = options;
  }

  add(write: CallWrite): void {
    this.#waiting.push(write);
    const { callId, journal } = this.#options;
    if (journal.hasWritesOf(callId)) this.#moveToJournal();
    else if (this.#waiting.length > maxWaiting) this.#fallBackToJournal(undefined);
    else this.#running ??= this.#run();
  }

  /**
   * Runs `update`, which writes the row in the list of active calls, after the writes added so far. A new update replaces one that has not run yet.
   * Updates are skipped while the journal has writes of the call. A failed update is not retried, since the next one replaces it.
   */
  updateActiveCall(update: () => Promise<void>): void {
    this.#activeCallUpdate = update;
    this.#running ??= this.#run();
  }

  /** Resolves when all writes so far are stored, or durable in the journal. */
  async flushed(): Promise<void> {
    while (this.#running !== undefined || this.#journaling.size > 0) {
      await this.#running;
      await Promise.all(this.#journaling);
    }
  }

  async #run(): Promise<void> {
    // Starts after the current synchronous code, so that only the newest of several updates runs.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#activeCallUpdate !== undefined) {
      const write = this.#waiting[0];
      if (write === undefined) await this.#runActiveCallUpdate();
      else await this.#tryToStore(write);
    }
    this.#running = undefined;
  }

  async #tryToStore(write: CallWrite): Promise<void> {
    const { store, clock, journal } = this.#options;
    const timer: Timer = clock.after(journal.storeTimeoutMs, () => {
      if (this.#waiting[0] === write) this.#fallBackToJournal(undefined);
    });
    try {
      this.#attempt = store(write);
      await this.#attempt;
      if (this.#waiting[0] === write) this.#waiting.shift();
    } catch (error) {
      if (this.#waiting[0] === write) this.#fallBackToJournal(error);
    } finally {
      timer.cancel();
      this.#attempt = undefined;
    }
  }

  /** `error` is undefined if the store is slow: it has not responded yet, or too many writes wait for it. */
  #fallBackToJournal(error: unknown): void {
    this.#options.journal.reportFallback(this.#options.callId, error);
    this.#moveToJournal();
  }

  async #runActiveCallUpdate(): Promise<void> {
    const update = this.#activeCallUpdate!;
    this.#activeCallUpdate = undefined;
    const { logger, callId, journal } = this.#options;
    if (journal.hasWritesOf(callId)) return;
    try {
      await update();
    } catch (error) {
      logger.warn({ err: error, callId }, 'The list of active calls could not be updated.');
    }
  }

  #moveToJournal(): void {
    const writes = this.#waiting;
    if (writes.length === 0) return;
    this.#waiting = [];
    const { journal, callId } = this.#options;
    const journaled = journal
      .put(callId, writes, this.#attempt)
      .finally(() => this.#journaling.delete(journaled));
    this.#journaling.add(journaled);
  }
}
