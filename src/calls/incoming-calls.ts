import { voiceOf } from '../domain/agent.ts';
import { newId } from '../core/ids.ts';
import type { Leg, RejectReason } from '../contracts/carrier.ts';
import { type AgentRow, findAgent } from '../store/agents.ts';
import { finishCall, finishCallWithin } from '../store/calls/finish-call.ts';
import { type CallDetailRow, insertCall } from '../store/calls/calls.ts';
import { acquireSlot } from '../store/concurrency-slots.ts';
import type { Queryable } from '../store/database.ts';
import { findFlow } from '../store/flows.ts';
import { findOwnedNumberByE164 } from '../store/phone-numbers.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { CallNotPossible, loadCallPlan } from './load-call-plan.ts';
import { openSession, type CallDependencies } from './open-session.ts';
import { providersFor } from './provider-directory.ts';

/** Lease of a concurrency slot. The slots of a node that dies expire after this time. */
const slotLeaseMs = 10_000;

/** Returns the handler of inbound calls: the agent of an owned number answers a call to it; other calls are rejected. Never throws. */
export function incomingCalls(dependencies: CallDependencies): (leg: Leg) => void {
  return (leg) => {
    handleIncoming(dependencies, leg).catch((error: unknown) => {
      dependencies.logger.error({ err: error }, 'An inbound call could not be answered.');
      leg.reject('unavailable');
    });
  };
}

async function handleIncoming(dependencies: CallDependencies, leg: Leg): Promise<void> {
  const number = await findOwnedNumberByE164(dependencies.db.asSystem(), { e164: leg.to });
  if (number === undefined || number.status !== 'active') return leg.reject('not_found');
  if (number.agentId === null) return leg.reject('unavailable');
  const { workspaceId, agentId } = number;
  const admission = await dependencies.db
    .inWorkspace(workspaceId)
    .transaction((tx) => admit(dependencies, tx, leg, workspaceId, agentId));
  if (typeof admission === 'string') return leg.reject(admission);
  await connect(dependencies, leg, admission);
}

/** Inserts the call and acquires its concurrency slot. Returns the call, or the reason of its rejection. */
async function admit(
  dependencies: CallDependencies,
  tx: Queryable,
  leg: Leg,
  workspaceId: string,
  agentId: string,
): Promise<CallDetailRow | RejectReason> {
  const [agent, workspace] = [
    await findAgent(tx, { workspaceId, agentId }),
    await findWorkspace(tx, { workspaceId }),
  ];
  if (agent === undefined || workspace === undefined || agent.config.status !== 'active')
    return 'unavailable';
  const call = await insertIncoming(dependencies, tx, leg, agent);
  if (call === undefined) return 'unavailable';
  const { id: callId } = call;
  leg.keepSignalling?.(callId);
  const at = new Date(dependencies.clock.now());
  if (leg.offerFault !== undefined) {
    const disposition = { code: 'failed', status: 'completed' } as const;
    const endDetail = `Rejected with 488: ${leg.offerFault}`;
    await finishCallWithin(tx, {
      workspaceId,
      callId,
      endReason: 'carrier_error',
      endDetail,
      at,
      disposition,
    });
    return 'not_acceptable';
  }
  const limit = dependencies.ratePlans[workspace.plan].concurrentCalls;
  const slot = { workspaceId, callId, limit, owner: dependencies.nodeId, leaseMs: slotLeaseMs };
  const { acquired } = await acquireSlot(tx, slot);
  if (acquired) return call;
  const disposition = { code: 'busy', status: 'completed' } as const;
  const endDetail = 'The concurrency limit of the plan was reached.';
  await finishCallWithin(tx, { workspaceId, callId, endReason: 'busy', endDetail, at, disposition });
  return 'busy';
}

async function insertIncoming(
  dependencies: CallDependencies,
  tx: Queryable,
  leg: Leg,
  { id, workspaceId, version, config }: AgentRow,
): Promise<CallDetailRow | undefined> {
  const { name, model, flowId } = config;
  const flow = flowId === null ? undefined : await findFlow(tx, { workspaceId, flowId });
  return insertCall(tx, {
    id: newId('call'),
    workspaceId,
    roomName: newId('room'),
    direction: 'inbound',
    type: 'phone',
    state: 'ringing',
    fromNumber: leg.from,
    toNumber: leg.to,
    agent: { id, name, model, voice: voiceOf(config) },
    agentVersion: version,
    flowId: flow?.id,
    flowVersion: flow?.version,
    record: true,
    nodeId: dependencies.nodeId,
    at: new Date(dependencies.clock.now()),
  });
}

async function connect(dependencies: CallDependencies, leg: Leg, call: CallDetailRow): Promise<void> {
  const scope = dependencies.db.inWorkspace(call.workspaceId);
  try {
    const loaded = await loadCallPlan(scope, call);
    const plan = dependencies.calleeTimes?.resolve(loaded, dependencies.clock.now()) ?? loaded;
    openSession(dependencies, plan, providersFor(plan.agent, dependencies.providers, plan.flow), leg);
  } catch (error) {
    leg.reject('unavailable');
    dependencies.logger.error({ err: error, callId: call.id }, 'An inbound call could not be connected.');
    await finishCall(scope, {
      workspaceId: call.workspaceId,
      callId: call.id,
      endReason: 'provider_error',
      endDetail: error instanceof CallNotPossible ? error.message : 'The call could not be connected.',
      at: new Date(dependencies.clock.now()),
      disposition: { code: 'failed', status: 'completed' },
    });
  }
}
