import type { Clock } from '../../core/clock.ts';
import type { IdSource } from '../../core/ids.ts';
import type { RatePlanTable } from '../../domain/rate-plan.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import {
  beginCallback,
  type CallbackKey,
  lockCallback,
  type LockedCallback,
  settleCallback,
} from '../../store/callbacks.ts';
import { appendCallEvent } from '../../store/calls/call-timeline.ts';
import { insertCall } from '../../store/calls/calls.ts';
import { takeCallStart } from '../../store/call-starts.ts';
import { acquireSlot } from '../../store/concurrency-slots.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { findWorkspace, type WorkspaceRow } from '../../store/workspaces.ts';
import type { CallingPermission } from '../calling-permission.ts';
import { checkPermission } from '../check-permission.ts';
import { examineCallback, type CallableCallback } from './examine-callback.ts';

/** Lease of the slot until the call is placed. Then the node that carries the call renews the lease. */
const slotLeaseMs = 30_000;
/** Time in which a node must place the call. Afterwards the call is cancelled, and the callback is due again a minute later. */
const placementTimeoutMs = 60_000;

/** Services and limits of callbacks. */
export interface CallbackDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Id of this process. */
  readonly nodeId: string;
  readonly ratePlans: RatePlanTable;
  readonly permission: CallingPermission;
  /** Maximum number of calls per callback. */
  readonly maxAttempts: number;
  /** How long after its due time a callback may still be made, in ms. */
  readonly expiryMs: number;
}

/**
 * `called`: the call is queued. `settled`: no call is made now, and the callback is no longer due. `skipped`: another node
 * handles the callback, the callback is not due, or the call is no longer allowed. `no-capacity`: the workspace's plan
 * allows no further call now.
 */
export type FollowUpResult = 'called' | 'settled' | 'skipped' | 'no-capacity';

/** Follows up a due disposition: inserts its call and the job that places the call, or records why no call is made. */
export async function followUp(
  dependencies: CallbackDependencies,
  key: CallbackKey,
): Promise<FollowUpResult> {
  const scope = dependencies.db.inWorkspace(key.workspaceId);
  const workspace = await findWorkspace(scope, key);
  if (workspace === undefined) return 'skipped';
  const result = await scope.transaction((tx) => examine(dependencies, tx, key, workspace));
  if (result === 'skipped' || result === 'settled') return result;
  try {
    return await scope.transaction((tx) => makeCall(dependencies, tx, { key, workspace, callable: result }));
  } catch (error) {
    if (error instanceof CallbackAborted) return error.reason;
    throw error;
  }
}

/** Thrown to roll back the transaction that makes the call. */
class CallbackAborted extends Error {
  readonly reason: 'skipped' | 'no-capacity';

  constructor(reason: 'skipped' | 'no-capacity') {
    super(`A callback was not made: ${reason}.`);
    this.reason = reason;
  }
}

async function examine(
  { clock, permission, expiryMs }: CallbackDependencies,
  tx: Queryable,
  key: CallbackKey,
  workspace: WorkspaceRow,
): Promise<CallableCallback | 'skipped' | 'settled'> {
  const at = new Date(clock.now());
  const callback = await lockCallback(tx, { ...key, at });
  if (callback === undefined) return 'skipped';
  const result = await examineCallback(tx, callback, { workspace, permission, expiryMs, at });
  if ('context' in result) return result;
  await settleCallback(tx, { ...key, ...result, at });
  return 'settled';
}

interface CallToMake {
  readonly key: CallbackKey;
  readonly workspace: WorkspaceRow;
  readonly callable: CallableCallback;
}

/**
 * Acquires the slot, inserts the call and its job, and updates the callback, in one transaction. Slots are acquired
 * before the callback is locked.
 */
async function makeCall(
  dependencies: CallbackDependencies,
  tx: Queryable,
  { key, workspace, callable }: CallToMake,
) {
  const callId = dependencies.ids.newId('call');
  const at = new Date(dependencies.clock.now());
  if (!(await acquireCapacity(dependencies, tx, workspace, callId))) throw new CallbackAborted('no-capacity');
  const callback = await lockCallback(tx, { ...key, at });
  if (callback === undefined || callback.suppressed) throw new CallbackAborted('skipped');
  const { permission } = dependencies;
  // Another call to the number may have been inserted since the first check. `acquireCapacity` has locked the workspace's
  // call counter, so no further call can be inserted until the end of this transaction.
  if (!(await checkPermission(tx, callback, { workspace, permission, at })).allowed)
    throw new CallbackAborted('skipped');
  await writeCall(dependencies, tx, { callback, callable, callId, at });
  const { expiresAt } = callable;
  await beginCallback(tx, { ...key, callId, maxAttempts: dependencies.maxAttempts, expiresAt, at });
  const { workspaceId } = key;
  await enqueueJob(tx, { kind: 'place-call', key: callId, workspaceId, payload: { callId, workspaceId } });
  return 'called' as const;
}

async function acquireCapacity(
  { ratePlans, nodeId: owner }: CallbackDependencies,
  tx: Queryable,
  { id: workspaceId, plan }: WorkspaceRow,
  callId: string,
): Promise<boolean> {
  const { concurrentCalls: limit, callStartsPerSecond } = ratePlans[plan];
  const slot = await acquireSlot(tx, { workspaceId, callId, limit, owner, leaseMs: slotLeaseMs });
  return slot.acquired && (await takeCallStart(tx, { workspaceId, callStartsPerSecond })).allowed;
}

interface CallToWrite {
  readonly callback: LockedCallback;
  readonly callable: CallableCallback;
  readonly callId: string;
  readonly at: Date;
}

/**
 * Inserts the new call. Customer data and variables are those of the callback, or otherwise of the earlier call in which it
 * was agreed. Metadata, overrides and maximum duration are those of the earlier call. The new call has no job in a batch,
 * because the job of the earlier call has ended.
 */
async function writeCall(
  { ids }: CallbackDependencies,
  tx: Queryable,
  { callback, callable: { context, evidence }, callId, at }: CallToWrite,
): Promise<void> {
  const { workspaceId, id: dispositionId, callId: earlierCallId, phoneNumber, scheduledAt } = callback;
  const call = await insertCall(tx, {
    id: callId,
    workspaceId,
    roomName: ids.newId('room'),
    direction: 'outbound',
    type: 'phone',
    state: 'queued',
    toNumber: phoneNumber,
    ...context,
    batchId: callback.batchId,
    attempt: callback.attempt + 1,
    customer: callback.customer ?? {},
    purpose: callback.purpose,
    consent: callback.consent,
    dynamic: callback.dynamic ?? {},
    metadata: callback.metadata ?? {},
    overrides: callback.overrides ?? undefined,
    maxDurationSeconds: callback.maxDurationSeconds,
    testOnly: callback.testOnly,
    scheduledAt,
    notAfter: new Date(at.getTime() + placementTimeoutMs),
    at,
  });
  if (call === undefined) throw new CallbackAborted('skipped');
  const detail = { dispositionId, callId: earlierCallId, ...evidence };
  await appendCallEvent(tx, { workspaceId, callId, type: 'callback', detail, at });
}
