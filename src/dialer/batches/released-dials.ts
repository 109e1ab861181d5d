import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../../store/database.ts';
import { releaseDials } from '../../store/dialing/dials.ts';
import type { BatchKey } from '../../store/batches/batches.ts';

/** A claimed call that this node holds. */
export interface HeldDial extends BatchKey {
  readonly callId: string;
}

export interface ReleasedDialsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Id of this process. */
  readonly nodeId: string;
  /** Called after calls of the batch were released. */
  readonly onReleased: (batchId: string) => void;
}

/**
 * Releases claimed calls that are not dialed, so that their batches can claim them again. After a database error, the
 * next `release` retries.
 */
export class ReleasedDials {
  readonly #options: ReleasedDialsOptions;
  #unreleased: readonly HeldDial[] = [];

  constructor(options: ReleasedDialsOptions) {
    this.#options = options;
  }

  /** Ids of the calls that are not released yet, or whose release failed. */
  get callIds(): readonly string[] {
    return this.#unreleased.map(({ callId }) => callId);
  }

  /** Releases these calls, and those whose release failed before. Never rejects. */
  async release(dials: readonly HeldDial[] = []): Promise<void> {
    this.#unreleased = [...this.#unreleased, ...dials];
    const batches = Map.groupBy(this.#unreleased, ({ batchId }) => batchId);
    for (const callsOfBatch of batches.values()) await this.#releaseBatch(callsOfBatch);
  }

  /** All `dials` belong to one batch. */
  async #releaseBatch(dials: readonly HeldDial[]): Promise<void> {
    const { db, clock, logger, nodeId, onReleased } = this.#options;
    const { workspaceId, batchId } = dials[0]!;
    const callIds = dials.map(({ callId }) => callId);
    try {
      const released = { workspaceId, batchId, callIds, nodeId, at: new Date(clock.now()) };
      const calls = await db.inWorkspace(workspaceId).transaction((tx) => releaseDials(tx, released));
      logger.info({ batchId, calls }, 'Claimed calls that were not dialed were released.');
      this.#unreleased = this.#unreleased.filter(({ callId }) => !callIds.includes(callId));
      onReleased(batchId);
    } catch (error) {
      logger.error({ err: error, batchId }, 'Claimed calls could not be released. Retrying.');
    }
  }
}
