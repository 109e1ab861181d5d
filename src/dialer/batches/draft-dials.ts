import { CallNotPossible, callPlanOf } from '../../calls/load-call-plan.ts';
import { requireLanguage } from '../../calls/provider-directory.ts';
import type { IdSource } from '../../core/ids.ts';
import type { FromNumberRotation } from '../../domain/dialing/from-number-rotation.ts';
import type { NewDial } from '../../store/dialing/begin-dials.ts';
import { numberHolder } from '../../store/dialing/find-number-room.ts';
import type { DueJob } from '../../store/dialing/find-due-jobs.ts';
import type { HeldBatch } from '../../store/dialing/hold-batch.ts';
import type { JobSettled } from '../../store/dialing/settle-jobs.ts';
import type { CallToDial } from '../dial-call.ts';
import type { BatchGround } from './batch-ground.ts';
import type { CallPlace, ClaimRoom } from './claim-room.ts';
import type { CallableJob } from './gather-jobs.ts';

/** A call whose intent to dial is to be committed, and then kept at its instant. */
export interface DialDraft {
  readonly row: NewDial;
  readonly call: CallToDial;
  /** Of pace. */
  readonly scopes: readonly string[];
  /** From the moment on at which the claim's pace was held. */
  readonly inMs: number;
}

export interface Drafts {
  readonly drafts: readonly DialDraft[];
  /** Jobs that no call can be made for. */
  readonly misfits: readonly JobSettled[];
  /** What had no room for a call of these jobs. */
  readonly full: 'trunk' | 'number' | undefined;
}

interface DraftTerms {
  readonly batch: HeldBatch;
  readonly ground: BatchGround;
  readonly numbers: FromNumberRotation;
  readonly ids: IdSource;
}

/** A place for each of the jobs as far as there are places; those whose own settings do not fit fail. */
export function draftDials(room: ClaimRoom, jobs: readonly CallableJob[], terms: DraftTerms): Drafts {
  const { numbers } = terms;
  const drafts: DialDraft[] = [];
  const misfits: JobSettled[] = [];
  let full: Drafts['full'];
  for (const { job, evidence, earlierCallsMs } of jobs) {
    const from = job.isFromActive ? numbers.next(job.fromNumber) : job.fromNumber!;
    if (from === undefined) {
      full = 'number';
      continue;
    }
    const call = callOf(job, from, terms);
    if ('tid' in call) {
      misfits.push(call);
      continue;
    }
    const place = room.place(job.phoneNumber);
    if (place === 'full') full = 'trunk';
    if (typeof place === 'string') continue;
    numbers.take(from);
    const plan = { ...call.plan, earlierCallsMs };
    drafts.push(draftOf(job, { ...call, plan }, place, { ...terms, evidence }));
  }
  return { drafts, misfits, full };
}

function draftOf(
  { tid }: DueJob,
  call: CallToDial,
  { scopes, holders, inMs }: CallPlace,
  { evidence, ids, numbers, batch }: Pick<CallableJob, 'evidence'> & DraftTerms,
): DialDraft {
  const ofNumber = numbers.isLimited(call.from) ? [numberHolder(batch.workspaceId, call.from)] : [];
  const row = {
    tid,
    callId: call.plan.callId,
    roomName: ids.newId('room'),
    fromNumber: call.from,
    holders: [...holders, ...ofNumber],
    evidence,
  };
  return { row, call, scopes, inMs };
}

function callOf(
  job: DueJob,
  from: string,
  { batch, ground, ids }: DraftTerms,
): CallToDial | Extract<JobSettled, { to: 'failed' }> {
  const fails = (detail: string) => ({ tid: job.tid, to: 'failed', outcome: 'failed', detail }) as const;
  if (!job.isFromActive) return fails(`The number to call from, ${from}, is no longer active.`);
  const id = ids.newId('call');
  const { workspaceId, agentId } = batch;
  const { phoneNumber: to, customer, dynamic, overrides } = job;
  const numbers = { fromNumber: from, toNumber: to, direction: 'outbound' } as const;
  const settings = { customer, dynamic, overrides, record: true, maxDurationSeconds: null };
  try {
    const { purpose } = batch;
    const plan = callPlanOf({ id, workspaceId, agentId, purpose, ...numbers, ...settings }, ground);
    requireLanguage(plan.agent, ground.providers);
    return { plan, providers: ground.providers, reference: `${id}.${job.attempt + 1}`, from, to };
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    return fails(error.message);
  }
}
