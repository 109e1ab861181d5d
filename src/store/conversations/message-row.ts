import type { Keyword } from '../../domain/conversations/keyword.ts';
import type { MessageAttachment, MessageOrigin } from '../../domain/conversations/conversation.ts';
import type { MessageStatus } from '../../domain/conversations/message-status.ts';

export interface MessageRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly conversationId: string;
  /** Orders the messages of a conversation; may have gaps. */
  readonly sequence: number;
  readonly direction: 'outbound' | 'inbound';
  readonly origin: MessageOrigin;
  readonly status: MessageStatus;
  readonly content: string;
  /** Text template of the flow; null except for the first message of a flow. */
  readonly template: string | null;
  /** The content before a user changed it. */
  readonly draft: string | null;
  readonly subject: string | null;
  readonly missingVariables: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdBy: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionNote: string | null;
  readonly dueAt: Date | null;
  /** Number of attempts to send it. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  /** The carrier that sends or received it; null before the first attempt. */
  readonly carrier: string | null;
  /** Our address at the carrier. */
  readonly fromAddress: string | null;
  /** Parts of an SMS; null for email. */
  readonly segments: number | null;
  /** The carrier's id of an inbound message; null if the carrier has none. */
  readonly externalId: string | null;
  /** Of an inbound email: the address of its sender if this is not the recipient of the conversation. */
  readonly sender: string | null;
  readonly attachments: readonly MessageAttachment[];
  /** The keyword that it consists of or answers; null for none. */
  readonly keyword: Keyword | null;
  readonly failure: string | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Columns of the table `messages`, or of a subquery with that name. */
export const messageColumns = `messages.id, messages.workspace_id as "workspaceId",
  messages.conversation_id as "conversationId", messages.sequence, messages.direction, messages.origin, messages.status,
  messages.content, messages.template, messages.draft, messages.subject,
  messages.missing_variables as "missingVariables", messages.metadata, messages.attachments, messages.created_by as "createdBy",
  messages.decided_by as "decidedBy", messages.decided_at as "decidedAt", messages.decision_note as "decisionNote",
  messages.due_at as "dueAt", messages.attempts, messages.first_attempt_at as "firstAttemptAt", messages.carrier,
  messages.from_address as "fromAddress", messages.segments, messages.external_id as "externalId", messages.sender, messages.keyword, messages.failure, messages.sent_at as "sentAt", messages.delivered_at as "deliveredAt",
  messages.created_at as "createdAt", messages.updated_at as "updatedAt"`;
