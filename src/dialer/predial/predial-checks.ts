import { BackgroundWork } from '../../core/background-work.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { type BatchKey, changeBatchStatus, completeBatch } from '../../store/batches/batches.ts';
import type { Database } from '../../store/database.ts';
import type { DueJob } from '../../store/dialing/claims.ts';
import { settleChecks, type CheckedJob } from '../../store/predial-checks.ts';
import type { PredialRequest, PredialResult, PredialTarget } from './request-predial-check.ts';

/** Maximum number of concurrent checks of one batch. */
export const maxChecksOfBatch = 20;
/** Maximum number of concurrent checks of all batches. */
const maxChecks = 100;
/** Validity of a clearance, which a check with the result `eligible` gives its job. */
const clearanceMs = 30_000;
/** Delays before the check of a job is retried; after the last retry the job fails. */
const retryDelaysMs = [30_000, 120_000];
/** Consecutive checks without a usable response after which the batch is paused. */
const maxConsecutiveUnknown = 10;

export interface PredialOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly request: (target: PredialTarget, request: PredialRequest) => Promise<PredialResult>;
  /** Called after jobs of this batch were updated. */
  readonly onSettled: (key: BatchKey) => void;
}

/** A batch with a predial URL. */
export interface CheckedBatch extends BatchKey {
  readonly url: string;
  /** Encrypted; null if the checks are not signed. */
  readonly secret: string | null;
}

interface BatchChecks {
  /** Ids of the jobs that are being checked or whose results are being written. */
  readonly openJobIds: Set<string>;
  /** Results that are not written yet. */
  readonly results: CheckedJob[];
  /** Number of consecutive checks without a usable response. */
  consecutiveUnknown: number;
  /** Detail of the last check without a usable response. */
  unknownDetail: string;
  isSettling: boolean;
}

/**
 * Requests a check from the client's server before each call, outside transactions, and writes the results.
 * A refused job is not called.
 */
export class PredialChecks {
  readonly #options: PredialOptions;
  readonly #batches = new Map<string, BatchChecks>();
  readonly #background = new BackgroundWork();
  /** Time of the last written result by job id, on the monotonic clock. */
  readonly #writtenAtMs = new Map<string, number>();
  #runningChecks = 0;

  constructor(options: PredialOptions) {
    this.#options = options;
  }

  /**
   * Starts checks of jobs in their order, within the limits. Skips jobs whose check is running, and jobs that were read
   * before their last result was written. `readAtMs`: when `jobs` were read, on the monotonic clock.
   */
  start(batch: CheckedBatch, jobs: readonly DueJob[], readAtMs: number): void {
    const checks = this.#batches.get(batch.batchId) ?? {
      openJobIds: new Set<string>(),
      results: [],
      consecutiveUnknown: 0,
      unknownDetail: '',
      isSettling: false,
    };
    this.#batches.set(batch.batchId, checks);
    for (const job of jobs) {
      if (this.#runningChecks >= maxChecks || checks.openJobIds.size >= maxChecksOfBatch) return;
      if (checks.openJobIds.has(job.id) || (this.#writtenAtMs.get(job.id) ?? -Infinity) >= readAtMs) continue;
      checks.openJobIds.add(job.id);
      this.#background.add(this.#check(batch, checks, job));
    }
  }

  /** Resolves when no check is running. */
  settled(): Promise<void> {
    return this.#background.settled();
  }

  async #check(batch: CheckedBatch, checks: BatchChecks, job: DueJob): Promise<void> {
    const { id: jobId, phoneNumber, attempt, customer, dynamic } = job;
    const { workspaceId, batchId, secret } = batch;
    const request = { batchId, jobId, phoneNumber, attempt: attempt + 1, customer, dynamic };
    this.#runningChecks += 1;
    const result = await this.#options
      .request({ workspaceId, url: new URL(batch.url), secret }, request)
      .finally(() => (this.#runningChecks -= 1));
    checks.results.push(this.#checkedJob(job, result));
    checks.consecutiveUnknown = result.type === 'unknown' ? checks.consecutiveUnknown + 1 : 0;
    if (result.type === 'unknown') checks.unknownDetail = result.detail;
    if (!checks.isSettling) await this.#settle(batch, checks);
  }

  #checkedJob({ id: jobId, attempt, predialFailures }: DueJob, result: PredialResult): CheckedJob {
    const unchanged = { jobId, attempt, outcome: null, detail: null, clearedUntil: null, runAt: null };
    const nowMs = this.#options.clock.now();
    if (result.type === 'eligible')
      return { ...unchanged, to: 'pending', clearedUntil: new Date(nowMs + clearanceMs) };
    if (result.type === 'refused') return { ...unchanged, to: 'skipped', detail: result.detail };
    const delayMs = retryDelaysMs[predialFailures];
    const detail = `${result.detail} ${delayMs === undefined ? 'The call was not made.' : 'Retrying.'}`;
    if (delayMs === undefined) return { ...unchanged, to: 'failed', outcome: 'failed', detail };
    return { ...unchanged, to: 'pending', detail, runAt: new Date(nowMs + delayMs) };
  }

  /** Writes the results, including those that arrive meanwhile. */
  async #settle(batch: CheckedBatch, checks: BatchChecks): Promise<void> {
    const { logger, onSettled } = this.#options;
    checks.isSettling = true;
    while (checks.results.length > 0) {
      const jobs = checks.results.splice(0);
      try {
        await this.#write(batch, checks, jobs);
        this.#rememberWritten(jobs);
      } catch (error) {
        // The jobs are unchanged: they are checked again.
        logger.error(
          { err: error, batchId: batch.batchId },
          'Results of predial checks could not be written.',
        );
      }
      for (const { jobId } of jobs) checks.openJobIds.delete(jobId);
      onSettled(batch);
    }
    checks.isSettling = false;
    if (checks.openJobIds.size === 0 && checks.consecutiveUnknown === 0) this.#batches.delete(batch.batchId);
  }

  /**
   * Records when these results were written. Removes the times that are older than `clearanceMs`, because `start` never
   * receives jobs that were read so long ago.
   */
  #rememberWritten(jobs: readonly CheckedJob[]): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const [jobId, atMs] of this.#writtenAtMs) {
      if (nowMs - atMs < clearanceMs) break;
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
    const key = { workspaceId, batchId, at: new Date(clock.now()) };
    const hasFailedTooOften = checks.consecutiveUnknown >= maxConsecutiveUnknown;
    const detail = `${checks.unknownDetail} ${checks.consecutiveUnknown} consecutive checks failed. Correct the cause, then resume the batch.`;
    await db.inWorkspace(workspaceId).transaction(async (tx) => {
      await settleChecks(tx, key, jobs);
      if (jobs.some(({ to }) => to !== 'pending')) await completeBatch(tx, key);
      if (hasFailedTooOften) await changeBatchStatus(tx, { ...key, to: 'paused', detail });
    });
    if (!hasFailedTooOften) return;
    checks.consecutiveUnknown = 0;
    logger.warn({ batchId, detail }, 'A batch was paused.');
  }
}
