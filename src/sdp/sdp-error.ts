/**
 * Why a session description cannot be used.
 * - `malformed`: violates the grammar of RFC 8866 §9.
 * - `too_large`: exceeds our limits.
 * - `no_common_codec`: the offer has no audio stream that we can use, or the answer has none of our codecs (SIP 488).
 * - `rejected`: the answer rejects our stream with port 0, or its stream cannot be used (for example, multicast).
 * - `out_of_order`: an answer without an offer, or an offer while ours is open (SIP 491).
 */
export type SdpErrorCode = 'malformed' | 'too_large' | 'no_common_codec' | 'rejected' | 'out_of_order';

/** The warn-codes of RFC 3261 §20.43 that describe a session description. */
export const warningCodes = {
  addressFormat: 301,
  transportProtocol: 302,
  mediaType: 304,
  mediaFormat: 305,
  attribute: 306,
  multicast: 330,
  other: 399,
} as const;

/** The only error that this folder throws for remote session descriptions. */
export class SdpError extends Error {
  override readonly name = 'SdpError';
  readonly code: SdpErrorCode;
  /** For the Warning of a 488. */
  readonly warningCode: number;

  constructor(code: SdpErrorCode, message: string, warningCode: number = warningCodes.other) {
    super(message);
    this.code = code;
    this.warningCode = warningCode;
  }
}
