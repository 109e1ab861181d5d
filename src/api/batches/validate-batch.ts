import { BatchCheck, BatchReport } from '../../domain/batches/batch.ts';
import type { CheckedRow } from '../../domain/batches/csv-reader.ts';
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
    const { flow = null, languages, purpose: agentPurpose = 'unspecified' } = rules;
    const { workspaceId } = request.caller;
    const db = context.database.inWorkspace(workspaceId);
    const { defaultCountry, dateOrder, allowDuplicates, window = null, consent } = request.body;
    const purpose = request.body.purpose ?? agentPurpose;
    const ownNumbers = new Set(await findOwnNumbers(db, { workspaceId }));
    const options = {
      defaultCountry,
      dateOrder,
      columnHeaders: request.body.columns,
      allowDuplicates,
      ownNumbers,
      languages,
      headerIsRow1,
      previewRows,
      checksRows: true,
      timeColumns: flow?.times,
      nowMs: context.clock.now(),
      limits: context.settings.csvLimits,
    };
    const since = repeatWindowStart(new Date(context.clock.now()));
    const recent = await findRecentBatchesOfAgent(db, request, since);
    const screening = new NumberScreening(db, workspaceId, recent);
    const task = { content: file!.content, options };
    const report = await withReadSlot(() => readCsv(task, (chunk) => screening.add(chunk)));
    const { totalRows, invalidRows, duplicateRows, errorsTruncated, numbersDigest, numberGroups } = report;
    const { suppressedRows, repeated } = screening;
    const validRows = totalRows - invalidRows - duplicateRows - suppressedRows;
    const terms = { workspaceId, window, purpose, consent };
    const hoursIssues = await findHoursIssues(db, context, { ...terms, numberGroups });
    const { preview, recipients: phoneNumbers } = report;
    const calleeTimes = await findCalleeTimes(db, context, { ...terms, preview, phoneNumbers });
    const repeatOf = await findBlockingBatch(db, request, { numbersDigest, since });
    return {
      totalRows,
      invalidRows,
      duplicateRows,
      errorsTruncated,
      valid: invalidRows === 0 && validRows > 0 && !areAllUncallable(hoursIssues, validRows + suppressedRows),
      validRows,
      suppressedRows,
      repeatOf,
      columns: [...report.columns],
      encoding: report.encoding,
      ...fileWarnings({ ...report, dateOrder }, rules, {
        hoursIssues,
        repeated,
        unreachable: unreachableRowsOf(request, context, report.networks),
      }),
      errors: [...report.errors],
      duplicates: report.duplicates.map(({ recipient, ...row }) => ({ ...row, phoneNumber: recipient })),
      suppressed: screening.suppressed.map((row) => ({ row })),
      preview: [...preview],
      phoneNumbers: [...phoneNumbers],
      times: [...report.times],
      openings: await openingsOf(request, report.checkedPreview, calleeTimes, context),
      calleeTimes,
    };
  },
});

type ValidateBatchRequest = EndpointRequest<unknown, undefined, BatchCheck>;

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

/** Returns what the agent says first to each previewed person. Empty without `agentId`. */
async function openingsOf(
  { caller, body: { agentId } }: ValidateBatchRequest,
  rows: readonly CheckedRow[],
  calleeTimes: Awaited<ReturnType<typeof findCalleeTimes>>,
  context: ApiContext,
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
  return agentId === undefined ? [] : findRecentBatches(db, { workspaceId, agentId, since });
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
