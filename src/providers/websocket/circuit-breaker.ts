import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Random } from '../../core/random.ts';
import { VendorError } from './vendor-error.ts';

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

/** Models and voices whose breakers are kept. */
const maxModels = 1_000;

/**
 * Keeps calls from waiting for a vendor that fails. One for all calls that use the same key of a vendor, or the same key and model. The breaker of a
 * model passes on the failures that concern all models to the breaker of the server.
 */
export class CircuitBreaker {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #random: Pick<Random, 'fraction'>;
  #failures = 0;
  #pausedUntilMs = 0;
  #lastError: VendorError | undefined;
  readonly #server: CircuitBreaker | undefined;

  constructor(clock: Pick<Clock, 'monotonicMs'>, random: Pick<Random, 'fraction'>, server?: CircuitBreaker) {
    this.#clock = clock;
    this.#random = random;
    this.#server = server;
  }

  /** The last failure; undefined after a success. */
  get lastError(): VendorError | undefined {
    return this.#server?.lastError ?? this.#lastError;
  }

  get isOpen(): boolean {
    return this.#remainingMs > 0;
  }

  /** The rest of the pause, in ms; not positive if there is none. */
  get #remainingMs(): number {
    const ownMs = this.#pausedUntilMs - this.#clock.monotonicMs();
    return this.#server === undefined ? ownMs : Math.max(ownMs, this.#server.#remainingMs);
  }

  /** Whether the vendor cannot be used now, or rejected the key at the last attempt. */
  get isFailing(): boolean {
    return this.isOpen || this.lastError?.failure === 'unauthorized';
  }

  /** Returns the error of a request that is not admitted. A rejected key is reported as such until it is accepted. */
  refusal(vendor: string): VendorError {
    const { lastError } = this;
    if (lastError?.failure === 'unauthorized') return lastError;
    return new VendorError(vendor, 'paused', { retryAfterMs: Math.max(1, this.#remainingMs) });
  }

  /** Returns whether a connection may be tried now. */
  admit(): boolean {
    if (this.isOpen) return false;
    this.#server?.admit();
    if (this.#pausedUntilMs > 0) this.#pausedUntilMs = this.#clock.monotonicMs() + probeIntervalMs;
    return true;
  }

  /** Records a connection that was accepted. */
  recordSuccess(): void {
    this.#server?.recordSuccess();
    this.#failures = 0;
    this.#pausedUntilMs = 0;
    this.#lastError = undefined;
  }

  recordFailure(error: VendorError): void {
    // A connection that a vendor closes or rejects for its content shows no fault of the vendor.
    if (error.failure === 'rejected' || error.failure === 'paused') return;
    if (this.#server !== undefined && concernsServer(error)) return this.#server.recordFailure(error);
    if (error.status !== undefined) this.#server?.recordResponse();
    this.#failures += 1;
    this.#lastError = error;
    const pauseMs = this.#pauseMs(error);
    if (pauseMs === 0) return;
    const factor = 1 + jitter * (2 * this.#random.fraction() - 1);
    this.#pausedUntilMs = this.#clock.monotonicMs() + pauseMs * factor;
  }

  /** Records a response that shows that the server can be reached, but not that it accepts the key. */
  recordResponse(): void {
    if (this.#lastError?.failure !== 'unauthorized') this.recordSuccess();
  }

  #pauseMs({ failure, retryAfterMs }: VendorError): number {
    if (failure === 'unauthorized') return unauthorizedPauseMs;
    if (failure === 'limited') return Math.min(retryAfterMs ?? limitedPauseMs, maxRetryAfterMs);
    if (this.#failures < maxFailures) return 0;
    return Math.min(maxPauseMs, firstPauseMs * 2 ** (this.#failures - maxFailures));
  }
}

/** Returns whether a failure of a request concerns all models of a server. A status other than 401 can depend on the model. */
const concernsServer = ({ failure, status }: VendorError): boolean =>
  failure === 'unauthorized' ? status !== 403 : failure === 'unavailable' && status === undefined;

/** What distinguishes the accounts of a vendor. */
interface AccountKey {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The circuit breakers of a process, one per vendor and key, and those of models. */
export class CircuitBreakers {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #random: Pick<Random, 'fraction'>;
  readonly #breakers = new Map<string, CircuitBreaker>();
  /** In the order of their last use. */
  readonly #ofModels = new Map<string, CircuitBreaker>();

  constructor(clock: Pick<Clock, 'monotonicMs'>, random: Pick<Random, 'fraction'>) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Returns the breaker of the vendor, the URL and the key. Keeps only a hash of the key. */
  of(vendor: string, account: AccountKey): CircuitBreaker {
    const id = idOf(vendor, account);
    const breaker = this.#breakers.get(id) ?? new CircuitBreaker(this.#clock, this.#random);
    this.#breakers.set(id, breaker);
    return breaker;
  }

  /** Returns the breaker of one model or voice. It is open as well while that of the vendor is open. */
  ofModel(vendor: string, account: AccountKey, model: string): CircuitBreaker {
    const id = `${idOf(vendor, account)} ${model}`;
    const breaker =
      this.#ofModels.get(id) ?? new CircuitBreaker(this.#clock, this.#random, this.of(vendor, account));
    this.#ofModels.delete(id);
    this.#ofModels.set(id, breaker);
    const [oldest] = this.#ofModels.keys();
    if (this.#ofModels.size > maxModels && oldest !== undefined) this.#ofModels.delete(oldest);
    return breaker;
  }
}

const idOf = (vendor: string, { baseUrl, apiKey }: AccountKey): string =>
  `${vendor} ${baseUrl} ${createHash('sha256').update(apiKey).digest('base64')}`;
