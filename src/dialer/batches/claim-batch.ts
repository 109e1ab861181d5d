import { CallNotPossible } from '../../calls/load-call-plan.ts';
import type { WaitingReason } from '../../domain/batches/batch-state.ts';
import { purposeOf, type CallTerms } from '../../domain/calling-hours/purpose.ts';
import { FromNumberRotation } from '../../domain/dialing/from-number-rotation.ts';
import type { BatchKey } from '../../store/batches/batch-row.ts';
import { changeBatchStatus } from '../../store/batches/change-batch-status.ts';
import { completeBatch } from '../../store/batches/complete-batch.ts';
import { beginDials } from '../../store/dialing/begin-dials.ts';
import { findNumberCapacity } from '../../store/dialing/find-number-capacity.ts';
import { findNextAllowedJob, findNextJob, type NextJob } from '../../store/dialing/find-next-job.ts';
import { lockBatchToDial, type LockedBatch } from '../../store/dialing/lock-batch.ts';
import { recordWaitingReason } from '../../store/dialing/record-waiting-reason.ts';
import { resumeDeferred } from '../../store/dialing/resume-deferred.ts';
import { settleJobs, type SettledJob } from '../../store/dialing/settle-jobs.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { BatchContext } from './batch-context.ts';
import { ClaimCapacity } from './claim-capacity.ts';
import type { ClaimHost } from './dialer-host.ts';
import { draftDials, type DialDraft, type Drafts } from './draft-dials.ts';
import { splitByClearance, jobsToSelect, type RequiredChecks } from '../predial/split-by-clearance.ts';
import { selectJobs, type CallableJob, type SelectedJobs } from './select-jobs.ts';
import type { ConcurrencyLimit } from './schedule.ts';
import { startBatch } from './start-batch.ts';

/** How long a dead node keeps its concurrency slots, in ms. */
const slotLeaseMs = 10_000;

/** Result of one claim. */
export interface Claim {
  /** The dial intents of these calls are committed; each call is dialed when it is due. */
  readonly drafts: readonly DialDraft[];
  /** Version of the workspace's calling hours that allowed the calls. */
  readonly hoursVersion: number;
  /** Origin of the due times, on the monotonic clock; defaults to now. */
  readonly lockedAtMs?: number | undefined;
  /** When to claim again; undefined: on the next notification. */
  readonly nextInMs: number | undefined;
  /** Which limit holds back calls that are due. */
  readonly blockedBy?: ConcurrencyLimit | undefined;
  /** Predial checks to run, so that a later claim may dial these jobs. */
  readonly check?: RequiredChecks | undefined;
  /** Calls per second by rate-limit scope. */
  readonly rates: ReadonlyMap<string, number>;
}

const emptyClaim: Claim = { drafts: [], hoursVersion: 0, nextInMs: undefined, rates: new Map() };

/** One claim of one batch in its transaction. */
interface ClaimContext {
  readonly tx: Queryable;
  readonly which: BatchKey & { readonly at: Date };
  readonly batch: LockedBatch;
  readonly context: BatchContext;
  readonly capacity: ClaimCapacity;
}

/**
 * Claims due calls of a batch, up to the horizon and within its limits, in one short transaction. The batch is locked
 * first. `competingBatches`: number of batches of the workspace that have due calls, this one included.
 */
export function claimBatch(host: ClaimHost, which: BatchKey, competingBatches: number): Promise<Claim> {
  return host.db.asSystem().transaction(async (tx) => {
    const batch = await lockBatchToDial(tx, which);
    if (batch === undefined || !isDialable(batch)) return emptyClaim;
    const at = new Date(host.clock.now());
    const isEarly = batch.scheduledAt !== null && batch.scheduledAt > at;
    if (isEarly) return { ...emptyClaim, nextInMs: batch.scheduledAt.getTime() - at.getTime() };
    const context = await loadContext(host, tx, batch);
    if (typeof context === 'string') return pause(host, tx, { ...which, at }, context);
    if (batch.status === 'scheduled') await startBatch(tx, { ...which, agentId: batch.agentId, at });
    const capacity = await ClaimCapacity.lock(tx, batch, { ...host, competingBatches });
    return claimJobs(host, { tx, which: { ...which, at }, batch, context, capacity });
  });
}

const isDialable = ({ status, pending }: LockedBatch): boolean =>
  (status === 'scheduled' || status === 'running') && pending > 0;

/** Returns the context of the calls, or a message why no call is possible. */
async function loadContext(
  { contexts }: ClaimHost,
  tx: Queryable,
  batch: LockedBatch,
): Promise<BatchContext | string> {
  try {
    return await contexts.load(tx, batch);
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    return error.message;
  }
}

async function pause(
  { logger }: ClaimHost,
  tx: Queryable,
  which: ClaimContext['which'],
  detail: string,
): Promise<Claim> {
  await changeBatchStatus(tx, { ...which, to: 'paused', detail });
  logger.warn({ batchId: which.batchId, detail }, 'A batch was paused.');
  return emptyClaim;
}

async function claimJobs(host: ClaimHost, claim: ClaimContext): Promise<Claim> {
  const { tx, which, batch, context, capacity } = claim;
  if (capacity.free === 0) return emptyClaimUntilNext(claim, capacity.exhaustedLimit);
  if (capacity.count === 0) return { ...emptyClaim, nextInMs: capacity.nextInMs };
  await resumeDeferred(tx, { ...which, hoursVersion: batch.hoursVersion });
  const wanted = { ...which, batch, terms: termsOf(claim), count: jobsToSelect(batch, capacity) };
  const selected = await selectJobs(tx, wanted, host.permission);
  const unroutable = findUnroutable(host, selected);
  if (unroutable !== undefined) return pause(host, tx, which, unroutableDetail(unroutable));
  const { cleared, check } = splitByClearance(batch, selected.callable);
  const numbers = await numbersToCallFrom(claim, cleared);
  const drafted = draftDials(capacity, cleared, { batch, context, numbers, ids: host.ids });
  const settled = [...selected.settled, ...drafted.failed];
  await settle(claim, settled);
  if (drafted.drafts.length > 0) await writeDials(host, claim, drafted);
  if (drafted.drafts.length === 0 && drafted.exhaustedLimit !== undefined)
    return emptyClaimUntilNext(claim, drafted.exhaustedLimit);
  const isMore = selected.isMore || check !== undefined;
  if (!isMore && drafted.drafts.length === 0) return emptyClaimUntilNext(claim);
  await recordWaitingReason(tx, { ...which, waitingFor: 'none' });
  return claimOf(claim, drafted.drafts, check);
}

const termsOf = ({ batch: { purpose, consent }, context: { agent } }: ClaimContext): CallTerms => ({
  purpose: purposeOf(purpose, agent),
  consent,
});

/** Returns the rotation of caller numbers, including numbers that only single rows of the batch set. */
async function numbersToCallFrom(
  { tx, batch, context: { fromNumbers } }: ClaimContext,
  jobs: readonly CallableJob[],
): Promise<FromNumberRotation> {
  const { workspaceId, begun, limitsNumbers } = batch;
  const ofRows = jobs.flatMap(({ job }) => job.fromNumber ?? []);
  const numbers = [...new Set([...fromNumbers, ...ofRows])];
  const isLimited = limitsNumbers && jobs.length > 0;
  const capacity = isLimited
    ? await findNumberCapacity(tx, { workspaceId, numbers })
    : new Map<string, number>();
  return new FromNumberRotation({ numbers: fromNumbers, callsStarted: begun, capacity });
}

const findUnroutable = ({ hasRoute }: ClaimHost, { callable }: SelectedJobs): string | undefined =>
  callable.find(({ job }) => hasRoute?.(job.phoneNumber) === false)?.job.phoneNumber;

const unroutableDetail = (number: string): string =>
  `No trunk carries calls to ${number}. Set PARLEY_TRUNK_URL to the trunk of your provider, restart Parley, then resume the batch.`;

/**
 * Returns the claim. If every call needs a predial check first, `nextInMs` is undefined: the results of the checks wake
 * the batch.
 */
function claimOf(
  { batch: { hoursVersion }, capacity: { lockedAtMs, nextInMs, rates } }: ClaimContext,
  drafts: Claim['drafts'],
  check: Claim['check'],
): Claim {
  const waits = drafts.length === 0 && check !== undefined;
  return { drafts, hoursVersion, lockedAtMs, nextInMs: waits ? undefined : nextInMs, check, rates };
}

/** Writes the results of jobs that are not called. Completes the batch if these were its last jobs. */
async function settle(
  { tx, which, batch: { hoursVersion } }: ClaimContext,
  jobs: readonly SettledJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  await settleJobs(tx, { ...which, hoursVersion }, jobs);
  if (jobs.some(({ to }) => to !== 'pending')) await completeBatch(tx, which);
}

async function writeDials(
  { nodeId, carrier }: ClaimHost,
  claim: ClaimContext,
  { drafts }: Drafts,
): Promise<void> {
  const { tx, which, batch, context, capacity } = claim;
  const { agent, agentVersion, flowId, flowVersion } = context;
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
      ...termsOf(claim),
      record: recording.enabled,
      apiKeyId: batch.apiKeyId,
      nodeId,
      carrier: carrier.name,
      leaseMs: slotLeaseMs,
    },
    drafts.map(({ row }) => row),
  );
  await capacity.save(tx);
}

/** Returns a claim without calls. The batch waits until its next job is due, or until capacity is free for due jobs. */
async function emptyClaimUntilNext(
  { tx, which, capacity }: ClaimContext,
  blockedBy?: ConcurrencyLimit,
): Promise<Claim> {
  const nextJob = await findNextJob(tx, which);
  const isDue = nextJob !== undefined && nextJob.runAt <= which.at;
  if (blockedBy !== undefined && isDue)
    await recordWaitingReason(tx, { ...which, waitingFor: 'concurrency' });
  else await recordWaitingTime(tx, which, nextJob);
  if (isDue)
    return { ...emptyClaim, blockedBy, nextInMs: blockedBy === undefined ? capacity.nextInMs : undefined };
  return { ...emptyClaim, nextInMs: nextJob && nextJob.runAt.getTime() - which.at.getTime() };
}

/** Records why the batch waits: for calling hours (also if they never allow its rows), or for a retry. */
async function recordWaitingTime(
  tx: Queryable,
  which: ClaimContext['which'],
  nextJob: NextJob | undefined,
): Promise<void> {
  const nextAllowed = await findNextAllowedJob(tx, which, nextJob);
  const detail = nextAllowed?.isNeverAllowed === true ? neverAllowedDetail : null;
  await recordWaitingReason(tx, { ...which, waitingFor: waitingReason(nextAllowed, which.at), detail });
}

const neverAllowedDetail =
  'The calling hours of the workspace never allow calls to the remaining rows; the detail of each row gives the reason. Change the ' +
  'hours (callingWindow of the workspace), or cancel the batch.';

function waitingReason(job: NextJob | undefined, at: Date): WaitingReason {
  if (job === undefined || job.runAt <= at) return 'none';
  if (job.isDeferred) return 'window';
  if (job.attempt > 0 || job.predialFailures > 0) return 'retries';
  return 'none';
}
