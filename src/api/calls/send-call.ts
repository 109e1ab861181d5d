import { z } from 'zod';
import { Outage } from '../../core/outage.ts';
import { exampleId } from '../../domain/fields.ts';
import { Problem, problems, reject } from '../../core/problems.ts';
import { CallInput, type NewCall } from '../../domain/call.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { type CallDetailRow, type CallRow, findCall, insertCall } from '../../store/calls/calls.ts';
import type { Scope as DatabaseScope } from '../../store/database.ts';
import { acquireSlot } from '../../store/concurrency-slots.ts';
import { takeCallStart } from '../../store/call-starts.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { type Caller, endpoint, type EndpointRequest } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { outageProblem } from '../http/send-problem.ts';
import { CallPlacedResponse, toCallPlacedResponse } from './call-response.ts';
import { hoursWarnings, rejectOutsideHours, type PlannedCall } from './hours-warnings.ts';
import {
  confirmCarrierHandoff,
  overloadRetryAfterSeconds,
  requireCarrierHandoff,
  watchCarrierHandoff,
} from './carrier-handoff.ts';
import { validateCall, prepareCall, type CallCheckContext, type PreparedCall } from './prepare-call.ts';

/** Lease of the slot of a new call. Longer than the handoff to the carrier takes; afterwards the node of the call renews the lease. */
const slotLeaseMs = 30_000;
/** An unscheduled call that cannot start within this time, for example because the service is down, is not placed any more. */
const startWithinMs = 60_000;

/** Accepts any text as number and agent id, because malformed numbers and unknown agents have their own error codes. */
const NewCallBody = CallInput.extend({
  agentId: z
    .string()
    .max(1000)
    .meta({
      description: 'The agent that handles the call.',
      examples: [exampleId('agent')],
    }),
  toNumber: z
    .string()
    .max(1000)
    .meta({
      description: 'E.164: a plus sign, country code and number.',
      examples: ['+12025550100'],
    }),
}).meta({
  id: 'CallInput',
  examples: [
    {
      agentId: exampleId('agent'),
      toNumber: '+12025550100',
      customer: { name: 'Ada Lovelace', timezone: 'America/New_York' },
      dynamic: { time: "nine o'clock" },
      metadata: { reservation: 4711 },
    },
  ],
});

type SendCallRequest = EndpointRequest<unknown, undefined, NewCall>;

export const sendCall = endpoint({
  method: 'POST',
  path: '/api/v1/calls/call',
  operationId: 'sendCall',
  tag: 'Calls',
  summary: 'Start an outbound call',
  description:
    'Responds when the call has reached the carrier, or immediately if `scheduledAt` is set. `scheduledAt` may be at most one minute in the past. If the call could not be placed, `details` gives the reason, the call id and how the call ended. Calls are recorded unless the request or the agent turns recording off.',
  scope: 'calls:place',
  sendsConcurrencyHeaders: true,
  body: NewCallBody,
  reply: CallPlacedResponse,
  errorCodes: [
    'agent_not_found',
    'agent_inactive',
    'agent_no_phone_number',
    'agent_no_active_flow',
    'number_not_owned',
    'no_model',
    'agent_needs_model',
    'invalid_number',
    'no_trunk',
    'test_key',
    'opted_out',
    'outside_calling_hours',
    'concurrency_limit_reached',
    'draining',
    'overloaded',
    'UNKNOWN_ERROR',
  ],

  async problemOfInvalidBody({ caller, input, faults }, context) {
    return problemFromFaults([
      ...faults,
      ...(await validateCall(checkContextOf(caller, context), input)).faults,
    ]);
  },

  async handle(request, context) {
    const call = await placeCall(request, context);
    return toCallPlacedResponse(call, await warningsOf(call, context));
  },
});

async function placeCall(request: SendCallRequest, context: ApiContext): Promise<CallRow> {
  const { resumedId } = request.requestRecord;
  const callId = resumedId ?? context.ids.newId('call');
  const watch = watchCarrierHandoff(context.bus, context.clock, callId);
  let call: CallRow | undefined;
  try {
    call = await (resumedId === undefined ? createCall : findResumedCall)(request, context, callId);
    if (call.scheduledAt !== null) return call;
    if (call.state === 'queued') await confirmCarrierHandoff(await watch.outcome, call, context);
    else await requireCarrierHandoff(call, context);
    return call;
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    if (cause instanceof Outage) throw outageProblem(cause, call && `The call is ${callId}.`);
    const { text } = problems.UNKNOWN_ERROR;
    throw new Problem('UNKNOWN_ERROR', { details: call ? `${text} The call is ${callId}.` : text, cause });
  } finally {
    watch.stop();
  }
}

/** Returns the call that an earlier request with the same Idempotency-Key created before it crashed. */
async function findResumedCall(
  { caller }: SendCallRequest,
  { database }: ApiContext,
  callId: string,
): Promise<CallDetailRow> {
  const { workspaceId } = caller;
  const call = await findCall(database.inWorkspace(workspaceId), { workspaceId, callId });
  return call ?? reject('UNKNOWN_ERROR');
}

async function createCall(
  request: SendCallRequest,
  context: ApiContext,
  callId: string,
): Promise<CallDetailRow> {
  if (context.node.draining) reject('draining');
  rejectWhenOverloaded(context);
  const checkContext = checkContextOf(request.caller, context);
  const prepared = await prepareCall(checkContext, request.body);
  // Calls to the test network need more CPU of this machine than other calls.
  if (prepared.startsAt === undefined) rejectWhenOverloaded(context, prepared.toNumber);
  return checkContext.db.transaction((tx) => writeCall(tx, request, context, { callId, prepared }));
}

const checkContextOf = (
  { workspaceId, isTestKey }: Caller,
  { database, clock, catalog, settings: { reachableNetworks } }: ApiContext,
): CallCheckContext & { readonly db: DatabaseScope } => ({
  db: database.inWorkspace(workspaceId),
  workspaceId,
  catalog,
  reachableNetworks: reachableNetworks,
  nowMs: clock.now(),
  testOnly: isTestKey,
});

function rejectWhenOverloaded({ node }: ApiContext, toNumber?: string): void {
  if (node.isOverloaded(toNumber)) reject('overloaded', { retryAfterSeconds: overloadRetryAfterSeconds });
}

/** Returns the warnings of a placed call. Empty if the calling hours cannot be checked. */
async function warningsOf(call: CallRow, context: ApiContext): Promise<string[]> {
  return hoursWarnings(context, toPlannedCall(call)).catch((error: unknown) => {
    context.logger.error({ err: error, callId: call.id }, 'Failed to check the calling hours of a call.');
    return [];
  });
}

function toPlannedCall({ id: callId, workspaceId, toNumber, customer, ...call }: CallRow): PlannedCall {
  const { purpose, consent, scheduledAt, createdAt } = call;
  const { timezone: customerZone, region: customerRegion } = customer;
  const terms = { purpose: purpose ?? 'unspecified', consent } as const;
  return {
    workspaceId,
    callId,
    toNumber,
    customerZone,
    customerRegion,
    ...terms,
    at: scheduledAt ?? createdAt,
  };
}

interface CallToWrite {
  readonly callId: string;
  readonly prepared: PreparedCall;
}

/** Stores the slot, the call and its job. A scheduled call acquires its slot when it starts. */
async function writeCall(
  tx: Queryable,
  request: SendCallRequest,
  context: ApiContext,
  { callId, prepared }: CallToWrite,
): Promise<CallDetailRow> {
  const { clock, ids, node } = context;
  const { caller, body, requestRecord } = request;
  const { workspaceId } = caller;
  const { flow, startsAt, recordingEnabled, ...details } = prepared;
  await requestRecord.bindResource(tx, callId);
  if (startsAt === undefined) {
    await requireSlot(tx, request, callId, node.id);
    await enforceCallStartRate(tx, request);
  }
  const at = new Date(clock.now());
  const call = await insertCall(tx, {
    id: callId,
    workspaceId,
    roomName: ids.newId('room'),
    direction: 'outbound',
    type: 'phone',
    state: 'queued',
    ...details,
    record: body.record && recordingEnabled,
    flowId: flow.id,
    flowVersion: flow.version,
    customer: body.customer,
    purpose: body.purpose ?? details.purpose,
    consent: body.consent,
    dynamic: body.dynamic,
    metadata: body.metadata,
    overrides: body.overrides,
    maxDurationSeconds: body.maxDurationSeconds,
    createdBy: caller.actor.id,
    testOnly: caller.isTestKey,
    scheduledAt: startsAt,
    notAfter: notAfterOf(body, startsAt, at),
    at,
  });
  if (call === undefined) return reject('agent_not_found');
  // Checked in the transaction that acquires the slot, so that limits on the number of calls are exact.
  await rejectOutsideHours(tx, context, toPlannedCall(call));
  await enqueueJob(tx, {
    kind: 'place-call',
    key: callId,
    workspaceId,
    runAt: startsAt,
    payload: { callId, workspaceId },
  });
  await requestRecord.storeAuditEntry(tx, { callId });
  return call;
}

function notAfterOf({ notAfter }: NewCall, startsAt: Date | undefined, at: Date): Date | undefined {
  if (notAfter !== undefined) return new Date(notAfter);
  return startsAt === undefined ? new Date(at.getTime() + startWithinMs) : undefined;
}

async function requireSlot(
  tx: Queryable,
  { caller, setHeader }: SendCallRequest,
  callId: string,
  owner: string,
): Promise<void> {
  const { workspace, key } = caller.concurrentCallLimits;
  const slot = await acquireSlot(tx, {
    workspaceId: caller.workspaceId,
    callId,
    limit: workspace,
    ...(key === null ? {} : { key: { id: caller.actor.id, limit: key } }),
    owner,
    leaseMs: slotLeaseMs,
  });
  setHeader('x-concurrency-current', String(slot.current));
  if (!slot.acquired) reject('concurrency_limit_reached');
}

async function enforceCallStartRate(
  tx: Queryable,
  { caller: { workspaceId, limits } }: SendCallRequest,
): Promise<void> {
  const { callStartsPerSecond } = limits;
  const { allowed, retryAfterMs } = await takeCallStart(tx, { workspaceId, callStartsPerSecond });
  if (allowed) return;
  reject('rate_limited', {
    details: `The plan allows ${callStartsPerSecond} call ${callStartsPerSecond === 1 ? 'start' : 'starts'} per second.`,
    retryAfterSeconds: Math.max(Math.ceil(retryAfterMs / 1000), 1),
  });
}
