import type { Queryable, Statement } from '../queryable.ts';
import type { ConversationKey } from './find-conversations-of-addresses.ts';

const statement: Statement = {
  name: 'find_reply_due',
  text: `select (flow_versions.definition->>'replyDebounceSeconds')::float8 as "debounceSeconds",
      (select min(messages.created_at) from messages where messages.conversation_id = conversations.id
        and direction = 'inbound' and sequence > answered_sequence
        and keyword is null and metadata->>'kind' is distinct from 'automatic') as "waitingSince"
    from conversations left join flow_versions on flow_versions.workspace_id = $1
      and flow_versions.flow_id = conversations.flow_id and version = conversations.flow_version
    where conversations.workspace_id = $1 and conversations.id = $2`,
};

/** Default of flows that were deleted. */
const defaultDebounceSeconds = 8;
/** The longest wait for further messages, as a multiple of the debounce. */
const maxDebounces = 10;

/** Returns when the inbound messages of a conversation are answered: after the debounce of the flow, counted from `at`, the time of the last one. */
export async function findReplyDue(
  tx: Queryable,
  { workspaceId, conversationId }: ConversationKey,
  at: Date,
): Promise<Date> {
  const row = await tx.row<{ debounceSeconds: number | null; waitingSince: Date | null }>(statement, [
    workspaceId,
    conversationId,
  ]);
  const debounceMs = (row?.debounceSeconds ?? defaultDebounceSeconds) * 1000;
  const sinceMs = row?.waitingSince?.getTime() ?? at.getTime();
  return new Date(Math.min(at.getTime() + debounceMs, sinceMs + maxDebounces * debounceMs));
}
