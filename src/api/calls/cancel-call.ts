import { type CallDetailRow, findCall } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import type { Scope } from '../../store/database.ts';
import type { ApiContext } from '../context.ts';

/** Maximum wait for a hang-up. A slower hang-up continues in the background. */
const hangUpTimeoutMs = 3_000;
const pollIntervalMs = 50;
/** The end command is repeated at this interval, because a command that arrives before the call session is open is lost. */
const pollsPerCommand = 10;

/** Identifies a call of a workspace. */
export interface CallRef {
  readonly workspaceId: string;
  readonly callId: string;
}

/**
 * Ends a call in any state. A queued call ends in the database, so that its job does not place it; the node of any other call hangs up.
 * Returns the call afterwards; `undefined` if it does not exist.
 */
export async function cancelCall(
  db: Scope,
  callRef: CallRef,
  endDetail: string,
  context: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<CallDetailRow | undefined> {
  return (await cancelQueued(db, callRef, endDetail, context)) ?? hangUp(db, callRef, context);
}

/** Cancels a queued call. Returns `undefined` if the call is not queued, for example because a dialer claimed it first. */
export function cancelQueued(
  db: Scope,
  callRef: CallRef,
  endDetail: string,
  { clock }: Pick<ApiContext, 'clock'>,
): Promise<CallDetailRow | undefined> {
  return finishCall(db, {
    ...callRef,
    from: ['queued'],
    endReason: 'cancelled',
    endDetail,
    at: new Date(clock.now()),
    disposition: { code: 'cancelled', status: 'completed' },
  });
}

function hangUp(
  db: Scope,
  callRef: CallRef,
  { bus, clock }: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<CallDetailRow | undefined> {
  const sendCommand = (poll: number) => {
    if (poll % pollsPerCommand === 0) bus.publish('call-commands', { callId: callRef.callId, type: 'end' });
  };
  return waitForCallEnd(db, callRef, hangUpTimeoutMs, { clock }, sendCommand);
}

/**
 * Polls the call until it has ended, for at most `waitMs`. Calls `beforePoll` before each poll. Returns the call; `undefined` if it does
 * not exist.
 */
export async function waitForCallEnd(
  db: Scope,
  callRef: CallRef,
  waitMs: number,
  { clock }: Pick<ApiContext, 'clock'>,
  beforePoll: (poll: number) => void = () => {},
): Promise<CallDetailRow | undefined> {
  const deadlineMs = clock.monotonicMs() + waitMs;
  for (let poll = 0; ; poll += 1) {
    beforePoll(poll);
    const call = await findCall(db, callRef);
    if (call === undefined || call.state === 'ended' || clock.monotonicMs() >= deadlineMs) return call;
    await clock.sleep(pollIntervalMs);
  }
}
