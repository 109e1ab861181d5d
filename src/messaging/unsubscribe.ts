import type { Clock } from '../core/clock.ts';
import { findConversationKey, lockConversation } from '../store/conversations/conversations.ts';
import { rejectUnsentMessages } from '../store/conversations/sending.ts';
import type { Database } from '../store/database.ts';
import { addSuppressions } from '../store/suppressions.ts';
import { cancelSends } from './send-jobs.ts';

/**
 * Opts the recipient of a conversation out of the channel of this conversation, in its workspace, and rejects the messages to the recipient that are not sent yet.
 * Returns false if the conversation does not exist.
 */
export async function unsubscribe(
  { database, clock }: { readonly database: Database; readonly clock: Pick<Clock, 'now'> },
  conversationId: string,
): Promise<boolean> {
  const key = await findConversationKey(database.asSystem(), conversationId);
  if (key === undefined) return false;
  const { workspaceId } = key;
  const at = new Date(clock.now());
  return database.inWorkspace(workspaceId).transaction(async (tx) => {
    const conversation = await lockConversation(tx, key);
    if (conversation === undefined) return false;
    const { channel, recipient: address } = conversation;
    const entries = [{ channel, address, reason: 'The recipient unsubscribed with the link of an email.' }];
    await addSuppressions(tx, { workspaceId, entries, createdBy: null, at });
    const note = 'The recipient unsubscribed.';
    const unsent = { workspaceId, channel, recipients: [address], note, at };
    await cancelSends(tx, { workspaceId, messageIds: await rejectUnsentMessages(tx, unsent) });
    return true;
  });
}
