import { rm } from 'node:fs/promises';
import { sipMessagesPath } from '../contracts/sip-messages.ts';
import type { Logger } from '../core/logger.ts';
import { callDaysOf, type Retention } from '../domain/retention.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobHandler } from '../jobs/job.ts';
import type { Scope } from '../store/database.ts';
import { eraseDueBatchRows } from '../store/erase-batch-rows.ts';
import {
  eraseCalls,
  eraseConversations,
  eraseDispositionsWithNotes,
  eraseTranscripts,
  type RecordIds,
} from '../store/erase-records.ts';
import type { Queryable } from '../store/queryable.ts';
import {
  deleteDueEvents,
  type DueQuery,
  findDueCalls,
  findDueConversations,
  findDueDispositions,
  findDueRecordings,
  findDueTranscripts,
  removeRecordings,
} from '../store/retention.ts';
import { findWorkspace, listWorkspacesWithRetention } from '../store/workspaces.ts';
import { deleteRecording, type EraseContext } from './erase-calls.ts';

/** The kind of the job that deletes the records past their retention. There is one such job for all nodes. */
export const purgeKind = 'purge-records';

/** Records per transaction. */
const recordsPerStep = 200;
const dayMs = 86_400_000;
/** Time between the runs. */
const intervalMs = 3_600_000;

export const purgedKinds = [
  'recordings',
  'transcripts',
  'conversations',
  'dispositions',
  'calls',
  'batchRows',
  'messageBatchRows',
  'events',
] as const;

/** Counts of deleted records by kind. */
export type PurgeCounts = Record<(typeof purgedKinds)[number], number>;

export interface PurgeContext extends EraseContext {
  readonly logger: Logger;
  /** Called after each transaction. */
  readonly onPurged: (kind: keyof PurgeCounts, count: number) => void;
}

/** Adds the job, unless there is one. `tx` must be in the system scope. */
export function enqueuePurge(tx: Queryable, runAt: Date): Promise<unknown> {
  return enqueueJob(tx, { kind: purgeKind, key: 'all', workspaceId: null, payload: {}, runAt });
}

/**
 * Creates the handler of the job that deletes the records past their retention. Each step is one short transaction, and a step that is repeated
 * finds nothing, so that a job continues after a crash. A step that fails does not stop the others.
 */
export function purgeHandler(context: PurgeContext): JobHandler {
  return {
    async run(_job, job) {
      const system = context.database.asSystem();
      const run = new PurgeRun(context, job.signal);
      const workspaceIds = await listWorkspacesWithRetention(system);
      for (const workspaceId of workspaceIds) await run.purge(workspaceId);
      if (workspaceIds.length > 0)
        context.logger.info({ ...run.counts }, 'Records past their retention were deleted.');
      if (run.failure !== undefined) throw run.failure;
      await system.transaction(async (tx) => {
        await job.complete(tx);
        await enqueuePurge(tx, new Date(context.clock.now() + intervalMs));
      });
    },
    onWorkerLost: 'retry',
    maxAttempts: 2 ** 31 - 1,
  };
}

/** Deletes at most `limit` records. Returns their number. */
type PurgeStep = (context: PurgeContext, scope: Scope, query: DueQuery) => Promise<number>;

/** A kind of records: after how many days they are due, and how the oldest ones are deleted. */
interface Purge {
  readonly kind: keyof PurgeCounts;
  readonly days: (retention: Retention) => number | null;
  readonly step: PurgeStep;
}

/** The files are deleted first: after a crash in between, the recordings are still found. */
const purgeRecordings: PurgeStep = async ({ dataDir }, scope, query) => {
  const due = await findDueRecordings(scope, query);
  for (const { path } of due) await deleteRecording(dataDir, path);
  if (due.length > 0) await removeRecordings(scope, query.workspaceId, due);
  return due.length;
};

/** Creates a step that finds and erases records in one transaction. */
const inTransaction =
  (
    find: (tx: Queryable, query: DueQuery & { readonly at: Date }) => Promise<string[]>,
    erase: (context: PurgeContext, tx: Queryable, records: RecordIds) => Promise<unknown>,
  ): PurgeStep =>
  (context, scope, query) =>
    scope.transaction(async (tx) => {
      const at = new Date(context.clock.now());
      const ids = await find(tx, { ...query, at });
      if (ids.length > 0) await erase(context, tx, { workspaceId: query.workspaceId, ids, at });
      return ids.length;
    });

/** Creates a step that erases rows of ended batches. */
const purgeBatchRows =
  (kind: 'batchRows' | 'messageBatchRows'): PurgeStep =>
  (context, scope, query) =>
    scope.transaction((tx) => eraseDueBatchRows(tx, kind, { ...query, at: new Date(context.clock.now()) }));

/** A call is erased as a whole after its recording and its transcript. */
const purges: readonly Purge[] = [
  { kind: 'recordings', days: ({ recordingsDays }) => recordingsDays, step: purgeRecordings },
  {
    kind: 'transcripts',
    days: ({ transcriptsDays }) => transcriptsDays,
    step: inTransaction(findDueTranscripts, async ({ dataDir }, tx, records) => {
      for (const callId of records.ids) await rm(sipMessagesPath(dataDir, callId), { force: true });
      await eraseTranscripts(tx, records);
    }),
  },
  {
    kind: 'conversations',
    days: ({ messagesDays }) => messagesDays,
    step: inTransaction(findDueConversations, (_context, tx, records) => eraseConversations(tx, records)),
  },
  {
    kind: 'dispositions',
    days: ({ dispositionsDays }) => dispositionsDays,
    step: inTransaction(findDueDispositions, (_context, tx, records) =>
      eraseDispositionsWithNotes(tx, records),
    ),
  },
  {
    kind: 'calls',
    days: callDaysOf,
    step: inTransaction(findDueCalls, (_context, tx, records) => eraseCalls(tx, records)),
  },
  { kind: 'batchRows', days: callDaysOf, step: purgeBatchRows('batchRows') },
  {
    kind: 'messageBatchRows',
    days: ({ messagesDays }) => messagesDays,
    step: purgeBatchRows('messageBatchRows'),
  },
  {
    kind: 'events',
    days: ({ eventsDays }) => eventsDays,
    step: (_context, scope, query) => deleteDueEvents(scope, query),
  },
];

/** One run of the job. */
class PurgeRun {
  readonly counts = Object.fromEntries(purgedKinds.map((kind) => [kind, 0])) as PurgeCounts;
  /** The first error. */
  failure: unknown;
  readonly #context: PurgeContext;
  readonly #signal: AbortSignal;

  constructor(context: PurgeContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  async purge(workspaceId: string): Promise<void> {
    for (const purge of purges) {
      try {
        while (await this.#step(purge, workspaceId));
      } catch (error) {
        this.#signal.throwIfAborted();
        this.failure ??= error;
      }
    }
  }

  /** Deletes one portion of records. The retention is read for each portion, because it may change. Returns whether there may be more. */
  async #step({ kind, days: daysOf, step }: Purge, workspaceId: string): Promise<boolean> {
    this.#signal.throwIfAborted();
    const scope = this.#context.database.inWorkspace(workspaceId);
    const workspace = await findWorkspace(scope, { workspaceId });
    const days = workspace === undefined ? null : daysOf(workspace.retention);
    if (days === null) return false;
    const before = new Date(this.#context.clock.now() - days * dayMs);
    const count = await step(this.#context, scope, { workspaceId, before, limit: recordsPerStep });
    this.counts[kind] += count;
    this.#context.onPurged(kind, count);
    return count === recordsPerStep;
  }
}
