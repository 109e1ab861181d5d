import { hasModel, type AgentConfig } from '../../domain/agent.ts';
import type { AttentionReason } from '../../domain/conversations/attention.ts';
import { isProbablyMachine } from '../../domain/conversations/loop-detection.ts';
import type { MessageFlow } from '../../domain/flow/flow.ts';
import {
  isAnswerable,
  isOfOtherSender,
  readFlowState,
  type ConversationSnapshot,
  unansweredOf,
} from './conversation-snapshot.ts';

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
 * Decides whether and how the unanswered inbound messages of a conversation are answered. Pure. If an obstacle, such as a takeover by a person, prevents an
 * automatic reply, a language model still writes a draft for a flow without nodes, except with the obstacles in `unanswerable`. A flow with nodes pauses: if it
 * ran, its open question would read the message as an answer.
 */
export function planReply(snapshot: ConversationSnapshot): ReplyPlan {
  const { conversation, flow } = snapshot;
  if (flow === undefined || needsNoReply(snapshot)) return { type: 'none' };
  const obstacle = obstacleOf(snapshot, flow);
  if (obstacle !== undefined) return planWithObstacle(obstacle, flow);
  if (!flow.autopilotReplies) return { type: 'reply', mode: 'draft', mayAct: true };
  return conversation.automaticCount >= flow.maxAutoMessages
    ? { type: 'reply', mode: 'draft', mayAct: true, attention: 'message_limit' }
    : { type: 'reply', mode: 'send', mayAct: true };
}

/** Returns whether the recipient opted out, the conversation has ended, or nothing awaits a reply. */
function needsNoReply(snapshot: ConversationSnapshot): boolean {
  const { conversation, isSuppressed } = snapshot;
  if (isSuppressed || conversation.closedAt !== null) return true;
  return !unansweredOf(snapshot).some(isAnswerable) || isAnsweredByPerson(snapshot);
}

type Obstacle = AttentionReason | 'taken_over';

/** Obstacles with which not even a draft is written. */
const unanswerable: ReadonlySet<Obstacle> = new Set<Obstacle>(['flow_ended', 'no_agent']);

function planWithObstacle(obstacle: Obstacle, flow: MessageFlow): ReplyPlan {
  const attention = obstacle === 'taken_over' ? {} : { attention: obstacle };
  const isPaused = hasNodes(flow) || unanswerable.has(obstacle);
  return isPaused
    ? { type: 'none', ...attention }
    : { type: 'reply', mode: 'draft', mayAct: false, ...attention };
}

const hasNodes = ({ nodes }: MessageFlow): boolean => nodes.length > 0;

type ObstacleCheck = (snapshot: ConversationSnapshot, flow: MessageFlow) => boolean;

/** The reasons for which messages are not answered automatically. The first reason that applies is used. */
const obstacles: readonly (readonly [obstacle: Obstacle, applies: ObstacleCheck])[] = [
  ['flow_ended', ({ conversation }) => readFlowState(conversation.flowState)?.state.isEnded === true],
  ['no_agent', ({ agent }, flow) => !hasNodes(flow) && !isReady(agent?.config)],
  ['taken_over', ({ conversation }) => conversation.takenOverAt !== null],
  ['person_requested', ({ conversation }) => conversation.attention === 'person_requested'],
  ['possible_loop', ({ conversation }) => conversation.attention === 'possible_loop'],
  ['other_sender', (snapshot) => unansweredOf(snapshot).filter(isAnswerable).some(isOfOtherSender)],
  ['possible_loop', ({ messages }) => isProbablyMachine(messages.filter(isInConversation))],
  ['draft_pending', (snapshot, flow) => hasNodes(flow) && hasDraft(snapshot)],
];

const obstacleOf = (snapshot: ConversationSnapshot, flow: MessageFlow): Obstacle | undefined =>
  obstacles.find(([, applies]) => applies(snapshot, flow))?.[0];

/** Returns whether an agent can write replies with its language model. */
const isReady = (agent: AgentConfig | undefined): boolean => agent?.status === 'active' && hasModel(agent);

/** Returns whether loop detection considers a message: not keywords and the answers to them, rejected messages and drafts. */
const isInConversation = ({ keyword, status }: ConversationSnapshot['messages'][number]): boolean =>
  keyword === null && status !== 'rejected' && status !== 'pending_approval';

/** Returns whether a person has written after the last inbound message. */
function isAnsweredByPerson({ messages }: ConversationSnapshot): boolean {
  const last = messages.findLast(({ direction }) => direction === 'inbound')?.sequence ?? 0;
  return messages.some(({ origin, sequence }) => origin === 'person' && sequence > last);
}

const hasDraft = ({ messages }: ConversationSnapshot): boolean =>
  messages.some(({ status, template }) => status === 'pending_approval' && template === null);
