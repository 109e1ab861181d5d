import type { z } from 'zod';
import type { ConversationRow } from '../../store/conversations/conversation-row.ts';
import { listMessages } from '../../store/conversations/list-messages.ts';
import type { Queryable } from '../../store/queryable.ts';
import { toConversationResponse, type ConversationResponse } from './conversation-response.ts';

export interface MessageWindow {
  readonly workspaceId: string;
  /** Of each conversation: the last so many. */
  readonly messagesMax: number;
  readonly at: Date;
}

/** Conversations with their messages, read in one go. */
export async function toConversationResponses(
  db: Queryable,
  rows: readonly ConversationRow[],
  { workspaceId, messagesMax, at }: MessageWindow,
): Promise<z.input<typeof ConversationResponse>[]> {
  const conversationIds = rows.map(({ id }) => id);
  const messages = await listMessages(db, { workspaceId, conversationIds, limit: messagesMax });
  return rows.map((row) => toConversationResponse(row, messages.get(row.id) ?? [], at));
}
