import { z } from 'zod';
import type { FieldFault } from '../../core/problems.ts';
import {
  MessageBatchCheck,
  MessageBatchPreview,
  MessageBatchPreviewResult,
  MessageBatchReport,
} from '../../domain/batches/message-batch.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import { findSendingAgent } from '../../messaging/sending/flow-message.ts';
import { findEarlierBatch } from '../../store/batches/batches.ts';
import { findRecentBatches } from '../../store/batches/callee-history.ts';
import { resolveBatchFile } from '../batches/batch-file.ts';
import { templateFile } from '../batches/get-batch-template.ts';
import { NumberScreening } from '../batches/number-screening.ts';
import { repeatWindowStart } from '../batches/prepare-batch.ts';
import { readCsv, withReadSlot } from '../batches/read-csv.ts';
import { rejectedRows, rejectedRowsReply } from '../batches/rejected-rows.ts';
import type { ApiContext } from '../context.ts';
import { type Caller, endpoint } from '../endpoint.ts';
import { queryText } from '../paging.ts';
import { rowLimits } from '../http/body-limits.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { composeRows } from './message-batch-response.ts';
import { findBatchFlow, messageFileOptions, messageFileWarnings } from './read-message-file.ts';

const fileCodes = [
  'csv_malformed',
  'csv_empty',
  'csv_missing_phone_column',
  'csv_missing_email_column',
  'csv_invalid_header',
] as const;

const previewRows = 5;

export const getMessageBatchTemplate = endpoint({
  method: 'GET',
  path: '/v1/api/batch-messages/template',
  operationId: 'getMessageBatchTemplate',
  tag: 'Batch messages',
  summary: 'Download CSV template of messages',
  description:
    'Returns a CSV file with two example rows. The recipients are in the column `phone_number` or `email`. A file may also have the columns `name`, `timezone`, `scheduled_at`, `external_id` and `language`; every other column is a variable.',
  scope: 'batches:read',
  query: z.strictObject({
    flowId: queryText.optional().meta({
      description: 'Adds the columns that the flow uses, with their defaults.',
    }),
  }),
  reply: { contentType: 'text/csv', description: 'The file, in UTF-8.' },
  errorCodes: ['flow_not_found', 'flow_not_active'],

  async handle({ caller: { workspaceId }, query: { flowId } }, { database, clock }) {
    const faults: FieldFault[] = [];
    const db = database.inWorkspace(workspaceId);
    const batchFlow = flowId && (await findBatchFlow(db, workspaceId, { flowId }, faults));
    rejectFaults(faults);
    return templateFile(
      'batch-messages-template.csv',
      batchFlow ? batchFlow.columns : undefined,
      clock.now(),
    );
  },
});

export const validateMessageBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-messages/validate',
  operationId: 'validateMessageBatch',
  tag: 'Batch messages',
  summary: 'Validate a file of messages',
  description: 'Returns the contents and the faults of a file, by row and column. Nothing is stored.',
  scope: 'batches:read',
  isReadOnly: true,
  body: MessageBatchCheck.meta({ id: 'MessageBatchCheck' }),
  bodyLimits: rowLimits,
  chunkedList: 'rows',
  upload: 'csv',
  reply: MessageBatchReport.meta({ id: 'MessageBatchReport' }),
  alternativeReply: rejectedRowsReply,
  errorCodes: ['flow_not_found', 'flow_not_active', 'recipient_channel_mismatch', ...fileCodes],

  async handle({ caller, body, upload }, context) {
    const { workspaceId } = caller;
    const db = context.database.inWorkspace(workspaceId);
    const { file, headerIsRow1, faults } = await resolveBatchFile(upload, body);
    const flowFaults: FieldFault[] = [...faults];
    const batchFlow = await findBatchFlow(db, workspaceId, body, flowFaults);
    if (batchFlow === undefined || flowFaults.length > 0) throw problemFromFaults(flowFaults);
    const { channel, flow } = batchFlow;
    const options = messageFileOptions(body, { headerIsRow1, previewRows, batchFlow }, context);
    const task = { content: file!.content, options };
    if (body.format === 'csv') return rejectedRows(task);
    const agent = await findSendingAgent({ db, workspaceId }, flow);
    const batchOf = { type: 'messages', flowId: body.flowId } as const;
    const since = repeatWindowStart(new Date(context.clock.now()));
    const recent = await findRecentBatches(db, { workspaceId, batchOf, since });
    const screening = new NumberScreening(db, workspaceId, recent, channel);
    const report = await withReadSlot(() => readCsv(task, (chunk) => screening.add(chunk)));
    const { totalRows, invalidRows, duplicateRows, errorsTruncated, numbersDigest: value } = report;
    const { suppressedRows, repeated } = screening;
    const validRows = totalRows - invalidRows - duplicateRows - suppressedRows;
    const fingerprint = { workspaceId, batchOf, kind: 'numbers_digest', value, since } as const;
    return {
      valid: invalidRows === 0 && validRows > 0,
      totalRows,
      validRows,
      invalidRows,
      duplicateRows,
      suppressedRows,
      repeatOf: (await findEarlierBatch(db, fingerprint)) ?? null,
      channel,
      columns: [...report.columns],
      encoding: report.encoding,
      ...messageFileWarnings(report, batchFlow, { ...body, repeated }),
      errors: [...report.errors],
      errorsTruncated,
      duplicates: [...report.duplicates],
      suppressed: screening.suppressed.map((row) => ({ row })),
      preview: [...report.preview],
      recipients: [...report.recipients],
      times: [...report.times],
      firstMessages: firstMessages(report, { ...batchFlow, agent }, caller, context),
    };
  },
});

/** Composes the messages of the previewed rows that receive one. */
function firstMessages(
  { checkedPreview }: CsvReport,
  sender: Parameters<typeof composeRows>[1],
  { timezone: workspaceZone }: Caller,
  { clock, zones }: ApiContext,
) {
  const rows = checkedPreview
    .filter(({ skipReason }) => skipReason === null)
    .map(({ rowNumber, callee: { recipient, customer, overrides, dynamic } }) => ({
      rowNumber,
      recipient,
      customer: { ...customer, ...overrides },
      dynamic,
    }));
  return composeRows(rows, sender, { workspaceZone, at: new Date(clock.now()), zones });
}

export const previewMessageBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-messages/preview',
  operationId: 'previewMessageBatch',
  tag: 'Batch messages',
  summary: 'Preview a file of messages',
  description: 'Returns the first rows of a file as Parley reads them. Nothing is stored.',
  scope: 'batches:read',
  isReadOnly: true,
  body: MessageBatchPreview.meta({ id: 'MessageBatchPreviewInput' }),
  bodyLimits: rowLimits,
  chunkedList: 'rows',
  upload: 'csv',
  reply: MessageBatchPreviewResult.meta({ id: 'MessageBatchPreview' }),
  errorCodes: fileCodes,

  async handle({ upload, body }, { settings }) {
    const { file, headerIsRow1, faults } = await resolveBatchFile(upload, body);
    rejectFaults(faults);
    const { limit, defaultCountry, columns: columnHeaders, channel } = body;
    const options = {
      channel,
      headerIsRow1,
      previewRows: limit,
      checksRows: false,
      defaultCountry,
      columnHeaders,
      allowDuplicates: true,
      limits: settings.csvLimits,
      ownNumbers: new Set<string>(),
    };
    const task = { content: file!.content, options };
    const { columns, encoding, preview, recipients, totalRows } = await withReadSlot(() => readCsv(task));
    return {
      columns: [...columns],
      encoding,
      rows: [...preview],
      recipients: [...recipients],
      totalRows,
    };
  },
});
