import type { HeaderEntry } from './message.ts';

/** Why a remote session description cannot be used; for an offer, the Warning of its rejection (RFC 3261 §20.43). */
export interface SdpFault {
  readonly warningCode: number;
  /** A sentence. */
  readonly text: string;
}

/** Creates and processes the session descriptions of a call, as text in application/sdp. SIP only transports them. */
export interface SessionMedia {
  /** Returns a new offer: the first, or one that repeats or changes the agreed session. */
  offer(): string;
  /**
   * Applies a remote offer and returns the answer, or why negotiation fails (488). `signallingAddress` is the numeric
   * source address of the message; default: the previous one.
   */
  answer(offer: string, signallingAddress?: string): string | SdpFault;
  /**
   * Applies a remote answer. Can be called again for the same offer, for another branch of a forked call or if the
   * final answer differs from the early one. Returns why it is unusable; `undefined` if it was applied.
   */
  acceptAnswer(answer: string, signallingAddress?: string): SdpFault | undefined;
  /** Discards our offer after its rejection. The previously agreed session continues. */
  abandonOffer(): void;
}

export const sdpType = 'application/sdp';

/** Returns the Warning field of a 488. The pseudonym of the agent reveals no address. */
export function warningField({ warningCode, text }: SdpFault): HeaderEntry {
  return ['Warning', `${warningCode} parley "${text.replaceAll(/[^\x20-\x7e]|["\\]/g, '')}"`];
}
