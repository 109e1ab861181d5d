/** One who waits for a turn, in a group that takes turns with other groups. */
export interface FairQueueMember {
  readonly id: string;
  readonly groupId: string;
}

/** Whose turn it is: the group that was served longest ago, and in it who was served longest ago. Unknown ones come first. */
export class FairQueue {
  readonly #groups = new Map<string, number>();
  readonly #members = new Map<string, number>();
  #served = 0;

  /** Undefined where nobody waits. */
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

  /** Forgets who will not come again. */
  remove(id: string): void {
    this.#members.delete(id);
  }

  #isBefore(one: FairQueueMember, other: FairQueueMember): boolean {
    const groups = (this.#groups.get(one.groupId) ?? 0) - (this.#groups.get(other.groupId) ?? 0);
    if (one.groupId !== other.groupId && groups !== 0) return groups < 0;
    return (this.#members.get(one.id) ?? 0) < (this.#members.get(other.id) ?? 0);
  }
}
