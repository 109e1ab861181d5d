import type { Bus } from '../../contracts/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { problems, reject } from '../../core/problems.ts';
import type { EndReason } from '../../domain/call-state.ts';
import { type CallRow, findCall } from '../../store/calls/calls.ts';
import { isSuppressed } from '../../store/suppressions.ts';
import type { ApiContext } from '../context.ts';
import { waitForCallEnd, cancelCall, cancelQueued } from './cancel-call.ts';

/** Maximum time that a request waits for the call to reach the carrier. */
export const handoffTimeoutMs = 10_000;
/** Maximum time to wait until a reported failure is stored with its reason. */
const endRecordTimeoutMs = 1_000;
const handoffTimedOut = 'The call did not reach the carrier in time.';
const acceptanceTimedOut =
  'The carrier received the call, but neither rang the phone nor rejected the call in time.';
/** Retry-After for a lack of capacity, in seconds. */
export const overloadRetryAfterSeconds = 5;

/** The outcome of passing a call to the carrier. */
export type CarrierHandoff =
  | { readonly type: 'reached-carrier' }
  | { readonly type: 'failed'; readonly message: string }
  /** No final report in time. `lastReport`: a dialer had no capacity for the call (`waiting`), or the carrier has responded (`proceeding`). */
  | { readonly type: 'timed-out'; readonly lastReport: 'waiting' | 'proceeding' | undefined };

/** A subscription to the outcome of one handoff. */
export interface CarrierHandoffWatch {
  readonly outcome: Promise<CarrierHandoff>;
  stop(): void;
}

/** Subscribes to the report of the dialer. Call it before the job is committed, so that no report is missed. */
export function watchCarrierHandoff(bus: Bus, clock: Clock, callId: string): CarrierHandoffWatch {
  const { promise, resolve } = Promise.withResolvers<CarrierHandoff>();
  let lastReport: 'waiting' | 'proceeding' | undefined;
  const unsubscribe = bus.subscribe(`calls.${callId}`, (payload) => {
    const report = readReport(payload);
    if (report === 'waiting' || report === 'proceeding') lastReport = report;
    else if (report !== undefined) resolve(report);
  });
  const timer = clock.after(handoffTimeoutMs, () => resolve({ type: 'timed-out', lastReport }));
  return {
    outcome: promise,
    stop() {
      timer.cancel();
      unsubscribe();
    },
  };
}

/** Returns the report in a message; `undefined` for other messages of the topic. */
function readReport(payload: unknown): CarrierHandoff | 'waiting' | 'proceeding' | undefined {
  const { type, message } = (payload ?? {}) as { type?: unknown; message?: unknown };
  if (type === 'waiting' || type === 'proceeding') return type;
  if (type === 'reached-carrier') return { type };
  if (type === 'failed')
    return { type, message: typeof message === 'string' ? message : 'The carrier rejected the call.' };
  return undefined;
}

/** End reasons that show that the carrier accepted the call: the callee or its phone caused them. */
const calleeEndReasons: ReadonlySet<EndReason> = new Set<EndReason>(['no_answer', 'busy', 'declined']);

/** Returns whether a provider of the agent failed before the call reached the carrier. Such a call ends like one whose provider fails later. */
const hasEndedByProvider = (call: CallRow | undefined): boolean => call?.endReason === 'provider_error';

/** Returns whether the stored call shows that it reached the carrier, even if the report was lost. */
function hasReachedCarrier({ ringingAt, answeredAt, endReason }: CallRow): boolean {
  return ringingAt !== null || answeredAt !== null || (endReason !== null && calleeEndReasons.has(endReason));
}

/** Returns whether the carrier has responded to a call that it did not accept in time. */
const hasCarrierResponse = (outcome: CarrierHandoff): boolean =>
  outcome.type === 'timed-out' && outcome.lastReport === 'proceeding';

/**
 * Requires that the call reached the carrier or ended because of a provider. Otherwise ends the call, so that the client can retry, and throws.
 * @throws {Problem} `UNKNOWN_ERROR` if the call did not reach the carrier; `opted_out` if the number was suppressed in the meantime;
 * `overloaded` if no dialer had capacity for the call in time
 */
export async function confirmCarrierHandoff(
  outcome: CarrierHandoff,
  call: CallRow,
  context: ApiContext,
): Promise<void> {
  if (outcome.type === 'reached-carrier') return;
  const { workspaceId, id: callId } = call;
  const db = context.database.inWorkspace(workspaceId);
  const callRef = { workspaceId, callId };
  if (outcome.type === 'failed') {
    const ended = await waitForCallEnd(db, callRef, endRecordTimeoutMs, context);
    if (hasEndedByProvider(ended)) return;
    await rejectUnplaced(context, ended ?? call, outcome.message);
  }
  const cancelledCall = await cancelQueued(db, callRef, handoffTimedOut, context);
  if (cancelledCall !== undefined) await rejectCancelled(context, cancelledCall, outcome);
  const current = await findCall(db, callRef);
  if (current !== undefined && hasReachedCarrier(current)) return;
  const message = hasCarrierResponse(outcome) ? acceptanceTimedOut : handoffTimedOut;
  const cancelled = await cancelCall(db, callRef, { endDetail: message }, context);
  await rejectUnplaced(context, cancelled.call ?? call, message);
}

/** Rejects a call that was still queued at the timeout. */
async function rejectCancelled(
  context: ApiContext,
  cancelledCall: CallRow,
  outcome: CarrierHandoff,
): Promise<never> {
  const lacksCapacity = outcome.type === 'timed-out' && outcome.lastReport === 'waiting';
  if (lacksCapacity) reject('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });
  return rejectUnplaced(context, cancelledCall, handoffTimedOut);
}

/**
 * Checks the call of an earlier attempt, without waiting for a report.
 * @throws {Problem} `UNKNOWN_ERROR` or `opted_out` if the call ended before it reached a carrier
 */
export async function requireCarrierHandoff(call: CallRow, context: ApiContext): Promise<void> {
  if (call.state === 'ended' && !hasReachedCarrier(call) && !hasEndedByProvider(call))
    await rejectUnplaced(context, call);
}

/** Throws a problem with the reason, the call id and the end reason if known. Throws `opted_out` if the number was suppressed in the meantime. */
async function rejectUnplaced(
  { database }: ApiContext,
  { id, workspaceId, toNumber: address, state, endReason, endDetail }: CallRow,
  message: string = problems.UNKNOWN_ERROR.text,
): Promise<never> {
  const db = database.inWorkspace(workspaceId);
  if (await isSuppressed(db, { workspaceId, channel: 'voice', address })) reject('opted_out');
  const end = state === 'ended' ? `; it ended with ${endReason}` : '';
  return reject('UNKNOWN_ERROR', { details: `${endDetail ?? message} The call is ${id}${end}.` });
}
