import { Turns, type Waiting } from '../../domain/dialing/turns.ts';

/** A batch, and when it is to be looked at. */
export interface ScheduledBatch extends Waiting {
  /** By the monotonic clock; Infinity: when there is news of it. */
  readonly dueAtMs: number;
  /** Whether it wants calls and has no room for them. */
  readonly wantsRoom: boolean;
}

/** Which batch is to be looked at next: workspaces take turns, and so do the batches of one. */
export class Schedule {
  readonly #batches = new Map<string, ScheduledBatch>();
  readonly #turns = new Turns();

  has(batchId: string): boolean {
    return this.#batches.has(batchId);
  }

  set(batch: ScheduledBatch): void {
    this.#batches.set(batch.id, batch);
  }

  /** To be looked at now, unless it is known to have nothing to do before its time. */
  wake(batchId: string, nowMs: number): void {
    const batch = this.#batches.get(batchId);
    if (batch !== undefined && batch.dueAtMs > nowMs) this.set({ ...batch, dueAtMs: nowMs });
  }

  /** Those that want room are to be looked at now. */
  wakeWanting(nowMs: number): void {
    for (const batch of this.#batches.values()) if (batch.wantsRoom) this.wake(batch.id, nowMs);
  }

  /** Those that wait for news are to be looked at now. */
  wakeIdle(nowMs: number): void {
    for (const batch of this.#batches.values()) if (batch.dueAtMs === Infinity) this.wake(batch.id, nowMs);
  }

  leave(batchId: string): void {
    this.#batches.delete(batchId);
    this.#turns.leave(batchId);
  }

  /** Whose turn it is of those that are due; undefined where none is. */
  take(nowMs: number): ScheduledBatch | undefined {
    const due = [...this.#batches.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs);
    const next = this.#turns.next(due);
    if (next !== undefined) this.#turns.served(next);
    return next;
  }

  /** How many batches of a workspace want calls now. */
  rivals(workspaceId: string, nowMs: number): number {
    let count = 0;
    for (const { groupId, dueAtMs, wantsRoom } of this.#batches.values())
      if (groupId === workspaceId && (wantsRoom || dueAtMs <= nowMs)) count += 1;
    return Math.max(count, 1);
  }

  /** When this batch is due; Infinity where it waits for news, or is unknown. */
  dueAtMs(batchId: string): number {
    return this.#batches.get(batchId)?.dueAtMs ?? Infinity;
  }

  /** When the next batch is due; Infinity where none is. */
  get nextAtMs(): number {
    return Math.min(Infinity, ...[...this.#batches.values()].map(({ dueAtMs }) => dueAtMs));
  }
}
