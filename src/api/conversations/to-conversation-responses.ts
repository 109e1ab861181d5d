import type { z } from 'zod';
import type { ConversationRow } from '../../store/conversations/conversations.ts';
import { listMessages } from '../../store/conversations/messages.ts';
import type { Queryable } from '../../store/queryable.ts';
import { toConversationResponse, type ConversationResponse } from './conversation-response.ts';

/** Selects the messages of each conversation. */
export interface MessageWindow {
  readonly workspaceId: string;
  /** Number of latest messages per conversation. */
  readonly maxMessages: number;
  /** The time at which the status of the conversations is determined. */
  readonly at: Date;
}

/** Returns conversations with their messages, which are read in one query. */
export async function toConversationResponses(
  db: Queryable,
  rows: readonly ConversationRow[],
  { workspaceId, maxMessages, at }: MessageWindow,
): Promise<z.input<typeof ConversationResponse>[]> {
  const conversationIds = rows.map(({ id }) => id);
  const messages = await listMessages(db, { workspaceId, conversationIds, limit: maxMessages });
  return rows.map((row) => toConversationResponse(row, messages.get(row.id) ?? [], at));
}
