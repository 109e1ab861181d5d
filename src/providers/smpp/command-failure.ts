import { MessageCarrierError } from '../../contracts/message-carrier.ts';
import { commandStatus } from './pdu.ts';
import { NoResponseError } from './smpp-session.ts';

/** Statuses after which the same message can be accepted later. All others are permanent. */
const temporary: ReadonlySet<number> = new Set([
  commandStatus.invalidBindStatus,
  commandStatus.systemError,
  commandStatus.messageQueueFull,
  commandStatus.throttled,
  commandStatus.temporaryAppError,
]);

const reasons: Readonly<Record<number, string>> = {
  0x01: 'its length is invalid',
  0x08: 'the SMSC has a system error',
  0x0a: 'the sender is invalid',
  0x0b: 'the recipient is invalid',
  0x14: 'the queue is full',
  0x45: 'submit_sm failed',
  0x58: 'too many messages were sent',
  0x64: 'a temporary error occurred',
};

/** Returns whether the SMSC requests fewer messages. */
export const isThrottling = (status: number): boolean =>
  status === commandStatus.throttled || status === commandStatus.messageQueueFull;

/** Converts a command status of `submit_sm_resp` to an error. The SMSC has certainly not accepted the message. */
export function statusError(status: number, retryAfterMs?: number): MessageCarrierError {
  const reason = reasons[status] ?? 'the reason is unknown';
  const code = `0x${status.toString(16).padStart(8, '0')}`;
  return new MessageCarrierError(`The SMSC refused the message: ${reason} (${code}).`, {
    failure: temporary.has(status) ? 'unavailable' : 'refused',
    retryAfterMs,
  });
}

const noResponse = {
  closed: 'The connection to the SMSC ended before its response',
  'timed-out': 'The SMSC did not respond in time',
  aborted: 'The request was aborted before the response of the SMSC',
} as const;

/** Converts the error of a request to an error of the carrier. */
export function requestError(error: unknown): unknown {
  if (!(error instanceof NoResponseError)) return error;
  return new MessageCarrierError(`${noResponse[error.reason]}.`, {
    failure: error.wasSent ? 'unknown' : 'unavailable',
  });
}
