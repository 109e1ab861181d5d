import type { SipRequest } from './message.ts';
import { SipParseError, type ParseErrorStatus } from './parse-error.ts';

/** A malformed request that can be answered with an error response. */
export class AnswerableParseError extends SipParseError {
  override readonly name = 'AnswerableParseError';
  /** The readable part of the request. A response copies its header fields. */
  readonly request: SipRequest;

  constructor(message: string, status: ParseErrorStatus, request: SipRequest) {
    super(message, status);
    this.request = request;
  }
}
