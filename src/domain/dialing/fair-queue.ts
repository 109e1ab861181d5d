/** A member of a fair queue, in a group that alternates with other groups. */
export interface FairQueueMember {
  readonly id: string;
  readonly groupId: string;
}

/** Round-robin selection: the group that was served longest ago, and in it the member that was served longest ago. New members come first. */
export class FairQueue {
  readonly #groups = new Map<string, number>();
  readonly #members = new Map<string, number>();
  #served = 0;

  /** Returns the member to serve next; undefined if none is waiting. */
  next<One extends FairQueueMember>(waiting: Iterable<One>): One | undefined {
    let first: One | undefined;
    for (const one of waiting) if (first === undefined || this.#isBefore(one, first)) first = one;
    return first;
  }

  recordServed({ id, groupId }: FairQueueMember): void {
    this.#served += 1;
    this.#members.set(id, this.#served);
    this.#groups.set(groupId, this.#served);
  }

  /** Removes the history of a member that has left the queue. */
  remove(id: string): void {
    this.#members.delete(id);
  }

  #isBefore(one: FairQueueMember, other: FairQueueMember): boolean {
    const groups = (this.#groups.get(one.groupId) ?? 0) - (this.#groups.get(other.groupId) ?? 0);
    if (one.groupId !== other.groupId && groups !== 0) return groups < 0;
    return (this.#members.get(one.id) ?? 0) < (this.#members.get(other.id) ?? 0);
  }
}
