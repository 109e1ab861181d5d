/**
 * A bounded queue between a producer that cannot wait and one consumer that iterates. If the queue is full, `push` drops the
 * oldest item and counts it. `end` and `fail` end the queue and may be called twice.
 */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  readonly #capacity: number;
  #dropped = 0;
  #ended = false;
  #error: unknown;
  #wake: (() => void) | undefined;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError('capacity must be an integer of at least 1');
    this.#capacity = capacity;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Number of items dropped because the consumer was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  push(item: T): void {
    if (this.#ended) return;
    if (this.#items.length === this.#capacity) {
      this.#items.shift();
      this.#dropped += 1;
    }
    this.#items.push(item);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  fail(error: unknown): void {
    if (this.#ended) return;
    this.#error = error;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift() as T;
      if (this.#ended) {
        if (this.#error !== undefined) throw this.#error;
        return;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = undefined;
    }
  }
}
