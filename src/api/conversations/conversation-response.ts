import type { z } from 'zod';
import { countSegments } from '../../core/sms-segments.ts';
import { Conversation, Message } from '../../domain/conversations/conversation.ts';
import { totalCost } from '../../domain/costs/price-usage.ts';
import { wasSent } from '../../domain/conversations/message-status.ts';
import type { ConversationRow } from '../../store/conversations/conversations.ts';
import type { MessageRow } from '../../store/conversations/messages.ts';
import type { PathParameter } from '../endpoint.ts';

export const MessageResponse = Message.meta({ id: 'Message' });
export const ConversationResponse = Conversation.extend({
  messages: MessageResponse.array().meta({ description: 'The messages, oldest first.' }),
}).meta({
  id: 'Conversation',
});

export const conversationParameter = {
  conversationId: {
    kind: 'conversation',
    notFoundCode: 'conversation_not_found',
    description: 'The conversation.',
  },
} as const satisfies Record<string, PathParameter>;

export const messageParameters = {
  ...conversationParameter,
  messageId: {
    kind: 'message',
    notFoundCode: 'message_not_found',
    description: 'A message of the conversation.',
  },
} as const satisfies Record<string, PathParameter>;

/** Returns the API representation of a message of the conversation. */
export function toMessageResponse(
  row: MessageRow,
  { channel, recipient }: Pick<ConversationRow, 'channel' | 'recipient'>,
): z.input<typeof MessageResponse> {
  return {
    _id: row.id,
    direction: row.direction,
    sent: wasSent(row.status),
    message: row.content,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    origin: row.origin,
    writtenBy: writerOf(row),
    scheduledAt: row.dueAt?.toISOString() ?? null,
    missingVariables: [...row.missingVariables],
    decision: toDecision(row),
    failure: row.failure,
    from: row.direction === 'inbound' ? (row.sender ?? recipient) : row.fromAddress,
    subject: row.subject,
    segments: channel === 'sms' ? countSegments(row.content).segments : null,
    carrier: row.carrier,
    attempts: row.attempts,
    sentAt: row.sentAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    attachments: [...row.attachments],
    metadata: row.metadata as z.input<typeof MessageResponse>['metadata'],
  };
}

const writerOf = ({ origin, createdBy }: MessageRow) => (origin === 'person' ? createdBy : null);

function toDecision({ decidedBy, decidedAt, decisionNote, draft }: MessageRow) {
  if (decidedBy === null || decidedAt === null) return null;
  return { by: decidedBy, at: decidedAt.toISOString(), note: decisionNote, draft };
}

/** Returns whether the conversation is open at this time. */
export const isOpen = ({ closedAt, expiresAt }: ConversationRow, at: Date): boolean =>
  closedAt === null && expiresAt > at;

/** Returns the API representation of the conversation with its messages and its status at the time `at`. */
export function toConversationResponse(
  row: ConversationRow,
  messages: readonly MessageRow[],
  at: Date,
): z.input<typeof ConversationResponse> {
  return {
    _id: row.id,
    userId: row.userId,
    pathwayId: row.flowId,
    ...(row.agentId === null ? {} : { agentId: row.agentId }),
    customer: toCustomer(row),
    messages: messages.map((message) => toMessageResponse(message, row)),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    channel: row.channel,
    status: isOpen(row, at) ? 'open' : 'closed',
    messageCount: row.messageCount,
    customerDetails: row.customer,
    dynamic: { ...row.dynamic },
    metadata: row.metadata as z.input<typeof ConversationResponse>['metadata'],
    takenOver: toTakenOver(row),
    attention: row.attention,
    analysis: row.analysis,
    costs: [...row.costs],
    totalCost: totalCost(row.costs),
    warnings: [...row.warnings],
    automaticMessages: row.automaticCount,
  };
}

function toTakenOver({ takenOverAt, takenOverBy }: ConversationRow) {
  if (takenOverAt === null || takenOverBy === null) return null;
  return { by: takenOverBy, at: takenOverAt.toISOString() };
}

/** Returns the customer. The recipient replaces the phone number or email address of the customer details. */
function toCustomer({ customer, channel, recipient }: ConversationRow) {
  const details = { ...customer, [channel === 'sms' ? 'phone' : 'email']: recipient };
  const texts = (['name', 'email', 'phone'] as const).flatMap((field) => {
    const value: unknown = details[field];
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(texts) as { name?: string; email?: string; phone?: string };
}
