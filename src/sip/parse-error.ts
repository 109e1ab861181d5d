import type { SipRequest } from './message.ts';

/** Why a message was refused, as the status a server would answer: 400, 413 (too large) or 505 (not SIP/2.0). */
export type ParseErrorStatus = 400 | 413 | 505;

/**
 * The only error that reading a message or a header field throws. `request` holds what could be read of a faulty
 * request, so that it can be answered; without it the message is to be dropped.
 */
export class SipParseError extends Error {
  override readonly name = 'SipParseError';
  readonly status: ParseErrorStatus;
  readonly request: SipRequest | undefined;

  constructor(
    message: string,
    options: { status?: ParseErrorStatus; request?: SipRequest | undefined } = {},
  ) {
    super(message);
    this.status = options.status ?? 400;
    this.request = options.request;
  }
}
