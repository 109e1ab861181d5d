/** One part of the program, and whether it works. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** An external dependency such as a trunk. Its failure degrades the node, which stays ready. */
  readonly external?: boolean;
  /** The part works with reduced capacity or quality. The node stays ready and reports `degraded`. */
  readonly degraded?: boolean;
}

/** A number for `/metrics`, asked for when somebody looks. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  /** `gauge` by default. */
  readonly type?: 'gauge' | 'counter';
  /** Values come from fixed sets and need no escaping. Figures of one name with different labels stand together. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What the node that serves the API reports about itself. */
export interface NodeStatus {
  /** Names this process in leases. */
  readonly id: string;
  /** No new calls are taken; those under way finish. */
  readonly draining: boolean;
  /** Whether it carries as many calls as it can; for a call to this number (E.164), where one is given. */
  isOverloaded(toNumber?: string): boolean;
  checkHealth(): Promise<readonly HealthCheck[]>;
  /** Numbers for `/metrics`. */
  metrics(): readonly Metric[];
}
