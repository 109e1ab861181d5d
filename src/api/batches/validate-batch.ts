import { BatchCheck, BatchReport } from '../../domain/batches/batch.ts';
import type { CheckedRow, CsvReaderOptions } from '../../domain/batches/csv-reader.ts';
import { areAllUncallable } from '../../domain/batches/calling-hours-issues.ts';
import { unroutableRows, type RowsByNetwork } from '../../domain/batches/number-networks.ts';
import { findEarlierBatch } from '../../store/batches/batches.ts';
import { findOwnNumbers, findRecentBatches, type RecentBatch } from '../../store/batches/callee-history.ts';
import type { Queryable } from '../../store/queryable.ts';
import { rowLimits } from '../http/body-limits.ts';
import { endpoint, type EndpointRequest } from '../endpoint.ts';
import type { ApiContext } from '../context.ts';
import { problemFault, rejectFaults } from '../reject-faults.ts';
import { resolveBatchFile } from './batch-file.ts';
import { NumberScreening } from './number-screening.ts';
import {
  findAgentRowRules,
  fileWarnings,
  findCalleeTimes,
  findHoursIssues,
  repeatWindowStart,
  type AgentRowRules,
} from './prepare-batch.ts';
import { withReadSlot, readCsv } from './read-csv.ts';
import { rejectedRows, rejectedRowsReply } from './rejected-rows.ts';
import { rowOpenings } from './row-openings.ts';

const previewRows = 5;

export const validateBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/validate',
  operationId: 'validateBatch',
  tag: 'Batch calls',
  summary: 'Validate CSV',
  description: 'Returns the contents and the faults of a file, by row and column. Nothing is stored.',
  scope: 'batches:read',
  isReadOnly: true,
  body: BatchCheck.meta({ id: 'BatchCheck' }),
  bodyLimits: rowLimits,
  chunkedList: 'rows',
  upload: 'csv',
  reply: BatchReport.meta({ id: 'BatchReport' }),
  alternativeReply: rejectedRowsReply,
  errorCodes: [
    'csv_malformed',
    'csv_empty',
    'csv_missing_phone_column',
    'csv_invalid_header',
    'agent_not_found',
  ],

  async handle(request, context) {
    const { file, headerIsRow1, faults } = await resolveBatchFile(request.upload, request.body);
    const foundRules = await rowRulesOf(request, context);
    if (foundRules === undefined) faults.push(problemFault('agentId', 'agent_not_found'));
    rejectFaults(faults);
    const rules: Partial<AgentRowRules> = foundRules ?? {};
    const { workspaceId } = request.caller;
    const db = context.database.inWorkspace(workspaceId);
    const { dateOrder, window = null, consent, onRecentNumbers } = request.body;
    const purpose = request.body.purpose ?? rules.purpose ?? 'unspecified';
    const ownNumbers = new Set(await findOwnNumbers(db, { workspaceId }));
    const options = readerOptions(request, context, { rules, ownNumbers, headerIsRow1 });
    const task = { content: file!.content, options };
    if (request.body.format === 'csv') return rejectedRows(task);
    const since = repeatWindowStart(new Date(context.clock.now()));
    const recent = await findRecentBatchesOfAgent(db, request, since);
    const screening = new NumberScreening(db, workspaceId, recent, 'voice');
    const report = await withReadSlot(() => readCsv(task, (chunk) => screening.add(chunk)));
    const { totalRows, invalidRows, duplicateRows, errorsTruncated, numbersDigest, numberGroups } = report;
    const { suppressedRows, suppressed, repeated } = screening;
    const [recentRows, recentlyCalled] =
      onRecentNumbers === 'skip' ? [repeated.rows, screening.repeatedRows] : [0, []];
    const validRows = totalRows - invalidRows - duplicateRows - suppressedRows - recentRows;
    const terms = { workspaceId, window, purpose, consent };
    const hoursIssues = await findHoursIssues(db, context, { ...terms, numberGroups });
    const { preview, recipients: phoneNumbers } = report;
    const calleeTimes = await findCalleeTimes(db, context, { ...terms, preview, phoneNumbers });
    const repeatOf = await findBlockingBatch(db, request, { numbersDigest, since });
    const leftOut = new Set([...suppressed, ...recentlyCalled]);
    const rows = report.checkedPreview.map((row) => (leftOut.has(row.rowNumber) ? null : row));
    return {
      totalRows,
      invalidRows,
      duplicateRows,
      errorsTruncated,
      valid:
        invalidRows === 0 &&
        validRows > 0 &&
        !areAllUncallable(hoursIssues, validRows + suppressedRows + recentRows),
      validRows,
      suppressedRows,
      recentRows,
      repeatOf,
      columns: [...report.columns],
      encoding: report.encoding,
      ...fileWarnings({ ...report, dateOrder, onRecentNumbers }, rules, {
        hoursIssues,
        repeated,
        unreachable: unreachableRowsOf(request, context, report.networks),
      }),
      errors: [...report.errors],
      duplicates: report.duplicates.map(({ recipient, ...row }) => ({ ...row, phoneNumber: recipient })),
      suppressed: suppressed.map((row) => ({ row })),
      preview: [...preview],
      phoneNumbers: [...phoneNumbers],
      times: [...report.times],
      openings: await openingsOf(request, context, { rows, calleeTimes }),
      calleeTimes,
    };
  },
});

type ValidateBatchRequest = EndpointRequest<unknown, undefined, BatchCheck>;

interface FileContext {
  readonly rules: Partial<AgentRowRules>;
  readonly ownNumbers: ReadonlySet<string>;
  readonly headerIsRow1: boolean;
}

/** Returns the options with which the file is read. */
function readerOptions(
  { body: { defaultCountry, dateOrder, columns, allowDuplicates } }: ValidateBatchRequest,
  { clock, settings }: ApiContext,
  { rules, ...file }: FileContext,
): CsvReaderOptions {
  return {
    ...file,
    defaultCountry,
    dateOrder,
    columnHeaders: columns,
    allowDuplicates,
    languages: rules.languages,
    previewRows,
    checksRows: true,
    timeColumns: rules.flow?.times,
    nowMs: clock.now(),
    limits: settings.csvLimits,
  };
}

/** Returns the rules of the agent; null if the request has no `agentId`, `undefined` if the agent does not exist. */
async function rowRulesOf(
  { caller: { workspaceId }, body: { agentId } }: ValidateBatchRequest,
  context: ApiContext,
) {
  return agentId === undefined ? null : findAgentRowRules(context, { workspaceId, agentId });
}

/** Returns the rows with numbers that no network reaches. Empty without `agentId`. */
function unreachableRowsOf(
  { body: { agentId } }: ValidateBatchRequest,
  { settings }: ApiContext,
  networks: RowsByNetwork,
) {
  const reachable = agentId === undefined ? { phone: true, test: true } : settings.reachableNetworks;
  return unroutableRows(networks, reachable);
}

interface PreviewedRows {
  /** Null for a row that is skipped because of its number. */
  readonly rows: readonly (CheckedRow | null)[];
  readonly calleeTimes: Awaited<ReturnType<typeof findCalleeTimes>>;
}

/** Returns what the agent says first to each previewed person. Empty without `agentId`. */
async function openingsOf(
  { caller, body: { agentId } }: ValidateBatchRequest,
  context: ApiContext,
  { rows, calleeTimes }: PreviewedRows,
) {
  if (agentId === undefined) return [];
  const timezones = calleeTimes.map((time) => time?.timezone ?? null);
  return rowOpenings(rows, { caller, agentId, timezones }, context);
}

/** Returns the recent batches of the agent. Empty without `agentId`. */
async function findRecentBatchesOfAgent(
  db: Queryable,
  { caller: { workspaceId }, body: { agentId } }: ValidateBatchRequest,
  since: Date,
): Promise<readonly RecentBatch[]> {
  return agentId === undefined
    ? []
    : findRecentBatches(db, { workspaceId, batchOf: { type: 'calls', agentId }, since });
}

/** Returns the id of an earlier batch with the same numbers, which prevents the start of this one. Null if there is none, or without `agentId`. */
async function findBlockingBatch(
  db: Queryable,
  { caller: { workspaceId }, body: { agentId } }: ValidateBatchRequest,
  { numbersDigest: value, since }: { readonly numbersDigest: string; readonly since: Date },
): Promise<string | null> {
  if (agentId === undefined) return null;
  const found = await findEarlierBatch(db, {
    workspaceId,
    batchOf: { type: 'calls', agentId },
    kind: 'numbers_digest',
    value,
    since,
  });
  return found ?? null;
}
