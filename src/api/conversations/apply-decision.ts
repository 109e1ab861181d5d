import { reject } from '../../core/problems.ts';
import {
  decideMessage,
  findMessage,
  type MessageDecision,
  type MessageRow,
} from '../../store/conversations/messages.ts';
import type { Queryable } from '../../store/queryable.ts';

/**
 * Stores the approval or rejection of a message.
 * @throws {Problem} `message_not_found`; `message_settled` if the status of the message no longer allows the decision
 */
export async function applyDecision(tx: Queryable, decision: MessageDecision): Promise<MessageRow> {
  const { workspaceId, conversationId, messageId } = decision;
  const decided = await decideMessage(tx, decision);
  if (decided !== undefined) return decided;
  const current = await findMessage(tx, { workspaceId, messageId });
  if (current?.conversationId !== conversationId) return reject('message_not_found');
  const details = `The message cannot be ${decision.status}: it is ${current.status}.`;
  return reject('message_settled', { details });
}
