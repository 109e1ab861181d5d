/** Creates and processes the session descriptions of a call, as text in application/sdp. SIP only transports them. */
export interface SessionMedia {
  /** Returns a new offer: the first, or one that repeats or changes the agreed session. */
  offer(): string;
  /**
   * Applies a remote offer and returns the answer; `undefined` if negotiation fails (488). `signallingAddress` is
   * the numeric source address of the message; default: the previous one.
   */
  answer(offer: string, signallingAddress?: string): string | undefined;
  /**
   * Applies a remote answer. Can be called again for the same offer, for another branch of a forked call or if the
   * final answer differs from the early one. Returns false if it is unusable.
   */
  acceptAnswer(answer: string, signallingAddress?: string): boolean;
  /** Discards our offer after its rejection. The previously agreed session continues. */
  abandonOffer(): void;
}

export const sdpType = 'application/sdp';
