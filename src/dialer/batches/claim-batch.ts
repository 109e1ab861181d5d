import { CallNotPossible } from '../../calls/load-call-plan.ts';
import type { WaitingReason } from '../../domain/batches/batch-state.ts';
import { purposeOf, type CallTerms } from '../../domain/calling-hours/purpose.ts';
import { FromNumberRotation } from '../../domain/dialing/from-number-rotation.ts';
import type { WhichBatch } from '../../store/batches/batch-row.ts';
import { changeBatchStatus } from '../../store/batches/change-batch-status.ts';
import { completeBatch } from '../../store/batches/complete-batch.ts';
import { beginDials } from '../../store/dialing/begin-dials.ts';
import { findNumberRoom } from '../../store/dialing/find-number-room.ts';
import { findHeadAllowed, findHeadJob, type HeadJob } from '../../store/dialing/find-head-job.ts';
import { holdBatchToDial, type HeldBatch } from '../../store/dialing/hold-batch.ts';
import { noteWaiting } from '../../store/dialing/note-waiting.ts';
import { takeUpPutOff } from '../../store/dialing/take-up-put-off.ts';
import { settleJobs, type JobSettled } from '../../store/dialing/settle-jobs.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { BatchGround } from './batch-ground.ts';
import { ClaimRoom } from './claim-room.ts';
import type { ClaimHost } from './dialer-host.ts';
import { draftDials, type DialDraft, type Drafts } from './draft-dials.ts';
import { divideJobs, jobsWanted, type ChecksWanted } from '../predial/divide-jobs.ts';
import { gatherJobs, type CallableJob, type GatheredJobs } from './gather-jobs.ts';
import type { Wanted } from './schedule.ts';
import { startBatch } from './start-batch.ts';

/** How long a dead node keeps its places, in ms. */
const slotLeaseMs = 10_000;

/** What came of one claim. */
export interface Claim {
  /** Their intents are committed: each is to be dialed at its instant. */
  readonly drafts: readonly DialDraft[];
  /** Of the workspace's hours that allowed them. */
  readonly hoursVersion: number;
  /** The moment that instants are counted from, by the monotonic clock; left out: now. */
  readonly heldAtMs?: number | undefined;
  /** When the batch should be looked at again; undefined: when there is news of it. */
  readonly nextInMs: number | undefined;
  /** Whose limit keeps calls back that it wants now. */
  readonly wantsRoomOf?: Wanted | undefined;
  /** Whom to be asked about, so that they may be called by a later claim. */
  readonly check?: ChecksWanted | undefined;
  /** How many calls a second may begin in each scope of pace. */
  readonly rates: ReadonlyMap<string, number>;
}

const leave: Claim = { drafts: [], hoursVersion: 0, nextInMs: undefined, rates: new Map() };

/** One claim of one batch, in its transaction. */
interface Claiming {
  readonly tx: Queryable;
  readonly which: WhichBatch & { readonly at: Date };
  readonly batch: HeldBatch;
  readonly ground: BatchGround;
  readonly room: ClaimRoom;
}

/**
 * Takes calls of a batch that are due, as many as its limits leave room for until the horizon: one short transaction, in which the
 * batch is locked first. `rivals`: batches of its workspace that want calls now, this one included.
 */
export function claimBatch(host: ClaimHost, which: WhichBatch, rivals: number): Promise<Claim> {
  return host.db.asSystem().transaction(async (tx) => {
    const batch = await holdBatchToDial(tx, which);
    if (batch === undefined || !isToWorkOn(batch)) return leave;
    const at = new Date(host.clock.now());
    const isEarly = batch.scheduledAt !== null && batch.scheduledAt > at;
    if (isEarly) return { ...leave, nextInMs: batch.scheduledAt.getTime() - at.getTime() };
    const ground = await groundOrReason(host, tx, batch);
    if (typeof ground === 'string') return pause(host, tx, { ...which, at }, ground);
    if (batch.status === 'scheduled') await startBatch(tx, { ...which, agentId: batch.agentId, at });
    const room = await ClaimRoom.hold(tx, batch, { ...host, rivals });
    return claimJobs(host, { tx, which: { ...which, at }, batch, ground, room });
  });
}

const isToWorkOn = ({ status, pending }: HeldBatch): boolean =>
  (status === 'scheduled' || status === 'running') && pending > 0;

/** What the calls share, or a sentence why there can be none. */
async function groundOrReason(
  { grounds }: ClaimHost,
  tx: Queryable,
  batch: HeldBatch,
): Promise<BatchGround | string> {
  try {
    return await grounds.find(tx, batch);
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    return error.message;
  }
}

async function pause(
  { logger }: ClaimHost,
  tx: Queryable,
  which: Claiming['which'],
  detail: string,
): Promise<Claim> {
  await changeBatchStatus(tx, { ...which, to: 'paused', detail });
  logger.warn({ batchId: which.batchId, detail }, 'A batch was paused.');
  return leave;
}

async function claimJobs(host: ClaimHost, claiming: Claiming): Promise<Claim> {
  const { tx, which, batch, ground, room } = claiming;
  if (room.free === 0) return rest(claiming, room.scarcity);
  if (room.count === 0) return { ...leave, nextInMs: room.nextInMs };
  await takeUpPutOff(tx, { ...which, hoursVersion: batch.hoursVersion });
  const wanted = { ...which, batch, terms: termsOf(claiming), count: jobsWanted(batch, room) };
  const gathered = await gatherJobs(tx, wanted, host.permission);
  const unreached = firstUnreached(host, gathered);
  if (unreached !== undefined) return pause(host, tx, which, unreachedDetail(unreached));
  const { cleared, check } = divideJobs(batch, gathered.callable);
  const numbers = await numbersToCallFrom(claiming, cleared);
  const drafted = draftDials(room, cleared, { batch, ground, numbers, ids: host.ids });
  const settled = [...gathered.settled, ...drafted.misfits];
  await settle(claiming, settled);
  if (drafted.drafts.length > 0) await writeDials(host, claiming, drafted);
  if (drafted.drafts.length === 0 && drafted.full !== undefined) return rest(claiming, drafted.full);
  const isMore = gathered.isMore || check !== undefined;
  if (!isMore && drafted.drafts.length === 0) return rest(claiming);
  await noteWaiting(tx, { ...which, waitingFor: 'none' });
  return goOn(claiming, drafted.drafts, check);
}

const termsOf = ({ batch: { purpose, consent }, ground: { agent } }: Claiming): CallTerms => ({
  purpose: purposeOf(purpose, agent),
  consent,
});

/** Numbers that the batch's rows name count as well. */
async function numbersToCallFrom(
  { tx, batch, ground: { fromNumbers } }: Claiming,
  jobs: readonly CallableJob[],
): Promise<FromNumberRotation> {
  const { workspaceId, begun, limitsNumbers } = batch;
  const ofRows = jobs.flatMap(({ job }) => job.fromNumber ?? []);
  const numbers = [...new Set([...fromNumbers, ...ofRows])];
  const isAsked = limitsNumbers && jobs.length > 0;
  const room = isAsked ? await findNumberRoom(tx, { workspaceId, numbers }) : new Map<string, number>();
  return new FromNumberRotation({ numbers: fromNumbers, callsStarted: begun, capacity: room });
}

const firstUnreached = ({ reaches }: ClaimHost, { callable }: GatheredJobs): string | undefined =>
  callable.find(({ job }) => reaches?.(job.phoneNumber) === false)?.job.phoneNumber;

const unreachedDetail = (number: string): string =>
  `There is no trunk that carries ${number}. Set PARLEY_TRUNK_URL to that of your provider, start Parley again, then resume the ` +
  'batch.';

/** Where nothing can be dialed before somebody was asked, the answer wakes the batch. */
function goOn(
  { batch: { hoursVersion }, room: { heldAtMs, nextInMs, rates } }: Claiming,
  drafts: Claim['drafts'],
  check: Claim['check'],
): Claim {
  const waits = drafts.length === 0 && check !== undefined;
  return { drafts, hoursVersion, heldAtMs, nextInMs: waits ? undefined : nextInMs, check, rates };
}

/** Where they are the last jobs, the batch has ended. */
async function settle(
  { tx, which, batch: { hoursVersion } }: Claiming,
  jobs: readonly JobSettled[],
): Promise<void> {
  if (jobs.length === 0) return;
  await settleJobs(tx, { ...which, hoursVersion }, jobs);
  if (jobs.some(({ to }) => to !== 'pending')) await completeBatch(tx, which);
}

async function writeDials(
  { nodeId, carrier }: ClaimHost,
  claiming: Claiming,
  { drafts }: Drafts,
): Promise<void> {
  const { tx, which, batch, ground, room } = claiming;
  const { agent, agentVersion, flowId, flowVersion } = ground;
  const { name, model, voice, recording } = agent;
  await beginDials(
    tx,
    {
      ...which,
      agent: { id: batch.agentId, name, model, voice: { provider: voice.provider, voiceId: voice.voiceId } },
      agentVersion,
      flowId,
      flowVersion,
      metadata: batch.metadata,
      ...termsOf(claiming),
      record: recording.enabled,
      apiKeyId: batch.apiKeyId,
      nodeId,
      carrier: carrier.name,
      leaseMs: slotLeaseMs,
    },
    drafts.map(({ row }) => row),
  );
  await room.keep(tx);
}

/** Nothing is to be called now: until the first job is due, or until there is room for those that are. */
async function rest({ tx, which, room }: Claiming, wantsRoomOf?: Wanted): Promise<Claim> {
  const head = await findHeadJob(tx, which);
  const isDue = head !== undefined && head.runAt <= which.at;
  if (wantsRoomOf !== undefined && isDue) await noteWaiting(tx, { ...which, waitingFor: 'concurrency' });
  else await noteWaitingTime(tx, which, head);
  if (isDue)
    return { ...leave, wantsRoomOf, nextInMs: wantsRoomOf === undefined ? room.nextInMs : undefined };
  return { ...leave, nextInMs: head && head.runAt.getTime() - which.at.getTime() };
}

/** What it is whose time the batch waits for, if that ever comes. */
async function noteWaitingTime(
  tx: Queryable,
  which: Claiming['which'],
  head: HeadJob | undefined,
): Promise<void> {
  const next = await findHeadAllowed(tx, which, head);
  const detail = next?.isNeverAllowed === true ? neverAllowedDetail : null;
  await noteWaiting(tx, { ...which, waitingFor: waitingReason(next, which.at), detail });
}

const neverAllowedDetail =
  'The rows that are left may never be called in the hours of the workspace as they are; the detail of each says why. Set other hours ' +
  '(callingWindow of the workspace), or cancel the batch.';

function waitingReason(head: HeadJob | undefined, at: Date): WaitingReason {
  if (head === undefined || head.runAt <= at) return 'none';
  if (head.isPutOff) return 'window';
  if (head.attempt > 0 || head.predialFailures > 0) return 'retries';
  return 'none';
}
