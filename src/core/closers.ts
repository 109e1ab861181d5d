import type { Logger } from './logger.ts';

/** Collects close functions of started parts and runs them in reverse order. */
export class Closers {
  readonly #logger: Logger;
  readonly #closers: { readonly name: string; readonly close: () => Promise<unknown> }[] = [];
  #closed: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Adds a part. Closes it immediately if closing has already started. */
  add(name: string, close: () => Promise<unknown>): void {
    if (this.#closed === undefined) this.#closers.push({ name, close });
    else this.#closed = this.#closed.then(() => this.#closeOne(name, close));
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    for (const { name, close } of this.#closers.toReversed()) await this.#closeOne(name, close);
  }

  /** A part that fails to close does not prevent the others from closing. */
  async #closeOne(name: string, close: () => Promise<unknown>): Promise<void> {
    try {
      await close();
    } catch (error) {
      this.#logger.error({ err: error, part: name }, 'A part of the program failed to close.');
    }
  }
}
