import { BackgroundWork } from '../../core/background-work.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { ProviderDirectory } from '../../calls/provider-directory.ts';
import { batchesChannel, type BatchKey } from '../../store/batches/batches.ts';
import { listOrphanedCalls } from '../../store/calls/unfinished-calls.ts';
import { findBatchToDial, listBatchesToDial, type BatchToDial } from '../../store/dialing/batches-to-dial.ts';
import { PredialChecks, type PredialOptions } from '../predial/predial-checks.ts';
import { BatchContextLoader } from './batch-context.ts';
import type { BatchCallPlacer, ClaimedDial } from './batch-call-placer.ts';
import { claimBatch, type Claim, type ClaimDependencies } from './claim-batch.ts';
import { ReleasedDials } from './released-dials.ts';
import { Schedule, type ScheduledBatch } from './schedule.ts';

export interface BatchDialerOptions extends Omit<ClaimDependencies, 'contexts'> {
  /** Requests the predial check of a batch that has one. */
  readonly requestPredialCheck: PredialOptions['request'];
  /** Returns whether a node can place another call now. */
  readonly hasCapacity: () => Promise<boolean>;
  /** Dials the claimed calls on this node. Omitted: they are handed over to the nodes that dial calls. */
  readonly local?: { readonly placer: BatchCallPlacer; readonly providers: ProviderDirectory } | undefined;
}

/** Interval of the poll, which finds batches whose notification was lost with the connection. */
const pollIntervalMs = 10_000;
/** Time between a claim and the due time of its first call, so that the claim does not delay the call. */
const leadMs = 100;
/** Delay before the next claim from a batch whose queued calls are late. */
const lateRetryMs = 50;
const errorRetryMs = 1_000;
/** Normal clock drift. A larger change means that the clock was set or the machine slept. */
const clockDriftMaxMs = 500;
/** Time in which another node must take over a call that was handed over. Afterwards the call is released. */
const takeoverTimeoutMs = 3_000;
/** Maximum number of calls that were handed over and are released at a time. */
const maxReleased = 1_000;
/** Maximum delay of the next claim after a call of the batch ends, so that calls that end together share one claim. */
const afterCallMs = 200;

/**
 * Claims the due calls of all batches in turn, for this node or for those that dial calls. Wakes on notifications and when
 * the next call is due.
 */
export class BatchDialer {
  readonly #options: BatchDialerOptions;
  readonly #dependencies: ClaimDependencies;
  readonly #placer: BatchCallPlacer | undefined;
  readonly #checks: PredialChecks;
  readonly #released: ReleasedDials;
  readonly #schedule = new Schedule();
  readonly #background = new BackgroundWork();
  /** Wall clock minus monotonic clock. Timers use the monotonic clock. */
  #clockOffsetMs: number;
  #timer: Timer | undefined;
  #pollTimer: Timer | undefined;
  #unlisten: (() => void) | undefined;
  #isClaiming = false;
  #isAccepting = false;

  constructor(options: BatchDialerOptions) {
    this.#options = options;
    this.#clockOffsetMs = clockOffsetMs(options.clock);
    this.#dependencies = { ...options, contexts: new BatchContextLoader(options.local?.providers) };
    this.#placer = options.local?.placer;
    this.#placer?.setListener({
      onCallEnded: (batchId) => this.#onCallEnded(batchId),
      onReleased: (batchId) => this.#onReleased(batchId),
    });
    this.#checks = new PredialChecks({
      ...options,
      request: options.requestPredialCheck,
      onSettled: ({ batchId }) => {
        this.#schedule.wake(batchId, this.#nowMs);
        this.#wake();
      },
    });
    this.#released = new ReleasedDials({
      ...options,
      onReleased: (batchId) => this.#onReleased(batchId),
    });
  }

  start(): void {
    if (this.#unlisten !== undefined) return;
    this.#isAccepting = true;
    const onGap = () => this.#inBackground(this.#poll());
    this.#unlisten = this.#options.db.listen(
      batchesChannel,
      (payload) => this.#onNotification(payload),
      onGap,
    );
    onGap();
    this.#schedulePoll();
  }

  /** Stops claiming and releases the calls that no node has taken over. Safe to call twice. */
  async drain(): Promise<void> {
    this.#isAccepting = false;
    this.#timer?.cancel();
    this.#pollTimer?.cancel();
    this.#unlisten?.();
    await this.#background.settled();
    await this.#checks.settled();
    await this.#releaseUntaken(0).catch((error: unknown) => this.#logError(error));
  }

  /** Releases the calls that were handed over, and that no node has taken over for this time. */
  async #releaseUntaken(minAgeMs: number): Promise<void> {
    const { db, clock, nodeId } = this.#options;
    if (this.#placer !== undefined) return;
    const query = { nodeId, activeCallIds: [], limit: maxReleased };
    const calls = await listOrphanedCalls(db.asSystem(), query);
    const untaken = calls.flatMap(({ id: callId, workspaceId, batchId, createdAt }) => {
      const isUntaken = batchId !== null && clock.now() - createdAt.getTime() >= minAgeMs;
      return isUntaken ? [{ workspaceId, batchId, callId }] : [];
    });
    await this.#released.release(untaken);
  }

  /** Logs an error of `work`. `drain` waits until `work` has ended. */
  #inBackground(work: Promise<void>): void {
    this.#background.add(work.catch((error: unknown) => this.#logError(error)));
  }

  #logError(error: unknown): void {
    this.#options.logger.error({ err: error }, 'Dialing of batches failed.');
  }

  get #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  #schedulePoll(): void {
    this.#pollTimer = this.#options.clock.after(pollIntervalMs, () => {
      this.#inBackground(this.#poll());
      this.#schedulePoll();
    });
  }

  async #poll(): Promise<void> {
    await this.#releaseUntaken(takeoverTimeoutMs);
    const batches = await listBatchesToDial(this.#options.db.asSystem());
    this.#schedule.wakeIdle(this.#nowMs);
    this.#detectClockJump();
    for (const batch of batches) this.#addBatch(batch);
    this.#wake();
  }

  /**
   * Wakes all batches if the wall clock was set since the last check, because their due times were computed from the
   * old clock. Called before each computation of a due time, so that a temporarily wrong clock is detected.
   */
  #detectClockJump(): void {
    const offsetMs = clockOffsetMs(this.#options.clock);
    if (Math.abs(offsetMs - this.#clockOffsetMs) <= clockDriftMaxMs) return;
    this.#clockOffsetMs = offsetMs;
    this.#schedule.wakeAll(this.#nowMs);
  }

  #addBatch({ batchId, workspaceId, scheduledAt }: BatchToDial): void {
    if (this.#schedule.find(batchId) !== undefined) return;
    this.#detectClockJump();
    const waitMs = scheduledAt === null ? 0 : scheduledAt.getTime() - this.#options.clock.now();
    const dueAtMs = this.#nowMs + Math.max(waitMs, 0);
    this.#schedule.set({ id: batchId, groupId: workspaceId, dueAtMs });
  }

  #onNotification(payload: string): void {
    if (!this.#isAccepting) return;
    const [batchId = '', newsOrWorkspaceId = ''] = payload.split(' ');
    if (batchId === '*') this.#schedule.wakeForWorkspaceCapacity(newsOrWorkspaceId, this.#nowMs);
    else if (newsOrWorkspaceId === 'call-ended') return this.#onCallEnded(batchId);
    else if (newsOrWorkspaceId === 'calls-released') return this.#onReleased(batchId);
    else if (newsOrWorkspaceId !== 'scheduled' && newsOrWorkspaceId !== 'running')
      this.#schedule.remove(batchId);
    else if (this.#schedule.find(batchId) === undefined)
      return this.#inBackground(this.#addBatchById(batchId));
    else this.#schedule.wake(batchId, this.#nowMs);
    this.#wake();
  }

  async #addBatchById(batchId: string): Promise<void> {
    const batch = await findBatchToDial(this.#options.db.asSystem(), { batchId });
    if (batch !== undefined) this.#addBatch(batch);
    this.#wake();
  }

  #wake(): void {
    if (!this.#isAccepting || this.#isClaiming) return;
    this.#timer?.cancel();
    const waitMs = this.#schedule.nextAtMs - this.#nowMs;
    if (waitMs === Infinity) return;
    if (waitMs > 0) this.#timer = this.#options.clock.after(Math.ceil(waitMs), () => this.#wake());
    else this.#inBackground(this.#claimDue());
  }

  async #claimDue(): Promise<void> {
    this.#isClaiming = true;
    try {
      for (let batch = this.#takeNext(); batch !== undefined; batch = this.#takeNext())
        await this.#claimFrom(batch);
    } finally {
      this.#isClaiming = false;
    }
    this.#wake();
  }

  async #claimFrom(batch: ScheduledBatch): Promise<void> {
    const key = { workspaceId: batch.groupId, batchId: batch.id };
    const competingBatches = this.#schedule.countCompeting(batch.groupId, this.#nowMs);
    this.#detectClockJump();
    // A notification during the claim makes the batch due again.
    this.#schedule.set({ ...batch, dueAtMs: Infinity });
    const claim = await this.#claim(key, competingBatches);
    this.#reschedule(batch, claim);
    if (batch.blockedBy !== claim.blockedBy) this.#wakeBlocked(batch);
  }

  #takeNext(): ScheduledBatch | undefined {
    return this.#isAccepting ? this.#schedule.takeNext(this.#nowMs) : undefined;
  }

  async #claim(key: BatchKey, competingBatches: number): Promise<Claim> {
    const emptyClaim = { drafts: [], hoursVersion: 0, rates: new Map<string, number>() };
    if (!(await this.#options.hasCapacity())) return { ...emptyClaim, nextInMs: errorRetryMs + leadMs };
    if ((this.#placer?.latenessMs(key.batchId) ?? 0) > leadMs)
      return { ...emptyClaim, nextInMs: lateRetryMs + leadMs };
    try {
      return await this.#claimAndQueue(key, competingBatches);
    } catch (error) {
      this.#options.logger.error(
        { err: error, batchId: key.batchId },
        'Calls of a batch could not be claimed.',
      );
      return { ...emptyClaim, nextInMs: errorRetryMs + leadMs };
    }
  }

  async #claimAndQueue(key: BatchKey, competingBatches: number): Promise<Claim> {
    const eligibilityCheckedAtMs = this.#nowMs;
    const claim = await claimBatch(this.#dependencies, key, { competingBatches });
    if (claim.requiredChecks !== undefined) {
      const { url, secret, jobs } = claim.requiredChecks;
      this.#checks.start({ ...key, url, secret }, jobs, eligibilityCheckedAtMs);
    }
    if (this.#placer === undefined || claim.drafts.length === 0) return claim;
    const dials = dialsOf(key, claim, eligibilityCheckedAtMs);
    // The batch was stopped during the claim, and the notification arrived before the claim ended.
    if (this.#schedule.find(key.batchId) === undefined) await this.#placer.release(dials);
    else this.#placer.add({ ...key, rates: claim.rates, dials });
    return claim;
  }

  /** Sets when the batch is due again: earlier if a notification arrived during the claim. */
  #reschedule({ id, groupId }: ScheduledBatch, { lockedAtMs, nextInMs = Infinity, blockedBy }: Claim): void {
    const notifiedDueAtMs = this.#schedule.find(id)?.dueAtMs;
    if (notifiedDueAtMs === undefined) return;
    const dueAtMs = Math.max((lockedAtMs ?? this.#nowMs) + nextInMs - leadMs, this.#nowMs);
    this.#schedule.set({ id, groupId, dueAtMs: Math.min(dueAtMs, notifiedDueAtMs), blockedBy });
  }

  /** Wakes the next batch that the same limit blocks. The limit no longer blocks this batch, so more capacity may be free. */
  #wakeBlocked({ groupId, blockedBy }: ScheduledBatch): void {
    if (blockedBy === 'workspace') this.#schedule.wakeForWorkspaceCapacity(groupId, this.#nowMs);
    if (blockedBy === 'trunk') this.#schedule.wakeForTrunkCapacity(this.#nowMs);
  }

  /** Wakes the batch after a delay, so that an overloaded node does not release the same calls at once again. */
  #onReleased(batchId: string): void {
    this.#schedule.wake(batchId, this.#nowMs + errorRetryMs);
    this.#wake();
  }

  /** Wakes the batch of the call, whose row may be due again, and the next batch that a trunk limit blocks. */
  #onCallEnded(batchId: string): void {
    this.#schedule.wake(batchId, this.#nowMs + afterCallMs);
    this.#schedule.wakeForTrunkCapacity(this.#nowMs);
    this.#wake();
  }
}

/** Returns the calls of a claim that this node dials. `eligibilityCheckedAtMs`: start of the claim. */
function dialsOf(
  key: BatchKey,
  { drafts, lockedAtMs, hoursVersion }: Claim,
  eligibilityCheckedAtMs: number,
): ClaimedDial[] {
  return drafts.flatMap(({ call: { providers, ...call }, scopes, delayMs }) => {
    if (providers === undefined) return [];
    const dueAtMs = (lockedAtMs ?? eligibilityCheckedAtMs) + delayMs;
    const { callId } = call.plan;
    return [
      { ...key, callId, call: { ...call, providers }, scopes, dueAtMs, eligibilityCheckedAtMs, hoursVersion },
    ];
  });
}

const clockOffsetMs = (clock: Clock): number => clock.now() - clock.monotonicMs();
