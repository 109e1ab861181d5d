import { refuse } from '../../core/problems.ts';
import type { MessageRoutes } from '../../messaging/message-routes.ts';
import type { ConversationRow } from '../../store/conversations/conversation-row.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions.ts';

/** @throws {Problem} `opted_out` if the recipient is suppressed on the channel; `no_message_carrier` if no carrier is set up for it */
export async function refuseUnreachable(
  db: Queryable,
  { workspaceId, channel, recipient }: ConversationRow,
  routes: MessageRoutes,
): Promise<void> {
  if (await isSuppressed(db, { workspaceId, channel, address: recipient })) refuse('opted_out');
  if (routes.find(channel, recipient) === undefined)
    refuse('no_message_carrier', { details: routes.missingCarrierText(channel, recipient) });
}
