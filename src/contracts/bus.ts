/** Publish/subscribe for notifications and commands, within a node and between nodes. Delivery is not guaranteed, so state must be stored elsewhere. */
export interface Bus {
  /** Delivers at most once. Payloads have at most 7,000 bytes as JSON (the limit of PostgreSQL's NOTIFY is 8,000). */
  publish(topic: string, payload: unknown): void;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void;
  close(): Promise<void>;
}
