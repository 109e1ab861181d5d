/**
 * Why a session description cannot be used.
 * `malformed`: not the grammar of RFC 8866 §9. `too_large`: beyond our limits. `no_common_codec`: no audio stream that both sides
 * can speak (SIP 488). `refused`: the answer turned our stream down with port 0. `out_of_order`: an answer without an offer, or an
 * offer while ours is open (SIP 491).
 */
export type SdpFaultCode = 'malformed' | 'too_large' | 'no_common_codec' | 'refused' | 'out_of_order';

/** The only error that this folder throws for what the other side sent. */
export class SdpFault extends Error {
  override readonly name = 'SdpFault';
  readonly code: SdpFaultCode;

  constructor(code: SdpFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
