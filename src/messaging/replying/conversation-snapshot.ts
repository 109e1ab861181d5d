import { isUnverified, type MailAuthentication } from '../../contracts/message-carrier.ts';
import { ownWords } from '../../domain/conversations/own-words.ts';
import type { MessageFlow } from '../../domain/flow/flow.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { FlowState } from '../../domain/flow/state.ts';
import { type AgentRow, findAgent } from '../../store/agents.ts';
import type { ConversationKey, ConversationRow } from '../../store/conversations/conversations.ts';
import { listMessages, type MessageRow } from '../../store/conversations/messages.ts';
import { findReplyState, type ReplyState } from '../../store/conversations/replies.ts';
import { findFlowVersion } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Number of messages that a reply considers. */
const maxMessages = 200;
/** Number of messages of the previous conversation that a reply considers. */
const maxPreviousMessages = 20;

/** What a reply needs to know about its conversation. */
export interface ConversationSnapshot extends ReplyState {
  readonly conversation: ConversationRow;
  /** The last messages, oldest first. */
  readonly messages: readonly MessageRow[];
  /** The last messages of the conversation that this one follows, oldest first. */
  readonly previousMessages: readonly MessageRow[];
  /** The flow in the version with which the conversation started; undefined if the flow was deleted. */
  readonly flow: MessageFlow | undefined;
  readonly agent: AgentRow | undefined;
}

/** Loads what a reply needs. `conversation` was read, or locked, with the same `db`. */
export async function loadConversationSnapshot(
  db: Queryable,
  conversation: ConversationRow,
): Promise<ConversationSnapshot | undefined> {
  const { workspaceId, id: conversationId, flowId, flowVersion, agentId } = conversation;
  const key: ConversationKey = { workspaceId, conversationId };
  const state = await findReplyState(db, key);
  if (state === undefined) return undefined;
  const { previousId } = state;
  const messages = await messagesOf(db, key, maxMessages);
  const previous =
    previousId === null
      ? []
      : await messagesOf(db, { workspaceId, conversationId: previousId }, maxPreviousMessages);
  const version = await findFlowVersion(db, { workspaceId, flowId, version: flowVersion });
  const agent = agentId === null ? undefined : await findAgent(db, { workspaceId, agentId });
  const definition = version?.definition;
  return {
    ...state,
    conversation: restartFlowIfSentAgain(conversation, messages, state),
    messages,
    previousMessages: previous,
    flow: definition?.type === 'message' ? definition : undefined,
    agent,
  };
}

/**
 * Clears the state of a flow that has ended, so that it starts again, if the opening message of the flow was sent again between the last answered and the first
 * unanswered message. Otherwise returns the conversation unchanged.
 */
function restartFlowIfSentAgain(
  conversation: ConversationRow,
  messages: readonly MessageRow[],
  { answeredSequence }: ReplyState,
): ConversationRow {
  if (readFlowState(conversation.flowState)?.state.isEnded !== true) return conversation;
  const inbound = messages.filter((message) => message.direction === 'inbound' && isAnswerable(message));
  const answered = inbound.findLast(({ sequence }) => sequence <= answeredSequence)?.sequence ?? 0;
  const next = inbound.find(({ sequence }) => sequence > answeredSequence)?.sequence ?? 0;
  const isSentAgain = messages.some(
    (message) =>
      message.template !== null &&
      message.sequence > answered &&
      message.sequence < next &&
      wasReceived(message),
  );
  return isSentAgain ? { ...conversation, flowState: null } : conversation;
}

async function messagesOf(
  db: Queryable,
  { workspaceId, conversationId }: ConversationKey,
  limit: number,
): Promise<readonly MessageRow[]> {
  const messages = await listMessages(db, { workspaceId, conversationIds: [conversationId], limit });
  return messages.get(conversationId) ?? [];
}

/** Returns the inbound messages that no reply has handled. */
export const unansweredOf = ({ messages, answeredSequence }: ConversationSnapshot): readonly MessageRow[] =>
  messages.filter(({ direction, sequence }) => direction === 'inbound' && sequence > answeredSequence);

/** Returns what the customer wrote in the messages that the reply answers. */
export function textOf(snapshot: ConversationSnapshot): string {
  const sent = snapshot.messages.filter(wasReceived).map(({ content }) => content);
  return unansweredOf(snapshot)
    .filter(isAnswerable)
    .map(({ content }) => ownWords(content, sent))
    .filter((text) => text !== '')
    .join('\n');
}

const receivedStatuses: ReadonlySet<MessageRow['status']> = new Set<MessageRow['status']>([
  'sending',
  'sent',
  'delivered',
  'unknown',
]);

/** Returns whether the customer has probably received an outbound message, other than the answer to a keyword. */
export const wasReceived = ({ direction, status, keyword }: MessageRow): boolean =>
  direction === 'outbound' && keyword === null && receivedStatuses.has(status);

/** Returns whether a person wrote an inbound message that may be answered. */
export const isAnswerable = ({ keyword, metadata }: MessageRow): boolean =>
  keyword === null && metadata['kind'] !== 'automatic';

/** Returns whether an email certainly or probably is not from the recipient of the conversation. */
export function isOfOtherSender({ sender, metadata }: MessageRow): boolean {
  const authentication = metadata['authentication'] as Pick<MailAuthentication, 'dmarc'> | undefined;
  return sender !== null || isUnverified(authentication);
}

/** The column `flow_state` of a conversation. */
export interface StoredFlowState {
  /** The flow of an agent that has taken over the conversation; null for the flow of the conversation. `flowId` is null for an agent without a flow. */
  readonly handoff: {
    readonly flowId: string | null;
    readonly flowVersion: number | null;
    /** The language in which the agent continues. States of earlier versions do not have it. */
    readonly language?: string;
  } | null;
  readonly state: FlowState;
  /** Variables of earlier flows of the conversation. */
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/** Returns the state of the flow of a conversation; undefined before the first reply. */
export const readFlowState = (stored: unknown): StoredFlowState | undefined =>
  stored === null || stored === undefined ? undefined : (stored as StoredFlowState);
