/** A synthesis in progress. `waiters` counts the requests that wait for it. */
interface PendingSynthesis {
  readonly samples: Promise<Int16Array>;
  readonly controller: AbortController;
  waiters: number;
}

/**
 * LRU cache of synthesised prompts. Concurrent requests for a prompt share one synthesis, which is aborted when the last request is aborted.
 */
export class PromptCache {
  readonly #maxBytes: number;
  /** In the order of last use. */
  readonly #cached = new Map<string, Int16Array>();
  readonly #pending = new Map<string, PendingSynthesis>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#cached.size;
  }

  /**
   * Returns the cached samples, or the samples that `synthesize` returns. Rejects if `synthesize` rejects, or with the signal's reason if the signal
   * is aborted first.
   */
  get(
    key: string,
    synthesize: (signal: AbortSignal) => Promise<Int16Array>,
    signal: AbortSignal,
  ): Promise<Int16Array> {
    const cached = this.#cached.get(key);
    if (cached !== undefined) {
      this.#cached.delete(key);
      this.#cached.set(key, cached);
      return Promise.resolve(cached);
    }
    return this.#wait(key, this.#pending.get(key) ?? this.#start(key, synthesize), signal);
  }

  #start(key: string, synthesize: (signal: AbortSignal) => Promise<Int16Array>): PendingSynthesis {
    const controller = new AbortController();
    const samples = synthesize(controller.signal).then((result) => {
      this.#store(key, result);
      return result;
    });
    const pending: PendingSynthesis = { samples, controller, waiters: 0 };
    const removePending = () => {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    };
    samples.then(removePending, removePending);
    this.#pending.set(key, pending);
    return pending;
  }

  #wait(key: string, pending: PendingSynthesis, signal: AbortSignal): Promise<Int16Array> {
    pending.waiters += 1;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        pending.waiters -= 1;
        if (pending.waiters === 0) {
          this.#pending.delete(key);
          pending.controller.abort();
        }
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        onAbort();
        return;
      }
      signal.addEventListener('abort', onAbort, { once: true });
      pending.samples.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject);
    });
  }

  #store(key: string, samples: Int16Array): void {
    if (samples.byteLength > this.#maxBytes / 4) return;
    this.#cached.set(key, samples);
    this.#bytes += samples.byteLength;
    for (const [oldestKey, oldest] of this.#cached) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#cached.delete(oldestKey);
      this.#bytes -= oldest.byteLength;
    }
  }
}
