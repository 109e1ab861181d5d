interface Waiter {
  resolve(): void;
  reject(reason: Error): void;
}

/** A fixed number of slots, and the callers that wait for one in their order. */
export class SlotQueue {
  #free: number;
  readonly #waiters = new Set<Waiter>();
  #closeReason: Error | undefined;

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Resolves when the caller has a slot. Rejects with the reason of the signal or of `close`. */
  acquire(signal: AbortSignal): Promise<void> {
    if (this.#closeReason !== undefined) return Promise.reject(this.#closeReason);
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { resolve, reject };
    const onAbort = (): void => {
      this.#waiters.delete(waiter);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiters.add(waiter);
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** Gives the slot to the first caller that waits. */
  release(): void {
    const [next] = this.#waiters;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiters.delete(next);
      next.resolve();
    }
  }

  /** Rejects the callers that wait, and all later ones. */
  close(reason: Error): void {
    this.#closeReason = reason;
    for (const waiter of this.#waiters) waiter.reject(reason);
    this.#waiters.clear();
  }
}
