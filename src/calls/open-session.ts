import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { CallFeedPublisher } from '../contracts/call-feed.ts';
import type { Leg } from '../contracts/carrier.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import type { RatePlanTable } from '../domain/rate-plan.ts';
import type { Database } from '../store/database.ts';
import type { CallPlan } from './call-plan.ts';
import { CallSession, type CallSessionOptions } from './call-session.ts';
import type { CallProviders } from './call-voice-options.ts';
import { CallUsage } from './call-usage.ts';
import type { CalleeTimeResolver } from './callee-time-resolver.ts';
import { FeedingCallRecords } from './feeding-call-records.ts';
import { loadNextAgent } from './load-next-agent.ts';
import type { ProviderDirectory } from './provider-directory.ts';
import { recordingPath } from './recording-path.ts';
import type { SessionRegistry } from './session-registry.ts';
import { StoreCallRecords } from './store-call-records.ts';
import type { WriteJournal } from './write-journal.ts';

/** Dependencies that all calls of the process share. */
export interface CallDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts internal errors. Defaults to a separate log for each call. */
  readonly internalErrors?: InternalErrors | undefined;
  /** Unique id of this process; never reused. */
  readonly nodeId: string;
  readonly providers: ProviderDirectory;
  /** Sends the HTTP requests of flows and tools. Defaults to a client that sends none. */
  readonly http?: CallSessionOptions['http'];
  /** Limits of the rate plans, as configured by the operator. */
  readonly ratePlans: RatePlanTable;
  /** Defaults to usage without prices. */
  readonly prices?: PriceTable | undefined;
  readonly sessions: SessionRegistry;
  /** Receives the changes of calls. Defaults to none. */
  readonly feed?: Pick<CallFeedPublisher, 'publish' | 'hasFollowers'> | undefined;
  /** If omitted, calls have the time zone of the customer record, the agent or the workspace, and no calling hours. */
  readonly calleeTimes?: CalleeTimeResolver;
  /** Receives writes while the database is unavailable or slow. */
  readonly journal: WriteJournal;
  /** Absolute path of the recordings folder, which has one folder per month. */
  readonly recordingRoot: string;
  /** Whether recordings of other nodes may be on other machines. */
  readonly hasRemoteRecordings?: boolean;
  /** Called when a recording ends, with its file and its fault; undefined if the recording is complete. */
  readonly onRecordingEnd?: (file: string, fault: RecordingFault | undefined) => void;
}

/** Creates the session of a call and starts it. */
export function openSession(
  dependencies: CallDependencies,
  plan: CallPlan,
  providers: CallProviders,
  leg: Leg,
): CallSession {
  const { clock, logger, sessions, recordingRoot, db, feed, providers: providerDirectory } = dependencies;
  const { workspaceId } = plan;
  const usage = new CallUsage();
  const records = new StoreCallRecords({ ...dependencies, plan });
  const connectionFor = (durationMs: number) => ({
    trunk: leg.trunk ?? 'unknown',
    direction: leg.direction,
    durationMs,
  });
  const recordingFile = plan.record ? recordingPath(recordingRoot, plan.callId, clock.now()) : undefined;
  const session = new CallSession({
    plan,
    leg,
    clock,
    logger,
    internalErrors: dependencies.internalErrors,
    providers: usage.measure(providers),
    http: dependencies.http,
    findAgent: async (agentId, language) => {
      const scope = db.inWorkspace(workspaceId);
      const next = await loadNextAgent(scope, providerDirectory, { workspaceId, agentId, language });
      return { ...next, providers: usage.measure(next.providers) };
    },
    costs: (connectedMs) =>
      usage.costs(dependencies.prices, connectedMs === undefined ? undefined : connectionFor(connectedMs)),
    records: feed === undefined ? records : new FeedingCallRecords({ clock, plan, records, feed }),
    isFollowed: feed && (() => feed.hasFollowers(workspaceId)),
    recordingPath: recordingFile,
    onRecordingEnd: (fault) => recordingFile && dependencies.onRecordingEnd?.(recordingFile, fault),
  });
  sessions.run(session);
  return session;
}
