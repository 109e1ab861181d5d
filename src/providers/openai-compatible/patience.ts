import type { Clock, Timer } from '../../core/clock.ts';

/** Waiting that ends by itself: how it ended, besides by what was waited for. */
export type Impatience = 'aborted' | 'timed-out';

/**
 * How long a stream is waited for. `of` settles with the promise, or as soon as the signal is aborted or nothing was heard for
 * `timeoutMs`; `heard` starts that time again.
 */
export class Patience {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#end('aborted');
  #timer: Timer | undefined;
  #ended: Impatience | undefined;
  #wake: ((why: Impatience) => void) | undefined;

  constructor(clock: Clock, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    if (signal?.aborted) this.#ended = 'aborted';
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.heard();
  }

  heard(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.after(this.#timeoutMs, () => this.#end('timed-out'));
  }

  async of<T>(promise: Promise<T>): Promise<T | Impatience> {
    if (this.#ended !== undefined) return this.#ended;
    const ended = new Promise<Impatience>((resolve) => (this.#wake = resolve));
    return Promise.race([promise, ended]);
  }

  close(): void {
    this.#timer?.cancel();
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  #end(why: Impatience): void {
    this.#ended ??= why;
    this.#timer?.cancel();
    this.#wake?.(this.#ended);
  }
}
