import { findCall } from '../../store/calls/find-call.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import type { CallDetailRow } from '../../store/calls/call-row.ts';
import type { Scope } from '../../store/database.ts';
import type { ApiContext } from '../context.ts';

/** How long a hang-up is waited for; it goes on by itself if it takes longer. */
const hangUpTimeoutMs = 3_000;
const pollIntervalMs = 50;
/** A command that comes before the call's session is open finds nobody, so it is given again. */
const pollsPerCommand = 10;

export interface CallRef {
  readonly workspaceId: string;
  readonly callId: string;
}

/**
 * Ends a call in whatever state it is: one that nobody dials yet in the books, where its job finds it ended; any other by
 * the node that carries it. The call as it is afterwards; undefined where there is none.
 */
export async function cancelCall(
  scope: Scope,
  which: CallRef,
  endDetail: string,
  context: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<CallDetailRow | undefined> {
  return (await cancelQueued(scope, which, endDetail, context)) ?? hangUp(scope, which, context);
}

/** Of this and a dialer that takes the call in hand at the same moment one comes first; undefined where it was the dialer. */
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

/** The call once it has ended, or as it is when time is up; undefined where there is none. `before` comes before each look. */
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
