import type { Clock, Timer } from '../../core/clock.ts';

/** How a wait ended without a result. */
export type TimeoutReason = 'aborted' | 'timed-out';

/**
 * Idle timeout of a stream. `race` settles with the promise, or as soon as the signal is aborted or no data arrived for `timeoutMs`; `reset` restarts
 * that time.
 */
export class StreamTimeout {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#end('aborted');
  #timer: Timer | undefined;
  #ended: TimeoutReason | undefined;
  #wake: ((reason: TimeoutReason) => void) | undefined;

  constructor(clock: Clock, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    if (signal?.aborted) this.#ended = 'aborted';
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.reset();
  }

  reset(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.after(this.#timeoutMs, () => this.#end('timed-out'));
  }

  async race<T>(promise: Promise<T>): Promise<T | TimeoutReason> {
    if (this.#ended !== undefined) return this.#ended;
    const ended = new Promise<TimeoutReason>((resolve) => (this.#wake = resolve));
    return Promise.race([promise, ended]);
  }

  close(): void {
    this.#timer?.cancel();
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  #end(reason: TimeoutReason): void {
    this.#ended ??= reason;
    this.#timer?.cancel();
    this.#wake?.(this.#ended);
  }
}
