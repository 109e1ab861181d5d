import { sendCallCommand, type CallCommandResult } from '../../contracts/call-commands.ts';
import { newId } from '../../core/ids.ts';
import { type CallDetailRow, findCall } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import type { Scope } from '../../store/database.ts';
import type { ApiContext } from '../context.ts';

/** Maximum wait for a hang-up. A slower hang-up continues in the background. */
const hangUpTimeoutMs = 1_900;
const pollIntervalMs = 50;

/** Identifies a call of a workspace. */
export interface CallRef {
  readonly workspaceId: string;
  readonly callId: string;
}

export interface CancelledCall {
  /** The call afterwards; `undefined` if it does not exist. */
  readonly call: CallDetailRow | undefined;
  /** Whether a node hangs up or the call has ended. */
  readonly isEnding: boolean;
}

/**
 * Ends a call in any state. A queued call ends in the database, so that its job does not place it; the node of any other call hangs up. `author`: the
 * id of the key or user that ends it, if any.
 */
export async function cancelCall(
  db: Scope,
  callRef: CallRef,
  { endDetail, author }: { readonly endDetail: string; readonly author?: string },
  context: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<CancelledCall> {
  const cancelled = await cancelQueued(db, callRef, endDetail, context);
  if (cancelled !== undefined) return { call: cancelled, isEnding: true };
  const [call, result] = await hangUp(db, callRef, author, context);
  return { call, isEnding: result !== undefined || call?.state === 'ended' };
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

async function hangUp(
  db: Scope,
  callRef: CallRef,
  author: string | undefined,
  { bus, clock }: Pick<ApiContext, 'bus' | 'clock'>,
): Promise<[CallDetailRow | undefined, CallCommandResult | undefined]> {
  const { callId } = callRef;
  const message = {
    callId,
    commandId: newId('request'),
    command: { type: 'end' },
    ...(author !== undefined && { author }),
    sentAtMs: clock.now(),
  } as const;
  const waiting = new AbortController();
  const sent = sendCallCommand(message, { bus, clock, timeoutMs: hangUpTimeoutMs, signal: waiting.signal });
  const call = await waitForCallEnd(db, callRef, hangUpTimeoutMs, { clock }).finally(() => waiting.abort());
  return [call, await sent];
}

/** Polls the call until it has ended, for at most `waitMs`. Returns the call; `undefined` if it does not exist. */
export async function waitForCallEnd(
  db: Scope,
  callRef: CallRef,
  waitMs: number,
  { clock }: Pick<ApiContext, 'clock'>,
): Promise<CallDetailRow | undefined> {
  const deadlineMs = clock.monotonicMs() + waitMs;
  for (;;) {
    const call = await findCall(db, callRef);
    if (call === undefined || call.state === 'ended' || clock.monotonicMs() >= deadlineMs) return call;
    await clock.sleep(pollIntervalMs);
  }
}
