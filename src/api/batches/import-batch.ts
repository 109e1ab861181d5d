import { createHash } from 'node:crypto';
import { reject } from '../../core/problems.ts';
import type { BatchInput, ReadingOptions } from '../../domain/batches/batch.ts';
import { areAllUncallable, type CallingHoursIssues } from '../../domain/batches/calling-hours-issues.ts';
import type { CsvLimits } from '../../domain/batches/csv-parser.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import { addRepeatedRows, noRepeatedRows, type RepeatedRows } from '../../domain/batches/repeated-rows.ts';
import { insertBatchJobs } from '../../store/batches/batch-jobs.ts';
import {
  type BatchFingerprint,
  type BatchRow,
  insertBatch,
  lockBatchFile,
  openBatch,
} from '../../store/batches/batches.ts';
import {
  findOwnNumbers,
  findRecentBatches,
  findRepeatedNumbers,
  type RecentBatch,
} from '../../store/batches/callee-history.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import type { EndpointRequest } from '../endpoint.ts';
import { sealSecret } from '../seal-secret.ts';
import type { Upload } from '../uploads/upload.ts';
import {
  invalidRowsProblem,
  noRowWithinHoursProblem,
  noValidRowsProblem,
  realNumbersProblem,
} from './batch-problems.ts';
import {
  findAgentRowRules,
  findHoursIssues,
  repeatWindowStart,
  type AgentRowRules,
} from './prepare-batch.ts';
import { readCsv } from './read-csv.ts';

/** Two, so that the next chunk is sent while PostgreSQL stores the previous one. */
const maxConcurrentChunks = 2;

type BatchRequest = Pick<EndpointRequest<unknown, undefined, BatchInput>, 'caller' | 'body'>;

/** The settings of an import that are determined before the file is read. */
export interface BatchImport extends Partial<AgentRowRules> {
  readonly file: Upload;
  readonly headerIsRow1: boolean;
  readonly ownNumbers: ReadonlySet<string>;
}

/** Determines the settings of an import. */
export async function prepareImport(
  context: ApiContext,
  { caller: { workspaceId }, body: { agentId } }: BatchRequest,
  source: Pick<BatchImport, 'file' | 'headerIsRow1'>,
): Promise<BatchImport> {
  const db = context.database.inWorkspace(workspaceId);
  const ownNumbers = new Set(await findOwnNumbers(db, { workspaceId }));
  return { ...source, ownNumbers, ...(await findAgentRowRules(context, { workspaceId, agentId })) };
}

/** A batch that is stored with its jobs. */
export interface ImportedBatch extends WrittenJobs {
  readonly batch: BatchRow;
  readonly validRows: number;
  readonly hoursIssues: CallingHoursIssues;
}

/**
 * Stores the batch and its jobs. `tx` must be rolled back if it throws.
 * @throws {Problem} if the file was started recently, has invalid rows, or has no row that can be called
 */
export async function importBatch(
  tx: Queryable,
  request: BatchRequest,
  context: ApiContext,
  importSettings: BatchImport,
): Promise<ImportedBatch> {
  const { ids, clock } = context;
  const at = new Date(clock.now());
  const { workspaceId } = request.caller;
  const { agentId } = request.body;
  const repeat = { kind: 'file_sha256', value: fileDigest(importSettings.file, request.body), at } as const;
  const batchOf = { type: 'calls', agentId } as const;
  if (!request.body.allowRepeat) await rejectRepeat(tx, { workspaceId, batchOf, ...repeat });
  const recent = await findRecentBatches(tx, { workspaceId, batchOf, since: repeatWindowStart(at) });
  const batch = await writeBatch(tx, request, context, { file: importSettings.file, at });
  const written = await writeJobs(tx, batch, request, {
    ...importSettings,
    baseJobId: ids.newId('job'),
    recent,
    limits: context.settings.csvLimits,
  });
  const { report, suppressedRows, recentRows } = written;
  const { phone: realNumbers } = report.networks;
  if (request.caller.isTestKey && realNumbers.rows > 0) throw realNumbersProblem(realNumbers);
  if (report.invalidRows > 0 && request.body.onInvalidRows === 'refuse')
    throw invalidRowsProblem(report, importSettings.headerIsRow1);
  const skippedRows = suppressedRows + recentRows;
  const validRows = report.totalRows - report.invalidRows - report.duplicateRows - skippedRows;
  if (validRows === 0) throw noValidRowsProblem(report, { suppressedRows, recentRows });
  const hoursIssues = await hoursIssuesOf(tx, request, context, { report, importSettings });
  if (areAllUncallable(hoursIssues, validRows + skippedRows)) throw noRowWithinHoursProblem(hoursIssues);
  const { numbersDigest } = report;
  const sameNumbers = { kind: 'numbers_digest', value: numbersDigest, at } as const;
  if (!request.body.allowRepeat) await rejectRepeat(tx, { workspaceId, batchOf, ...sameNumbers });
  const variables = report.columns.flatMap(({ name, role }) => (role === 'variable' ? [name] : []));
  const opened = await openBatch(tx, { workspaceId, batchId: batch.id, variables, numbersDigest, at });
  return { ...written, batch: opened, validRows, hoursIssues };
}

function hoursIssuesOf(
  tx: Queryable,
  { caller: { workspaceId }, body }: BatchRequest,
  context: ApiContext,
  { report, importSettings }: { readonly report: CsvReport; readonly importSettings: BatchImport },
): Promise<CallingHoursIssues> {
  const { window = null, consent } = body;
  const purpose = body.purpose ?? importSettings.purpose ?? 'unspecified';
  return findHoursIssues(tx, context, {
    workspaceId,
    numberGroups: report.numberGroups,
    window,
    purpose,
    consent,
  });
}

/** @throws {Problem} `batch_repeated` if a batch with this file or these recipients was started within 24 hours */
export async function rejectRepeat(
  tx: Queryable,
  { at, ...fingerprint }: Omit<BatchFingerprint, 'since'> & { readonly at: Date },
): Promise<void> {
  const previous = await lockBatchFile(tx, { ...fingerprint, since: repeatWindowStart(at) });
  if (!previous.isRepeat) return;
  const isOfCalls = fingerprint.batchOf.type === 'calls';
  const subject =
    fingerprint.kind === 'file_sha256'
      ? 'This file'
      : `A file with the same ${isOfCalls ? 'numbers' : 'recipients'}`;
  const state =
    previous.batchId === undefined ? 'is being started now' : `was started as ${previous.batchId}`;
  reject('batch_repeated', {
    details: `${subject} ${state} for this ${isOfCalls ? 'agent' : 'flow'}. Send allowRepeat to start it again within 24 hours.`,
  });
}

/** Returns a digest of the file. With other `columns` the same file can have other numbers, so they are a part of the digest. */
export const fileDigest = ({ sha256 }: Upload, { columns = {} }: ReadingOptions): string =>
  Object.keys(columns).length === 0
    ? sha256
    : createHash('sha256')
        .update(sha256 + JSON.stringify(columns))
        .digest('hex');

async function writeBatch(
  tx: Queryable,
  { caller, body }: BatchRequest,
  { ids, secrets }: Pick<ApiContext, 'ids' | 'secrets'>,
  { file, at }: { readonly file: Upload; readonly at: Date },
): Promise<BatchRow> {
  const id = ids.newId('batch');
  const { name, agentId, fromNumbers, callsPerSecond, retry, metadata } = body;
  const row = await insertBatch(tx, {
    id,
    workspaceId: caller.workspaceId,
    name,
    agentId,
    fromNumbers,
    defaultCountry: body.defaultCountry ?? null,
    window: body.window ?? null,
    purpose: body.purpose ?? null,
    consent: body.consent,
    maxConcurrency: body.maxConcurrency ?? null,
    reservedConcurrency: body.reservedConcurrency ?? null,
    callsPerSecond,
    predialUrl: body.predialUrl ?? null,
    predialSecret: body.predialSecret === undefined ? null : sealSecret(secrets, body.predialSecret, id),
    retry,
    metadata,
    scheduledAt: body.scheduledAt === undefined ? null : new Date(body.scheduledAt),
    fileSha256: fileDigest(file, body),
    createdBy: caller.actor.id,
    testOnly: caller.isTestKey,
    at,
  });
  return row ?? reject('agent_not_found');
}

interface JobImport extends BatchImport {
  readonly baseJobId: string;
  readonly limits: CsvLimits;
  /** Recent batches of the agent. */
  readonly recent: readonly RecentBatch[];
}

interface WrittenJobs {
  readonly report: CsvReport;
  readonly suppressedRows: number;
  /** Rows that `onRecentNumbers` skips. */
  readonly recentRows: number;
  /** Rows with numbers of recent batches. */
  readonly repeated: RepeatedRows;
}

/** Stores a job per row. If an invalid row causes the rejection of the file, only collects the faults of the remaining rows. */
async function writeJobs(
  tx: Queryable,
  { id: batchId, workspaceId, scheduledAt, createdAt: at }: BatchRow,
  { body }: BatchRequest,
  { file, headerIsRow1, ownNumbers, flow, languages, baseJobId, recent, limits }: JobImport,
): Promise<WrittenJobs> {
  const { defaultCountry, dateOrder, allowDuplicates, onInvalidRows, onRecentNumbers } = body;
  let suppressedRows = 0;
  let repeated = noRepeatedRows;
  let isRejected = false;
  const options = {
    defaultCountry,
    dateOrder,
    columnHeaders: body.columns,
    allowDuplicates,
    ownNumbers,
    languages,
    headerIsRow1,
    previewRows: 0,
    checksRows: true,
    timeColumns: flow?.times,
    nowMs: at.getTime(),
    limits,
  };
  const report = await readCsv(
    { content: file.content, options, baseJobId },
    async ({ jobs, invalidRows }) => {
      isRejected ||= invalidRows > 0 && onInvalidRows === 'refuse';
      if (jobs === null || isRejected) return;
      const { recipient: numbers, rowNumber: rows, skipReason: skipReasons } = jobs;
      const candidates = {
        workspaceId,
        channel: 'voice',
        batches: recent,
        numbers,
        rows,
        skipReasons,
      } as const;
      const found = await findRepeatedNumbers(tx, candidates);
      repeated = addRepeatedRows(repeated, found);
      const recentlyCalled = onRecentNumbers === 'skip' ? found.rowNumbers : [];
      const batch = { workspaceId, batchId, jobs, recentlyCalled, scheduledAt, at };
      const suppressed = await insertBatchJobs(tx, batch);
      suppressedRows += suppressed;
    },
    { maxConcurrentChunks },
  );
  const recentRows = onRecentNumbers === 'skip' ? repeated.rows : 0;
  return { report, suppressedRows, recentRows, repeated };
}
