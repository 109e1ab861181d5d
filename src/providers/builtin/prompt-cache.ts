interface Making {
  readonly samples: Promise<Int16Array>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * LRU cache of synthesised prompts. Concurrent requests for a prompt share one synthesis, which is aborted when the last request is aborted.
 */
export class PromptCache {
  readonly #bytesMax: number;
  /** In the order of last use. */
  readonly #kept = new Map<string, Int16Array>();
  readonly #making = new Map<string, Making>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#kept.size;
  }

  /** Returns the cached value or that of `make`. Rejects as `make` does, or with the signal's reason if the signal is aborted first. */
  get(
    key: string,
    make: (signal: AbortSignal) => Promise<Int16Array>,
    signal: AbortSignal,
  ): Promise<Int16Array> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return Promise.resolve(kept);
    }
    return this.#wait(key, this.#making.get(key) ?? this.#begin(key, make), signal);
  }

  #begin(key: string, make: (signal: AbortSignal) => Promise<Int16Array>): Making {
    const controller = new AbortController();
    const samples = make(controller.signal).then((made) => {
      this.#keep(key, made);
      return made;
    });
    const making: Making = { samples, controller, waiting: 0 };
    const forget = () => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    };
    samples.then(forget, forget);
    this.#making.set(key, making);
    return making;
  }

  #wait(key: string, making: Making, signal: AbortSignal): Promise<Int16Array> {
    making.waiting += 1;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        making.waiting -= 1;
        if (making.waiting === 0) {
          this.#making.delete(key);
          making.controller.abort();
        }
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        onAbort();
        return;
      }
      signal.addEventListener('abort', onAbort, { once: true });
      making.samples.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject);
    });
  }

  #keep(key: string, samples: Int16Array): void {
    if (samples.byteLength > this.#bytesMax / 4) return;
    this.#kept.set(key, samples);
    this.#bytes += samples.byteLength;
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#kept.delete(oldest);
      this.#bytes -= old.byteLength;
    }
  }
}
