import { hasModel, type AgentConfig } from '../domain/agent.ts';
import { pausingReasons, type AttentionReason } from '../domain/conversations/attention.ts';
import { isProbablyMachine } from '../domain/conversations/loop-detection.ts';
import { readFlowState } from './flow-state.ts';
import { isAnswerable, isOfOtherSender, unansweredOf, type ReplySnapshot } from './reply-snapshot.ts';

/**
 * What follows the inbound messages of a conversation. `none`: no reply is written. `reply`: a reply is written, and sent or stored as a draft. `mayAct`: whether
 * the flow and the tools of the agent may have side effects.
 */
export type ReplyPlan =
  | { readonly type: 'none'; readonly attention?: AttentionReason }
  | {
      readonly type: 'reply';
      readonly mode: 'send' | 'draft';
      readonly mayAct: boolean;
      readonly attention?: AttentionReason;
    };

/**
 * Decides whether and how the unanswered inbound messages of a conversation are answered. Pure. A flow with nodes pauses where a language model writes a draft,
 * because its next question would take the message for an answer.
 */
export function planReply(snapshot: ReplySnapshot): ReplyPlan {
  const { conversation, flow, isSuppressed } = snapshot;
  const answerable = unansweredOf(snapshot).filter(isAnswerable);
  if (flow === undefined || isSuppressed || conversation.closedAt !== null) return { type: 'none' };
  if (answerable.length === 0 || isAnsweredByPerson(snapshot)) return { type: 'none' };
  const obstacle = obstacleOf(snapshot);
  if (obstacle !== undefined) {
    const attention = obstacle === 'taken_over' ? {} : { attention: obstacle };
    const isPaused = flow.nodes.length > 0 || unanswerable.has(obstacle);
    return isPaused
      ? { type: 'none', ...attention }
      : { type: 'reply', mode: 'draft', mayAct: false, ...attention };
  }
  if (!flow.autopilotReplies) return { type: 'reply', mode: 'draft', mayAct: true };
  return conversation.automaticCount >= flow.maxAutoMessages
    ? { type: 'reply', mode: 'draft', mayAct: true, attention: 'message_limit' }
    : { type: 'reply', mode: 'send', mayAct: true };
}

type Obstacle = AttentionReason | 'taken_over';

/** Obstacles with which not even a draft is written. */
const unanswerable: ReadonlySet<Obstacle> = new Set<Obstacle>(['flow_ended', 'no_agent']);

/** Returns why the messages are not answered automatically. */
function obstacleOf(snapshot: ReplySnapshot): Obstacle | undefined {
  const { conversation, flow, agent, messages } = snapshot;
  if (readFlowState(conversation.flowState)?.state.isEnded === true) return 'flow_ended';
  if (flow!.nodes.length === 0 && !isReady(agent?.config)) return 'no_agent';
  if (conversation.takenOverAt !== null) return 'taken_over';
  if (pausingReasons.has(conversation.attention ?? '')) return conversation.attention as AttentionReason;
  const answerable = unansweredOf(snapshot).filter(isAnswerable);
  if (answerable.some(isOfOtherSender)) return 'other_sender';
  if (isProbablyMachine(messages.filter(isWritten))) return 'possible_loop';
  return flow!.nodes.length > 0 && hasDraft(snapshot) ? 'draft_pending' : undefined;
}

/** Returns whether an agent can write replies with its language model. */
const isReady = (agent: AgentConfig | undefined): boolean => agent?.status === 'active' && hasModel(agent);

/** Keywords and their answers are no conversation. */
const isWritten = ({ keyword, status }: ReplySnapshot['messages'][number]): boolean =>
  keyword === null && status !== 'rejected' && status !== 'pending_approval';

/** Returns whether a person has written after the last inbound message. */
function isAnsweredByPerson({ messages }: ReplySnapshot): boolean {
  const last = messages.findLast(({ direction }) => direction === 'inbound')?.sequence ?? 0;
  return messages.some(({ origin, sequence }) => origin === 'person' && sequence > last);
}

const hasDraft = ({ messages }: ReplySnapshot): boolean =>
  messages.some(({ status, template }) => status === 'pending_approval' && template === null);
