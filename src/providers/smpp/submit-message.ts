import type { PduFields } from 'smpp';
import { MessageCarrierError } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import { isThrottling, requestError, statusError } from './command-failure.ts';
import { commandStatus, type Pdu } from './pdu.ts';
import type { SmppSession } from './smpp-session.ts';
import type { ThrottlePause } from './throttle-pause.ts';

export interface SubmitContext {
  readonly session: SmppSession;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly pause: ThrottlePause;
  readonly signal: AbortSignal;
  /** Receives a response after the request was given up. */
  readonly onLate: (response: Pdu) => void;
}

/** Attempts to send a part of a message whose first part is accepted. */
const maxPartAttempts = 5;
/** Delay before the next attempt if the SMSC does not throttle. */
const retryMs = 1_000;

/**
 * Sends the parts of one message, and returns their ids. An SMSC that assigns none returns empty ids.
 * @throws {MessageCarrierError}
 */
export async function submitMessage(parts: readonly PduFields[], context: SubmitContext): Promise<string[]> {
  const [first, ...others] = parts;
  // The first part is sent alone: a reason to refuse the message applies to it, and then no part was accepted.
  const firstId = await submitPart(first!, context);
  const results = await Promise.allSettled(others.map((part) => submitUntilAccepted(part, context)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw partialError(failed.reason);
  return [firstId, ...results.map((result) => (result as PromiseFulfilledResult<string>).value)];
}

/** The SMSC accepted a part of the message: it must not be sent again. */
function partialError(cause: unknown): unknown {
  if (!(cause instanceof MessageCarrierError)) return cause;
  const failure = cause.failure === 'refused' ? 'refused' : 'unknown';
  return new MessageCarrierError('The SMSC accepted only some of the parts of the message.', {
    failure,
    cause,
  });
}

async function submitUntilAccepted(part: PduFields, context: SubmitContext): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await submitPart(part, context);
    } catch (error) {
      const isTemporary = error instanceof MessageCarrierError && error.failure === 'unavailable';
      if (!isTemporary || context.session.isClosed || attempt === maxPartAttempts) throw error;
      await context.clock.sleep(error.retryAfterMs ?? retryMs, context.signal).catch(() => undefined);
    }
  }
}

async function submitPart(
  part: PduFields,
  { session, pause, signal, onLate }: SubmitContext,
): Promise<string> {
  const response = await session.submit(part, { signal, onLate }).catch((error: unknown) => {
    throw requestError(error);
  });
  const status = response.command_status;
  if (status !== commandStatus.ok) {
    throw statusError(status, isThrottling(status) ? pause.start() : undefined);
  }
  pause.reset();
  return response.message_id ?? '';
}
