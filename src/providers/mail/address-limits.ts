import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';

interface Usage {
  connections: number;
  messages: number;
  windowStartMs: number;
}

const windowMs = 60_000;
/** Remote addresses whose usage is kept. */
const maxAddresses = 10_000;

export interface AddressLimitOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly maxConnections: number;
  readonly maxMessagesPerMinute: number;
}

/** Counts the connections and messages of each remote address. */
export class AddressLimits {
  readonly #options: AddressLimitOptions;
  readonly #usage = new LRUCache<string, Usage>({ max: maxAddresses });

  constructor(options: AddressLimitOptions) {
    this.#options = options;
  }

  /** Returns whether the address may open a connection. If it may, `disconnect` must follow. */
  connect(address: string): boolean {
    const usage = this.#of(address);
    if (usage.connections >= this.#options.maxConnections) return false;
    usage.connections += 1;
    return true;
  }

  disconnect(address: string): void {
    const usage = this.#of(address);
    usage.connections = Math.max(0, usage.connections - 1);
  }

  /** Returns whether the address may send another message in this minute. */
  countMessage(address: string): boolean {
    const usage = this.#of(address);
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - usage.windowStartMs >= windowMs) {
      usage.windowStartMs = nowMs;
      usage.messages = 0;
    }
    usage.messages += 1;
    return usage.messages <= this.#options.maxMessagesPerMinute;
  }

  #of(address: string): Usage {
    const usage = this.#usage.get(address) ?? {
      connections: 0,
      messages: 0,
      windowStartMs: this.#options.clock.monotonicMs(),
    };
    this.#usage.set(address, usage);
    return usage;
  }
}
