import { CallNotPossible, callPlanOf } from '../../calls/load-call-plan.ts';
import { providersFor } from '../../calls/provider-directory.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { Job, JobContext, JobHandler } from '../../jobs/job.ts';
import { type BatchKey, changeBatchStatus } from '../../store/batches/batches.ts';
import type { Queryable } from '../../store/database.ts';
import { takeOverDials, type TakenDial } from '../../store/dialing/dials.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { DialDependencies } from '../dial-call.ts';
import type { BatchContextLoader, VersionContext } from './batch-context.ts';
import type { BatchCallPlacer, ClaimedDial } from './batch-call-placer.ts';

/** Kind of the jobs with which a node that claims calls hands them over to a node that dials calls. */
export const handedOverCallsKind = 'dial-batch-calls';

/** Lease of a concurrency slot, in ms. The slots of a dead node are free after this time. */
const slotLeaseMs = 10_000;
/**
 * Maximum delay of a call after its start time when it is taken over. The calling hours were checked when the call was
 * claimed; a later call is released and claimed again.
 */
const maxDelayMs = 500;

/** A call to hand over. */
interface HandedOverCall {
  readonly callId: string;
  /** On the database's clock, in Unix ms. */
  readonly startsAtMs: number;
  /** Rate-limit scopes. */
  readonly scopes: readonly string[];
  /** See `CallPlan.recentCallsMs`. */
  readonly recentCallsMs?: readonly number[] | undefined;
}

/** The calls of one claim. */
export interface HandedOverCalls extends BatchKey {
  /** The node that claimed the calls. */
  readonly claimedBy: string;
  /** Version of the workspace's calling hours that allowed the calls. */
  readonly hoursVersion: number;
  /** Calls per second by rate-limit scope. */
  readonly rates: readonly (readonly [scope: string, callsPerSecond: number])[];
  readonly calls: readonly HandedOverCall[];
}

/** Hands over the calls of a claim, in its transaction. */
export async function handOverCalls(tx: Queryable, calls: HandedOverCalls): Promise<void> {
  // JSON has no infinity, which is the rate of a scope without a limit.
  const rates = calls.rates.filter(([, callsPerSecond]) => Number.isFinite(callsPerSecond));
  const payload = { ...calls, rates };
  await enqueueJob(tx, { kind: handedOverCallsKind, workspaceId: calls.workspaceId, payload });
}

export interface HandedOverCallsOptions extends Pick<
  DialDependencies,
  'db' | 'clock' | 'logger' | 'nodeId' | 'carrier' | 'providers'
> {
  readonly contexts: BatchContextLoader;
  readonly placer: BatchCallPlacer;
}

/**
 * Returns the handler of the job that dials handed-over calls. The job may run twice: the transaction that completes it
 * takes the calls over, and only the node that has taken a call over dials it.
 */
export function handedOverCallsHandler(options: HandedOverCallsOptions): JobHandler<HandedOverCalls> {
  return { run: (job, context) => dialHandedOverCalls(options, job, context), onWorkerLost: 'retry' };
}

async function dialHandedOverCalls(
  options: HandedOverCallsOptions,
  { payload }: Job<HandedOverCalls>,
  context: JobContext,
): Promise<void> {
  const { db, clock, placer } = options;
  const rows = await db.inWorkspace(payload.workspaceId).transaction(async (tx) => {
    const taken = await takeOver(options, tx, payload);
    await context.complete(tx);
    return taken;
  });
  const takenAtMs = clock.monotonicMs();
  const calls = rows.flatMap((row): TakenCall[] => {
    const call = payload.calls.find(({ callId }) => callId === row.id);
    if (call === undefined) return [];
    return [{ ...call, row, dueAtMs: takenAtMs + call.startsAtMs - row.takenAtMs }];
  });
  const isDialable = ({ row, dueAtMs }: TakenCall) => row.hasSlots && dueAtMs + maxDelayMs >= takenAtMs;
  const dialable = calls.filter(isDialable);
  await release(
    options,
    payload,
    calls.filter((call) => !isDialable(call)),
  );
  try {
    placer.add({ ...payload, dials: await prepareDials(options, payload, dialable) });
  } catch (error) {
    if (error instanceof CallNotPossible) await pauseBatch(options, payload, error.message);
    else options.logger.error({ err: error, batchId: payload.batchId }, 'Calls could not be prepared.');
    await release(options, payload, dialable);
  }
}

function takeOver(
  { nodeId, carrier }: HandedOverCallsOptions,
  tx: Queryable,
  { workspaceId, batchId, claimedBy, calls }: HandedOverCalls,
): Promise<TakenDial[]> {
  const callIds = calls.map(({ callId }) => callId);
  const nodes = { claimedBy, nodeId, carrier: carrier.name, leaseMs: slotLeaseMs };
  return takeOverDials(tx, { workspaceId, batchId, callIds, ...nodes });
}

/** A call that this node has taken over. */
interface TakenCall extends HandedOverCall {
  readonly row: TakenDial;
  /** On the monotonic clock, in ms. */
  readonly dueAtMs: number;
}

async function release(
  { placer }: HandedOverCallsOptions,
  { workspaceId, batchId }: HandedOverCalls,
  calls: readonly TakenCall[],
): Promise<void> {
  if (calls.length > 0) await placer.release(calls.map(({ callId }) => ({ workspaceId, batchId, callId })));
}

/** Loads the plans of calls. Ends the calls whose settings are invalid. Throws `CallNotPossible` if no call is possible. */
async function prepareDials(
  options: HandedOverCallsOptions,
  { workspaceId, batchId, hoursVersion }: HandedOverCalls,
  calls: readonly TakenCall[],
): Promise<ClaimedDial[]> {
  const context = await loadContext(options, workspaceId, calls);
  if (context === undefined) return [];
  const dials: ClaimedDial[] = [];
  for (const { callId, scopes, dueAtMs, row, recentCallsMs } of calls) {
    try {
      const plan = { ...callPlanOf(row, context), recentCallsMs };
      const providers = providersFor(plan.agent, options.providers, context.flow);
      const reference = `${callId}.${row.attempt}`;
      const call = { plan, providers, reference, from: row.fromNumber, to: row.toNumber };
      // The queue checks the call again before it is dialed.
      const eligibilityCheckedAtMs = -Infinity;
      dials.push({
        workspaceId,
        batchId,
        callId,
        scopes,
        dueAtMs,
        eligibilityCheckedAtMs,
        hoursVersion,
        call,
      });
    } catch (error) {
      if (!(error instanceof CallNotPossible)) throw error;
      await options.placer.failCall({ workspaceId, batchId, callId }, 'provider_error', error.message);
    }
  }
  return dials;
}

/** Returns the context that the calls share; undefined without calls. */
async function loadContext(
  { db, contexts }: HandedOverCallsOptions,
  workspaceId: string,
  [first]: readonly TakenCall[],
): Promise<VersionContext | undefined> {
  if (first === undefined) return undefined;
  const scope = db.inWorkspace(workspaceId);
  const workspace = await findWorkspace(scope, { workspaceId });
  const { agentId, agentVersion, flowId, flowVersion } = first.row;
  if (workspace === undefined || flowId === null || flowVersion === null)
    throw new Error('A claimed call has no workspace or no flow.');
  return contexts.loadVersions(scope, {
    ...workspace,
    workspaceId,
    agentId,
    agentVersion,
    flowId,
    flowVersion,
  });
}

async function pauseBatch(
  { db, clock, logger }: HandedOverCallsOptions,
  { workspaceId, batchId }: HandedOverCalls,
  detail: string,
): Promise<void> {
  const at = new Date(clock.now());
  await changeBatchStatus(db.inWorkspace(workspaceId), { workspaceId, batchId, to: 'paused', detail, at });
  logger.warn({ batchId, detail }, 'A batch was paused.');
}
