import { reject } from '../../core/problems.ts';
import { findUnreachable, type MessageRoutes } from '../../messaging/sending/message-routes.ts';
import type { ConversationRow } from '../../store/conversations/conversations.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions.ts';

/** Codes of the problems that `refuseUnreachable` throws. */
export const unreachableCodes = [
  'opted_out',
  'no_message_carrier',
  'sender_not_allowed',
  'sender_in_use',
] as const;

/**
 * @throws {Problem} `opted_out` if the recipient is suppressed on the channel; `no_message_carrier` if no carrier is set up for it;
 * `sender_not_allowed` or `sender_in_use` if the workspace has no sender for it
 */
export async function rejectUnreachable(
  db: Queryable,
  { workspaceId, channel, recipient, agentId }: ConversationRow,
  routes: MessageRoutes,
  at: Date,
): Promise<void> {
  if (await isSuppressed(db, { workspaceId, channel, address: recipient })) reject('opted_out');
  const unreachable = await findUnreachable(db, routes, { workspaceId, channel, recipient, agentId, at });
  if (unreachable !== undefined) reject(unreachable.code, { details: unreachable.text });
}
