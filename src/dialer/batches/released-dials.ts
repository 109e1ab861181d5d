import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../../store/database.ts';
import { releaseDials } from '../../store/dialing/release-dials.ts';
import type { QueuedDial } from './dial-queue.ts';

export interface ReleasedDialsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when calls are back in the batch. */
  readonly onReleased: (batchId: string) => void;
}

/**
 * Returns calls that were claimed and not dialed to their batches, and retries until the database has accepted them.
 */
export class ReleasedDials {
  readonly #options: ReleasedDialsOptions;
  #waiting: readonly QueuedDial[] = [];

  constructor(options: ReleasedDialsOptions) {
    this.#options = options;
  }

  /** Ids of the calls that are not returned yet. */
  get callIds(): readonly string[] {
    return this.#waiting.map(({ callId }) => callId);
  }

  /** Never rejects: calls that cannot be returned now are kept for the next attempt. */
  async release(dials: readonly QueuedDial[] = []): Promise<void> {
    this.#waiting = [...this.#waiting, ...dials];
    const batches = Map.groupBy(this.#waiting, ({ batchId }) => batchId);
    for (const ofBatch of batches.values()) await this.#releaseBatch(ofBatch);
  }

  /** All `dials` belong to one batch. */
  async #releaseBatch(dials: readonly QueuedDial[]): Promise<void> {
    const { db, clock, logger, onReleased } = this.#options;
    const { workspaceId, batchId } = dials[0]!;
    const callIds = dials.map(({ callId }) => callId);
    try {
      const unsent = { workspaceId, batchId, callIds, at: new Date(clock.now()) };
      const calls = await db.inWorkspace(workspaceId).transaction((tx) => releaseDials(tx, unsent));
      logger.info({ batchId, calls }, 'Calls that were claimed and not dialed were returned to their batch.');
      this.#waiting = this.#waiting.filter(({ callId }) => !callIds.includes(callId));
      onReleased(batchId);
    } catch (error) {
      logger.error({ err: error, batchId }, 'Calls could not be returned to their batch. Retrying.');
    }
  }
}
