import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

export type NewMessage = Pick<
  MessageRow,
  | 'id'
  | 'workspaceId'
  | 'conversationId'
  | 'direction'
  | 'origin'
  | 'status'
  | 'content'
  | 'createdBy'
  | 'dueAt'
> &
  Partial<Pick<MessageRow, 'template' | 'subject' | 'missingVariables' | 'metadata'>> & { readonly at: Date };

/** Extends the conversation by its inactivity hours, from the creation or the due time of the message, whichever is later. */
const statement: Statement = {
  name: 'insert_message',
  text: `with conversation as (
      update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $14::timestamptz),
        expires_at = greatest(expires_at, greatest($13::timestamptz, $14) + make_interval(hours => inactivity_hours))
      where workspace_id = $1 and id = $3 returning sequence),
    messages as (
      insert into messages (workspace_id, id, conversation_id, sequence, direction, origin, status, content, template, subject,
        missing_variables, metadata, created_by, due_at, created_at, updated_at)
      select $1, $2, $3, sequence, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14 from conversation
      returning *)
    select ${messageColumns} from messages`,
};

/** Inserts a message, with no template, subject, missing variables and metadata unless given. Returns undefined if the conversation does not exist. */
export function insertMessage(
  tx: Queryable,
  { template = null, subject = null, missingVariables = [], metadata = {}, ...message }: NewMessage,
): Promise<MessageRow | undefined> {
  return tx.row<MessageRow>(statement, [
    message.workspaceId,
    message.id,
    message.conversationId,
    message.direction,
    message.origin,
    message.status,
    withoutNul(message.content),
    template,
    subject === null ? null : withoutNul(subject),
    missingVariables,
    json(metadata),
    message.createdBy,
    message.dueAt,
    message.at,
  ]);
}
