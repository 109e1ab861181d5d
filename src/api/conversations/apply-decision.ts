import { refuse } from '../../core/problems.ts';
import { decideMessage, type MessageDecision } from '../../store/conversations/decide-message.ts';
import { findMessage } from '../../store/conversations/find-message.ts';
import type { MessageRow } from '../../store/conversations/message-row.ts';
import type { Queryable } from '../../store/queryable.ts';

/** @throws {Problem} `message_not_found`, and `message_settled` where it is too late for this decision */
export async function applyDecision(tx: Queryable, decision: MessageDecision): Promise<MessageRow> {
  const { workspaceId, conversationId, messageId } = decision;
  const decided = await decideMessage(tx, decision);
  if (decided !== undefined) return decided;
  const known = await findMessage(tx, { workspaceId, messageId });
  if (known?.conversationId !== conversationId) return refuse('message_not_found');
  const details = `The message can not be ${decision.status} any more: it is ${known.status}.`;
  return refuse('message_settled', { details });
}
