import type { HealthCheck } from '../api/node-status.ts';
import type { CallDependencies } from '../calls/open-session.ts';
import type { SessionRegistry } from '../calls/session-registry.ts';
import type { WriteJournal } from '../calls/write-journal.ts';
import type { Carrier, Leg } from '../contracts/carrier.ts';
import { ratePlanTable } from '../domain/rate-plan.ts';
import type { JobHandler } from '../jobs/job.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { BatchDialer } from '../dialer/batches/batch-dialer.ts';
import type { CallingPermission } from '../dialer/calling-permission.ts';
import type { CallbackDialer } from '../dialer/callbacks/callback-dialer.ts';
import type { Database } from '../store/database.ts';
import { isNodeAlive } from '../store/nodes/is-node-alive.ts';
import type { PostgresBus } from '../store/postgres-bus.ts';
import { openBatches, trunkLimits } from './batches.ts';
import { openCallbacks, openHours } from './callbacks.ts';
import { mediaHealth, openMedia } from './media.ts';
import { RecognitionAdmission } from './recognition-admission.ts';
import { RecordingHealth } from './recordings.ts';
import { every, isAlone, journalRoot, recordingRoot, type StartContext } from './start-context.ts';
import { openSip } from './telephony.ts';
import { providersOf, type Voices } from './voices.ts';

/** How often calls are looked for that nothing carries any more. */
const lostCallsEveryMs = 5_000;

/** What there is to drain. */
export interface CallsPart {
  readonly sessions: SessionRegistry;
  readonly batches: BatchDialer;
  readonly callbacks: CallbackDialer;
  readonly runner: JobRunner;
}

/** Everything that carries a call: media, SIP, sessions, and the jobs that dial. */
export async function carryCalls(
  context: StartContext,
  database: Database,
  bus: PostgresBus,
  voices: Voices,
): Promise<CallsPart> {
  const { clock, logger, internalErrors } = context.surroundings;
  const { SessionRegistry } = await import('../calls/session-registry.ts');
  const engine = await context.step('the media threads', () => openMedia(context));
  const admission = admitByRecognition(context, voices);
  const carrier = await context.step('SIP and the trunks', () => openSip(context, database, engine, voices));
  const journal = await openJournal(context, database);
  const sessions = new SessionRegistry({ bus });
  context.closers.add('calls', () => sessions.close());
  const { permission, calleeTimes } = await openHours(context);
  const host: CallDependencies = {
    db: database,
    clock,
    logger,
    internalErrors,
    nodeId: context.nodeId,
    providers: providersOf(context, voices),
    plans: ratePlanTable(context.config.plans),
    sessions,
    calleeTimes,
    journal,
    recordingRoot: recordingRoot(context),
    recordingsElsewhere: !isAlone(context),
    onRecordingEnd: watchRecordings(context),
  };
  context.checks.push({ name: 'media', check: async () => mediaHealth(engine.load(), sessions.size) });
  context.figures.push(() => [
    { name: 'parley_calls_under_way', help: 'Calls that this node carries.', value: sessions.size },
  ]);
  const batches = await openBatches(context, host, carrier, permission);
  const callbacks = await openCallbacks(context, host, permission);
  await context.step('the journal and the calls of earlier processes', () =>
    answerCalls(context, host, carrier, batches, admission),
  );
  const runner = await runJobs(context, host, bus, carrier, permission);
  batches.start();
  callbacks.start();
  return { sessions, batches, callbacks, runner };
}

/** Reports whether recordings can be written, and how those of this node ended. */
function watchRecordings(context: StartContext): NonNullable<CallDependencies['onRecordingEnd']> {
  const recordings = new RecordingHealth(recordingRoot(context));
  context.checks.push({ name: 'recordings', check: () => recordings.check() });
  context.figures.push(() => recordings.figures());
  return (fault) => recordings.ended(fault);
}

/** A call that speech recognition has no stream for is neither dialed nor answered. */
function admitByRecognition({ status }: StartContext, { speechToText }: Voices): RecognitionAdmission {
  const admission = new RecognitionAdmission(speechToText);
  const { overloaded } = status;
  status.overloaded = (number) => overloaded(number) || !admission.hasCapacity;
  return admission;
}

/** Takes what the database cannot take; closed after the calls. */
async function openJournal(context: StartContext, database: Database): Promise<WriteJournal> {
  const { applyWrite } = await import('../calls/call-write.ts');
  const { journalFolder } = await import('../calls/journal-files.ts');
  const { WriteJournal } = await import('../calls/write-journal.ts');
  const journal = new WriteJournal({
    ...context.surroundings,
    files: journalFolder(journalRoot(context)),
    apply: (write) => applyWrite(database, write, true),
    isNodeAlive: (nodeId) => isNodeAlive(database.asSystem(), { nodeId }),
    nodeId: context.nodeId,
  });
  context.closers.add('journal of calls', () => journal.close());
  context.checks.push({ name: 'journal', check: async () => journalHealth(journal) });
  return journal;
}

/** The calls of which it holds writes wait for the database. */
function journalHealth({ isDiskFailing, callIds }: WriteJournal): Omit<HealthCheck, 'name'> {
  if (isDiskFailing) return { ok: false, detail: 'cannot be written to the disk' };
  return { ok: true, detail: `holds writes of ${callIds.length} calls` };
}

/**
 * Before calls are taken, and from then on: outcomes that are known are stored, and calls that nothing carries any more are looked
 * for.
 */
async function answerCalls(
  context: StartContext,
  host: CallDependencies,
  carrier: Carrier,
  batches: BatchDialer,
  admission: RecognitionAdmission,
): Promise<void> {
  const { lostCallSweep, sweepsAfterJournal } = await import('../calls/lost-calls.ts');
  const { orphanedCallSweep } = await import('../calls/orphaned-calls.ts');
  const { endCallsOfDeadNodes } = await import('../calls/dead-node-calls.ts');
  const { staleCallSweep } = await import('../calls/stale-calls.ts');
  const { incomingCalls } = await import('../calls/incoming-calls.ts');
  const { sessions, journal } = host;
  const carried = () => [...sessions.callIds, ...batches.callIds, ...journal.callIds];
  const sweeps = [lostCallSweep(host), orphanedCallSweep({ ...host, carried }), staleCallSweep(host)];
  const lookForLost = sweepsAfterJournal(host.clock, sweeps);
  const isStored = await journal.recover();
  // Where it is not, the sweeps find their calls later.
  if (isStored) await endCallsOfDeadNodes(host, context.deadNodeIds);
  await lookForLost(isStored);
  every(context, lostCallsEveryMs, async () => lookForLost(await journal.replay()));
  const answer = incomingCalls(host);
  const { status } = context;
  carrier.onIncoming((leg: Leg) => {
    if (status.draining || status.overloaded()) return leg.reject('unavailable');
    admission.watch(leg);
    answer(leg);
  });
}

async function runJobs(
  { surroundings, closers, nodeId, config, status }: StartContext,
  host: CallDependencies,
  bus: PostgresBus,
  carrier: Carrier,
  permission: CallingPermission,
): Promise<JobRunner> {
  const { createJobRunner } = await import('../jobs/job-runner.ts');
  const { placeCallHandler } = await import('../dialer/place-call.ts');
  const placeCall = placeCallHandler({
    ...host,
    bus,
    carrier,
    permission,
    trunks: trunkLimits(config),
    isOverloaded: (number) => status.overloaded(number),
  });
  const handlers = { 'place-call': placeCall as JobHandler };
  const runner = createJobRunner({ ...surroundings, db: host.db, owner: nodeId, handlers });
  runner.start();
  closers.add('jobs', () => runner.close());
  return runner;
}

/** Takes no new calls and waits for those under way, as long as the configuration allows. */
export async function drainCalls(context: StartContext, calls: CallsPart | undefined): Promise<void> {
  const { config, status } = context;
  const { clock, logger } = context.surroundings;
  status.draining = true;
  const underWay = calls?.sessions.size ?? 0;
  logger.info({ calls: underWay, seconds: config.drainSeconds }, 'No new calls are taken.');
  const done = new AbortController();
  const finished = calls === undefined ? Promise.resolve() : letFinish(calls);
  const patience = clock.sleep(config.drainSeconds * 1000, done.signal).catch(() => undefined);
  await Promise.race([finished, patience]);
  done.abort();
}

/** First who asks for calls stops, then who places them; then the calls end. */
async function letFinish({ callbacks, runner, batches, sessions }: CallsPart): Promise<void> {
  await callbacks.drain();
  await Promise.all([runner.drain(), batches.drain()]);
  await sessions.drained();
}
