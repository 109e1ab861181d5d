import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { expireSlots } from '../store/concurrency/expire-slots.ts';
import { renewSlots } from '../store/concurrency/renew-slots.ts';
import type { Database } from '../store/database.ts';
import { heartbeatNode } from '../store/nodes/heartbeat-node.ts';
import { removeNode } from '../store/nodes/remove-node.ts';

export interface NodePresenceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** New at every start: a process that died must not be taken for alive. */
  readonly nodeId: string;
  readonly roles: readonly string[];
  /** What else the others may know of this node. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** How long others take this node for alive after its last beat (10,000 ms). */
  readonly leaseMs?: number;
}

export interface NodePresence {
  /** Resolves when the node is known to the others; only then may it take calls. Throws where the database cannot be written. */
  start(): Promise<void>;
  /** Says goodbye; to be called when no call is left. Safe to call twice. */
  close(): Promise<void>;
}

/** Keeps this node, and the slots of its calls, alive in the eyes of the others; frees the slots of the dead. */
export function createNodePresence(options: NodePresenceOptions): NodePresence {
  return new BeatingPresence(options);
}

class BeatingPresence implements NodePresence {
  readonly #options: NodePresenceOptions;
  readonly #leaseMs: number;
  readonly #startedAt: Date;
  #timer: Timer | undefined;
  #beating: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(options: NodePresenceOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 10_000;
    this.#startedAt = new Date(options.clock.now());
  }

  async start(): Promise<void> {
    await this.#beat();
    this.#schedule();
  }

  close(): Promise<void> {
    this.#closed ??= this.#leave();
    return this.#closed;
  }

  /** Three beats may be lost before the others give this node up. */
  #schedule(): void {
    if (this.#closed !== undefined) return;
    this.#timer = this.#options.clock.after(this.#leaseMs / 4, () => {
      this.#beating = this.#beatOrWarn();
    });
  }

  async #beatOrWarn(): Promise<void> {
    try {
      await this.#beat();
    } catch (error) {
      this.#options.logger.error({ err: error }, 'This node could not say that it lives.');
    }
    this.#schedule();
  }

  async #beat(): Promise<void> {
    const { db, nodeId, roles, details, logger } = this.#options;
    const system = db.asSystem();
    const leaseMs = this.#leaseMs;
    await heartbeatNode(system, { nodeId, roles, startedAt: this.#startedAt, leaseMs, details });
    await renewSlots(system, { owner: nodeId, leaseMs });
    const freed = await expireSlots(system);
    if (freed.length > 0) logger.warn({ calls: freed }, 'Slots of calls on dead nodes were freed.');
  }

  async #leave(): Promise<void> {
    const { db, nodeId, logger } = this.#options;
    this.#timer?.cancel();
    await this.#beating;
    await removeNode(db.asSystem(), { nodeId }).catch((error: unknown) => {
      logger.warn({ err: error }, 'This node could not say goodbye; its lease runs out.');
    });
  }
}
