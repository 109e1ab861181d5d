import type { Bus } from '../../contracts/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { problems, refuse } from '../../core/problems.ts';
import type { EndReason } from '../../domain/call-state.ts';
import type { CallRow } from '../../store/calls/call-row.ts';
import { findCall } from '../../store/calls/find-call.ts';
import { isSuppressed } from '../../store/suppressions/is-suppressed.ts';
import type { ApiContext } from '../context.ts';
import { waitForCallEnd, cancelCall, cancelQueued } from './cancel-call.ts';

/** How long the API waits for the call to be handed to the carrier. */
export const handoffTimeoutMs = 10_000;
/** How long a failure is waited for in the books after it was reported: there it stands with its reason. */
const endRecordTimeoutMs = 1_000;
const handoffTimedOut = 'The call was not handed to the carrier in time.';
/** What a client is asked to wait for capacity, in seconds. */
export const overloadRetryAfterSeconds = 5;

export type CarrierHandoff =
  | { readonly type: 'handed-over' }
  | { readonly type: 'failed'; readonly message: string }
  /** No final report in time. `lacksCapacity`: a dialer reported that it had no capacity for the call. */
  | { readonly type: 'timed-out'; readonly lacksCapacity: boolean };

export interface CarrierHandoffWatch {
  readonly outcome: Promise<CarrierHandoff>;
  stop(): void;
}

/** Listens for the report of whoever dials, from before the job is committed, so that none is missed. */
export function watchCarrierHandoff(bus: Bus, clock: Clock, callId: string): CarrierHandoffWatch {
  const { promise, resolve } = Promise.withResolvers<CarrierHandoff>();
  let lacksCapacity = false;
  const unsubscribe = bus.subscribe(`calls.${callId}`, (payload) => {
    const report = readReport(payload);
    if (report === 'waiting') lacksCapacity = true;
    else if (report !== undefined) resolve(report);
  });
  const timer = clock.after(handoffTimeoutMs, () => resolve({ type: 'timed-out', lacksCapacity }));
  return {
    outcome: promise,
    stop() {
      timer.cancel();
      unsubscribe();
    },
  };
}

/** The topic carries other news of the call too. */
function readReport(payload: unknown): CarrierHandoff | 'waiting' | undefined {
  const { type, message } = (payload ?? {}) as { type?: unknown; message?: unknown };
  if (type === 'waiting') return type;
  if (type === 'handed-over') return { type };
  if (type === 'failed')
    return { type, message: typeof message === 'string' ? message : 'The carrier refused it.' };
  return undefined;
}

/** Ends that are the callee's, or their network's: the carrier had the call. */
const calleeEndReasons: ReadonlySet<EndReason> = new Set<EndReason>([
  'no_answer',
  'busy',
  'declined',
  'invalid_number',
]);

/** Whether the books show that the carrier has taken the call, be the report of it lost or not. */
function hasReachedCarrier({ ringingAt, answeredAt, endReason }: CallRow): boolean {
  return ringingAt !== null || answeredAt !== null || (endReason !== null && calleeEndReasons.has(endReason));
}

/**
 * @throws {Problem} `UNKNOWN_ERROR` where the carrier has not taken the call; it is over then, so that it can be tried again.
 * `opted_out` where the number was suppressed meanwhile; `overloaded` where no dialer had capacity for the call in time.
 */
export async function confirmCarrierHandoff(
  outcome: CarrierHandoff,
  call: CallRow,
  context: ApiContext,
): Promise<void> {
  if (outcome.type === 'handed-over') return;
  const { workspaceId, id: callId } = call;
  const scope = context.database.inWorkspace(workspaceId);
  const which = { workspaceId, callId };
  if (outcome.type === 'failed') {
    const ended = await waitForCallEnd(scope, which, endRecordTimeoutMs, context);
    await refuseUnplaced(context, ended ?? call, outcome.message);
  }
  const cancelled = await cancelQueued(scope, which, handoffTimedOut, context);
  if (cancelled !== undefined) await refuseCancelled(context, cancelled, outcome);
  const known = await findCall(scope, which);
  if (known !== undefined && hasReachedCarrier(known)) return;
  await refuseUnplaced(
    context,
    (await cancelCall(scope, which, handoffTimedOut, context)) ?? call,
    handoffTimedOut,
  );
}

/** The call was still queued when its time was over. */
async function refuseCancelled(
  context: ApiContext,
  cancelled: CallRow,
  outcome: CarrierHandoff,
): Promise<never> {
  const lacksCapacity = outcome.type === 'timed-out' && outcome.lacksCapacity;
  if (lacksCapacity) refuse('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });
  return refuseUnplaced(context, cancelled, handoffTimedOut);
}

/** @throws {Problem} `UNKNOWN_ERROR` or `opted_out` where the call ended before a carrier had it */
export async function requireCarrierHandoff(call: CallRow, context: ApiContext): Promise<void> {
  if (call.state === 'ended' && !hasReachedCarrier(call)) await refuseUnplaced(context, call);
}

/** Why, which call, and how it ended as far as that is known. A number that was suppressed meanwhile was not dialed for that. */
async function refuseUnplaced(
  { database }: ApiContext,
  { id, workspaceId, toNumber: address, state, endReason, endDetail }: CallRow,
  message: string = problems.UNKNOWN_ERROR.text,
): Promise<never> {
  const scope = database.inWorkspace(workspaceId);
  if (await isSuppressed(scope, { workspaceId, channel: 'voice', address })) refuse('opted_out');
  const end = state === 'ended' ? `; it ended with ${endReason}` : '';
  return refuse('UNKNOWN_ERROR', { details: `${endDetail ?? message} The call is ${id}${end}.` });
}
