/** Counts concurrent requests per workspace, so that an overloaded node can divide its capacity fairly. */
export class WorkspaceShares {
  readonly #capacity: number;
  readonly #served = new Map<string, number>();

  /** @param capacity requests that may be served at once under overload, of all workspaces */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Whether the workspace has fewer concurrent requests than an equal share of the capacity. */
  isWithinShare(workspaceId: string): boolean {
    const own = this.#served.get(workspaceId) ?? 0;
    const workspaces = this.#served.size + (own === 0 ? 1 : 0);
    return own < this.#capacity / workspaces;
  }

  /** Counts a request until the returned function is called. It is safe to call it twice. */
  acquire(workspaceId: string): () => void {
    this.#served.set(workspaceId, (this.#served.get(workspaceId) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const left = this.#served.get(workspaceId)! - 1;
      if (left > 0) this.#served.set(workspaceId, left);
      else this.#served.delete(workspaceId);
    };
  }
}
