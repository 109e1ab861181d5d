import type { Clock, Timer } from '../../core/clock.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { SpeechConnection } from './speech-connection.ts';
import type { SpeechProtocol } from './speech-protocol.ts';
import { VendorError } from './vendor-error.ts';

/** Idle connections are closed after this time. */
const idleMs = 60_000;
const sweepMs = 10_000;
/** A vendor whose contexts do not end would otherwise collect connections. */
const maxConnections = 1_000;

/** The connections to a vendor of voices, shared by all calls. */
export class SpeechPool {
  readonly #protocol: SpeechProtocol;
  readonly #clock: Clock;
  readonly #breaker: CircuitBreaker;
  readonly #connections = new Map<SpeechConnection, string>();
  #sweepTimer: Timer | undefined;

  constructor(protocol: SpeechProtocol, clock: Clock, breaker: CircuitBreaker) {
    this.#protocol = protocol;
    this.#clock = clock;
    this.#breaker = breaker;
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Returns a connection with a free context, which may still be connecting. Throws `VendorError`. */
  find(voiceId: string): SpeechConnection {
    const key = this.#protocol.connectionKey(voiceId);
    for (const [connection, existing] of this.#connections)
      if (existing === key && connection.isUsable) return connection;
    return this.#connect(voiceId, key);
  }

  close(): void {
    this.#sweepTimer?.cancel();
    for (const connection of this.#connections.keys()) connection.close();
    this.#connections.clear();
  }

  #connect(voiceId: string, key: string): SpeechConnection {
    const { vendor } = this.#protocol;
    if (this.#connections.size >= maxConnections)
      throw new VendorError(vendor, 'limited', { code: 'too-many-connections' });
    if (!this.#breaker.admit()) throw this.#breaker.refusal(vendor);
    const connection: SpeechConnection = new SpeechConnection(this.#protocol, voiceId, this.#clock, {
      onMessage: () => this.#breaker.recordSuccess(),
      onFailed: (error) => {
        // Vendors close connections that are not used for long.
        if (connection.contextCount > 0 || error.failure !== 'closed') this.#breaker.recordFailure(error);
        this.#connections.delete(connection);
      },
      onCancelled: () => this.#replace(connection, voiceId),
    });
    this.#connections.set(connection, key);
    this.#scheduleSweep();
    return connection;
  }

  /** Connects again at once, since the next text usually follows within seconds. */
  #replace(connection: SpeechConnection, voiceId: string): void {
    this.#connections.delete(connection);
    try {
      this.find(voiceId);
    } catch {
      // The request that follows reports the error.
    }
  }

  #scheduleSweep(): void {
    this.#sweepTimer ??= this.#clock.after(sweepMs, () => {
      this.#sweepTimer = undefined;
      this.#closeIdle();
      if (this.#connections.size > 0) this.#scheduleSweep();
    });
  }

  #closeIdle(): void {
    for (const connection of this.#connections.keys()) {
      const unusedMs = this.#clock.monotonicMs() - connection.idleSinceMs;
      if (connection.contextCount > 0 || unusedMs < idleMs) continue;
      this.#connections.delete(connection);
      connection.close();
    }
  }
}
