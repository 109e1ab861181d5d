import { FairQueue, type FairQueueMember } from '../../domain/dialing/fair-queue.ts';

/** The concurrency limit that blocks a batch. */
export type ConcurrencyLimit = 'workspace' | 'batch' | 'trunk' | 'number';

/** A batch and the time of its next claim. Its `groupId` is the workspace. */
export interface ScheduledBatch extends FairQueueMember {
  /** On the monotonic clock; Infinity: on the next notification. */
  readonly dueAtMs: number;
  /** Undefined if no limit blocks the batch. */
  readonly blockedBy?: ConcurrencyLimit | undefined;
}

/** Selects the batch of the next claim. Workspaces take turns, and so do the batches of one workspace. */
export class Schedule {
  readonly #batches = new Map<string, ScheduledBatch>();
  readonly #turns = new FairQueue();

  find(batchId: string): ScheduledBatch | undefined {
    return this.#batches.get(batchId);
  }

  set(batch: ScheduledBatch): void {
    this.#batches.set(batch.id, batch);
  }

  /** Makes a batch due at this time, unless it is due earlier. */
  wake(batchId: string, dueAtMs: number): void {
    const batch = this.#batches.get(batchId);
    if (batch !== undefined && batch.dueAtMs > dueAtMs) this.set({ ...batch, dueAtMs });
  }

  /**
   * Wakes the batches that the free capacity of a workspace may unblock: all that their own limit or the limit of a
   * number blocks, and the next one that the workspace limit blocks.
   */
  wakeForWorkspaceCapacity(workspaceId: string, nowMs: number): void {
    const ofWorkspace = [...this.#batches.values()].filter(({ groupId }) => groupId === workspaceId);
    for (const { id, blockedBy } of ofWorkspace)
      if (blockedBy === 'batch' || blockedBy === 'number') this.wake(id, nowMs);
    this.#wakeOne(
      ofWorkspace.filter(({ blockedBy }) => blockedBy === 'workspace'),
      nowMs,
    );
  }

  /** Wakes the next batch that a trunk limit blocks. */
  wakeForTrunkCapacity(nowMs: number): void {
    this.#wakeOne(
      [...this.#batches.values()].filter(({ blockedBy }) => blockedBy === 'trunk'),
      nowMs,
    );
  }

  /** Wakes the batches without a due time, which wait for a notification. */
  wakeIdle(nowMs: number): void {
    for (const batch of this.#batches.values()) if (batch.dueAtMs === Infinity) this.wake(batch.id, nowMs);
  }

  /** Makes all batches due now, because their due times are no longer valid. */
  wakeAll(nowMs: number): void {
    for (const { id } of this.#batches.values()) this.wake(id, nowMs);
  }

  remove(batchId: string): void {
    this.#batches.delete(batchId);
    this.#turns.remove(batchId);
  }

  /** Returns the due batch whose turn it is, and ends its turn. Undefined if no batch is due. */
  takeNext(nowMs: number): ScheduledBatch | undefined {
    const next = this.#turns.next([...this.#batches.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs));
    if (next !== undefined) this.#turns.recordServed(next);
    return next;
  }

  /** Returns the number of batches that share the capacity of a workspace: those due, and those that its limit blocks. At least 1. */
  countCompeting(workspaceId: string, nowMs: number): number {
    let count = 0;
    for (const { groupId, dueAtMs, blockedBy } of this.#batches.values())
      if (groupId === workspaceId && (blockedBy === 'workspace' || dueAtMs <= nowMs)) count += 1;
    return Math.max(count, 1);
  }

  /** Due time of the next batch; Infinity if all batches wait for a notification. */
  get nextAtMs(): number {
    let nextAtMs = Infinity;
    for (const { dueAtMs } of this.#batches.values()) nextAtMs = Math.min(nextAtMs, dueAtMs);
    return nextAtMs;
  }

  #wakeOne(waiting: readonly ScheduledBatch[], nowMs: number): void {
    const next = this.#turns.next(waiting);
    if (next !== undefined) this.wake(next.id, nowMs);
  }
}
