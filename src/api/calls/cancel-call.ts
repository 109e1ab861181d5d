import { findCall } from '../../store/calls/find-call.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import type { CallDetailRow } from '../../store/calls/call-row.ts';
import type { Scope } from '../../store/database.ts';
import type { ApiContext } from '../context.ts';

/** Maximum wait for a hang-up. A slower hang-up continues in the background. */
const hangUpTimeoutMs = 3_000;
const pollIntervalMs = 50;
/** The end command is repeated: a command that arrives before the call session is open is lost. */
const pollsPerCommand = 10;

/** Identifies a call of a workspace. */
export interface CallRef {
  readonly workspaceId: string;
  readonly callId: string;
}

/**
 * Ends a call in any state. A queued call ends in the database, where its job finds it ended; the node of any other call hangs up.
 * Returns the call afterwards, or `undefined` if it does not exist.
 */
export async function cancelCall(
  scope: Scope,
  which: CallRef,
  endDetail: string,
  context: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<CallDetailRow | undefined> {
  return (await cancelQueued(scope, which, endDetail, context)) ?? hangUp(scope, which, context);
}

/** Cancels a queued call. Returns `undefined` if the call is not queued, for example because a dialer claimed it first. */
export function cancelQueued(
  scope: Scope,
  which: CallRef,
  endDetail: string,
  { clock }: Pick<ApiContext, 'clock'>,
): Promise<CallDetailRow | undefined> {
  return finishCall(scope, {
    ...which,
    from: ['queued'],
    endReason: 'cancelled',
    endDetail,
    at: new Date(clock.now()),
    disposition: { code: 'cancelled', status: 'completed' },
  });
}

function hangUp(
  scope: Scope,
  which: CallRef,
  { bus, clock }: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<CallDetailRow | undefined> {
  const command = (look: number) => {
    if (look % pollsPerCommand === 0) bus.publish('call-commands', { callId: which.callId, type: 'end' });
  };
  return waitForCallEnd(scope, which, hangUpTimeoutMs, { clock }, command);
}

/**
 * Polls the call until it has ended or `waitMs` is over, and returns it; `undefined` if it does not exist. Calls `before` ahead of
 * each poll.
 */
export async function waitForCallEnd(
  scope: Scope,
  which: CallRef,
  waitMs: number,
  { clock }: Pick<ApiContext, 'clock'>,
  before: (look: number) => void = () => {},
): Promise<CallDetailRow | undefined> {
  const deadlineMs = clock.monotonicMs() + waitMs;
  for (let look = 0; ; look += 1) {
    before(look);
    const call = await findCall(scope, which);
    if (call === undefined || call.state === 'ended' || clock.monotonicMs() >= deadlineMs) return call;
    await clock.sleep(pollIntervalMs);
  }
}
