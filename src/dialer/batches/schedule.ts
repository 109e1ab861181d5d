import { FairQueue, type FairQueueMember } from '../../domain/dialing/fair-queue.ts';

/** Whose calls at once are as many as may be, where a batch wants more. */
export type Wanted = 'workspace' | 'batch' | 'trunk' | 'number';

/** A batch, and when it is to be looked at. */
export interface ScheduledBatch extends FairQueueMember {
  /** By the monotonic clock; Infinity: when there is news of it. */
  readonly dueAtMs: number;
  /** Undefined: it has room, or wants none. */
  readonly wantsRoomOf?: Wanted | undefined;
}

/** Which batch is to be looked at next: workspaces take turns, and so do the batches of one. */
export class Schedule {
  readonly #batches = new Map<string, ScheduledBatch>();
  readonly #turns = new FairQueue();

  find(batchId: string): ScheduledBatch | undefined {
    return this.#batches.get(batchId);
  }

  set(batch: ScheduledBatch): void {
    this.#batches.set(batch.id, batch);
  }

  /** To be looked at now. */
  wake(batchId: string, nowMs: number): void {
    const batch = this.#batches.get(batchId);
    if (batch !== undefined && batch.dueAtMs > nowMs) this.set({ ...batch, dueAtMs: nowMs });
  }

  /** There is room in a workspace: whose turn it is may look, and every batch that waits for a limit of its own or of a number. */
  wakeForRoomIn(workspaceId: string, nowMs: number): void {
    const ofWorkspace = [...this.#batches.values()].filter(({ groupId }) => groupId === workspaceId);
    for (const { id, wantsRoomOf } of ofWorkspace)
      if (wantsRoomOf === 'batch' || wantsRoomOf === 'number') this.wake(id, nowMs);
    this.#wakeOne(
      ofWorkspace.filter(({ wantsRoomOf }) => wantsRoomOf === 'workspace'),
      nowMs,
    );
  }

  /** There is room on a trunk: whose turn it is may look. */
  wakeForTrunk(nowMs: number): void {
    this.#wakeOne(
      [...this.#batches.values()].filter(({ wantsRoomOf }) => wantsRoomOf === 'trunk'),
      nowMs,
    );
  }

  /** Those that wait for news are to be looked at now. */
  wakeIdle(nowMs: number): void {
    for (const batch of this.#batches.values()) if (batch.dueAtMs === Infinity) this.wake(batch.id, nowMs);
  }

  /** Nobody's time is right any more: all are to be looked at now. */
  wakeAll(nowMs: number): void {
    for (const { id } of this.#batches.values()) this.wake(id, nowMs);
  }

  leave(batchId: string): void {
    this.#batches.delete(batchId);
    this.#turns.remove(batchId);
  }

  /** Whose turn it is of those that are due; undefined where none is. */
  take(nowMs: number): ScheduledBatch | undefined {
    const next = this.#turns.next([...this.#batches.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs));
    if (next !== undefined) this.#turns.recordServed(next);
    return next;
  }

  /** How many batches of a workspace want calls now; 1 at least. */
  rivals(workspaceId: string, nowMs: number): number {
    let count = 0;
    for (const { groupId, dueAtMs, wantsRoomOf } of this.#batches.values())
      if (groupId === workspaceId && (wantsRoomOf === 'workspace' || dueAtMs <= nowMs)) count += 1;
    return Math.max(count, 1);
  }

  /** Whether a batch of the workspace is scheduled. */
  hasAnyOf(workspaceId: string): boolean {
    for (const { groupId } of this.#batches.values()) if (groupId === workspaceId) return true;
    return false;
  }

  /** When the next batch is due; Infinity where none is. */
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
