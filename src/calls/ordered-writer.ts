import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';

const firstRetryMs = 100;
const maxRetryMs = 10_000;
/** About two minutes of a database that is away; then the write is given up and logged. */
const maxAttempts = 18;

type Write = () => Promise<void>;

interface Entry {
  /** A fixed name for the log. */
  readonly name: string;
  write: Write;
}

/**
 * Carries out writes one after the other, each again until it succeeds, so that whoever adds them never waits. Nothing is lost while
 * the database is away for a minute.
 */
export class OrderedWriter {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #entries: Entry[] = [];
  #running: Promise<void> | undefined;

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  add(name: string, write: Write): void {
    this.#entries.push({ name, write });
    this.#running ??= this.#run();
  }

  /** Takes the place of the newest write of that name, where it has not begun: only the latest state counts. */
  addLatest(name: string, write: Write): void {
    const waiting = this.#entries.slice(1).findLast((entry) => entry.name === name);
    if (waiting === undefined) this.add(name, write);
    else waiting.write = write;
  }

  /** Resolves when everything added so far is written or given up. */
  async drained(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // What was added in one go is begun after it, so that the newest state replaces the ones before it.
    await Promise.resolve();
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      await this.#writeThrough(entry);
      this.#entries.shift();
    }
    this.#running = undefined;
  }

  async #writeThrough(entry: Entry): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await entry.write();
      } catch (error) {
        const fields = { err: error, write: entry.name, attempt };
        if (attempt >= maxAttempts) {
          this.#logger.error(fields, 'A write to the record of a call was given up.');
          return;
        }
        this.#logger.warn(fields, 'A write to the record of a call failed and is tried again.');
        await this.#clock.sleep(Math.min(maxRetryMs, firstRetryMs * 2 ** (attempt - 1)));
      }
    }
  }
}
