import type { Queryable, Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

/** Costs one index scan per conversation, regardless of its length. */
const statement: Statement = {
  name: 'list_messages',
  text: `select messages.* from unnest($2::text[]) as wanted (id) cross join lateral (
      select ${messageColumns} from messages where workspace_id = $1 and conversation_id = wanted.id
      order by messages.sequence desc limit $3) messages
    order by "conversationId", sequence`,
};

/** Returns the last messages of each conversation, at most `limit` per conversation, in the order of their creation. */
export async function listMessages(
  db: Queryable,
  query: {
    readonly workspaceId: string;
    readonly conversationIds: readonly string[];
    readonly limit: number;
  },
): Promise<ReadonlyMap<string, MessageRow[]>> {
  if (query.conversationIds.length === 0) return new Map();
  const rows = await db.rows<MessageRow>(statement, [query.workspaceId, query.conversationIds, query.limit]);
  return Map.groupBy(rows, ({ conversationId }) => conversationId);
}
