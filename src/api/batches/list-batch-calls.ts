import { z } from 'zod';
import { batchCallOutcome, batchCallStatus } from '../../domain/batches/batch-state.ts';
import { skipReason } from '../../domain/batches/batch.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { type FieldFault, reject } from '../../core/problems.ts';
import { countFieldOf } from '../../domain/batches/batch-counts.ts';
import { excelFormat } from '../../domain/batches/excel-cells.ts';
import { columnHeadings } from '../../domain/batches/result-columns.ts';
import { calleeZone } from '../../domain/calling-hours/callee-zone.ts';
import { batchRowResult, resultVariables, type RowResult } from '../../domain/batches/row-result.ts';
import { type BatchRow, findBatch } from '../../store/batches/batches.ts';
import { valueByName } from '../../domain/variable-name.ts';
import { yesOrNo } from '../../domain/written-phrases.ts';
import type { Scope } from '../../domain/scopes.ts';
import type { Queryable } from '../../store/queryable.ts';
import {
  type CollectedValue,
  eachBatchJob,
  listBatchJobs,
  type BatchJobFilters,
} from '../../store/batches/list-batch-jobs.ts';
import type { ListWindow } from '../../store/listing.ts';
import type { ApiContext } from '../context.ts';
import { csvFormatQuery, excelFaults, excelQuery } from '../csv-export.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryInteger,
  queryList,
  queryPhoneNumber,
  queryText,
} from '../paging.ts';
import { BatchCallRow, callRows } from './batch-call-row.ts';
import { batchParameter } from './batch-response.ts';
import { baseUrlOf } from '../http/base-url.ts';
import { calledFlows, calledVariables, type ExcelExport, exportJobs } from './export-jobs.ts';

const maxAttempts = 1000;
const maxCollectedFilters = 10;
/** Variable names that an error lists. */
const maxListedNames = 20;

const collectedFilter = z
  .string()
  .max(300)
  .regex(/^[^=]+=./s, 'Write a variable of the flow and its value, such as confirmed=yes.');

export const listBatchCalls = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/calls',
  operationId: 'listBatchCalls',
  tag: 'Batch calls',
  summary: 'List batch calls',
  description:
    'Sorted in the order of the file. `format=csv` returns all matching calls as one file that is safe to open in a spreadsheet: cells that begin like a formula are prefixed with an apostrophe. `raw=true` leaves them unchanged. For a key with `calls:read` the file also has the result of the last call of each row: disposition, duration, the last words of the customer, the analysis with its fields, and each variable of the flow as a column `collected_…`. The answers of the customer follow the columns of the person.',
  scope: 'batches:read',
  parameters: batchParameter,
  query: listQuery({
    status: batchCallStatus.optional(),
    skipReason: skipReason.optional(),
    outcome: batchCallOutcome.optional(),
    phoneNumber: queryPhoneNumber.optional(),
    attempt: queryInteger(0, maxAttempts).optional().meta({ description: 'Number of calls started so far.' }),
    search: queryText.optional().meta({
      description: "Matches anywhere in the number, or in the customer's name, email or external id.",
    }),
    collected: queryList(collectedFilter, maxCollectedFilters).optional().meta({
      description:
        'Calls whose last call collected this value, such as `confirmed=yes`; repeat it for several variables. Case is ignored. `yes` and `no` also match `true` and `false`. Needs the scope `calls:read`.',
    }),
    result: batchRowResult.optional().meta({
      description: 'Calls with this result. Needs the scope `calls:read`.',
    }),
    ...csvFormatQuery,
    headings: z.enum(columnHeadings).optional().meta({
      description:
        'With `format=csv`: the headings of the answers. `names`: `collected_<variable>`. `titles`: the name of the step of the flow that asks for the answer, or `collected_<variable>` if the step has no name or another column has the same name. Default: `names`; with `excel=true` `titles`.',
    }),
    ...excelQuery('the time zone of each person'),
  }).superRefine((query, context) => {
    for (const fault of excelFaults(query)) context.addIssue({ code: 'custom', ...fault });
  }),
  reply: listResponseSchema('calls', BatchCallRow),
  alternativeReply: { contentType: 'text/csv', description: 'All matching calls.' },

  async handle({ caller, path: { batchId }, query, header }, context) {
    const { workspaceId, scopes } = caller;
    const db = context.database.inWorkspace(workspaceId);
    const batch = (await findBatch(db, { workspaceId, batchId })) ?? reject('batch_not_found');
    const { status, skipReason: reason, outcome, phoneNumber, attempt, search } = query;
    const window = listWindow(query);
    const collected = query.collected && (await readCollected(db, batch, scopes, query.collected));
    const result = query.result && (await readResult(db, batch, scopes, query.result));
    const filters = {
      workspaceId,
      batchId,
      status,
      skipReason: reason,
      outcome,
      phoneNumber,
      attempt,
      search,
      collected,
      result,
      ...window,
    };
    if (query.format === 'json') {
      const found = await listBatchJobs(db, filters, totalFromCounts(batch, filters));
      const toRow = await callRows(db, batch, { scopes, jobIds: found.rows.map(({ id }) => id) });
      return listResponse('calls', query, found, toRow);
    }
    const excelExport = (): ExcelExport => ({
      format: excelFormat(query.locale ?? 'en-US'),
      baseUrl: baseUrlOf(header),
      zoneOf: rowZones(context, batch, caller.timezone),
    });
    return exportJobs(db, {
      batch,
      jobs: eachBatchJob(db, filters),
      form: query.excel === 'true' ? excelExport() : query.raw === 'true' ? 'raw' : 'plain',
      headings: query.headings ?? (query.excel === 'true' ? 'titles' : 'names'),
      includesCallResults: scopes.includes('calls:read'),
    });
  },
});

/** Returns the total from the counts of the batch if no filter but `status` is set. This avoids counting a million rows. */
function totalFromCounts(batch: BatchRow, filters: BatchJobFilters & ListWindow): number | undefined {
  const { status, outcome, phoneNumber, attempt, search, collected, result, createdAtFrom, createdAtTo } =
    filters;
  const others = [
    filters.skipReason,
    outcome,
    phoneNumber,
    attempt,
    search,
    collected,
    result,
    createdAtFrom,
    createdAtTo,
  ];
  if (others.some((filter) => filter !== undefined)) return undefined;
  if (status === undefined) return batch.total;
  return batch[countFieldOf[status as keyof typeof countFieldOf]];
}

/** @throws {Problem} `insufficient_scope` without `calls:read` */
async function readResult(
  db: Queryable,
  batch: BatchRow,
  scopes: readonly Scope[],
  result: RowResult,
): Promise<BatchJobFilters['result']> {
  if (!scopes.includes('calls:read'))
    reject('insufficient_scope', { details: 'The filter result needs the scope calls:read.' });
  return { ...resultVariables(await calledFlows(db, batch)), result };
}

/**
 * Reads filters such as `confirmed=yes`. The spelling of a variable is that of columns: `Confirmed` is `confirmed`.
 * @throws {Problem} `insufficient_scope` without `calls:read`; `invalid_query` if the calls of the batch have no such variable
 */
async function readCollected(
  db: Queryable,
  batch: BatchRow,
  scopes: readonly Scope[],
  sent: readonly string[],
): Promise<CollectedValue[]> {
  if (!scopes.includes('calls:read'))
    reject('insufficient_scope', { details: 'The filter collected needs the scope calls:read.' });
  const names = (await calledVariables(db, batch)).map(({ name }) => [name, name]);
  const variables = Object.fromEntries(names) as Readonly<Record<string, string>>;
  const faults: FieldFault[] = [];
  const values = sent.map((text): CollectedValue => {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) as unknown as [string, string, string];
    const variable = valueByName(variables, name.trim());
    if (variable === undefined) faults.push(unknownVariableFault(name.trim(), Object.keys(variables)));
    return { variable: variable ?? name, texts: textsOf(value.trim()) };
  });
  if (faults.length > 0) reject('invalid_query', { fields: faults });
  return values;
}

function textsOf(value: string): string[] {
  const answer = yesOrNo(value);
  return answer === undefined ? [value] : [value, String(answer)];
}

function unknownVariableFault(name: string, known: readonly string[]): FieldFault {
  const advice =
    known.length === 0
      ? 'It has no calls of a flow with variables.'
      : `Its variables are ${known.slice(0, maxListedNames).join(', ')}${known.length > maxListedNames ? ' and others' : ''}.`;
  const message = `The batch has no variable ${JSON.stringify(name)}. ${advice}`;
  return { path: 'collected', code: 'unknown_variable', message };
}

/** Returns the zones of rows: of the person, else of the number if it has one, else of the batch, else of the workspace. */
function rowZones(
  { zones, clock }: Pick<ApiContext, 'zones' | 'clock'>,
  { window }: BatchRow,
  workspaceZone: string,
): ExcelExport['zoneOf'] {
  const zoneOfBatch = window === null || window.timezone === 'recipient' ? workspaceZone : window.timezone;
  return ({ customer, phoneNumber }) => {
    const number = customer.timezone === undefined ? parsePhoneNumber(phoneNumber) : undefined;
    return calleeZone({
      customerZone: customer.timezone,
      candidateZones: number === undefined ? [] : zones.find(number),
      defaultZone: zoneOfBatch,
      nowMs: clock.now(),
    });
  };
}
