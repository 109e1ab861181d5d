import type { Channel, PeerRecord } from './records.ts';

/** A complete message at a customer. */
export interface Arrival {
  readonly channel: Channel;
  /** The customer's address. */
  readonly to: string;
  readonly text: string;
  /** Where replies to an email go, and its `Message-ID`. */
  readonly replyTo?: string | undefined;
  readonly messageId?: string | undefined;
}

/** What the peers share. */
export interface PeerContext {
  readonly seed: number;
  /** The number of the program: E.164. */
  readonly ownNumber: string;
  record(record: PeerRecord): void;
  onArrival(arrival: Arrival): void;
  /** Requests a kill of the program. */
  requestKill(reason: string): void;
  isEnded(): boolean;
}
