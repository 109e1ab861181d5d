import { refuse } from '../../core/problems.ts';
import type { ConversationRow } from '../../store/conversations/conversation-row.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions/is-suppressed.ts';

/** @throws {Problem} `opted_out` if the recipient is suppressed on the channel */
export async function refuseOptedOut(
  db: Queryable,
  { workspaceId, channel, recipient }: ConversationRow,
): Promise<void> {
  if (await isSuppressed(db, { workspaceId, channel, address: recipient })) refuse('opted_out');
}
