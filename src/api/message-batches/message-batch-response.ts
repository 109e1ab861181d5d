import type { z } from 'zod';
import { Problem } from '../../core/problems.ts';
import { countSegments } from '../../core/sms-segments.ts';
import { BatchMessage, MessageBatch, type MessageCounts } from '../../domain/batches/message-batch.ts';
import type { ComposedMessage } from '../../domain/batches/message-batch.ts';
import { type MessageChannel, readRecipient } from '../../domain/conversations/recipient.ts';
import {
  composeMessage,
  findSendingAgent,
  type ComposedText,
  type PreparedMessage,
} from '../../messaging/sending/flow-message.ts';
import { batchCustomer } from '../../messaging/sending/message-batch-job.ts';
import {
  countBatchMessages,
  findFirstBatchMessages,
  type BatchMessageRow,
  type MessageRowContent,
} from '../../store/batches/batch-messages.ts';
import type { MessageBatchRow } from '../../store/batches/message-batches.ts';
import { findFlowVersion } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import type { Caller, PathParameter } from '../endpoint.ts';

export const MessageBatchResponse = MessageBatch.meta({ id: 'MessageBatch' });
export const BatchMessageResponse = BatchMessage.meta({ id: 'BatchMessage' });

export const messageBatchParameter = {
  batchId: { kind: 'messageBatch', notFoundCode: 'batch_not_found', description: 'The batch of messages.' },
} as const satisfies Record<string, PathParameter>;

export const messageJobParameter = {
  ...messageBatchParameter,
  jobId: { kind: 'job', notFoundCode: 'job_not_found', description: 'A row of the batch.' },
} as const satisfies Record<string, PathParameter>;

const toIsoString = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Number of messages that a user sees before the approval of a batch. */
const maxFirstMessages = 10;

type ResponseContext = Pick<ApiContext, 'zones' | 'clock'>;
type Messages = z.input<typeof ComposedMessage>[];

/** Returns the batch as the API shows it, with its first messages while it waits for approval. */
export async function readMessageBatchResponse(
  db: Queryable,
  batch: MessageBatchRow,
  caller: Pick<Caller, 'timezone'>,
  context: ResponseContext,
): Promise<z.input<typeof MessageBatch>> {
  const counts = await countBatchMessages(db, { workspaceId: batch.workspaceId, batchId: batch.id });
  const isWaiting = batch.status === 'pending_approval';
  const firstMessages = isWaiting ? await composeFirstMessages(db, batch, caller, context) : [];
  return toMessageBatchResponse(batch, { counts, firstMessages });
}

function toMessageBatchResponse(
  row: MessageBatchRow,
  { counts, firstMessages }: { readonly counts: MessageCounts; readonly firstMessages: Messages },
): z.input<typeof MessageBatch> {
  const { id, name, status, statusDetail, flowId, flowVersion, channel, approval, metadata } = row;
  return {
    batchId: id,
    name,
    status,
    statusDetail,
    flowId,
    flowVersion,
    channel,
    approval,
    approvedAt: toIsoString(row.approvedAt),
    approvedBy: row.approvedBy,
    firstMessages,
    againOf: row.againOf,
    defaultCountry: row.defaultCountry,
    scheduledAt: toIsoString(row.scheduledAt),
    quietHours: row.quietHours,
    messagesPerSecond: row.messagesPerSecond,
    metadata,
    totalRows: counts.total,
    ...counts,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    startedAt: toIsoString(row.startedAt),
    endedAt: toIsoString(row.endedAt),
  };
}

/** Composes the first messages as the job of the batch will. */
async function composeFirstMessages(
  db: Queryable,
  batch: MessageBatchRow,
  { timezone: workspaceZone }: Pick<Caller, 'timezone'>,
  { zones, clock }: ResponseContext,
): Promise<Messages> {
  const { workspaceId, id: batchId, flowId, flowVersion: version, channel } = batch;
  const flow = await findFlowVersion(db, { workspaceId, flowId, version });
  if (flow?.definition.type !== 'message') return [];
  const { definition } = flow;
  const agent = await findSendingAgent({ db, workspaceId }, { id: flowId, definition });
  const at = new Date(clock.now());
  const flowRow = { id: flowId, workspaceId, version, definition, createdAt: flow.createdAt, updatedAt: at };
  const rows = await findFirstBatchMessages(db, { workspaceId, batchId, limit: maxFirstMessages });
  return composeRows(rows, { flow: flowRow, agent, channel }, { workspaceZone, at, zones });
}

interface ComposeContext extends Pick<ResponseContext, 'zones'> {
  readonly workspaceZone: string;
  readonly at: Date;
}

/** Composes the messages of rows as the job of their batch will. */
export function composeRows(
  rows: readonly Omit<MessageRowContent, 'id'>[],
  { channel, ...sender }: Omit<PreparedMessage, 'recipient'> & { readonly channel: MessageChannel },
  { zones, ...times }: ComposeContext,
): Messages {
  return rows.map(({ rowNumber: row, recipient: to, dynamic, ...content }) => {
    const recipient = readRecipient(to) ?? { channel, address: to };
    const customer = batchCustomer({ channel }, { ...content, dynamic });
    return toComposedMessage({ row, to, channel }, () =>
      composeMessage({ ...sender, recipient }, { customer, dynamic, ...times }, zones),
    );
  });
}

function toComposedMessage(
  { channel, ...row }: { readonly row: number; readonly to: string; readonly channel: MessageChannel },
  compose: () => ComposedText,
): Messages[number] {
  try {
    const { content: message, subject, missingVariables } = compose();
    const segments = channel === 'sms' ? countSegments(message).segments : null;
    return { ...row, subject, message, segments, missingVariables: [...missingVariables], fault: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const nothing = { subject: null, message: '', segments: null, missingVariables: [] };
    return { ...row, ...nothing, fault: error.message };
  }
}

export function toBatchMessageResponse(row: BatchMessageRow): z.input<typeof BatchMessage> {
  const { id, batchId, rowNumber, recipient, status, messageStatus, skipReason, detail } = row;
  return {
    jobId: id,
    batchId,
    row: rowNumber,
    to: recipient,
    status,
    messageStatus,
    skipReason,
    detail,
    conversationId: row.conversationId,
    messageId: row.messageId,
    message: row.content,
    reply: row.reply,
    customer: row.customer,
    dynamic: row.dynamic,
    scheduledAt: toIsoString(row.scheduledAt),
    sentAt: toIsoString(row.sentAt),
    deliveredAt: toIsoString(row.deliveredAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
