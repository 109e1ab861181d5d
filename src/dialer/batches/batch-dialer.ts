import { BackgroundWork } from '../../core/background-work.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { IdSource } from '../../core/ids.ts';
import { batchesChannel, type BatchKey } from '../../store/batches/batches.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { findRevokedDials, type ClaimedCall } from '../../store/dialing/dials.ts';
import { findBatchToDial, listBatchesToDial, type BatchToDial } from '../../store/dialing/batches-to-dial.ts';
import { dialCall, type CallToDial, type DialDependencies } from '../dial-call.ts';
import { PredialChecks, type PredialOptions } from '../predial/predial-checks.ts';
import { BatchContextLoader } from './batch-context.ts';
import type { CallingPermission } from '../calling-permission.ts';
import { claimBatch, type Claim } from './claim-batch.ts';
import type { ConcurrencyLimits } from './claim-capacity.ts';
import type { BatchDialDependencies } from './batch-dial-dependencies.ts';
import { DialQueue, type QueuedDial } from './dial-queue.ts';
import { ReleasedDials } from './released-dials.ts';
import { Schedule, type ScheduledBatch } from './schedule.ts';

export interface BatchDialerOptions extends DialDependencies {
  readonly ids: IdSource;
  readonly permission: CallingPermission;
  readonly limits: ConcurrencyLimits;
  readonly hasRoute?: BatchDialDependencies['hasRoute'];
  /** Requests the predial check of a batch that has one. */
  readonly requestPredialCheck: PredialOptions['request'];
  /** Returns whether this node has no capacity for another call, or for a call to `number` (E.164). */
  readonly isOverloaded: (number?: string) => boolean;
}

interface ClaimedDial extends QueuedDial, ClaimedCall {
  readonly call: CallToDial;
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
/** Maximum delay of the next claim after a call of the batch ends, so that calls that end together share one claim. */
const afterCallMs = 200;

/**
 * Claims the due calls of all batches in turn, and dials them at the rates of their batches. Wakes on notifications and
 * when the next call is due.
 */
export class BatchDialer {
  readonly #options: BatchDialerOptions;
  readonly #dependencies: BatchDialDependencies;
  readonly #dials: DialQueue<ClaimedDial>;
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
    this.#dependencies = { ...options, contexts: new BatchContextLoader(options.providers) };
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
      onReleased: (batchId) => {
        this.#schedule.wake(batchId, this.#nowMs + errorRetryMs);
        this.#wake();
      },
    });
    this.#dials = new DialQueue({
      clock: options.clock,
      logger: options.logger,
      dial: (dial, rateGate) => this.#dial(dial, rateGate),
      findRevoked: (dials) => this.#findRevoked(dials),
      release: (dials) => this.#inBackground(this.#released.release(dials)),
    });
  }

  /** Ids of the calls that are claimed and not dialed yet. */
  get callIds(): readonly string[] {
    return [...this.#dials.callIds, ...this.#released.callIds];
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

  /** Stops claiming and releases the calls that were claimed and not dialed. Safe to call twice. */
  async drain(): Promise<void> {
    this.#isAccepting = false;
    this.#timer?.cancel();
    this.#pollTimer?.cancel();
    this.#unlisten?.();
    await this.#background.settled();
    await this.#checks.settled();
    await this.#released.release(this.#dials.withdraw());
  }

  /** Logs an error of `work`. `drain` waits until `work` has ended. */
  #inBackground(work: Promise<void>): void {
    const logged = work.catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'Dialing of batches failed.'),
    );
    this.#background.add(logged);
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
    await this.#released.release();
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
    const [batchId = '', statusOrWorkspaceId = ''] = payload.split(' ');
    if (batchId === '*') this.#schedule.wakeForWorkspaceCapacity(statusOrWorkspaceId, this.#nowMs);
    else if (statusOrWorkspaceId !== 'scheduled' && statusOrWorkspaceId !== 'running')
      this.#stopBatch(batchId);
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

  /** Releases the calls of the batch that were claimed and not dialed. */
  #stopBatch(batchId: string): void {
    const batch = this.#schedule.find(batchId);
    this.#schedule.remove(batchId);
    this.#dials.removeRate(`batch:${batchId}`);
    if (batch !== undefined && !this.#schedule.hasBatchOf(batch.groupId))
      this.#dials.removeRate(`workspace:${batch.groupId}`);
    const withdrawn = this.#dials.withdraw(batchId);
    if (withdrawn.length > 0) this.#inBackground(this.#released.release(withdrawn));
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
    if (this.#options.isOverloaded()) return { ...emptyClaim, nextInMs: errorRetryMs + leadMs };
    if (this.#dials.latenessMs(key.batchId) > leadMs)
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
    for (const [scope, callsPerSecond] of claim.rates) this.#dials.setRate(scope, callsPerSecond);
    const { hoursVersion } = claim;
    const dials = claim.drafts.map(({ call, scopes, delayMs }): ClaimedDial => {
      const dueAtMs = (claim.lockedAtMs ?? eligibilityCheckedAtMs) + delayMs;
      return {
        ...key,
        callId: call.plan.callId,
        call,
        scopes,
        dueAtMs,
        eligibilityCheckedAtMs,
        hoursVersion,
      };
    });
    if (claim.requiredChecks !== undefined) {
      const { url, secret, jobs } = claim.requiredChecks;
      this.#checks.start({ ...key, url, secret }, jobs, eligibilityCheckedAtMs);
    }
    if (dials.length === 0) return claim;
    // The batch was stopped during the claim, and the notification arrived before the claim ended.
    if (this.#schedule.find(key.batchId) === undefined) await this.#released.release(dials);
    else this.#dials.add(key.batchId, dials);
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

  #dial(dial: ClaimedDial, rateGate: () => number): void {
    const { callId, batchId } = dial;
    // The node may have become overloaded after the claim. The carrier would reject the call, and that would count as
    // an attempt.
    if (this.#options.isOverloaded(dial.call.to)) return this.#inBackground(this.#released.release([dial]));
    try {
      const session = dialCall(this.#options, { ...dial.call, rateGate });
      session.closed
        .then(() => this.#onCallEnded(batchId))
        .catch((error: unknown) =>
          this.#options.logger.error({ err: error, callId }, 'Dialing of batches failed.'),
        );
    } catch (error) {
      this.#options.logger.error({ err: error, callId }, 'A call could not be dialed.');
      this.#inBackground(this.#failCall(dial));
    }
  }

  /** Wakes the batch of the call, whose row may be due again, and the next batch that a trunk limit blocks. */
  #onCallEnded(batchId: string): void {
    this.#schedule.wake(batchId, this.#nowMs + afterCallMs);
    this.#schedule.wakeForTrunkCapacity(this.#nowMs);
    this.#wake();
  }

  /** Ends a call that could not be dialed. If this fails, the sweep of orphaned calls ends it. */
  async #failCall({ workspaceId, callId }: ClaimedDial): Promise<void> {
    const { db, clock } = this.#options;
    await finishCall(db.inWorkspace(workspaceId), {
      workspaceId,
      callId,
      endReason: 'carrier_error',
      endDetail: 'The call could not be dialed.',
      at: new Date(clock.now()),
      disposition: { code: 'failed', status: 'completed' },
    });
  }

  /** Returns the ids of the calls that must no longer be dialed. All `dials` belong to one batch. */
  #findRevoked(dials: readonly ClaimedDial[]): Promise<string[]> {
    const { workspaceId, batchId } = dials[0]!;
    const scope = this.#options.db.inWorkspace(workspaceId);
    return findRevokedDials(scope, { workspaceId, batchId, calls: dials });
  }
}

const clockOffsetMs = (clock: Clock): number => clock.now() - clock.monotonicMs();
