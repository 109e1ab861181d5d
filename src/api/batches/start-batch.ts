import { z } from 'zod';
import { exampleId } from '../../domain/fields.ts';
import { Batch, BatchInput, encodingField, flowCheckFields, recentRows } from '../../domain/batches/batch.ts';
import { unroutableRows } from '../../domain/batches/number-networks.ts';
import type { ApiContext } from '../context.ts';
import { rowLimits } from '../http/body-limits.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { toBatchResponse } from './batch-response.ts';
import { resolveBatchFile } from './batch-file.ts';
import { importBatch, prepareImport, type BatchImport, type ImportedBatch } from './import-batch.ts';
import { analyzeNewJobs, batchCheckContext, batchFaults, fileWarnings } from './prepare-batch.ts';
import { withReadSlot } from './read-csv.ts';

const count = z.int().min(0);

const StartBatchResponse = Batch.extend({
  validRows: count.meta({
    description:
      'Rows that are not invalid, duplicate, suppressed, or skipped by `onRecentNumbers`. Includes the rows of the warnings `timezone_unknown` and `window_never_opens`, which are not called.',
    examples: [246],
  }),
  invalidRows: count.meta({ description: 'The number of invalid rows.', examples: [1] }),
  duplicateRows: count.meta({
    description: 'The number of rows with a number of an earlier row.',
    examples: [2],
  }),
  suppressedRows: count.meta({ description: 'The number of rows with a suppressed number.', examples: [1] }),
  recentRows,
  encoding: encodingField,
  ...flowCheckFields,
}).meta({ id: 'StartedBatch' });

export const startBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls',
  operationId: 'startBatch',
  tag: 'Batch calls',
  summary: 'Start batch',
  description:
    'Stores one job for each row of the file, all or none. The batch is `scheduled` and starts at `scheduledAt`. Its calls start at its rate, within its limits and the calling hours of each number. Rows that cannot be called become `skipped` jobs with a reason.',
  scope: 'batches:write',
  body: BatchInput.meta({
    id: 'BatchInput',
    examples: [
      {
        agentId: exampleId('agent'),
        name: 'Reminders of Tuesday',
        rows: [{ phone_number: '+12025550100', name: 'Ada Lovelace', time: "nine o'clock" }],
        window: { timezone: 'recipient', days: ['mon', 'tue'], windows: [{ start: '09:00', end: '18:00' }] },
        retry: { maxAttempts: 2, on: ['no_answer', 'busy'], delays: ['1h'] },
      },
    ],
  }),
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
    'test_key',
    'csv_malformed',
    'csv_empty',
    'csv_missing_phone_column',
    'csv_invalid_header',
    'batch_rows_invalid',
    'batch_repeated',
    'batch_nothing_to_call',
    'secret_key_unavailable',
  ],

  async problemOfInvalidBody({ caller, input, faults }, context) {
    return problemFromFaults([...faults, ...(await batchFaults(batchCheckContext(caller, context), input))]);
  },

  async handle(request, context) {
    const checkContext = batchCheckContext(request.caller, context);
    const { db } = checkContext;
    const { file, headerIsRow1, faults } = await resolveBatchFile(request.upload, request.body);
    const allFaults = [...faults, ...(await batchFaults(checkContext, request.body))];
    if (allFaults.length > 0 || file === undefined) throw problemFromFaults(allFaults);
    const importSettings = await prepareImport(context, request, { file, headerIsRow1 });
    const started = await withReadSlot(() =>
      db.transaction(async (tx) => {
        const imported = await importBatch(tx, request, context, importSettings);
        const response = toStartedBatch(imported, request.body, { importSettings, context });
        await request.requestRecord.storeResponse(tx, response);
        return response;
      }),
    );
    await analyzeNewJobs(db, started.totalRows, context);
    return started;
  },
});

function toStartedBatch(
  { batch, report, validRows, suppressedRows, recentRows, hoursIssues, repeated }: ImportedBatch,
  { dateOrder, onRecentNumbers }: BatchInput,
  { importSettings, context }: { readonly importSettings: BatchImport; readonly context: ApiContext },
): z.input<typeof StartBatchResponse> {
  const { invalidRows, duplicateRows, encoding } = report;
  const unreachable = unroutableRows(report.networks, context.settings.reachableNetworks);
  return {
    ...toBatchResponse(batch),
    validRows,
    invalidRows,
    duplicateRows,
    suppressedRows,
    recentRows,
    encoding,
    ...fileWarnings({ ...report, dateOrder, onRecentNumbers }, importSettings, {
      hoursIssues,
      repeated,
      unreachable,
    }),
  };
}
