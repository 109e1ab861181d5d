import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { expireSlots, renewSlots } from '../store/concurrency-slots.ts';
import type { Database } from '../store/database.ts';
import { heartbeatNode, removeNode } from '../store/nodes.ts';

export interface NodeHeartbeatOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Differs at each start, so that a dead process never appears alive. */
  readonly nodeId: string;
  readonly roles: readonly string[];
  /** Returns further details for other nodes. */
  readonly details?: () => Readonly<Record<string, unknown>>;
  /** How long the node counts as alive after its last heartbeat, in ms. Defaults to 10,000. */
  readonly leaseMs?: number;
}

export interface NodeHeartbeat {
  /** Resolves when the node is registered, which is required before it carries calls. Throws if the database cannot be written. */
  start(): Promise<void>;
  /** Sends a heartbeat now, because a detail has changed. */
  renew(): void;
  /** Unregisters the node. To be called after the last call has ended. Safe to call twice. */
  close(): Promise<void>;
}

/** Renews the leases of this node and of the concurrency slots of its calls, and frees the slots of dead nodes. */
export function createNodeHeartbeat(options: NodeHeartbeatOptions): NodeHeartbeat {
  return new PeriodicHeartbeat(options);
}

class PeriodicHeartbeat implements NodeHeartbeat {
  readonly #options: NodeHeartbeatOptions;
  readonly #leaseMs: number;
  readonly #startedAt: Date;
  #timer: Timer | undefined;
  #heartbeat: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(options: NodeHeartbeatOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 10_000;
    this.#startedAt = new Date(options.clock.now());
  }

  async start(): Promise<void> {
    await this.#sendHeartbeat();
    this.#schedule();
  }

  renew(): void {
    if (this.#closed !== undefined) return;
    this.#timer?.cancel();
    this.#heartbeat = this.#heartbeat.then(() => this.#sendAndReschedule());
  }

  close(): Promise<void> {
    this.#closed ??= this.#removeNode();
    return this.#closed;
  }

  /** The lease expires if three heartbeats in a row are missed. */
  #schedule(): void {
    if (this.#closed !== undefined) return;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(this.#leaseMs / 4, () => {
      this.#heartbeat = this.#sendAndReschedule();
    });
  }

  async #sendAndReschedule(): Promise<void> {
    try {
      await this.#sendHeartbeat();
    } catch (error) {
      this.#options.logger.error({ err: error }, 'Node heartbeat failed.');
    }
    this.#schedule();
  }

  async #sendHeartbeat(): Promise<void> {
    const { db, nodeId, roles, details, logger } = this.#options;
    const system = db.asSystem();
    const leaseMs = this.#leaseMs;
    await heartbeatNode(system, { nodeId, roles, startedAt: this.#startedAt, leaseMs, details: details?.() });
    await renewSlots(system, { owner: nodeId, leaseMs });
    const freedCalls = await expireSlots(system);
    if (freedCalls.length > 0)
      logger.warn({ calls: freedCalls }, 'Concurrency slots of dead nodes were freed.');
  }

  async #removeNode(): Promise<void> {
    const { db, nodeId, logger } = this.#options;
    this.#timer?.cancel();
    await this.#heartbeat;
    await removeNode(db.asSystem(), { nodeId }).catch((error: unknown) => {
      logger.warn({ err: error }, 'The node could not be unregistered. Its lease will expire.');
    });
  }
}
