import type { Keyword } from '../../domain/conversations/keyword.ts';
import { withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';
import type { ConversationKey } from './find-conversations-of-addresses.ts';

const count: Statement = {
  name: 'count_keyword_answers',
  text: `select count(*)::int as answers from messages
    where workspace_id = $1 and conversation_id = $2 and direction = 'outbound' and keyword = $3 and created_at > $4`,
};

/** Returns the number of answers to a keyword in a conversation since a time. */
export async function countKeywordAnswers(
  tx: Queryable,
  query: ConversationKey & { readonly keyword: Keyword; readonly since: Date },
): Promise<number> {
  const { workspaceId, conversationId, keyword, since } = query;
  const row = await tx.row<{ answers: number }>(count, [workspaceId, conversationId, keyword, since]);
  return row!.answers;
}

const insert: Statement = {
  name: 'insert_keyword_answer',
  text: `with conversation as (
      update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $6::timestamptz)
      where workspace_id = $1 and id = $2 returning sequence),
    messages as (
      insert into messages (workspace_id, id, conversation_id, sequence, direction, origin, status, content, keyword, due_at,
        created_at, updated_at)
      select $1, $3, $2, sequence, 'outbound', 'agent', 'approved', $4, $5, $6, $6, $6 from conversation
      returning *)
    select ${messageColumns} from messages`,
};

/** Stores the answer to a keyword, which is due at once and is sent even if the recipient opted out. */
export async function insertKeywordAnswer(
  tx: Queryable,
  answer: ConversationKey & {
    readonly id: string;
    readonly keyword: Keyword;
    readonly content: string;
    readonly at: Date;
  },
): Promise<MessageRow> {
  const { workspaceId, conversationId, id, content, keyword, at } = answer;
  const row = await tx.row<MessageRow>(insert, [
    workspaceId,
    conversationId,
    id,
    withoutNul(content),
    keyword,
    at,
  ]);
  return row!;
}
