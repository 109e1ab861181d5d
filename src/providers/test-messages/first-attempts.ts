import { LRUCache } from 'lru-cache';

/** Refuses the first attempt of each pair of addresses, for personas whose network is overloaded. */
export class FirstAttempts {
  readonly #seen = new LRUCache<string, true>({ max: 10_000 });

  /** Returns whether this is the first attempt. */
  isFirst(from: string, to: string): boolean {
    const key = `${from} ${to}`;
    const isFirst = !this.#seen.has(key);
    this.#seen.set(key, true);
    return isFirst;
  }
}
