import { BackgroundWork } from '../../core/background-work.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { WhichBatch } from '../../store/batches/batch-row.ts';
import { changeBatchStatus } from '../../store/batches/change-batch-status.ts';
import { completeBatch } from '../../store/batches/complete-batch.ts';
import type { Database } from '../../store/database.ts';
import type { DueJob } from '../../store/dialing/find-due-jobs.ts';
import { settleChecks, type CheckedJob } from '../../store/predial/settle-checks.ts';
import type { PredialQuestion, PredialVerdict } from './ask-predial.ts';

/** Questions under way at once: of one batch, and of all. */
export const checksOfBatchMax = 20;
const checksMax = 100;
/** How long a call may be made after it was allowed. */
const clearedMs = 30_000;
/** When a job is asked about again that got no answer; after the last it has failed. */
const againMs = [30_000, 120_000];
/** So many in a row without an answer pause the batch: whoever is asked is out of order. */
const unknownInRowMax = 10;

export interface PredialOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ask: (url: URL, question: PredialQuestion) => Promise<PredialVerdict>;
  /** Something has become of jobs of this batch. */
  readonly onSettled: (which: WhichBatch) => void;
}

/** A batch whose calls are asked about. */
export interface CheckedBatch extends WhichBatch {
  readonly url: string;
}

interface BatchChecks {
  /** Ids of the jobs that are asked about, or whose answers are being written down. */
  readonly open: Set<string>;
  readonly answered: CheckedJob[];
  unknownInRow: number;
  /** Of the last that got no answer. */
  unknownDetail: string;
  isSettling: boolean;
}

/**
 * Asks somebody else before each call whether it may be made, without a transaction, and writes down what was answered. Whoever is not
 * allowed is not called.
 */
export class PredialChecks {
  readonly #options: PredialOptions;
  readonly #batches = new Map<string, BatchChecks>();
  readonly #background = new BackgroundWork();
  /** When the answers on jobs were written down, by the monotonic clock. */
  readonly #writtenAtMs = new Map<string, number>();
  #asking = 0;

  constructor(options: PredialOptions) {
    this.#options = options;
  }

  /**
   * Begins to ask about jobs, in their order, as far as there is room and they are not asked about already. `readAtMs`: when their rows
   * were read, by the monotonic clock; an answer that was written down since is news to them.
   */
  begin(batch: CheckedBatch, jobs: readonly DueJob[], readAtMs: number): void {
    const checks = this.#batches.get(batch.batchId) ?? {
      open: new Set<string>(),
      answered: [],
      unknownInRow: 0,
      unknownDetail: '',
      isSettling: false,
    };
    this.#batches.set(batch.batchId, checks);
    for (const job of jobs) {
      if (this.#asking >= checksMax || checks.open.size >= checksOfBatchMax) return;
      if (checks.open.has(job.id) || (this.#writtenAtMs.get(job.id) ?? -Infinity) >= readAtMs) continue;
      checks.open.add(job.id);
      this.#background.add(this.#check(batch, checks, job));
    }
  }

  /** Resolves when nothing is asked any longer. */
  settled(): Promise<void> {
    return this.#background.settled();
  }

  async #check(batch: CheckedBatch, checks: BatchChecks, job: DueJob): Promise<void> {
    const { id: jobId, phoneNumber, attempt, customer, dynamic } = job;
    const { batchId } = batch;
    const question = { batchId, jobId, phoneNumber, attempt: attempt + 1, customer, dynamic };
    this.#asking += 1;
    const verdict = await this.#options.ask(new URL(batch.url), question).finally(() => (this.#asking -= 1));
    checks.answered.push(this.#checkedJob(job, verdict));
    checks.unknownInRow = verdict.type === 'unknown' ? checks.unknownInRow + 1 : 0;
    if (verdict.type === 'unknown') checks.unknownDetail = verdict.detail;
    if (!checks.isSettling) await this.#settle(batch, checks);
  }

  #checkedJob({ id: jobId, attempt, predialFailures }: DueJob, verdict: PredialVerdict): CheckedJob {
    const stays = { jobId, attempt, outcome: null, detail: null, clearedUntil: null, runAt: null };
    const nowMs = this.#options.clock.now();
    if (verdict.type === 'eligible')
      return { ...stays, to: 'pending', clearedUntil: new Date(nowMs + clearedMs) };
    if (verdict.type === 'refused') return { ...stays, to: 'skipped', detail: verdict.detail };
    const delayMs = againMs[predialFailures];
    const detail = `${verdict.detail} ${delayMs === undefined ? 'Nobody was called.' : 'It is asked again.'}`;
    if (delayMs === undefined) return { ...stays, to: 'failed', outcome: 'failed', detail };
    return { ...stays, to: 'pending', detail, runAt: new Date(nowMs + delayMs) };
  }

  /** Writes down what was answered, and what is answered meanwhile after it. */
  async #settle(batch: CheckedBatch, checks: BatchChecks): Promise<void> {
    const { logger, onSettled } = this.#options;
    checks.isSettling = true;
    while (checks.answered.length > 0) {
      const jobs = checks.answered.splice(0);
      try {
        await this.#write(batch, checks, jobs);
        this.#noteWritten(jobs);
      } catch (error) {
        // The jobs are as they were: they are asked about anew.
        logger.error({ err: error, batchId: batch.batchId }, 'Predial checks could not be written down.');
      }
      for (const { jobId } of jobs) checks.open.delete(jobId);
      onSettled(batch);
    }
    checks.isSettling = false;
    if (checks.open.size === 0 && checks.unknownInRow === 0) this.#batches.delete(batch.batchId);
  }

  /** Forgets what no reading of rows can be older than. */
  #noteWritten(jobs: readonly CheckedJob[]): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const [jobId, atMs] of this.#writtenAtMs) {
      if (nowMs - atMs < clearedMs) break;
      this.#writtenAtMs.delete(jobId);
    }
    for (const { jobId } of jobs) {
      this.#writtenAtMs.delete(jobId);
      this.#writtenAtMs.set(jobId, nowMs);
    }
  }

  async #write(
    { workspaceId, batchId }: CheckedBatch,
    checks: BatchChecks,
    jobs: readonly CheckedJob[],
  ): Promise<void> {
    const { db, clock, logger } = this.#options;
    const which = { workspaceId, batchId, at: new Date(clock.now()) };
    const isOutOfOrder = checks.unknownInRow >= unknownInRowMax;
    const detail = `${checks.unknownDetail} It failed ${checks.unknownInRow} times in a row. Put it in order, then resume the batch.`;
    await db.inWorkspace(workspaceId).transaction(async (tx) => {
      await settleChecks(tx, which, jobs);
      if (jobs.some(({ to }) => to !== 'pending')) await completeBatch(tx, which);
      if (isOutOfOrder) await changeBatchStatus(tx, { ...which, to: 'paused', detail });
    });
    if (!isOutOfOrder) return;
    checks.unknownInRow = 0;
    logger.warn({ batchId, detail }, 'A batch was paused.');
  }
}
