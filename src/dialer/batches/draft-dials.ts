import { CallNotPossible, callPlanOf } from '../../calls/load-call-plan.ts';
import type { IdSource } from '../../core/ids.ts';
import type { NewDial } from '../../store/dialing/begin-dials.ts';
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
  /** Whether a trunk was full. */
  readonly isFull: boolean;
}

interface DraftTerms {
  readonly batch: HeldBatch;
  readonly ground: BatchGround;
  readonly ids: IdSource;
}

/** A place for each of the jobs as far as there are places; those whose own settings do not fit fail. */
export function draftDials(room: ClaimRoom, jobs: readonly CallableJob[], terms: DraftTerms): Drafts {
  const drafts: DialDraft[] = [];
  const misfits: JobSettled[] = [];
  let isFull = false;
  for (const { job, evidence } of jobs) {
    const call = callOf(job, drafts.length, terms);
    if ('tid' in call) {
      misfits.push(call);
      continue;
    }
    const place = room.place(job.phoneNumber);
    isFull ||= place === 'full';
    if (typeof place === 'object') drafts.push(draftOf(job, call, place, { evidence, ids: terms.ids }));
  }
  return { drafts, misfits, isFull };
}

function draftOf(
  { tid }: DueJob,
  call: CallToDial,
  { scopes, holders, inMs }: CallPlace,
  { evidence, ids }: Pick<CallableJob, 'evidence'> & Pick<DraftTerms, 'ids'>,
): DialDraft {
  const row = {
    tid,
    callId: call.plan.callId,
    roomName: ids.newId('room'),
    fromNumber: call.from,
    holders,
    evidence,
  };
  return { row, call, scopes, inMs };
}

/** `place`: how many calls of this claim come before it; numbers are called from in turn. */
function callOf(
  job: DueJob,
  place: number,
  { batch, ground, ids }: DraftTerms,
): CallToDial | Extract<JobSettled, { to: 'failed' }> {
  const { fromNumbers, partners } = ground;
  const from = job.fromNumber ?? fromNumbers[(batch.begun + place) % fromNumbers.length]!;
  const fails = (detail: string) => ({ tid: job.tid, to: 'failed', outcome: 'failed', detail }) as const;
  if (!job.isFromActive) return fails(`The number to call from, ${from}, is no longer active.`);
  const id = ids.newId('call');
  const { workspaceId, agentId } = batch;
  const { phoneNumber: to, customer, dynamic, overrides } = job;
  const numbers = { fromNumber: from, toNumber: to, direction: 'outbound' } as const;
  const settings = { customer, dynamic, overrides, record: true, maxDurationSeconds: null };
  try {
    const plan = callPlanOf({ id, workspaceId, agentId, ...numbers, ...settings }, ground);
    return { plan, partners, reference: `${id}.${job.attempt + 1}`, from, to };
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    return fails(error.message);
  }
}
