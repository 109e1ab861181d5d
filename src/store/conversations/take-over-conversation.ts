import type { Queryable, Statement } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversation-row.ts';

/** What a person did in a conversation. */
export interface PersonalAction {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** `take_over`: replies become drafts. `release`: replies are automatic again. `handle`: neither changes. */
  readonly action: 'take_over' | 'release' | 'handle';
  /** The user or key. */
  readonly by: string;
  readonly at: Date;
}

/** A conversation keeps the person who took over first. */
const statement: Statement = {
  name: 'record_personal_action',
  text: `update conversations set automatic_count = 0, attention = null, updated_at = greatest(updated_at, $5::timestamptz),
      taken_over_at = case $3::text when 'take_over' then coalesce(taken_over_at, $5) when 'handle' then taken_over_at end,
      taken_over_by = case $3 when 'take_over' then coalesce(taken_over_by, $4::text) when 'handle' then taken_over_by end
    where workspace_id = $1 and id = $2 returning ${conversationColumns}`,
};

/** Records that a person handled a conversation: the count of automatic messages starts again, and the conversation needs no attention. */
export function recordPersonalAction(
  tx: Queryable,
  { workspaceId, conversationId, action, by, at }: PersonalAction,
): Promise<ConversationRow | undefined> {
  return tx.row<ConversationRow>(statement, [workspaceId, conversationId, action, by, at]);
}
