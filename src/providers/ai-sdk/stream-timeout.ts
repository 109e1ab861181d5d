import type { Clock, Timer } from '../../core/clock.ts';

/** Limit of a whole stream. 4,096 tokens take two minutes at 34 tokens per second. */
const maxStreamMs = 180_000;

/** Why a wait ended without a result. */
export type TimeoutReason = 'aborted' | 'timed-out';

/**
 * Idle timeout of a stream. `race` returns the result of the promise, or a `TimeoutReason` if the signal is aborted or the timeout expires first.
 * `reset` restarts the timeout. A stream that never ends times out after three minutes.
 */
export class StreamTimeout {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#end('aborted');
  readonly #totalTimer: Timer;
  #timer: Timer | undefined;
  #reason: TimeoutReason | undefined;
  #resolve: ((reason: TimeoutReason) => void) | undefined;

  constructor(clock: Clock, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    if (signal?.aborted) this.#reason = 'aborted';
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#totalTimer = clock.after(maxStreamMs, () => this.#end('timed-out'));
    this.reset();
  }

  reset(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.after(this.#timeoutMs, () => this.#end('timed-out'));
  }

  async race<T>(promise: Promise<T>): Promise<T | TimeoutReason> {
    if (this.#reason !== undefined) return this.#reason;
    const ended = new Promise<TimeoutReason>((resolve) => (this.#resolve = resolve));
    return Promise.race([promise, ended]);
  }

  close(): void {
    this.#timer?.cancel();
    this.#totalTimer.cancel();
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  #end(reason: TimeoutReason): void {
    this.#reason ??= reason;
    this.#timer?.cancel();
    this.#totalTimer.cancel();
    this.#resolve?.(this.#reason);
  }
}
