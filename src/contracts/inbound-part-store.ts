/** A part of an inbound message that arrives in several parts. */
export interface ReceivedPart {
  /** The same for each part of a message. The carrier may use it again for a later message. At most 500 characters. */
  readonly messageKey: string;
  /** 1 to `total`. */
  readonly number: number;
  /** 2 to 255. */
  readonly total: number;
  readonly content: Uint8Array;
}

/** A stored part of a message that was not delivered yet. */
export interface OpenPart {
  readonly id: number;
  readonly number: number;
  readonly content: Buffer;
}

/** All parts that the carrier has stored and not delivered. */
export interface OpenPartTotals {
  readonly parts: number;
  readonly octets: number;
}

/**
 * What is stored after a part was added. `incomplete`: other parts are missing. `complete`: all parts of the message, in order. `repeated`: the message was
 * delivered before. `conflict`: the place of the part has a different part of another message, which must be delivered first; the part was not stored.
 */
export type AddedPart =
  | { readonly state: 'incomplete'; readonly open: OpenPartTotals }
  | { readonly state: 'complete' | 'conflict'; readonly parts: readonly OpenPart[] }
  | { readonly state: 'repeated' };

/** An incomplete message that must be delivered as it is. */
export interface DueMessage {
  readonly messageKey: string;
  /** In order. */
  readonly parts: readonly OpenPart[];
  /** When its first part was received. */
  readonly receivedAt: Date;
  /** Whether it is due because the carrier has stored too many parts. */
  readonly exceedsLimit: boolean;
}

/** Which messages are due: those whose first part was received before `before`, and the oldest ones beyond the limits. */
export interface DueLimits {
  readonly before: Date;
  readonly maxParts: number;
  readonly maxOctets: number;
}

/** Stores the parts of incomplete messages of one carrier. The nodes of a deployment share it, so they may receive different parts of a message. */
export interface InboundPartStore {
  /** Stores a part, unless it is stored already. Resolves after the commit; only then may the part be acknowledged. */
  add(part: ReceivedPart): Promise<AddedPart>;
  /** Records that the message of these parts was delivered. An equal part then counts as a repetition for an hour. */
  markDelivered(parts: readonly OpenPart[]): Promise<void>;
  /** Returns messages to deliver now, oldest first, at most 1,000. */
  listDue(limits: DueLimits): Promise<readonly DueMessage[]>;
}
