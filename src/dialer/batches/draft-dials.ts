import { CallNotPossible, callPlanOf } from '../../calls/load-call-plan.ts';
import type { IdSource } from '../../core/ids.ts';
import type { FromNumberRotation } from '../../domain/dialing/from-number-rotation.ts';
import type { NewDial } from '../../store/dialing/dials.ts';
import { numberCounterId } from '../../store/dialing/batches-to-dial.ts';
import type { DueJob, LockedBatch, SettledJob } from '../../store/dialing/claims.ts';
import type { CallToDial } from '../dial-call.ts';
import type { BatchContext } from './batch-context.ts';
import type { CallSlot, ClaimCapacity } from './claim-capacity.ts';
import type { CallableJob } from './select-jobs.ts';

/** A call of a claim. `providers` is undefined if another node dials the call. */
export type PlannedCall = Omit<CallToDial, 'providers'> & {
  readonly providers: CallToDial['providers'] | undefined;
};

/** A call to dial when it is due, after its dial intent is committed. */
export interface DialDraft {
  readonly row: NewDial;
  readonly call: PlannedCall;
  /** Rate-limit scopes. */
  readonly scopes: readonly string[];
  /** Due time, in ms after the rate limits of the claim were locked. */
  readonly delayMs: number;
}

export interface Drafts {
  readonly drafts: readonly DialDraft[];
  /** Jobs for which no call is possible. */
  readonly failed: readonly SettledJob[];
  /** The limit that leaves jobs without a call. If there are several, the one that blocks the last of these jobs. */
  readonly exhaustedLimit: 'trunk' | 'number' | undefined;
}

interface DraftTerms {
  readonly batch: LockedBatch;
  readonly context: BatchContext;
  readonly numbers: FromNumberRotation;
  readonly ids: IdSource;
}

/** Reserves a slot for each job while slots are free. Jobs whose settings are invalid fail. */
export function draftDials(capacity: ClaimCapacity, jobs: readonly CallableJob[], terms: DraftTerms): Drafts {
  const { numbers } = terms;
  const drafts: DialDraft[] = [];
  const failed: SettledJob[] = [];
  let exhaustedLimit: Drafts['exhaustedLimit'];
  for (const { job, evidence, recentCallsMs } of jobs) {
    if (job.isFromNumberInactive) {
      failed.push(failedJob(job, `The number to call from, ${job.fromNumber}, is no longer active.`));
      continue;
    }
    const from = numbers.next(job.fromNumber);
    if (from === undefined) {
      exhaustedLimit = 'number';
      continue;
    }
    const call = planCall(job, from, terms);
    if ('ctid' in call) {
      failed.push(call);
      continue;
    }
    const slot = capacity.reserve(job.phoneNumber);
    if (slot === 'full') exhaustedLimit = 'trunk';
    if (typeof slot === 'string') continue;
    numbers.recordCall(from);
    const plan = { ...call.plan, recentCallsMs };
    drafts.push(createDraft(job, { ...call, plan }, slot, { ...terms, evidence }));
  }
  return { drafts, failed, exhaustedLimit };
}

function createDraft(
  { ctid }: DueJob,
  call: PlannedCall,
  { scopes, counterIds, delayMs }: CallSlot,
  { evidence, numbers, batch }: Pick<CallableJob, 'evidence'> & DraftTerms,
): DialDraft {
  const numberCounterIds = numbers.isLimited(call.from)
    ? [numberCounterId(batch.workspaceId, call.from)]
    : [];
  const row = {
    ctid,
    callId: call.plan.callId,
    roomName: call.plan.roomName,
    fromNumber: call.from,
    voiceId: call.plan.agent.voice.voiceId,
    counterIds: [...counterIds, ...numberCounterIds],
    evidence,
  };
  return { row, call, scopes, delayMs };
}

type FailedJob = Extract<SettledJob, { to: 'failed' }>;

const failedJob = ({ ctid }: DueJob, detail: string): FailedJob => ({
  ctid,
  to: 'failed',
  outcome: 'failed',
  detail,
});

/** Returns the call for a job, or the failed job if its settings are invalid. */
function planCall(job: DueJob, from: string, { batch, context, ids }: DraftTerms): PlannedCall | FailedJob {
  const id = ids.newId('call');
  const roomName = ids.newId('room');
  const { workspaceId, agentId } = batch;
  const { phoneNumber: to, customer, dynamic, overrides } = job;
  const numbers = { fromNumber: from, toNumber: to, direction: 'outbound' } as const;
  const settings = { customer, dynamic, overrides, record: true, maxDurationSeconds: null };
  try {
    const { purpose } = batch;
    const plan = callPlanOf(
      { id, roomName, workspaceId, agentId, purpose, ...numbers, ...settings },
      context,
    );
    const isOther = plan.agent.language !== context.agent.language;
    const providers = isOther ? context.providersIn(plan.agent) : context.providers;
    return { plan, providers, reference: `${id}.${job.attempt + 1}`, from, to };
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    return failedJob(job, error.message);
  }
}
