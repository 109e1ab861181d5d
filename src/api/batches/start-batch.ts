import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem, refuse, type FieldFault } from '../../core/problems.ts';
import { Batch, BatchInput, encodingField, flowCheckFields } from '../../domain/batches/batch.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import { areAllUncallable, type CallingHoursIssues } from '../../domain/batches/calling-hours-issues.ts';
import { unroutableRows } from '../../domain/batches/number-networks.ts';
import {
  analyzeBatches,
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
import { insertBatchJobs } from '../../store/batches/batch-jobs.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { rowLimits } from '../body-limits.ts';
import { endpoint, type EndpointRequest } from '../endpoint.ts';
import { problemFromFaults } from '../refuse-faults.ts';
import { sealSecret } from '../seal-secret.ts';
import type { Upload } from '../uploads/upload.ts';
import { toBatchResponse } from './batch-response.ts';
import { resolveBatchFile } from './batch-file.ts';
import { addRepeatedRows, noRepeatedRows, type RepeatedRows } from '../../domain/batches/repeated-rows.ts';
import {
  batchFaults,
  findAgentRowRules,
  fileWarnings,
  findHoursIssues,
  repeatWindowStart,
  type AgentRowRules,
} from './prepare-batch.ts';
import { withReadSlot, readCsv } from './read-csv.ts';

/** After a batch of at least this size the tables are analyzed for the query planner. */
const analyzeFromRows = 5000;
/** Two, so that the next chunk is sent while PostgreSQL stores the previous one. */
const maxConcurrentChunks = 2;
const count = z.int().min(0);

const StartBatchResponse = Batch.extend({
  validRows: count.meta({
    description:
      'Rows that are not invalid, duplicate or suppressed. Includes the rows of the warnings `timezone_unknown` and `window_never_opens`, which are not called.',
    examples: [246],
  }),
  invalidRows: count.meta({ description: 'The number of invalid rows.', examples: [1] }),
  duplicateRows: count.meta({
    description: 'The number of rows with a number of an earlier row.',
    examples: [2],
  }),
  suppressedRows: count.meta({ description: 'The number of rows with a suppressed number.', examples: [1] }),
  encoding: encodingField,
  ...flowCheckFields,
}).meta({ id: 'StartedBatch' });

type StartBatchRequest = EndpointRequest<unknown, undefined, BatchInput>;

export const startBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls',
  operationId: 'startBatch',
  tag: 'Batch calls',
  summary: 'Start batch',
  description:
    'Stores one job for each row of the file, all or none. The batch is `scheduled` and starts at `scheduledAt`. Its calls start at its rate, within its limits and the calling hours of each number. Rows that cannot be called become `skipped` jobs with a reason.',
  scope: 'batches:write',
  body: BatchInput.meta({ id: 'BatchInput' }),
  bodyLimits: rowLimits,
  chunkedList: 'rows',
  upload: 'csv',
  reply: StartBatchResponse,
  errorCodes: [
    'agent_not_found',
    'agent_inactive',
    'agent_no_phone_number',
    'agent_no_active_flow',
    'no_model',
    'agent_needs_model',
    'number_not_owned',
    'csv_malformed',
    'csv_empty',
    'csv_missing_phone_column',
    'csv_invalid_header',
    'batch_rows_invalid',
    'batch_repeated',
    'batch_nothing_to_call',
    'secret_key_unavailable',
  ],

  async problemOfInvalidBody({ caller: { workspaceId }, input, faults }, context) {
    return problemFromFaults([
      ...faults,
      ...(await batchFaults(checkContextOf(workspaceId, context), input)),
    ]);
  },

  async handle(request, context) {
    const { workspaceId } = request.caller;
    const checkContext = checkContextOf(workspaceId, context);
    const { db } = checkContext;
    const { file, headerIsRow1, faults } = await resolveBatchFile(request.upload, request.body);
    const allFaults = [...faults, ...(await batchFaults(checkContext, request.body))];
    if (allFaults.length > 0 || file === undefined) throw problemFromFaults(allFaults);
    const importSettings = await prepareImport(context, request, { file, headerIsRow1 });
    const started = await withReadSlot(() =>
      db.transaction((tx) => importBatch(tx, request, context, importSettings)),
    );
    if (started.totalRows >= analyzeFromRows)
      await analyzeBatches(db).catch((error: unknown) =>
        context.logger.warn({ err: error }, 'Failed to analyze the jobs of a new batch.'),
      );
    return started;
  },
});

const checkContextOf = (
  workspaceId: string,
  { database, clock, catalog, egressPolicy, settings }: ApiContext,
) => ({
  db: database.inWorkspace(workspaceId),
  workspaceId,
  catalog,
  egressPolicy,
  reachableNetworks: settings.reachableNetworks,
  nowMs: clock.now(),
});

/** The settings of an import that are determined before the file is read. */
interface BatchImport extends Partial<AgentRowRules> {
  readonly file: Upload;
  readonly headerIsRow1: boolean;
  readonly ownNumbers: ReadonlySet<string>;
}

async function prepareImport(
  context: ApiContext,
  { caller: { workspaceId }, body: { agentId } }: StartBatchRequest,
  source: Pick<BatchImport, 'file' | 'headerIsRow1'>,
): Promise<BatchImport> {
  const db = context.database.inWorkspace(workspaceId);
  const ownNumbers = new Set(await findOwnNumbers(db, { workspaceId }));
  return { ...source, ownNumbers, ...(await findAgentRowRules(context, { workspaceId, agentId })) };
}

/** Stores the batch and its jobs in one transaction. */
async function importBatch(
  tx: Queryable,
  request: StartBatchRequest,
  context: ApiContext,
  importSettings: BatchImport,
): Promise<z.input<typeof StartBatchResponse>> {
  const { ids, clock } = context;
  const at = new Date(clock.now());
  const { workspaceId } = request.caller;
  const repeat = { kind: 'file_sha256', value: fileDigest(importSettings.file, request.body), at } as const;
  await refuseRepeat(tx, request, repeat);
  const { agentId } = request.body;
  const recent = await findRecentBatches(tx, { workspaceId, agentId, since: repeatWindowStart(at) });
  const batch = await writeBatch(tx, request, context, { file: importSettings.file, at });
  const { report, suppressedRows, repeated } = await writeJobs(tx, batch, request, {
    ...importSettings,
    baseJobId: ids.newId('job'),
    recent,
  });
  if (report.invalidRows > 0 && request.body.onInvalidRows === 'refuse')
    throw invalidRowsProblem(report, importSettings.headerIsRow1);
  const validRows = report.totalRows - report.invalidRows - report.duplicateRows - suppressedRows;
  if (validRows === 0) throw noValidRowsProblem(report, suppressedRows);
  const { window = null, dateOrder, consent } = request.body;
  const purpose = request.body.purpose ?? importSettings.purpose ?? 'unspecified';
  const callTerms = { numberGroups: report.numberGroups, window, purpose, consent };
  const hoursIssues = await findHoursIssues(tx, context, { workspaceId, ...callTerms });
  if (areAllUncallable(hoursIssues, validRows + suppressedRows)) throw noRowWithinHoursProblem(hoursIssues);
  const { numbersDigest } = report;
  await refuseRepeat(tx, request, { kind: 'numbers_digest', value: numbersDigest, at });
  const variables = report.columns.flatMap(({ name, role }) => (role === 'variable' ? [name] : []));
  const opened = await openBatch(tx, {
    workspaceId,
    batchId: batch.id,
    variables,
    numbersDigest,
    at,
  });
  const unreachable = unroutableRows(report.networks, context.settings.reachableNetworks);
  const response = {
    ...toBatchResponse(opened),
    validRows,
    invalidRows: report.invalidRows,
    duplicateRows: report.duplicateRows,
    suppressedRows,
    encoding: report.encoding,
    ...fileWarnings({ ...report, dateOrder }, importSettings, { hoursIssues, repeated, unreachable }),
  };
  await request.requestRecord.storeResponse(tx, response);
  return response;
}

async function refuseRepeat(
  tx: Queryable,
  { caller, body }: StartBatchRequest,
  { kind, value, at }: Pick<BatchFingerprint, 'kind' | 'value'> & { readonly at: Date },
): Promise<void> {
  if (body.allowRepeat) return;
  const { workspaceId } = caller;
  const since = repeatWindowStart(at);
  const previous = await lockBatchFile(tx, { workspaceId, agentId: body.agentId, kind, value, since });
  if (!previous.isRepeat) return;
  const subject = kind === 'file_sha256' ? 'This file' : 'A file with the same numbers';
  const state =
    previous.batchId === undefined ? 'is being started now' : `was started as ${previous.batchId}`;
  refuse('batch_repeated', {
    details: `${subject} ${state} for this agent. Send allowRepeat to start it again within 24 hours.`,
  });
}

/** Returns a digest of the file. With other `columns` the same file can have other numbers, so they are a part of the digest. */
const fileDigest = ({ sha256 }: Upload, { columns = {} }: BatchInput): string =>
  Object.keys(columns).length === 0
    ? sha256
    : createHash('sha256')
        .update(sha256 + JSON.stringify(columns))
        .digest('hex');

async function writeBatch(
  tx: Queryable,
  { caller, body }: StartBatchRequest,
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
    at,
  });
  return row ?? refuse('agent_not_found');
}

interface JobImport extends BatchImport {
  readonly baseJobId: string;
  /** Recent batches of the agent. */
  readonly recent: readonly RecentBatch[];
}

interface WrittenJobs {
  readonly report: CsvReport;
  readonly suppressedRows: number;
  /** Rows with numbers of recent batches. */
  readonly repeated: RepeatedRows;
}

/** Stores a job per row. If an invalid row causes the rejection of the file, only collects the faults of the remaining rows. */
async function writeJobs(
  tx: Queryable,
  { id: batchId, workspaceId, scheduledAt, createdAt: at }: BatchRow,
  { body }: StartBatchRequest,
  { file, headerIsRow1, ownNumbers, flow, languages, baseJobId, recent }: JobImport,
): Promise<WrittenJobs> {
  const { defaultCountry, dateOrder, allowDuplicates, onInvalidRows } = body;
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
  };
  const report = await readCsv(
    { content: file.content, options, baseJobId },
    async ({ jobs, invalidRows }) => {
      isRejected ||= invalidRows > 0 && onInvalidRows === 'refuse';
      if (jobs === null || isRejected) return;
      const { phoneNumber: numbers, rowNumber: rows, skipReason: skipReasons } = jobs;
      const candidates = { workspaceId, batches: recent, numbers, rows, skipReasons };
      const repeatedRows = await findRepeatedNumbers(tx, candidates);
      repeated = addRepeatedRows(repeated, repeatedRows);
      const suppressed = await insertBatchJobs(tx, { workspaceId, batchId, jobs, scheduledAt, at });
      suppressedRows += suppressed;
    },
    { maxConcurrentChunks },
  );
  return { report, suppressedRows, repeated };
}

/** Returns the problem for invalid rows. Rows are numbered as in a spreadsheet, or from 1 if they were sent as JSON. */
function invalidRowsProblem({ errors, invalidRows: count }: CsvReport, headerIsRow1: boolean): Problem {
  const fields = errors.map(({ row, column, code, message }): FieldFault => ({
    path: `rows[${row}]${column === null ? '' : `.${column}`}`,
    code,
    message: `Row ${row}: ${message}`,
  }));
  const numbering = headerIsRow1
    ? 'rows[2] is row 2 of a spreadsheet, the first below the header.'
    : 'rows[1] is the first row.';
  const details = `${count === 1 ? 'One row has' : `${count} rows have`} faults; see fields. ${numbering} Send onInvalidRows "skip" to call the others.`;
  return new Problem('batch_rows_invalid', { details, fields });
}

/**
 * Returns the problem for a file in which no row can be called, with advice. Duplicate rows need no advice: since no row is valid, the
 * first row of their number is invalid or suppressed.
 */
function noValidRowsProblem({ invalidRows, duplicateRows }: CsvReport, suppressedRows: number): Problem {
  const reasons = [
    {
      rows: invalidRows,
      label: 'invalid',
      advice: ' Correct the invalid rows; the validate endpoint lists their faults.',
    },
    {
      rows: suppressedRows,
      label: 'suppressed',
      advice:
        ' Send numbers that are not suppressed, or delete the suppressions of customers who want to be called.',
    },
    { rows: duplicateRows, label: 'duplicate', advice: '' },
  ].filter(({ rows }) => rows > 0);
  const counts = reasons.map(({ rows, label }) => `${rows} ${label}`).join(', ');
  const advice = reasons.map((reason) => reason.advice).join('');
  return new Problem('batch_nothing_to_call', {
    details: `No row of the file can be called: ${counts}.${advice}`,
  });
}

/** Returns the problem for a batch in which no row can be called within the calling hours. */
function noRowWithinHoursProblem({ timezoneUnknown, windowNeverOpens }: CallingHoursIssues): Problem {
  const unknown: FieldFault = {
    path: 'timezone',
    code: 'timezone_unknown',
    message: 'The time zone of these numbers is unknown. Add a timezone to each row.',
  };
  const closed: FieldFault = {
    path: 'window',
    code: 'window_never_opens',
    message:
      'The hours of the batch, of the workspace and of the law for these numbers do not overlap. Change the window.',
  };
  const fields = [
    ...(timezoneUnknown.rows > 0 ? [unknown] : []),
    ...(windowNeverOpens.rows > 0 ? [closed] : []),
  ];
  const details = `No row of the file can be called. ${fields.map(({ message }) => message).join(' ')}`;
  return new Problem('batch_nothing_to_call', { details, fields });
}
