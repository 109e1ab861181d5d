import type { IdSource } from '../../core/ids.ts';
import {
  type AddressPair,
  type ConversationRow,
  noFlow,
  openConversation,
} from '../../store/conversations/conversations.ts';
import {
  countUnassigned,
  findReceivingWorkspace,
  markUnassigned,
} from '../../store/conversations/unassigned.ts';
import type { Queryable } from '../../store/queryable.ts';
import { openTask } from '../../store/tasks.ts';

/** Maximum number of messages of one sender, and of new conversations per address of ours, within the period. More are not stored. */
const maxMessages = 30;
const maxConversations = 100;
const periodMs = 3_600_000;
/** How long a person can answer, in hours after the last message. */
const inactivityHours = 7 * 24;

/** Returns whether the sender, or all strangers who write to our address, have written too much. `tx` must be in the system scope. */
export async function exceedsUnassignedLimits(
  tx: Queryable,
  addresses: AddressPair,
  at: Date,
): Promise<boolean> {
  const since = new Date(at.getTime() - periodMs);
  const limits = { maxMessages, maxConversations };
  const { messages, conversations } = await countUnassigned(tx, { ...addresses, ...limits, since });
  return messages >= maxMessages || (messages === 0 && conversations >= maxConversations);
}

/**
 * Opens a conversation without a flow, for the message of a stranger, in the workspace that owns our number, else in the operator's. Returns undefined if
 * there is none. `tx` must be in the system scope.
 */
export async function openUnassigned(
  tx: Queryable,
  { channel, recipient, ownAddresses }: AddressPair,
  ids: IdSource,
  at: Date,
): Promise<ConversationRow | undefined> {
  const workspaceId = await findReceivingWorkspace(tx, ownAddresses);
  if (workspaceId === undefined) return undefined;
  return openConversation(tx, {
    id: ids.newId('conversation'),
    workspaceId,
    flowId: noFlow,
    flowVersion: 0,
    agentId: null,
    userId: 'system',
    channel,
    recipient,
    customer: {},
    dynamic: {},
    inactivityHours,
    at,
  });
}

/** Leaves the message of a stranger to a person. */
export async function leaveToPerson(
  tx: Queryable,
  { workspaceId, id: conversationId, recipient: address }: ConversationRow,
  at: Date,
): Promise<void> {
  await markUnassigned(tx, { workspaceId, conversationId });
  const reason = 'A message belongs to no conversation of a flow.';
  await openTask(tx, { workspaceId, conversationId, kind: 'inbound_message', reason, address, at });
}
