/** Live notices and commands between the roles of a node, and between nodes. Never the only copy of anything. */
export interface Bus {
  /** At most once; payloads at most 7,000 bytes as JSON (the limit of PostgreSQL's NOTIFY is 8,000). */
  publish(topic: string, payload: unknown): void;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void;
  close(): Promise<void>;
}
