import { describeConnectionFailure } from '../../core/connection-failure.ts';
import { MessageCarrierError, type MessageFailure } from '../../contracts/message-carrier.ts';

/** Fields that nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  /** Code of the response (RFC 5321 §4.2). */
  readonly responseCode?: number;
  readonly response?: string;
  /** Such as `MAIL FROM`, `RCPT TO`, `DATA`; `CONN` for the connection; `API` for a message that was not offered to the server. */
  readonly command?: string;
}

const transactionCommands: ReadonlySet<string | undefined> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** 5yz codes that concern the session: bad sequence of commands, and authentication (RFC 4954 §4, §6). */
const sessionCodes: ReadonlySet<number> = new Set([503, 530, 534, 535, 538]);
const maxReplyLength = 200;

/**
 * Converts an error of a session. `hasData` says whether the message was begun: without a response the server may then have accepted it.
 */
export function toCarrierError(error: unknown, hasData: boolean): MessageCarrierError {
  const smtpError = error as SmtpError;
  const failure = failureOf(smtpError, hasData);
  return new MessageCarrierError(`${sentences[failure]}${describeFailure(smtpError)}`, { failure });
}

const sentences: Readonly<Record<MessageFailure, string>> = {
  refused: 'The mail server refuses the message',
  opted_out: 'The mail server refuses the recipient',
  unavailable: 'The mail server did not accept the message now',
  unknown: 'The connection to the mail server ended before it confirmed the message',
};

function failureOf({ code, responseCode, command }: SmtpError, hasData: boolean): MessageFailure {
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 600) {
    const isPermanent = responseCode >= 500 && !sessionCodes.has(responseCode);
    return isPermanent && transactionCommands.has(command) ? 'refused' : 'unavailable';
  }
  if (hasData) return 'unknown';
  // Without a response: an address or a size that nodemailer did not offer to the server.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'unavailable';
}

/** Returns the server's response without addresses, or the kind of the failure, as the end of a sentence. */
export function describeFailure(error: unknown): string {
  const { response, message, code } = error as SmtpError;
  const text = (response ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll(/[^\s<>"]{1,320}@[^\s<>"]{1,320}/g, '…')
    .trim();
  if (text !== '') return `: ${text.slice(0, maxReplyLength).replace(/\.$/, '')}.`;
  const failure = describeConnectionFailure(error);
  if (failure !== undefined) return `: ${failure}.`;
  if (typeof code === 'string') return ` (${code}).`;
  return message === '' ? '.' : `: ${message.replace(/\.$/, '')}.`;
}

/** Returns whether the connection ended without a response, or with the announcement of its end. */
export const isConnectionLoss = (error: unknown): boolean => {
  const { responseCode, code } = error as SmtpError;
  return (
    responseCode === 421 || (responseCode === undefined && (code === 'ECONNECTION' || code === 'ESOCKET'))
  );
};
