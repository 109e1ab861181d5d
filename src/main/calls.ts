import type { HealthCheck } from '../api/node-status.ts';
import type { CallDependencies } from '../calls/open-session.ts';
import type { SessionRegistry } from '../calls/session-registry.ts';
import type { WriteJournal } from '../calls/write-journal.ts';
import type { Leg } from '../contracts/carrier.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import type { RatePlanTable } from '../domain/rate-plan.ts';
import type { NodeHeartbeat } from '../jobs/node-heartbeat.ts';
import type { JobHandler } from '../jobs/job.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { BatchDialer } from '../dialer/batches/batch-dialer.ts';
import type { CallingPermission } from '../dialer/calling-permission.ts';
import type { CallbackDialer } from '../dialer/callbacks/callback-dialer.ts';
import type { RecordingEncryption } from '../privacy/encrypt-recordings.ts';
import type { Database } from '../store/database.ts';
import { isNodeAlive } from '../store/nodes.ts';
import type { PostgresBus } from '../store/postgres-bus.ts';
import { openCallHttp } from './call-http.ts';
import { type BatchCalls, openBatchCalls, trunkLimits } from './batches.ts';
import { openCallingHours } from './callbacks.ts';
import { mediaHealth, openMedia } from './media.ts';
import { RecognitionAdmission } from './recognition-admission.ts';
import { RecordingHealth } from './recordings.ts';
import {
  runPeriodically,
  isOnlyNode,
  journalRoot,
  recordingRoot,
  type StartContext,
} from './start-context.ts';
import { openSip } from './telephony.ts';
import { providersOf, type SpeechProviders } from './providers.ts';

/** Interval of the search for lost calls. */
const lostCallsEveryMs = 5_000;

/** The parts that are drained at shutdown. */
export interface CallHandling {
  readonly sessions: SessionRegistry;
  readonly batchCalls: BatchCalls;
  readonly runner: JobRunner;
}

/** Parts of the process that call handling uses and does not open. */
export interface CallStorage {
  readonly database: Database;
  readonly bus: PostgresBus;
  /** Defaults to usage without prices. */
  readonly prices?: PriceTable | undefined;
  /** The current limits of the plans. */
  readonly ratePlans: RatePlanTable;
  /** Encrypts recordings after their calls; undefined if they are not encrypted. */
  readonly encryption?: RecordingEncryption | undefined;
}

/** Starts everything that handles calls: media, SIP, sessions, and the jobs that dial. */
export async function startCallHandling(
  context: StartContext,
  { database, bus, prices, ratePlans, encryption }: CallStorage,
  speechProviders: SpeechProviders,
): Promise<CallHandling> {
  const { clock, logger, internalErrors } = context.dependencies;
  const { CallFeedPublisher } = await import('../contracts/call-feed.ts');
  const { SessionRegistry } = await import('../calls/session-registry.ts');
  const engine = await context.step('the media threads', () => openMedia(context));
  const admission = limitByRecognition(context, speechProviders);
  const carrier = await context.step('SIP and the trunks', () =>
    openSip(context, database, engine, speechProviders),
  );
  const journal = await openJournal(context, database);
  const sessions = new SessionRegistry({ bus, clock });
  const feed = new CallFeedPublisher({ bus, clock });
  context.closers.add('calls', () => sessions.close().finally(() => feed.close()));
  const { permission, calleeTimes } = await openCallingHours(context);
  const callDependencies: CallDependencies = {
    db: database,
    clock,
    logger,
    internalErrors,
    nodeId: context.nodeId,
    providers: providersOf(speechProviders, context.dependencies),
    http: await openCallHttp(context),
    prices,
    ratePlans,
    sessions,
    feed,
    calleeTimes,
    journal,
    recordingRoot: recordingRoot(context),
    hasRemoteRecordings: !isOnlyNode(context),
    onRecordingEnd: watchRecordings(context, encryption),
  };
  context.checks.push({ name: 'media', check: async () => mediaHealth(engine.load(), sessions.size) });
  context.metrics.push(() => [
    { name: 'parley_calls_under_way', help: 'Calls that this node handles.', value: sessions.size },
  ]);
  const batchCalls = await openBatchCalls(context, { ...callDependencies, carrier });
  await context.step('the journal and the calls of earlier processes', () =>
    recoverAndAnswerCalls(context, callDependencies, batchCalls, admission),
  );
  const runner = await runJobs(context, bus, permission, batchCalls);
  context.status.acceptsCalls = true;
  return { sessions, batchCalls, runner };
}

/** Registers the health check and metrics of recordings. Returns the listener for the end of a recording. */
function watchRecordings(
  context: StartContext,
  encryption: Pick<RecordingEncryption, 'add'> | undefined,
): NonNullable<CallDependencies['onRecordingEnd']> {
  const recordings = new RecordingHealth(recordingRoot(context));
  context.checks.push({ name: 'recordings', check: () => recordings.check() });
  context.metrics.push(() => recordings.metrics());
  return (file, fault) => {
    recordings.recordEnd(fault);
    if (fault === undefined) encryption?.add(file);
  };
}

/** Marks the node as overloaded while speech recognition has no free stream. */
function limitByRecognition(
  { status }: StartContext,
  { speechToText }: SpeechProviders,
): RecognitionAdmission {
  const admission = new RecognitionAdmission(speechToText);
  const { isOverloaded } = status;
  status.isOverloaded = (number) => isOverloaded(number) || !admission.hasCapacity;
  return admission;
}

/** Opens the journal for writes that the database does not accept. It is closed after the calls. */
async function openJournal(context: StartContext, database: Database): Promise<WriteJournal> {
  const { applyWrite } = await import('../calls/call-write.ts');
  const { createJournalFiles } = await import('../calls/journal-files.ts');
  const { WriteJournal } = await import('../calls/write-journal.ts');
  const journal = new WriteJournal({
    ...context.dependencies,
    files: createJournalFiles(journalRoot(context)),
    apply: (write) => applyWrite(database, write, true),
    isNodeAlive: (nodeId) => isNodeAlive(database.asSystem(), { nodeId }),
    nodeId: context.nodeId,
  });
  context.closers.add('journal of calls', () => journal.close());
  context.checks.push({ name: 'journal', check: async () => journalHealth(journal) });
  return journal;
}

/** Reports the journal as healthy if its disk works. Writes that wait for the database are not a fault. */
function journalHealth({ isDiskFailing, callIds }: WriteJournal): Omit<HealthCheck, 'name'> {
  if (isDiskFailing) return { ok: false, detail: 'cannot be written to the disk' };
  return { ok: true, detail: `holds writes of ${callIds.length} calls` };
}

/**
 * Applies the writes of the journal and ends lost calls, once now and then periodically. After the first run, accepts incoming calls.
 */
async function recoverAndAnswerCalls(
  context: StartContext,
  callDependencies: CallDependencies,
  { dialing: { carrier }, placer }: BatchCalls,
  admission: RecognitionAdmission,
): Promise<void> {
  const { lostCallSweep, sweepsAfterJournal } = await import('../calls/lost-calls.ts');
  const { orphanedCallSweep } = await import('../calls/lost-calls.ts');
  const { endCallsOfDeadNodes } = await import('../calls/lost-calls.ts');
  const { staleCallSweep } = await import('../calls/lost-calls.ts');
  const { incomingCalls } = await import('../calls/incoming-calls.ts');
  const { sessions, journal } = callDependencies;
  const activeCallIds = () => [...sessions.callIds, ...placer.callIds, ...journal.callIds];
  const sweeps = [
    lostCallSweep(callDependencies),
    orphanedCallSweep({ ...callDependencies, activeCallIds }),
    staleCallSweep(callDependencies),
  ];
  const sweepLostCalls = sweepsAfterJournal(callDependencies.clock, sweeps);
  const isJournalApplied = await journal.recover();
  // If the journal is not applied yet, the sweeps end these calls later.
  if (isJournalApplied) await endCallsOfDeadNodes(callDependencies, context.deadNodeIds);
  await sweepLostCalls(isJournalApplied);
  runPeriodically(context, lostCallsEveryMs, async () => sweepLostCalls(await journal.replay()));
  const answerCall = incomingCalls(callDependencies);
  const { status } = context;
  carrier.onIncoming((leg: Leg) => {
    if (status.draining || status.isOverloaded()) return leg.reject('unavailable');
    admission.trackSetup(leg);
    answerCall(leg);
  });
}

async function runJobs(
  { dependencies, closers, nodeId, config, status }: StartContext,
  bus: PostgresBus,
  permission: CallingPermission,
  { dialing, placer }: BatchCalls,
): Promise<JobRunner> {
  const { createJobRunner } = await import('../jobs/job-runner.ts');
  const { placeCallHandler } = await import('../dialer/place-call.ts');
  const { BatchContextLoader } = await import('../dialer/batches/batch-context.ts');
  const { handedOverCallsHandler, handedOverCallsKind } =
    await import('../dialer/batches/handed-over-calls.ts');
  const placeCall = placeCallHandler({
    ...dialing,
    bus,
    permission,
    trunks: trunkLimits(config),
    isOverloaded: (number) => status.isOverloaded(number),
  });
  const contexts = new BatchContextLoader(dialing.providers);
  const dialBatchCalls = handedOverCallsHandler({ ...dialing, contexts, placer });
  const handlers = {
    'place-call': placeCall as JobHandler,
    [handedOverCallsKind]: dialBatchCalls as JobHandler,
  };
  const runner = createJobRunner({ ...dependencies, db: dialing.db, owner: nodeId, handlers });
  runner.start();
  closers.add('jobs', () => runner.close());
  return runner;
}

/** The parts that start or handle calls; undefined without their roles. */
export interface CallParts {
  readonly calls: CallHandling | undefined;
  readonly batches: BatchDialer | undefined;
  readonly callbacks: CallbackDialer | undefined;
}

/** Rejects new calls and waits for active calls, at most for the configured time. */
export async function drainCalls(
  context: StartContext,
  heartbeat: NodeHeartbeat,
  parts: CallParts,
): Promise<void> {
  const { config, status } = context;
  const { clock, logger } = context.dependencies;
  status.draining = true;
  // Other nodes then start no calls for this node.
  heartbeat.renew();
  const activeCalls = parts.calls?.sessions.size ?? 0;
  logger.info({ calls: activeCalls, seconds: config.drainSeconds }, 'Draining: new calls are rejected.');
  const completion = new AbortController();
  const finished = drainParts(parts);
  const timeout = clock.sleep(config.drainSeconds * 1000, completion.signal).catch(() => undefined);
  await Promise.race([finished, timeout]);
  completion.abort();
}

/** Stops callbacks first, then jobs and batches, and then waits for the calls. */
async function drainParts({ calls, batches, callbacks }: CallParts): Promise<void> {
  await callbacks?.drain();
  await Promise.all([calls?.runner.drain(), batches?.drain()]);
  await calls?.batchCalls.placer.drain();
  await calls?.sessions.drained();
}
