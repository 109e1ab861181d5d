/** Counts the active requests of each workspace, so that an overloaded node can divide its capacity equally between workspaces. */
export class ActiveRequests {
  readonly #capacity: number;
  /** Number of active requests by workspace id. */
  readonly #counts = new Map<string, number>();

  /** @param capacity maximum number of active requests of all workspaces under overload */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns whether the workspace has fewer active requests than its equal share of the capacity. */
  isWithinFairShare(workspaceId: string): boolean {
    const own = this.#counts.get(workspaceId) ?? 0;
    const workspaces = this.#counts.size + (own === 0 ? 1 : 0);
    return own < this.#capacity / workspaces;
  }

  /** Adds a request. Returns the function that removes it, which can be called twice. */
  add(workspaceId: string): () => void {
    this.#counts.set(workspaceId, (this.#counts.get(workspaceId) ?? 0) + 1);
    let isRemoved = false;
    return () => {
      if (isRemoved) return;
      isRemoved = true;
      const remaining = this.#counts.get(workspaceId)! - 1;
      if (remaining > 0) this.#counts.set(workspaceId, remaining);
      else this.#counts.delete(workspaceId);
    };
  }
}
