import { reject } from '../../core/problems.ts';
import { batchMessageStatus } from '../../domain/batches/message-batch.ts';
import { messageStatus } from '../../domain/conversations/message-status.ts';
import {
  eachBatchMessage,
  findBatchMessage,
  listBatchMessages as findBatchMessages,
  type BatchMessageRow,
} from '../../store/batches/batch-messages.ts';
import { findMessageBatch } from '../../store/batches/message-batches.ts';
import {
  type CsvCell,
  csvFormatQuery,
  csvFormOf,
  csvResponse,
  csvRows,
  excelFaults,
  excelQuery,
} from '../csv-export.ts';
import { endpoint } from '../endpoint.ts';
import { baseUrlOf } from '../http/base-url.ts';
import {
  listQuery,
  listResponse,
  listResponseSchema,
  listWindow,
  queryAddress,
  queryText,
} from '../paging.ts';
import {
  BatchMessageResponse,
  messageBatchParameter,
  messageJobParameter,
  toBatchMessageResponse,
} from './message-batch-response.ts';

export const listBatchMessages = endpoint({
  method: 'GET',
  path: '/v1/api/batch-messages/{batchId}/messages',
  operationId: 'listBatchMessages',
  tag: 'Batch messages',
  summary: 'List batch messages',
  description:
    'Sorted in the order of the file. `format=csv` returns all matching rows as one file that is safe to open in a spreadsheet: cells that begin like a formula are prefixed with an apostrophe. `raw=true` leaves them unchanged.',
  scope: 'conversations:read',
  parameters: messageBatchParameter,
  query: listQuery({
    status: batchMessageStatus.optional(),
    messageStatus: messageStatus.optional(),
    to: queryAddress.optional().meta({ description: 'A recipient: E.164, or an email address.' }),
    search: queryText.optional().meta({
      description: "Matches anywhere in the recipient, or in the customer's name, email or external id.",
    }),
    ...csvFormatQuery,
    ...excelQuery('the time zone of the workspace'),
  }).superRefine((query, context) => {
    for (const fault of excelFaults(query)) context.addIssue({ code: 'custom', ...fault });
  }),
  reply: listResponseSchema('messages', BatchMessageResponse),
  alternativeReply: { contentType: 'text/csv', description: 'All matching rows.' },

  async handle({ caller: { workspaceId, timezone }, path: { batchId }, query, header }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const batch = (await findMessageBatch(db, { workspaceId, batchId })) ?? reject('batch_not_found');
    const { status, messageStatus: ofMessage, to: recipient, search } = query;
    const filters = { workspaceId, batchId, status, messageStatus: ofMessage, recipient, search };
    const listFilters = { ...filters, ...listWindow(query) };
    if (query.format === 'csv')
      return csvResponse(
        batch.id,
        csvRows(
          columnsWith(batch.variables),
          eachBatchMessage(db, listFilters),
          csvFormOf(query, { baseUrl: baseUrlOf(header), zone: timezone }),
        ),
      );
    return listResponse('messages', query, await findBatchMessages(db, listFilters), toBatchMessageResponse);
  },
});

export const getBatchMessage = endpoint({
  method: 'GET',
  path: '/v1/api/batch-messages/{batchId}/messages/{jobId}',
  operationId: 'getBatchMessage',
  tag: 'Batch messages',
  summary: 'Get batch message',
  description: 'Returns one row of the batch with the status of its message.',
  scope: 'conversations:read',
  parameters: messageJobParameter,
  reply: BatchMessageResponse,

  async handle({ caller: { workspaceId }, path: { batchId, jobId } }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const row = await findBatchMessage(db, { workspaceId, batchId, jobId });
    if (row !== undefined) return toBatchMessageResponse(row);
    const batch = await findMessageBatch(db, { workspaceId, batchId });
    return reject(batch === undefined ? 'batch_not_found' : 'job_not_found');
  },
});

/** The columns of an export before the variables of the file. */
const exportColumns: Readonly<Record<string, (row: BatchMessageRow) => CsvCell>> = {
  row: ({ rowNumber }) => rowNumber,
  to: ({ recipient }) => recipient,
  name: ({ customer }) => customer['name'],
  external_id: ({ customer }) => customer['externalId'],
  status: ({ status }) => status,
  reply: ({ reply }) => reply,
  message_status: ({ messageStatus: status }) => status,
  skip_reason: ({ skipReason }) => skipReason,
  detail: ({ detail }) => detail,
  message: ({ content }) => content,
  sent_at: ({ sentAt }) => sentAt,
  delivered_at: ({ deliveredAt }) => deliveredAt,
  timezone: ({ customer }) => customer['timezone'],
  language: ({ customer }) => customer['language'],
  scheduled_at: ({ scheduledAt }) => scheduledAt,
  conversation_id: ({ conversationId }) => conversationId,
  message_id: ({ messageId }) => messageId,
  job_id: ({ id }) => id,
};

/** Returns the columns of an export: those of each row, and the variables of the file. */
function columnsWith(variables: readonly string[]): typeof exportColumns {
  const others = variables.filter((name) => !Object.hasOwn(exportColumns, name));
  return {
    ...exportColumns,
    ...Object.fromEntries(others.map((name) => [name, ({ dynamic }: BatchMessageRow) => dynamic[name]])),
  };
}
