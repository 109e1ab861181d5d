/** Tracks promises that are not awaited where they start, so that their owner can await them when it closes. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();

  /** `work` must not reject. */
  add(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Resolves when all work has ended, including work that is added in the meantime. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
