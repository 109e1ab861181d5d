import type { Bus } from '../contracts/bus.ts';
import { CallNotPossible, loadCallPlan } from '../calls/load-call-plan.ts';
import { providersFor } from '../calls/provider-directory.ts';
import { isFictionalNumber } from '../core/phone-numbers.ts';
import type { EndReason } from '../domain/call-state.ts';
import type { Job, JobHandler } from '../jobs/job.ts';
import { type CallDetailRow, findCall, recordCallChange } from '../store/calls/calls.ts';
import { finishCall, finishCallWithin } from '../store/calls/finish-call.ts';
import { acquireSlot } from '../store/concurrency-slots.ts';
import type { Queryable } from '../store/database.ts';
import { insertDialIntent } from '../store/dial-intents.ts';
import { acquireLimitSlots } from '../store/dialing/dials.ts';
import { findOwnedNumberOfWorkspace } from '../store/phone-numbers.ts';
import { isSuppressed } from '../store/suppressions.ts';
import { findWorkspace } from '../store/workspaces.ts';
import type { TrunkLimits } from './batches/claim-capacity.ts';
import type { CallingPermission } from './calling-permission.ts';
import { dialCall, type DialDependencies, type ReadyCall } from './dial-call.ts';
import { DispatchReporter } from './dispatch-reporter.ts';
import { checkPermission } from './check-permission.ts';

/** Lease of a concurrency slot, in ms. The slots of a dead node are free after this time. */
const slotLeaseMs = 10_000;
/** Maximum number of attempts to acquire capacity. They take 6 to 9 minutes while the workspace or the machine has none. */
const maxAttempts = 10;

export interface PlaceCallOptions extends DialDependencies {
  readonly bus: Bus;
  readonly permission: CallingPermission;
  /**
   * Trunks that have limits. Only calls of batches wait for the limits of trunks and numbers; the calls that are placed
   * here only count towards them.
   */
  readonly trunks?: readonly TrunkLimits[];
  /** Returns whether this node has no capacity for another call, or for a call to `number` (E.164). */
  readonly isOverloaded: (number?: string) => boolean;
}

export interface PlaceCallPayload {
  readonly workspaceId: string;
  readonly callId: string;
}

/** Reason why a call is not placed, as stored with the call. */
interface Rejection {
  readonly endReason: EndReason;
  readonly detail: string;
  readonly disposition: string;
}

/**
 * Returns the handler of the job that places a call. The job may run twice: only a queued call is dialed, and the dial
 * intent is committed with the change of state before the carrier receives the request. A call that was dialing when its
 * node died is ended by `lostCallSweep` and never dialed again.
 */
export function placeCallHandler(options: PlaceCallOptions): JobHandler<PlaceCallPayload> {
  return { run: (job) => placeCall(options, job), onWorkerLost: 'retry', maxAttempts };
}

async function placeCall(options: PlaceCallOptions, job: Job<PlaceCallPayload>): Promise<void> {
  const { workspaceId, callId } = job.payload;
  const scope = options.db.inWorkspace(workspaceId);
  const reporter = new DispatchReporter(options, callId);
  const call = await findCall(scope, { workspaceId, callId });
  if (call === undefined || call.state !== 'queued') return;
  const rejection = await rejectionOf(options, scope, call);
  if (rejection !== undefined) return rejectCall(options, call, rejection, reporter);
  const ready = await prepare(options, scope, call);
  if ('endReason' in ready) return rejectCall(options, call, ready, reporter);
  const missing = await acquireCapacity(options, scope, call);
  if (missing !== undefined)
    return retryWhenCapacity(options, call, { missing, attempt: job.attempt }, reporter);
  const reference = `${callId}.${call.attempt}`;
  if (!(await commitIntentOrEndCall(options, call, reference))) return;
  try {
    dialCall(options, { reference, from: call.fromNumber, to: call.toNumber, ...ready }, (leg) =>
      reporter.observe(leg),
    );
  } catch (error) {
    options.logger.error({ err: error, callId }, 'A call could not be dialed.');
    const rejection = {
      endReason: 'carrier_error',
      detail: 'The call could not be dialed.',
      disposition: 'failed',
    } as const;
    await rejectCall(options, call, rejection, reporter);
  }
}

/** Returns the reason why the call must not be placed (deadline, suppression, caller number or calling hours), if any. */
async function rejectionOf(
  options: PlaceCallOptions,
  scope: Queryable,
  call: CallDetailRow,
): Promise<Rejection | undefined> {
  const { clock } = options;
  const { workspaceId, fromNumber, toNumber, notAfter } = call;
  if (notAfter !== null && clock.now() > notAfter.getTime())
    return { endReason: 'cancelled', detail: 'The call was not placed in time.', disposition: 'cancelled' };
  const suppressed = await isSuppressed(scope, { workspaceId, channel: 'voice', address: toNumber });
  if (suppressed)
    return {
      endReason: 'cancelled',
      detail: 'The number is on the do-not-call list.',
      disposition: 'do_not_call',
    };
  if (await allowsCallerId(scope, workspaceId, fromNumber)) return hoursRejection(options, scope, call);
  const detail = 'The caller number is no longer an active number of the workspace.';
  return { endReason: 'cancelled', detail, disposition: 'cancelled' };
}

/**
 * Returns the refusal of a call that an API client created, if the workspace rejects calls outside the calling hours or
 * above call limits. A scheduled call, or a call that waited for capacity, may be due outside the hours. Calls of
 * callbacks were checked within the last minute.
 */
async function hoursRejection(
  { clock, permission }: PlaceCallOptions,
  scope: Queryable,
  {
    id: exceptCallId,
    workspaceId,
    createdBy,
    toNumber: phoneNumber,
    customer,
    purpose,
    consent,
  }: CallDetailRow,
): Promise<Rejection | undefined> {
  if (createdBy === null) return undefined;
  const workspace = await findWorkspace(scope, { workspaceId });
  if (workspace?.singleCallsOutsideHours !== 'refuse') return undefined;
  const call = { phoneNumber, customer, purpose, consent, exceptCallId };
  const permitted = await checkPermission(scope, call, { workspace, permission, at: new Date(clock.now()) });
  if (permitted.allowed) return undefined;
  return { endReason: 'cancelled', detail: permitted.detail, disposition: 'cancelled' };
}

/**
 * Returns whether the workspace may call from this number. A scheduled call may come due after its number was released
 * and acquired by another workspace.
 */
async function allowsCallerId(scope: Queryable, workspaceId: string, e164: string): Promise<boolean> {
  const number = await findOwnedNumberOfWorkspace(scope, { workspaceId, e164 });
  return number === undefined ? isFictionalNumber(e164) : number.status === 'active';
}

async function prepare(
  { providers }: PlaceCallOptions,
  scope: Queryable,
  call: CallDetailRow,
): Promise<ReadyCall | Rejection> {
  try {
    const plan = await loadCallPlan(scope, call);
    return { plan, providers: providersFor(plan.agent, providers, plan.flow) };
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    return { endReason: 'provider_error', detail: error.message, disposition: 'failed' };
  }
}

/** Acquires the slot of the call. Returns a message with the missing capacity, or undefined if the call has capacity. */
async function acquireCapacity(
  options: PlaceCallOptions,
  scope: Queryable,
  call: CallDetailRow,
): Promise<string | undefined> {
  if (!(await acquireCallSlot(options, scope, call)))
    return "The plan's limit of concurrent calls is reached.";
  return options.isOverloaded(call.toNumber) ? 'The server is overloaded.' : undefined;
}

/** Acquires the slot of a scheduled call. An immediate call has its slot already. */
async function acquireCallSlot(
  { nodeId, ratePlans }: PlaceCallOptions,
  scope: Queryable,
  { id: callId, workspaceId }: CallDetailRow,
): Promise<boolean> {
  const workspace = await findWorkspace(scope, { workspaceId });
  const limit = ratePlans[workspace?.plan ?? 'developer'].concurrentCalls;
  const slot = { workspaceId, callId, limit, owner: nodeId, leaseMs: slotLeaseMs };
  return (await acquireSlot(scope, slot)).acquired;
}

/** Throws, so that the job is retried later. Refuses the call on the last attempt. */
function retryWhenCapacity(
  options: PlaceCallOptions,
  call: CallDetailRow,
  { missing, attempt }: { readonly missing: string; readonly attempt: number },
  reporter: DispatchReporter,
): Promise<void> {
  reporter.reportWaiting();
  if (attempt < maxAttempts) throw new Error(missing);
  const rejection = { endReason: 'cancelled', detail: missing, disposition: 'cancelled' } as const;
  return rejectCall(options, call, rejection, reporter);
}

/**
 * Commits the dial intent. Returns false if this job must not dial the call: the call is no longer queued, or an earlier
 * attempt may have rung the phone. In the second case, also ends the call.
 */
async function commitIntentOrEndCall(
  { db, clock, nodeId, carrier, trunks = [] }: PlaceCallOptions,
  { id: callId, workspaceId, attempt, fromNumber, toNumber }: CallDetailRow,
  reference: string,
): Promise<boolean> {
  const at = new Date(clock.now());
  const trunk = trunks.find(({ carries }) => carries(toNumber))?.name;
  const slots = { workspaceId, callId, trunk, fromNumber, owner: nodeId, leaseMs: slotLeaseMs };
  return db.inWorkspace(workspaceId).transaction(async (tx) => {
    const change = { workspaceId, callId, from: ['queued'], to: 'dialing', at, nodeId } as const;
    if ((await recordCallChange(tx, change)) === undefined) return false;
    const intent = { reference, workspaceId, callId, attempt, nodeId, carrier: carrier.name, at };
    await acquireLimitSlots(tx, slots);
    if (await insertDialIntent(tx, intent)) return true;
    const disposition = { code: 'failed', status: 'completed' } as const;
    const endDetail = 'It is unknown whether the phone rang in an earlier attempt.';
    await finishCallWithin(tx, { workspaceId, callId, endReason: 'node_lost', endDetail, at, disposition });
    return false;
  });
}

async function rejectCall(
  { db, clock, logger }: PlaceCallOptions,
  { id: callId, workspaceId }: CallDetailRow,
  { endReason, detail, disposition }: Rejection,
  reporter: DispatchReporter,
): Promise<void> {
  logger.info({ callId, endReason }, 'A call was not placed.');
  await finishCall(db.inWorkspace(workspaceId), {
    workspaceId,
    callId,
    endReason,
    endDetail: detail,
    at: new Date(clock.now()),
    disposition: { code: disposition, status: 'completed' },
  });
  reporter.reportFailure(detail);
}
