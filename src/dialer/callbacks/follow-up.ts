import type { Clock } from '../../core/clock.ts';
import type { IdSource } from '../../core/ids.ts';
import type { RatePlanTable } from '../../domain/rate-plan.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { beginCallback } from '../../store/callbacks/begin-callback.ts';
import { holdCallback, type HeldCallback } from '../../store/callbacks/hold-callback.ts';
import type { WhichCallback } from '../../store/callbacks/list-due-callbacks.ts';
import { settleCallback } from '../../store/callbacks/settle-callback.ts';
import { appendCallEvent } from '../../store/calls/append-call-event.ts';
import { insertCall } from '../../store/calls/insert-call.ts';
import { takeCallStart } from '../../store/call-starts/take-call-start.ts';
import { acquireSlot } from '../../store/concurrency/acquire-slot.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { WorkspaceRow } from '../../store/workspaces/workspace-row.ts';
import type { CallingPermission } from '../calling-permission.ts';
import { mayCall } from '../may-call.ts';
import { examineCallback, type CallableCallback } from './examine-callback.ts';

/** Longer than the hand-over takes; then the node that carries the call renews it. */
const slotLeaseMs = 30_000;
/** A callback that nobody could place for so long is due again instead. */
const freshForMs = 60_000;

export interface CallbackHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** This process. */
  readonly nodeId: string;
  readonly plans: RatePlanTable;
  readonly permission: CallingPermission;
  /** Calls that are made for one callback, at most. */
  readonly triesMax: number;
  /** How long after it is due a callback may still be made, in ms. */
  readonly expiryMs: number;
}

/**
 * `called`: a call is about to be dialed. `settled`: none is made now, and it is due no longer. `gone`: somebody else has it, or it is not
 * due. `no-room`: the workspace's plan allows no call just now.
 */
export type FollowUp = 'called' | 'settled' | 'gone' | 'no-room';

/** Follows up a disposition that is due: makes its call and the job that places it, or says what becomes of it. */
export async function followUp(host: CallbackHost, which: WhichCallback): Promise<FollowUp> {
  const scope = host.db.inWorkspace(which.workspaceId);
  const workspace = await findWorkspace(scope, which);
  if (workspace === undefined) return 'gone';
  const examined = await scope.transaction((tx) => examine(host, tx, which, workspace));
  if (examined === 'gone' || examined === 'settled') return examined;
  try {
    return await scope.transaction((tx) => makeCall(host, tx, { which, workspace, callable: examined }));
  } catch (error) {
    if (error instanceof NotNow) return error.reason;
    throw error;
  }
}

/** Gives up the transaction. */
class NotNow extends Error {
  readonly reason: 'gone' | 'no-room';

  constructor(reason: 'gone' | 'no-room') {
    super(`A callback is not made: ${reason}.`);
    this.reason = reason;
  }
}

async function examine(
  { clock, permission, expiryMs }: CallbackHost,
  tx: Queryable,
  which: WhichCallback,
  workspace: WorkspaceRow,
): Promise<CallableCallback | 'gone' | 'settled'> {
  const at = new Date(clock.now());
  const callback = await holdCallback(tx, { ...which, at });
  if (callback === undefined) return 'gone';
  const examined = await examineCallback(tx, callback, { workspace, permission, expiryMs, at });
  if ('ground' in examined) return examined;
  await settleCallback(tx, { ...which, ...examined, at });
  return 'settled';
}

interface CallToMake {
  readonly which: WhichCallback;
  readonly workspace: WorkspaceRow;
  readonly callable: CallableCallback;
}

/** The place, the call, its job and the callback's new status: all or nothing. Places are taken before the callback is held. */
async function makeCall(host: CallbackHost, tx: Queryable, { which, workspace, callable }: CallToMake) {
  const callId = host.ids.newId('call');
  const at = new Date(host.clock.now());
  if (!(await takePlace(host, tx, workspace, callId))) throw new NotNow('no-room');
  const callback = await holdCallback(tx, { ...which, at });
  if (callback === undefined || callback.suppressed) throw new NotNow('gone');
  const { permission } = host;
  // Another call to the number may have been made since it was examined; the place that was taken keeps out more of them.
  if (!(await mayCall(tx, callback, { workspace, permission, at })).allowed) throw new NotNow('gone');
  await writeCall(host, tx, { callback, callable, callId, at });
  const { expiresAt } = callable;
  await beginCallback(tx, { ...which, callId, triesMax: host.triesMax, expiresAt, at });
  const { workspaceId } = which;
  await enqueueJob(tx, { kind: 'place-call', key: callId, workspaceId, payload: { callId, workspaceId } });
  return 'called' as const;
}

async function takePlace(
  { plans, nodeId: owner }: CallbackHost,
  tx: Queryable,
  { id: workspaceId, plan }: WorkspaceRow,
  callId: string,
): Promise<boolean> {
  const { concurrentCalls: limit, callStartsPerSecond } = plans[plan];
  const slot = await acquireSlot(tx, { workspaceId, callId, limit, owner, leaseMs: slotLeaseMs });
  return slot.acquired && (await takeCallStart(tx, { workspaceId, callStartsPerSecond })).allowed;
}

interface CallToWrite {
  readonly callback: HeldCallback;
  readonly callable: CallableCallback;
  readonly callId: string;
  readonly at: Date;
}

/** It knows what the call knew that it comes from. Its row in a batch has ended and is none of its business. */
async function writeCall(
  { ids }: CallbackHost,
  tx: Queryable,
  { callback, callable: { ground, evidence }, callId, at }: CallToWrite,
): Promise<void> {
  const { workspaceId, id: dispositionId, callId: ofCallId, phoneNumber, scheduledAt } = callback;
  const call = await insertCall(tx, {
    id: callId,
    workspaceId,
    roomName: ids.newId('room'),
    direction: 'outbound',
    type: 'phone',
    state: 'queued',
    toNumber: phoneNumber,
    ...ground,
    batchId: callback.batchId,
    attempt: callback.attempt + 1,
    customer: callback.customer ?? {},
    purpose: callback.purpose,
    consent: callback.consent,
    dynamic: callback.dynamic ?? {},
    metadata: callback.metadata ?? {},
    overrides: callback.overrides ?? undefined,
    maxDurationSeconds: callback.maxDurationSeconds,
    scheduledAt,
    notAfter: new Date(at.getTime() + freshForMs),
    at,
  });
  if (call === undefined) throw new NotNow('gone');
  const detail = { dispositionId, callId: ofCallId, ...evidence };
  await appendCallEvent(tx, { workspaceId, callId, type: 'callback', detail, at });
}
