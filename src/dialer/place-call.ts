import type { Bus } from '../contracts/bus.ts';
import { CallNotPossible, loadCallPlan } from '../calls/load-call-plan.ts';
import { providersFor } from '../calls/provider-directory.ts';
import { isFictionalNumber } from '../core/phone-numbers.ts';
import type { EndReason } from '../domain/call-state.ts';
import type { Job, JobHandler } from '../jobs/job.ts';
import type { CallDetailRow } from '../store/calls/call-row.ts';
import { findCall } from '../store/calls/find-call.ts';
import { finishCall, finishCallWithin } from '../store/calls/finish-call.ts';
import { recordCallChange } from '../store/calls/record-call-change.ts';
import { acquireSlot } from '../store/concurrency/acquire-slot.ts';
import type { Queryable } from '../store/database.ts';
import { insertDialIntent } from '../store/dial-intents/insert-dial-intent.ts';
import { takePlaces } from '../store/dialing/take-places.ts';
import { findOwnedNumberOfWorkspace } from '../store/numbers/find-owned-number.ts';
import { isSuppressed } from '../store/suppressions/is-suppressed.ts';
import { findWorkspace } from '../store/workspaces/find-workspace.ts';
import type { TrunkLimits } from './batches/claim-room.ts';
import type { CallingPermission } from './calling-permission.ts';
import { dialCall, type DialHost, type ReadyCall } from './dial-call.ts';
import { HandOver } from './hand-over.ts';
import { mayCall } from './may-call.ts';

/** How long a dead node keeps its slots. */
const slotLeaseMs = 10_000;
/** Attempts at room for the call: about a quarter of an hour of a full workspace or machine. */
const attemptsMax = 10;

export interface PlaceCallOptions extends DialHost {
  readonly bus: Bus;
  readonly permission: CallingPermission;
  /** Trunks with limits for batches; other calls do not wait for them, nor for those of their number, and are counted. */
  readonly trunks?: readonly TrunkLimits[];
  /** Whether this node has too much to do for more calls; for one to this number (E.164), where one is given. */
  readonly isOverloaded: (number?: string) => boolean;
}

export interface PlaceCallPayload {
  readonly workspaceId: string;
  readonly callId: string;
}

/** Why a call is not placed, for its record. */
interface Refusal {
  readonly endReason: EndReason;
  readonly detail: string;
  readonly disposition: string;
}

/**
 * The job that places a call. It may be begun twice: only a call that is still queued is dialed, and with its change of state the
 * intent to dial is committed before the carrier is asked. A call that was dialing when its node died is ended by
 * `lostCallSweep` and never dialed again.
 */
export function placeCallHandler(options: PlaceCallOptions): JobHandler<PlaceCallPayload> {
  return { run: (job) => placeCall(options, job), onWorkerLost: 'retry', maxAttempts: attemptsMax };
}

async function placeCall(options: PlaceCallOptions, job: Job<PlaceCallPayload>): Promise<void> {
  const { workspaceId, callId } = job.payload;
  const scope = options.db.inWorkspace(workspaceId);
  const handOver = new HandOver(options, callId);
  const call = await findCall(scope, { workspaceId, callId });
  if (call === undefined || call.state !== 'queued') return;
  const refusal = await refusalOf(options, scope, call);
  if (refusal !== undefined) return refuseCall(options, call, refusal, handOver);
  const ready = await prepare(options, scope, call);
  if ('endReason' in ready) return refuseCall(options, call, ready, handOver);
  const lack = await lackOf(options, scope, call);
  if (lack !== undefined) return waitForRoom(options, call, { lack, attempt: job.attempt }, handOver);
  const reference = `${callId}.${call.attempt}`;
  if (!(await commitIntent(options, call, reference))) return;
  try {
    dialCall(options, { reference, from: call.fromNumber, to: call.toNumber, ...ready }, (leg) =>
      handOver.watch(leg),
    );
  } catch (error) {
    options.logger.error({ err: error, callId }, 'A call could not be dialed.');
    const refusal = {
      endReason: 'carrier_error',
      detail: 'The call could not be dialed.',
      disposition: 'failed',
    } as const;
    await refuseCall(options, call, refusal, handOver);
  }
}

/** What forbids the call altogether. */
async function refusalOf(
  options: PlaceCallOptions,
  scope: Queryable,
  call: CallDetailRow,
): Promise<Refusal | undefined> {
  const { clock } = options;
  const { workspaceId, fromNumber, toNumber, notAfter } = call;
  if (notAfter !== null && clock.now() > notAfter.getTime())
    return { endReason: 'cancelled', detail: 'It was too late to place the call.', disposition: 'cancelled' };
  const suppressed = await isSuppressed(scope, { workspaceId, channel: 'voice', address: toNumber });
  if (suppressed)
    return { endReason: 'cancelled', detail: 'This number is not to be called.', disposition: 'do_not_call' };
  if (await mayShowNumber(scope, workspaceId, fromNumber)) return hoursRefusal(options, scope, call);
  const detail = 'The number to call from is no longer an active number of the workspace.';
  return { endReason: 'cancelled', detail, disposition: 'cancelled' };
}

/**
 * What the calling hours and limits forbid of a call that a client sent, where the workspace refuses such calls: a scheduled call, or one
 * that waited for capacity, may come due outside the hours. Calls of callbacks have been examined within the last minute.
 */
async function hoursRefusal(
  { clock, permission }: PlaceCallOptions,
  scope: Queryable,
  {
    id: exceptCallId,
    workspaceId,
    apiKeyId,
    toNumber: phoneNumber,
    customer,
    purpose,
    consent,
  }: CallDetailRow,
): Promise<Refusal | undefined> {
  if (apiKeyId === null) return undefined;
  const workspace = await findWorkspace(scope, { workspaceId });
  if (workspace?.singleCallsOutsideHours !== 'refuse') return undefined;
  const call = { phoneNumber, customer, purpose, consent, exceptCallId };
  const permitted = await mayCall(scope, call, { workspace, permission, at: new Date(clock.now()) });
  if (permitted.allowed) return undefined;
  return { endReason: 'cancelled', detail: permitted.detail, disposition: 'cancelled' };
}

/** A scheduled call may come due after its number was released, and acquired by another workspace. */
async function mayShowNumber(scope: Queryable, workspaceId: string, e164: string): Promise<boolean> {
  const number = await findOwnedNumberOfWorkspace(scope, { workspaceId, e164 });
  return number === undefined ? isFictionalNumber(e164) : number.status === 'active';
}

async function prepare(
  { providers }: PlaceCallOptions,
  scope: Queryable,
  call: CallDetailRow,
): Promise<ReadyCall | Refusal> {
  try {
    const plan = await loadCallPlan(scope, call);
    return { plan, providers: providersFor(plan.agent, providers) };
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    return { endReason: 'provider_error', detail: error.message, disposition: 'failed' };
  }
}

/** What there is too little of for the call, as a sentence; undefined: nothing. */
async function lackOf(
  options: PlaceCallOptions,
  scope: Queryable,
  call: CallDetailRow,
): Promise<string | undefined> {
  if (!(await takePlace(options, scope, call))) return 'As many calls are under way as the plan allows.';
  return options.isOverloaded(call.toNumber) ? 'This machine has too much to do for more calls.' : undefined;
}

/** A call that was sent for now has its place already; a scheduled one takes it when its time has come. */
async function takePlace(
  { nodeId, plans }: PlaceCallOptions,
  scope: Queryable,
  { id: callId, workspaceId }: CallDetailRow,
): Promise<boolean> {
  const workspace = await findWorkspace(scope, { workspaceId });
  const limit = plans[workspace?.plan ?? 'developer'].concurrentCalls;
  const place = { workspaceId, callId, limit, owner: nodeId, leaseMs: slotLeaseMs };
  return (await acquireSlot(scope, place)).acquired;
}

/** Throws, so that the job is tried again later, unless it has been tried for long enough. */
function waitForRoom(
  options: PlaceCallOptions,
  call: CallDetailRow,
  { lack, attempt }: { readonly lack: string; readonly attempt: number },
  handOver: HandOver,
): Promise<void> {
  handOver.waiting();
  if (attempt < attemptsMax) throw new Error(lack);
  const refusal = { endReason: 'cancelled', detail: lack, disposition: 'cancelled' } as const;
  return refuseCall(options, call, refusal, handOver);
}

/** False where the call is no longer this job's to dial: it was ended, or somebody dialed it and may have rung the phone. */
async function commitIntent(
  { db, clock, nodeId, carrier, trunks = [] }: PlaceCallOptions,
  { id: callId, workspaceId, attempt, fromNumber, toNumber }: CallDetailRow,
  reference: string,
): Promise<boolean> {
  const at = new Date(clock.now());
  const trunk = trunks.find(({ carries }) => carries(toNumber))?.name;
  const places = { workspaceId, callId, trunk, fromNumber, owner: nodeId, leaseMs: slotLeaseMs };
  return db.inWorkspace(workspaceId).transaction(async (tx) => {
    const change = { workspaceId, callId, from: ['queued'], to: 'dialing', at, nodeId } as const;
    if ((await recordCallChange(tx, change)) === undefined) return false;
    const intent = { reference, workspaceId, callId, attempt, nodeId, carrier: carrier.name, at };
    await takePlaces(tx, places);
    if (await insertDialIntent(tx, intent)) return true;
    const disposition = { code: 'failed', status: 'completed' } as const;
    const endDetail = 'It is not known whether the phone rang in an attempt before.';
    await finishCallWithin(tx, { workspaceId, callId, endReason: 'node_lost', endDetail, at, disposition });
    return false;
  });
}

async function refuseCall(
  { db, clock, logger }: PlaceCallOptions,
  { id: callId, workspaceId }: CallDetailRow,
  { endReason, detail, disposition }: Refusal,
  handOver: HandOver,
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
  handOver.failed(detail);
}
