/** Counts concurrent requests per workspace, so that an overloaded node can divide its capacity between workspaces. */
export class WorkspaceShares {
  readonly #capacity: number;
  readonly #activeRequests = new Map<string, number>();

  /** @param capacity maximum concurrent requests of all workspaces under overload */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns whether the workspace has fewer concurrent requests than an equal share of the capacity. */
  isWithinShare(workspaceId: string): boolean {
    const own = this.#activeRequests.get(workspaceId) ?? 0;
    const workspaces = this.#activeRequests.size + (own === 0 ? 1 : 0);
    return own < this.#capacity / workspaces;
  }

  /** Counts a request until the returned function is called, which can be called twice. */
  acquire(workspaceId: string): () => void {
    this.#activeRequests.set(workspaceId, (this.#activeRequests.get(workspaceId) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const remaining = this.#activeRequests.get(workspaceId)! - 1;
      if (remaining > 0) this.#activeRequests.set(workspaceId, remaining);
      else this.#activeRequests.delete(workspaceId);
    };
  }
}
