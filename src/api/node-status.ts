/** The health of one component. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** An external dependency such as a trunk. Its failure degrades the node, which stays ready. */
  readonly external?: boolean;
  /** The component works with reduced capacity or quality. The node stays ready and reports `degraded`. */
  readonly degraded?: boolean;
}

/** What one request to a provider or carrier showed. */
export interface ProviderCheck {
  readonly kind: 'language_model' | 'voice' | 'recogniser' | 'carrier';
  /** The name of the provider, as agents use it, or of the carrier. */
  readonly provider: string;
  readonly ok: boolean;
  /** What happened and how long it took, or what to correct. */
  readonly detail: string;
}

/** The checks of all configured providers and carriers. */
export interface ProviderChecks {
  /** The time of the requests in ms. */
  readonly checkedAtMs: number;
  readonly checks: readonly ProviderCheck[];
}

/** A value of `/metrics`, read on request. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  /** `gauge` by default. */
  readonly type?: 'gauge' | 'counter';
  /** Label values come from fixed sets and need no escaping. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The status of the node that serves the API. */
export interface NodeStatus {
  /** The id of this process in leases. */
  readonly id: string;
  /** Whether the node rejects new calls and finishes calls in progress. */
  readonly draining: boolean;
  /** Returns whether this node has no capacity for another call, or for a call to `toNumber` (E.164). */
  isOverloaded(toNumber?: string): boolean;
  checkHealth(): Promise<readonly HealthCheck[]>;
  /** Returns the values for `/metrics`. */
  metrics(): readonly Metric[];
}
