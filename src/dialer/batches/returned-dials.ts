import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../../store/database.ts';
import { giveBackDials } from '../../store/dialing/give-back-dials.ts';
import type { WaitingDial } from './paced-dials.ts';

export interface ReturnedDialsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** There are calls in the batch again. */
  readonly onReturned: (batchId: string) => void;
}

/** Calls that were claimed and are not dialed go back into their batches, again and again until the database has taken them. */
export class ReturnedDials {
  readonly #options: ReturnedDialsOptions;
  #waiting: readonly WaitingDial[] = [];

  constructor(options: ReturnedDialsOptions) {
    this.#options = options;
  }

  /** Ids of the calls that are not back yet. */
  get callIds(): readonly string[] {
    return this.#waiting.map(({ callId }) => callId);
  }

  /** Never rejects: what the database does not take now is kept for the next time. */
  async giveBack(dials: readonly WaitingDial[] = []): Promise<void> {
    this.#waiting = [...this.#waiting, ...dials];
    const batches = Map.groupBy(this.#waiting, ({ batchId }) => batchId);
    for (const ofBatch of batches.values()) await this.#giveBackOne(ofBatch);
  }

  /** `dials` are of one batch. */
  async #giveBackOne(dials: readonly WaitingDial[]): Promise<void> {
    const { db, clock, logger, onReturned } = this.#options;
    const { workspaceId, batchId } = dials[0]!;
    const callIds = dials.map(({ callId }) => callId);
    try {
      const unsent = { workspaceId, batchId, callIds, at: new Date(clock.now()) };
      const calls = await db.inWorkspace(workspaceId).transaction((tx) => giveBackDials(tx, unsent));
      logger.info({ batchId, calls }, 'Calls that were claimed and not dialed went back into their batch.');
      this.#waiting = this.#waiting.filter(({ callId }) => !callIds.includes(callId));
      onReturned(batchId);
    } catch (error) {
      logger.error({ err: error, batchId }, 'Calls could not be given back; it is tried again.');
    }
  }
}
