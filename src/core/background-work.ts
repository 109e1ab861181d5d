/** Work that was begun and is not awaited, so that whoever began it can wait at the end. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();

  /** `work` never rejects. */
  add(work: Promise<void>): void {
    const counted = work.finally(() => this.#running.delete(counted));
    this.#running.add(counted);
  }

  /** Resolves when nothing is left, also of what was begun meanwhile. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
