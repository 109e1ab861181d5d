import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Leg } from '../contracts/carrier.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { PlanTable } from '../domain/plan.ts';
import type { Database } from '../store/database.ts';
import type { CallPlan } from './call-plan.ts';
import { CallSession } from './call-session.ts';
import type { CallPartners } from './call-voice-options.ts';
import type { CalleeTimes } from './callee-times.ts';
import type { ProviderDirectory } from './provider-directory.ts';
import { recordingPath } from './recording-path.ts';
import type { SessionRegistry } from './session-registry.ts';
import { StoreBooks } from './store-books.ts';
import type { WriteJournal } from './write-journal.ts';

/** What every call of this process shares. */
export interface CallHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts defects; each call has a log alone by default. */
  readonly internalErrors?: InternalErrors | undefined;
  /** This process, and no other that ever was. */
  readonly nodeId: string;
  readonly providers: ProviderDirectory;
  /** What the plans allow, as the operator set them. */
  readonly plans: PlanTable;
  readonly sessions: SessionRegistry;
  /** Left out: times are those of the customer's record, the agent or the workspace, and everybody may be called at any time. */
  readonly callees?: CalleeTimes;
  /** Takes what the database cannot take now. */
  readonly journal: WriteJournal;
  /** Below it recordings are kept by month. Absolute. */
  readonly recordingRoot: string;
  /** Whether other nodes may keep their recordings on other machines. */
  readonly recordingsElsewhere?: boolean;
  /** Receives the fault of each recording that ended, undefined where it is complete. */
  readonly onRecordingEnd?: (fault: RecordingFault | undefined) => void;
}

/** Binds a leg, a voice, a flow and the books, and lets the call run. */
export function openSession(host: CallHost, plan: CallPlan, partners: CallPartners, leg: Leg): CallSession {
  const { clock, logger, sessions, recordingRoot } = host;
  const session = new CallSession({
    plan,
    leg,
    clock,
    logger,
    internalErrors: host.internalErrors,
    partners,
    books: new StoreBooks({ ...host, plan }),
    recordingPath: plan.record ? recordingPath(recordingRoot, plan.callId, clock.now()) : undefined,
    onRecordingEnd: host.onRecordingEnd,
  });
  sessions.run(session);
  return session;
}
