import { BackgroundWork } from '../../core/background-work.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { IdSource } from '../../core/ids.ts';
import type { WhichBatch } from '../../store/batches/batch-row.ts';
import { batchesChannel } from '../../store/batches/batches-channel.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { findUnwantedDials, type ClaimedCall } from '../../store/dialing/find-unwanted-dials.ts';
import {
  findBatchToDial,
  listBatchesToDial,
  type BatchToDial,
} from '../../store/dialing/list-batches-to-dial.ts';
import { dialCall, type CallToDial, type DialHost } from '../dial-call.ts';
import { PredialChecks, type PredialOptions } from '../predial/predial-checks.ts';
import { BatchGrounds } from './batch-ground.ts';
import type { CallingPermission } from '../calling-permission.ts';
import { claimBatch, type Claim } from './claim-batch.ts';
import type { CallsAtOnce } from './claim-room.ts';
import type { BatchDialHost } from './dialer-host.ts';
import { PacedDials, type WaitingDial } from './paced-dials.ts';
import { ReturnedDials } from './returned-dials.ts';
import { Schedule, type ScheduledBatch } from './schedule.ts';

export interface BatchDialerOptions extends DialHost {
  readonly ids: IdSource;
  readonly permission: CallingPermission;
  readonly limits: CallsAtOnce;
  readonly reaches?: BatchDialHost['reaches'];
  /** Asks whether somebody may be called, for batches that want it. */
  readonly askPredial: PredialOptions['ask'];
  /** Whether this node has too much to do for more calls; for one to this number (E.164), where one is given. */
  readonly isOverloaded: (number?: string) => boolean;
}

interface ClaimedDial extends WaitingDial, ClaimedCall {
  readonly call: CallToDial;
}

/** A notice may be lost with the connection that would have brought it. */
const lookEveryMs = 10_000;
/** Calls are claimed so long before the instant of the first, so that the work for it does not make them late. */
const leadMs = 100;
/** Until a batch is looked at again that is late with its calls; that could not be claimed from, or had calls given back. */
const lateMs = 50;
const troubleMs = 1_000;
/** By so much the wall clock goes astray by itself; what is more was put, or the machine slept. */
const driftMs = 500;
/** How long after the end of a call its batch is looked at, at most. */
const afterEndMs = 200;

/**
 * Works through batches: claims what is due, in turn, and dials it at its pace. Woken by notices and by the time at which the next call
 * is due.
 */
export class BatchDialer {
  readonly #options: BatchDialerOptions;
  readonly #host: BatchDialHost;
  readonly #dials: PacedDials<ClaimedDial>;
  readonly #checks: PredialChecks;
  readonly #returned: ReturnedDials;
  readonly #schedule = new Schedule();
  readonly #background = new BackgroundWork();
  /** The wall clock less the monotonic one, which timers go by. */
  #clockGapMs: number;
  #timer: Timer | undefined;
  #look: Timer | undefined;
  #unlisten: (() => void) | undefined;
  #isClaiming = false;
  #isAccepting = false;

  constructor(options: BatchDialerOptions) {
    this.#options = options;
    this.#clockGapMs = clockGapMs(options.clock);
    this.#host = { ...options, grounds: new BatchGrounds(options.providers) };
    this.#checks = new PredialChecks({
      ...options,
      ask: options.askPredial,
      onSettled: ({ batchId }) => {
        this.#schedule.wake(batchId, this.#nowMs);
        this.#wake();
      },
    });
    this.#returned = new ReturnedDials({
      ...options,
      onReturned: (batchId) => {
        this.#schedule.wake(batchId, this.#nowMs + troubleMs);
        this.#wake();
      },
    });
    this.#dials = new PacedDials({
      clock: options.clock,
      logger: options.logger,
      dial: (dial, turn) => this.#dial(dial, turn),
      findUnwanted: (dials) => this.#findUnwanted(dials),
      giveBack: (dials) => this.#inBackground(this.#returned.giveBack(dials)),
    });
  }

  /** Ids of the calls that are claimed and not dialed yet. */
  get callIds(): readonly string[] {
    return [...this.#dials.callIds, ...this.#returned.callIds];
  }

  start(): void {
    if (this.#unlisten !== undefined) return;
    this.#isAccepting = true;
    const onGap = () => this.#inBackground(this.#lookAtAll());
    this.#unlisten = this.#options.db.listen(batchesChannel, (notice) => this.#hear(notice), onGap);
    onGap();
    this.#scheduleLook();
  }

  /** Claims nothing more; calls that were claimed and not dialed go back into their batches. Safe to call twice. */
  async drain(): Promise<void> {
    this.#isAccepting = false;
    this.#timer?.cancel();
    this.#look?.cancel();
    this.#unlisten?.();
    await this.#background.settled();
    await this.#checks.settled();
    await this.#returned.giveBack(this.#dials.withdraw());
  }

  /** What fails is logged, and tried again by whoever asks again. */
  #inBackground(work: Promise<void>): void {
    const logged = work.catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'Batches could not be worked on.'),
    );
    this.#background.add(logged);
  }

  get #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  #scheduleLook(): void {
    this.#look = this.#options.clock.after(lookEveryMs, () => {
      this.#inBackground(this.#lookAtAll());
      this.#scheduleLook();
    });
  }

  async #lookAtAll(): Promise<void> {
    await this.#returned.giveBack();
    const batches = await listBatchesToDial(this.#options.db.asSystem());
    this.#schedule.wakeIdle(this.#nowMs);
    this.#heedClock();
    for (const batch of batches) this.#learnOf(batch);
    this.#wake();
  }

  /**
   * Where the wall clock was put since this was last asked, every time that was waited for is another. To be asked wherever one is
   * worked out: a clock that was wrong for a moment is noticed when it is right again.
   */
  #heedClock(): void {
    const gapMs = clockGapMs(this.#options.clock);
    if (Math.abs(gapMs - this.#clockGapMs) <= driftMs) return;
    this.#clockGapMs = gapMs;
    this.#schedule.wakeAll(this.#nowMs);
  }

  #learnOf({ batchId, workspaceId, scheduledAt }: BatchToDial): void {
    if (this.#schedule.find(batchId) !== undefined) return;
    this.#heedClock();
    const early = scheduledAt === null ? 0 : scheduledAt.getTime() - this.#options.clock.now();
    const dueAtMs = this.#nowMs + Math.max(early, 0);
    this.#schedule.set({ id: batchId, groupId: workspaceId, dueAtMs });
  }

  #hear(notice: string): void {
    if (!this.#isAccepting) return;
    const [batchId = '', told = ''] = notice.split(' ');
    if (batchId === '*') this.#schedule.wakeForRoomIn(told, this.#nowMs);
    else if (told !== 'scheduled' && told !== 'running') this.#stop(batchId);
    else if (this.#schedule.find(batchId) === undefined) return this.#inBackground(this.#findOne(batchId));
    else this.#schedule.wake(batchId, this.#nowMs);
    this.#wake();
  }

  async #findOne(batchId: string): Promise<void> {
    const batch = await findBatchToDial(this.#options.db.asSystem(), { batchId });
    if (batch !== undefined) this.#learnOf(batch);
    this.#wake();
  }

  /** What was claimed of it and not dialed goes back. */
  #stop(batchId: string): void {
    const batch = this.#schedule.find(batchId);
    this.#schedule.leave(batchId);
    this.#dials.dropRate(`batch:${batchId}`);
    if (batch !== undefined && !this.#schedule.hasAnyOf(batch.groupId))
      this.#dials.dropRate(`workspace:${batch.groupId}`);
    const unsent = this.#dials.withdraw(batchId);
    if (unsent.length > 0) this.#inBackground(this.#returned.giveBack(unsent));
  }

  #wake(): void {
    if (!this.#isAccepting || this.#isClaiming) return;
    this.#timer?.cancel();
    const waitMs = this.#schedule.nextAtMs - this.#nowMs;
    if (waitMs === Infinity) return;
    if (waitMs > 0) this.#timer = this.#options.clock.after(Math.ceil(waitMs), () => this.#wake());
    else this.#inBackground(this.#claimWhatIsDue());
  }

  async #claimWhatIsDue(): Promise<void> {
    this.#isClaiming = true;
    try {
      for (let batch = this.#next(); batch !== undefined; batch = this.#next()) await this.#workOn(batch);
    } finally {
      this.#isClaiming = false;
    }
    this.#wake();
  }

  async #workOn(batch: ScheduledBatch): Promise<void> {
    const which = { workspaceId: batch.groupId, batchId: batch.id };
    const rivals = this.#schedule.rivals(batch.groupId, this.#nowMs);
    this.#heedClock();
    // News that come while it is claimed from are not lost: they make it due again.
    this.#schedule.set({ ...batch, dueAtMs: Infinity });
    const claim = await this.#claim(which, rivals);
    this.#plan(batch, claim);
    if (batch.wantsRoomOf !== claim.wantsRoomOf) this.#passRoomOn(batch);
  }

  #next(): ScheduledBatch | undefined {
    return this.#isAccepting ? this.#schedule.take(this.#nowMs) : undefined;
  }

  async #claim(which: WhichBatch, rivals: number): Promise<Claim> {
    const nothing = { drafts: [], hoursVersion: 0, rates: new Map<string, number>() };
    if (this.#options.isOverloaded()) return { ...nothing, nextInMs: troubleMs + leadMs };
    if (this.#dials.latenessMs(which.batchId) > leadMs) return { ...nothing, nextInMs: lateMs + leadMs };
    try {
      return await this.#claimAndKeep(which, rivals);
    } catch (error) {
      this.#options.logger.error(
        { err: error, batchId: which.batchId },
        'A batch could not be claimed from.',
      );
      return { ...nothing, nextInMs: troubleMs + leadMs };
    }
  }

  async #claimAndKeep(which: WhichBatch, rivals: number): Promise<Claim> {
    const surenessAtMs = this.#nowMs;
    const claim = await claimBatch(this.#host, which, rivals);
    for (const [scope, callsPerSecond] of claim.rates) this.#dials.setRate(scope, callsPerSecond);
    const { hoursVersion } = claim;
    const dials = claim.drafts.map(({ call, scopes, inMs }): ClaimedDial => {
      const dueAtMs = (claim.heldAtMs ?? surenessAtMs) + inMs;
      return { ...which, callId: call.plan.callId, call, scopes, dueAtMs, surenessAtMs, hoursVersion };
    });
    if (claim.check !== undefined)
      this.#checks.begin({ ...which, url: claim.check.url }, claim.check.jobs, surenessAtMs);
    if (dials.length === 0) return claim;
    // It was stopped while it was claimed from, and the notice came first.
    if (this.#schedule.find(which.batchId) === undefined) await this.#returned.giveBack(dials);
    else this.#dials.add(which.batchId, dials);
    return claim;
  }

  /** When the batch is looked at again; sooner where there were news meanwhile. */
  #plan({ id, groupId }: ScheduledBatch, { heldAtMs, nextInMs = Infinity, wantsRoomOf }: Claim): void {
    const news = this.#schedule.find(id)?.dueAtMs;
    if (news === undefined) return;
    const dueAtMs = Math.max((heldAtMs ?? this.#nowMs) + nextInMs - leadMs, this.#nowMs);
    this.#schedule.set({ id, groupId, dueAtMs: Math.min(dueAtMs, news), wantsRoomOf });
  }

  /** A batch that wanted room has found some, or wants none any more: there may be more for the next one. */
  #passRoomOn({ groupId, wantsRoomOf }: ScheduledBatch): void {
    if (wantsRoomOf === 'workspace') this.#schedule.wakeForRoomIn(groupId, this.#nowMs);
    if (wantsRoomOf === 'trunk') this.#schedule.wakeForTrunk(this.#nowMs);
  }

  #dial(dial: ClaimedDial, rateGate: () => number): void {
    const { callId, batchId } = dial;
    // Since it was claimed: the carrier would refuse it in the same moment, and that would be an attempt.
    if (this.#options.isOverloaded(dial.call.to)) return this.#inBackground(this.#returned.giveBack([dial]));
    try {
      const session = dialCall(this.#options, { ...dial.call, rateGate });
      session.closed
        .then(() => this.#callEnded(batchId))
        .catch((error: unknown) =>
          this.#options.logger.error({ err: error, callId }, 'Batches could not be worked on.'),
        );
    } catch (error) {
      this.#options.logger.error({ err: error, callId }, 'A call could not be dialed.');
      this.#inBackground(this.#fail(dial));
    }
  }

  /** Its row may be due again sooner than any other; where many calls end, that is looked at once. */
  #callEnded(batchId: string): void {
    this.#schedule.wake(batchId, this.#nowMs + afterEndMs);
    this.#schedule.wakeForTrunk(this.#nowMs);
    this.#wake();
  }

  async #fail({ workspaceId, callId }: ClaimedDial): Promise<void> {
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

  /** `dials` are of one batch. */
  #findUnwanted(dials: readonly ClaimedDial[]): Promise<string[]> {
    const { workspaceId, batchId } = dials[0]!;
    const scope = this.#options.db.inWorkspace(workspaceId);
    return findUnwantedDials(scope, { workspaceId, batchId, calls: dials });
  }
}

const clockGapMs = (clock: Clock): number => clock.now() - clock.monotonicMs();
