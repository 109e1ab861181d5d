import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Random } from '../../core/random.ts';
import type { VendorError } from './vendor-error.ts';

/** Consecutive failures after which the vendor is not used for a while. */
const maxFailures = 5;
const firstPauseMs = 2_000;
const maxPauseMs = 30_000;
const unauthorizedPauseMs = 60_000;
const limitedPauseMs = 1_000;
const maxRetryAfterMs = 60_000;
/** Share of a pause by which it is changed at random, so that calls do not retry together. */
const jitter = 0.2;
/** After a pause, one attempt is allowed per this time, until one succeeds. */
const probeIntervalMs = 1_000;

/** Keeps calls from waiting for a vendor that fails. One for all calls that use the same key of a vendor. */
export class CircuitBreaker {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #random: Pick<Random, 'fraction'>;
  #failures = 0;
  #pausedUntilMs = 0;
  #lastError: VendorError | undefined;

  constructor(clock: Pick<Clock, 'monotonicMs'>, random: Pick<Random, 'fraction'>) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The last failure; undefined after a success. */
  get lastError(): VendorError | undefined {
    return this.#lastError;
  }

  get isOpen(): boolean {
    return this.#clock.monotonicMs() < this.#pausedUntilMs;
  }

  /** Whether the vendor cannot be used now, or rejected the key at the last attempt. */
  get isFailing(): boolean {
    return this.isOpen || this.#lastError?.failure === 'unauthorized';
  }

  /** Returns whether a connection may be tried now. */
  admit(): boolean {
    if (this.isOpen) return false;
    if (this.#pausedUntilMs > 0) this.#pausedUntilMs = this.#clock.monotonicMs() + probeIntervalMs;
    return true;
  }

  /** Records a connection that was accepted. */
  recordSuccess(): void {
    this.#failures = 0;
    this.#pausedUntilMs = 0;
    this.#lastError = undefined;
  }

  recordFailure(error: VendorError): void {
    // A connection that a vendor closes or rejects for its content shows no fault of the vendor.
    if (error.failure === 'rejected' || error.failure === 'paused') return;
    this.#failures += 1;
    this.#lastError = error;
    const pauseMs = this.#pauseMs(error);
    if (pauseMs === 0) return;
    const factor = 1 + jitter * (2 * this.#random.fraction() - 1);
    this.#pausedUntilMs = this.#clock.monotonicMs() + pauseMs * factor;
  }

  #pauseMs({ failure, retryAfterMs }: VendorError): number {
    if (failure === 'unauthorized') return unauthorizedPauseMs;
    if (failure === 'limited') return Math.min(retryAfterMs ?? limitedPauseMs, maxRetryAfterMs);
    if (this.#failures < maxFailures) return 0;
    return Math.min(maxPauseMs, firstPauseMs * 2 ** (this.#failures - maxFailures));
  }
}

/** The circuit breakers of a process, one per vendor and key. */
export class CircuitBreakers {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #random: Pick<Random, 'fraction'>;
  readonly #breakers = new Map<string, CircuitBreaker>();

  constructor(clock: Pick<Clock, 'monotonicMs'>, random: Pick<Random, 'fraction'>) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Returns the breaker of the vendor, the URL and the key. Keeps only a hash of the key. */
  of(vendor: string, baseUrl: string, key: string): CircuitBreaker {
    const id = `${vendor} ${baseUrl} ${createHash('sha256').update(key).digest('base64')}`;
    const breaker = this.#breakers.get(id) ?? new CircuitBreaker(this.#clock, this.#random);
    this.#breakers.set(id, breaker);
    return breaker;
  }
}
