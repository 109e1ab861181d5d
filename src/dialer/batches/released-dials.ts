import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../../store/database.ts';
import { releaseDials } from '../../store/dialing/release-dials.ts';
import type { QueuedDial } from './dial-queue.ts';

export interface ReleasedDialsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after calls of the batch were released. */
  readonly onReleased: (batchId: string) => void;
}

/**
 * Releases calls that were claimed but not dialed, so that their batches can claim them again. Calls that the database
 * did not accept are released again by the next `release`.
 */
export class ReleasedDials {
  readonly #options: ReleasedDialsOptions;
  #unreleased: readonly QueuedDial[] = [];

  constructor(options: ReleasedDialsOptions) {
    this.#options = options;
  }

  /** Ids of the calls that are not released yet. */
  get callIds(): readonly string[] {
    return this.#unreleased.map(({ callId }) => callId);
  }

  /** Releases these calls and the ones of failed attempts. Never rejects. */
  async release(dials: readonly QueuedDial[] = []): Promise<void> {
    this.#unreleased = [...this.#unreleased, ...dials];
    const batches = Map.groupBy(this.#unreleased, ({ batchId }) => batchId);
    for (const ofBatch of batches.values()) await this.#releaseBatch(ofBatch);
  }

  /** All `dials` belong to one batch. */
  async #releaseBatch(dials: readonly QueuedDial[]): Promise<void> {
    const { db, clock, logger, onReleased } = this.#options;
    const { workspaceId, batchId } = dials[0]!;
    const callIds = dials.map(({ callId }) => callId);
    try {
      const released = { workspaceId, batchId, callIds, at: new Date(clock.now()) };
      const calls = await db.inWorkspace(workspaceId).transaction((tx) => releaseDials(tx, released));
      logger.info({ batchId, calls }, 'Calls that were claimed and not dialed were returned to their batch.');
      this.#unreleased = this.#unreleased.filter(({ callId }) => !callIds.includes(callId));
      onReleased(batchId);
    } catch (error) {
      logger.error({ err: error, batchId }, 'Calls could not be returned to their batch. Retrying.');
    }
  }
}
