import type { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { exampleId } from '../../domain/fields.ts';
import { MessageBatchInput, StartedMessageBatch } from '../../domain/batches/message-batch.ts';
import { recipientRole } from '../../domain/batches/header.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import { addRepeatedRows, noRepeatedRows, type RepeatedRows } from '../../domain/batches/repeated-rows.ts';
import { publishMessageBatch } from '../../messaging/message-events.ts';
import { scheduleMessageBatch } from '../../messaging/sending/message-batch-job.ts';
import { countBatchMessages, insertBatchMessages } from '../../store/batches/batch-messages.ts';
import {
  describeMessageBatchFile,
  insertMessageBatch,
  type MessageBatchRow,
} from '../../store/batches/message-batches.ts';
import {
  findRecentBatches,
  findRepeatedNumbers,
  type RecentBatch,
} from '../../store/batches/callee-history.ts';
import { lockFlow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { noValidRowsProblem, invalidRowsProblem, realNumbersProblem } from '../batches/batch-problems.ts';
import { resolveBatchFile } from '../batches/batch-file.ts';
import { fileDigest, rejectRepeat } from '../batches/import-batch.ts';
import { repeatWindowStart } from '../batches/prepare-batch.ts';
import { readCsv, withReadSlot } from '../batches/read-csv.ts';
import type { ApiContext } from '../context.ts';
import { type Caller, endpoint, type EndpointRequest } from '../endpoint.ts';
import { rowLimits } from '../http/body-limits.ts';
import { sentFields, sentText } from '../http/sent-value.ts';
import { problemFromFaults } from '../reject-faults.ts';
import type { Upload } from '../uploads/upload.ts';
import { readMessageBatchResponse } from './message-batch-response.ts';
import {
  findBatchFlow,
  messageFileOptions,
  messageFileWarnings,
  missingCarrier,
  type BatchFlow,
} from './read-message-file.ts';

const StartMessageBatchResponse = StartedMessageBatch.meta({ id: 'StartedMessageBatch' });

type StartRequest = EndpointRequest<unknown, undefined, MessageBatchInput>;

export const startMessageBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-messages',
  operationId: 'startMessageBatch',
  tag: 'Batch messages',
  summary: 'Start message batch',
  description:
    'Stores each row of the file, all or none. The first message of the flow is then sent to each row: after one approval of all messages (`approval: first`, the default), after an approval of each (`each`), or without approval (`none`). Messages are sent at the rate of the batch, outside of quiet hours. Rows that receive no message are `skipped` with a reason.',
  scope: 'messages:send',
  body: MessageBatchInput.meta({
    id: 'MessageBatchInput',
    examples: [
      {
        flowId: exampleId('flow'),
        name: 'Reminders of Tuesday',
        rows: [{ phone_number: '+12025550100', name: 'Ada Lovelace', time: "nine o'clock" }],
        approval: 'first',
        quietHours: { start: '20:00', end: '09:00' },
      },
    ],
  }),
  bodyLimits: rowLimits,
  chunkedList: 'rows',
  upload: 'csv',
  reply: StartMessageBatchResponse,
  errorCodes: [
    'flow_not_found',
    'flow_not_active',
    'recipient_channel_mismatch',
    'no_message_carrier',
    'test_key',
    'csv_malformed',
    'csv_empty',
    'csv_missing_phone_column',
    'csv_missing_email_column',
    'csv_invalid_header',
    'batch_rows_invalid',
    'batch_repeated',
    'batch_nothing_to_send',
  ],

  async problemOfInvalidBody({ caller: { workspaceId }, input, faults }, { database }) {
    const flowId = sentText(sentFields(input)['flowId']);
    const allFaults = [...faults];
    if (flowId !== undefined)
      await findBatchFlow(database.inWorkspace(workspaceId), workspaceId, { flowId }, allFaults);
    return problemFromFaults(allFaults);
  },

  async handle(request, context) {
    const { workspaceId } = request.caller;
    const db = context.database.inWorkspace(workspaceId);
    const { file, headerIsRow1, faults } = await resolveBatchFile(request.upload, request.body);
    await findBatchFlow(db, workspaceId, request.body, faults);
    if (faults.length > 0 || file === undefined) throw problemFromFaults(faults);
    return withReadSlot(() =>
      db.transaction(async (tx) => {
        const response = await importMessageBatch(tx, request, { file, headerIsRow1 }, context);
        return request.requestRecord.storeResponse(tx, response);
      }),
    );
  },
});

interface SentFile {
  readonly file: Upload;
  readonly headerIsRow1: boolean;
}

/** Stores the batch and its rows. `tx` must be rolled back if it throws. */
async function importMessageBatch(
  tx: Queryable,
  request: StartRequest,
  { file, headerIsRow1 }: SentFile,
  context: ApiContext,
): Promise<z.input<typeof StartMessageBatchResponse>> {
  const { body, caller } = request;
  const { workspaceId } = caller;
  const at = new Date(context.clock.now());
  const batchOf = { type: 'messages', flowId: body.flowId } as const;
  const isNew = (kind: 'file_sha256' | 'numbers_digest', value: string) =>
    body.allowRepeat ? undefined : rejectRepeat(tx, { workspaceId, batchOf, kind, value, at });
  await lockFlow(tx, { workspaceId, flowId: body.flowId });
  const flowFaults: Parameters<typeof findBatchFlow>[3] = [];
  const batchFlow = await findBatchFlow(tx, workspaceId, body, flowFaults);
  if (batchFlow === undefined) throw problemFromFaults(flowFaults);
  const recent = await findRecentBatches(tx, { workspaceId, batchOf, since: repeatWindowStart(at) });
  const fileSha256 = fileDigest(file, body);
  await isNew('file_sha256', fileSha256);
  const batchId = await insertBatchOfFlow(tx, request, { batchFlow, fileSha256, at }, context);
  const { report, suppressedRows, repeated } = await insertRows(tx, request, {
    recent,
    content: file.content,
    batch: { batchId, workspaceId, channel: batchFlow.channel, at },
    options: messageFileOptions(body, { headerIsRow1, previewRows: 0, batchFlow }, context),
    baseJobId: context.ids.newId('job'),
  });
  rejectUnsendable(report, { request, headerIsRow1, suppressedRows, batchFlow, context });
  await isNew('numbers_digest', report.numbersDigest);
  const variables = report.columns.flatMap(({ name, role }) => (role === 'variable' ? [name] : []));
  const { numbersDigest } = report;
  const batch = await describeMessageBatchFile(tx, { workspaceId, batchId, variables, numbersDigest });
  await openMessageBatch(tx, batch, at);
  const { invalidRows, duplicateRows, encoding } = report;
  return {
    ...(await readMessageBatchResponse(tx, batch, caller, context)),
    validRows: report.totalRows - invalidRows - duplicateRows - suppressedRows,
    invalidRows,
    duplicateRows,
    suppressedRows,
    encoding,
    ...messageFileWarnings(report, batchFlow, { ...body, repeated }),
  };
}

/** Schedules the first messages of a new batch, or publishes that it waits for approval. */
export async function openMessageBatch(tx: Queryable, batch: MessageBatchRow, at: Date): Promise<void> {
  if (batch.status === 'scheduled') return scheduleMessageBatch(tx, batch, batch.scheduledAt ?? at);
  const counts = await countBatchMessages(tx, { workspaceId: batch.workspaceId, batchId: batch.id });
  await publishMessageBatch(tx, batch, { event: 'approval_required', counts, at });
}

type BatchSettings = Pick<
  MessageBatchInput,
  'name' | 'approval' | 'quietHours' | 'messagesPerSecond' | 'metadata' | 'scheduledAt'
> & { readonly defaultCountry?: string | undefined };

interface NewBatchOfFlow {
  readonly batchFlow: BatchFlow;
  /** Default: none, for a batch without a file. */
  readonly fileSha256?: string;
  readonly at: Date;
}

/** Stores a new batch without rows. Returns its id. */
export async function insertBatchOfFlow(
  tx: Queryable,
  { body, caller }: { readonly body: BatchSettings; readonly caller: Caller },
  { batchFlow: { flow, channel }, fileSha256, at }: NewBatchOfFlow,
  { ids }: Pick<ApiContext, 'ids'>,
): Promise<string> {
  const id = ids.newId('messageBatch');
  await insertMessageBatch(tx, {
    id,
    workspaceId: caller.workspaceId,
    name: body.name,
    flowId: flow.id,
    flowVersion: flow.version,
    channel,
    approval: body.approval,
    againOf: null,
    defaultCountry: body.defaultCountry ?? null,
    quietHours: body.quietHours ?? flow.definition.quietHours,
    messagesPerSecond: body.messagesPerSecond,
    metadata: body.metadata,
    createdBy: caller.actor.id,
    testOnly: caller.isTestKey,
    scheduledAt: body.scheduledAt === undefined ? null : new Date(body.scheduledAt),
    fileSha256: fileSha256 ?? id,
    at,
  });
  return id;
}

type RowsToInsert = Required<Pick<Parameters<typeof readCsv>[0], 'content' | 'options'>> & {
  readonly baseJobId: string;
  /** Batches whose recipients count as repeated. */
  readonly recent: readonly RecentBatch[];
  readonly batch: Omit<Parameters<typeof insertBatchMessages>[1], 'jobs' | 'scheduledAt'>;
};

/** Stores the rows. If an invalid row causes the rejection of the file, only collects the faults of the remaining rows. */
async function insertRows(
  tx: Queryable,
  { body: { onInvalidRows, scheduledAt } }: StartRequest,
  { batch, recent, ...task }: RowsToInsert,
): Promise<{
  readonly report: CsvReport;
  readonly suppressedRows: number;
  readonly repeated: RepeatedRows;
}> {
  const { workspaceId, channel } = batch;
  let suppressedRows = 0;
  let repeated = noRepeatedRows;
  let isRejected = false;
  const startsAt = scheduledAt === undefined ? null : new Date(scheduledAt);
  const report = await readCsv(task, async ({ jobs, invalidRows }) => {
    isRejected ||= invalidRows > 0 && onInvalidRows === 'refuse';
    if (jobs === null || isRejected) return;
    const { recipient: numbers, rowNumber: rows, skipReason: skipReasons } = jobs;
    const candidates = { workspaceId, channel, batches: recent, numbers, rows, skipReasons };
    repeated = addRepeatedRows(repeated, await findRepeatedNumbers(tx, candidates));
    suppressedRows += await insertBatchMessages(tx, { ...batch, jobs, scheduledAt: startsAt });
  });
  return { report, suppressedRows, repeated };
}

/** @throws {Problem} if the file has invalid rows, rows that a carrier or the key does not reach, or no row that receives a message */
function rejectUnsendable(
  report: CsvReport,
  {
    request: { caller, body },
    headerIsRow1,
    suppressedRows,
    batchFlow: { channel },
    context,
  }: {
    readonly request: StartRequest;
    readonly headerIsRow1: boolean;
    readonly suppressedRows: number;
    readonly batchFlow: BatchFlow;
    readonly context: Pick<ApiContext, 'messageRoutes'>;
  },
): void {
  if (caller.isTestKey && report.networks.phone.rows > 0)
    throw realNumbersProblem(report.networks.phone, recipientRole(channel));
  if (report.invalidRows > 0 && body.onInvalidRows === 'refuse')
    throw invalidRowsProblem(report, headerIsRow1, 'write to');
  if (report.totalRows === report.invalidRows + report.duplicateRows + suppressedRows)
    throw noValidRowsProblem(report, { suppressedRows }, 'write to');
  const unreachable = missingCarrier(report, channel, context.messageRoutes);
  if (unreachable !== undefined) reject(unreachable.code, { details: unreachable.details });
}
