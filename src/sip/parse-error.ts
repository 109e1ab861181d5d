/** The response status for a malformed message: 400, 413 (too large) or 505 (not SIP/2.0). */
export type ParseErrorStatus = 400 | 413 | 505;

/** The only error, with its subclass `AnswerableParseError`, that parsing a message or a header field throws. */
export class SipParseError extends Error {
  override readonly name: string = 'SipParseError';
  readonly status: ParseErrorStatus;

  constructor(message: string, status: ParseErrorStatus = 400) {
    super(message);
    this.status = status;
  }
}
