import type { Clock } from '../../core/clock.ts';
import type { IdSource } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import { voiceOf } from '../../domain/agent.ts';
import { CallNotPossible } from '../../calls/load-call-plan.ts';
import type { WaitingReason } from '../../domain/batches/batch-state.ts';
import { purposeOf, type CallTerms } from '../../domain/calling-hours/purpose.ts';
import { FromNumberRotation } from '../../domain/dialing/from-number-rotation.ts';
import { type BatchKey, changeBatchStatus, completeBatch } from '../../store/batches/batches.ts';
import { beginDials } from '../../store/dialing/dials.ts';
import {
  findNextAllowedJob,
  findNextJob,
  findNumberCapacity,
  type NextJob,
  resumeDeferred,
} from '../../store/dialing/batches-to-dial.ts';
import {
  lockBatchToDial,
  type LockedBatch,
  recordWaitingReason,
  type SettledJob,
  settleJobs,
} from '../../store/dialing/claims.ts';
import type { RatePlanTable } from '../../domain/rate-plan.ts';
import type { Database } from '../../store/database.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { CallingPermission } from '../calling-permission.ts';
import type { BatchContext, BatchContextLoader } from './batch-context.ts';
import { ClaimCapacity, type ConcurrencyLimits } from './claim-capacity.ts';
import { draftDials, type DialDraft } from './draft-dials.ts';
import { handOverCalls } from './handed-over-calls.ts';
import { splitByClearance, countJobsToSelect, type RequiredChecks } from '../predial/split-by-clearance.ts';
import { selectJobs, type CallableJob, type SelectedJobs } from './select-jobs.ts';
import type { ConcurrencyLimit } from './schedule.ts';
import { startBatch } from './start-batch.ts';

/** Lease of a concurrency slot, in ms. The slots of a dead node are free after this time. */
const slotLeaseMs = 10_000;

/** Services that claim the calls of a batch. */
export interface ClaimDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Id of this process. */
  readonly nodeId: string;
  readonly ratePlans: RatePlanTable;
  readonly ids: IdSource;
  /** If its contexts have no providers, the calls of a claim are handed over to a node that dials calls. */
  readonly contexts: BatchContextLoader;
  readonly permission: CallingPermission;
  readonly limits: ConcurrencyLimits;
  /** Returns whether a carrier route to this number (E.164) exists. Omitted: every number has a route. */
  readonly hasRoute?: ((number: string) => boolean) | undefined;
  /** Stored with the dial intents. */
  readonly carrier: { readonly name: string };
}

/** Result of one claim. */
export interface Claim {
  /** The dial intents of these calls are committed; each call is dialed when it is due, by this node if it has the providers. */
  readonly drafts: readonly DialDraft[];
  /** Version of the workspace's calling hours that allowed the calls. */
  readonly hoursVersion: number;
  /** Time from which `delayMs` of the drafts and `nextInMs` count, on the monotonic clock. Defaults to now. */
  readonly lockedAtMs?: number | undefined;
  /** Delay before the next claim; undefined: on the next notification. */
  readonly nextInMs: number | undefined;
  /** The limit that blocks calls that are due. */
  readonly blockedBy?: ConcurrencyLimit | undefined;
  /** Predial checks that must pass before a later claim dials these jobs. */
  readonly requiredChecks?: RequiredChecks | undefined;
  /** Calls per second by rate-limit scope. */
  readonly rates: ReadonlyMap<string, number>;
}

const emptyClaim: Claim = { drafts: [], hoursVersion: 0, nextInMs: undefined, rates: new Map() };

/** One claim of one batch in a transaction. */
interface ClaimContext {
  readonly tx: Queryable;
  readonly key: BatchKey & { readonly at: Date };
  readonly batch: LockedBatch;
  readonly context: BatchContext;
  readonly capacity: ClaimCapacity;
}

/**
 * Claims the calls of a batch that are due within the next 250 ms (`claimHorizonMs`), as far as limits allow, in one short
 * transaction. The batch is locked first. `competingBatches`: number of batches of the workspace that compete for capacity,
 * this one included.
 */
export function claimBatch(
  dependencies: ClaimDependencies,
  key: BatchKey,
  { competingBatches }: { readonly competingBatches: number },
): Promise<Claim> {
  return dependencies.db.asSystem().transaction(async (tx) => {
    const batch = await lockBatchToDial(tx, key);
    if (batch === undefined || !isDialable(batch)) return emptyClaim;
    const at = new Date(dependencies.clock.now());
    const isEarly = batch.scheduledAt !== null && batch.scheduledAt > at;
    if (isEarly) return { ...emptyClaim, nextInMs: batch.scheduledAt.getTime() - at.getTime() };
    const context = await loadContext(dependencies, tx, batch);
    if (typeof context === 'string') return pause(dependencies, tx, { ...key, at }, context);
    if (batch.status === 'scheduled') await startBatch(tx, { ...key, agentId: batch.agentId, at });
    const capacity = await ClaimCapacity.lock(tx, batch, { ...dependencies, competingBatches });
    return claimJobs(dependencies, { tx, key: { ...key, at }, batch, context, capacity });
  });
}

const isDialable = ({ status, pending }: LockedBatch): boolean =>
  (status === 'scheduled' || status === 'running') && pending > 0;

/** Returns the context of the calls, or the reason why no call is possible, as shown to users. */
async function loadContext(
  { contexts }: ClaimDependencies,
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
  { logger }: ClaimDependencies,
  tx: Queryable,
  key: ClaimContext['key'],
  detail: string,
): Promise<Claim> {
  await changeBatchStatus(tx, { ...key, to: 'paused', detail });
  logger.warn({ batchId: key.batchId, detail }, 'A batch was paused.');
  return emptyClaim;
}

async function claimJobs(dependencies: ClaimDependencies, claim: ClaimContext): Promise<Claim> {
  const { tx, key, batch, context, capacity } = claim;
  if (capacity.free === 0) return emptyClaimUntilNext(claim, capacity.exhaustedLimit);
  if (capacity.count === 0) return { ...emptyClaim, nextInMs: capacity.nextInMs };
  await resumeDeferred(tx, { ...key, hoursVersion: batch.hoursVersion });
  const selection = { ...key, batch, terms: termsOf(claim), count: countJobsToSelect(batch, capacity) };
  const selected = await selectJobs(tx, selection, dependencies.permission);
  const unroutable = findUnroutable(dependencies, selected);
  if (unroutable !== undefined) return pause(dependencies, tx, key, unroutableDetail(unroutable));
  const { cleared, requiredChecks } = splitByClearance(batch, selected.callable);
  const numbers = await createRotation(claim, cleared);
  const terms = { batch, context, numbers, ids: dependencies.ids };
  const { drafts, failed, exhaustedLimit } = draftDials(capacity, cleared, terms);
  await settle(claim, [...selected.settled, ...failed]);
  if (drafts.length > 0) await writeDials(dependencies, claim, drafts);
  if (drafts.length === 0 && exhaustedLimit !== undefined) return emptyClaimUntilNext(claim, exhaustedLimit);
  const hasMore = selected.hasMore || requiredChecks !== undefined;
  if (!hasMore && drafts.length === 0) return emptyClaimUntilNext(claim);
  await recordWaitingReason(tx, { ...key, waitingFor: 'none' });
  return toClaim(claim, drafts, requiredChecks);
}

const termsOf = ({ batch: { purpose, consent }, context: { agent } }: ClaimContext): CallTerms => ({
  purpose: purposeOf(agent, purpose),
  consent,
});

/**
 * Returns the rotation of the batch's caller numbers, with their remaining capacity and that of the `fromNumber` of each
 * job.
 */
async function createRotation(
  { tx, batch, context: { fromNumbers } }: ClaimContext,
  jobs: readonly CallableJob[],
): Promise<FromNumberRotation> {
  const { workspaceId, dialedJobs, hasNumberLimits } = batch;
  const overrides = jobs.flatMap(({ job }) => job.fromNumber ?? []);
  const numbers = [...new Set([...fromNumbers, ...overrides])];
  const isLimited = hasNumberLimits && jobs.length > 0;
  const capacity = isLimited
    ? await findNumberCapacity(tx, { workspaceId, numbers })
    : new Map<string, number>();
  return new FromNumberRotation({ numbers: fromNumbers, callsStarted: dialedJobs, capacity });
}

const findUnroutable = ({ hasRoute }: ClaimDependencies, { callable }: SelectedJobs): string | undefined =>
  callable.find(({ job }) => hasRoute?.(job.phoneNumber) === false)?.job.phoneNumber;

const unroutableDetail = (number: string): string =>
  `No trunk carries calls to ${number}. Set PARLEY_TRUNK_URL to the trunk of your provider, restart Parley, then resume the batch.`;

/**
 * Returns the claim. If every call needs a predial check first, `nextInMs` is undefined: the results of the checks wake
 * the batch.
 */
function toClaim(
  { batch: { hoursVersion }, capacity: { lockedAtMs, nextInMs, rates } }: ClaimContext,
  drafts: Claim['drafts'],
  requiredChecks: Claim['requiredChecks'],
): Claim {
  const awaitsChecks = drafts.length === 0 && requiredChecks !== undefined;
  return {
    drafts,
    hoursVersion,
    lockedAtMs,
    nextInMs: awaitsChecks ? undefined : nextInMs,
    requiredChecks,
    rates,
  };
}

/** Writes the results of jobs that are not called. Completes the batch if these were its last jobs. */
async function settle(
  { tx, key, batch: { hoursVersion } }: ClaimContext,
  jobs: readonly SettledJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  await settleJobs(tx, { ...key, hoursVersion }, jobs);
  if (jobs.some(({ to }) => to !== 'pending')) await completeBatch(tx, key);
}

async function writeDials(
  { nodeId, carrier }: ClaimDependencies,
  claim: ClaimContext,
  drafts: Claim['drafts'],
): Promise<void> {
  const { tx, key, batch, context, capacity } = claim;
  const { agent, agentVersion, flowId, flowVersion } = context;
  const { name, model, recording } = agent;
  await beginDials(
    tx,
    {
      ...key,
      agent: { id: batch.agentId, name, model, voice: voiceOf(agent) },
      agentVersion,
      flowId,
      flowVersion,
      metadata: batch.metadata,
      ...termsOf(claim),
      record: recording.enabled,
      createdBy: batch.createdBy,
      testOnly: batch.testOnly,
      nodeId,
      carrier: carrier.name,
      leaseMs: slotLeaseMs,
    },
    drafts.map(({ row }) => row),
  );
  await capacity.save(tx);
  if (context.providers === undefined) await handOver(nodeId, claim, drafts);
}

/** Hands the calls over to a node that dials calls. */
async function handOver(
  claimedBy: string,
  { tx, key: { workspaceId, batchId }, batch: { hoursVersion }, capacity }: ClaimContext,
  drafts: Claim['drafts'],
): Promise<void> {
  const calls = drafts.map(({ call: { plan }, scopes, delayMs }) => {
    const startsAtMs = capacity.rateLimitsLockedAtMs + delayMs;
    return { callId: plan.callId, startsAtMs, scopes, recentCallsMs: plan.recentCallsMs };
  });
  const rates = [...capacity.rates];
  await handOverCalls(tx, { workspaceId, batchId, claimedBy, hoursVersion, rates, calls });
}

/** Returns a claim without calls: the batch waits for the due time of its next job, or for capacity. */
async function emptyClaimUntilNext(
  { tx, key, capacity }: ClaimContext,
  blockedBy?: ConcurrencyLimit,
): Promise<Claim> {
  const nextJob = await findNextJob(tx, key);
  const isDue = nextJob !== undefined && nextJob.runAt <= key.at;
  if (blockedBy !== undefined && isDue) await recordWaitingReason(tx, { ...key, waitingFor: 'concurrency' });
  else await recordWaitingTime(tx, key, nextJob);
  if (isDue)
    return { ...emptyClaim, blockedBy, nextInMs: blockedBy === undefined ? capacity.nextInMs : undefined };
  return { ...emptyClaim, nextInMs: nextJob && nextJob.runAt.getTime() - key.at.getTime() };
}

/** Records that the batch waits for calling hours (also if they never allow its rows) or for a retry. */
async function recordWaitingTime(
  tx: Queryable,
  key: ClaimContext['key'],
  nextJob: NextJob | undefined,
): Promise<void> {
  const nextAllowed = await findNextAllowedJob(tx, key, nextJob);
  const detail = nextAllowed?.isNeverAllowed === true ? neverAllowedDetail : null;
  await recordWaitingReason(tx, { ...key, waitingFor: waitingReason(nextAllowed, key.at), detail });
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
