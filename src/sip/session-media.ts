/** Who writes and reads the session descriptions of a call. SIP only carries them; every text is application/sdp. */
export interface SessionMedia {
  /** A new offer: the first, or one that repeats or changes what was agreed. */
  offer(): string;
  /**
   * The answer to theirs, taken into use at once; undefined where nothing in it can be agreed on (488). `signallingAddress` is the
   * numeric address that the message came from, here and below; the one before where omitted.
   */
  answer(offer: string, signallingAddress?: string): string | undefined;
  /**
   * Takes their answer into use. May come again for the same offer, from another branch of a forked call or when the
   * answered call differs from the early one. False where it cannot be used.
   */
  acceptAnswer(answer: string, signallingAddress?: string): boolean;
  /** Our offer was turned down; what was agreed before goes on. */
  abandonOffer(): void;
}

export const sdpType = 'application/sdp';
