import type { AttentionReason } from '../../domain/conversations/attention.ts';
import type { JobContext } from '../../jobs/job.ts';
import { changeMessageStatus } from '../../store/conversations/sending.ts';
import { insertMessage, type MessageRow } from '../../store/conversations/messages.ts';
import { lockConversation } from '../../store/conversations/conversations.ts';
import { saveReplyState } from '../../store/conversations/replies.ts';
import type { Queryable } from '../../store/queryable.ts';
import { openTask } from '../../store/tasks.ts';
import { applyFlowEffects, type FlowEffect } from './flow-effects.ts';
import { handleKeyword } from '../opt-out.ts';
import { publishApprovalRequired } from '../message-events.ts';
import { planReply, type ReplyPlan } from './plan-reply.ts';
import { type ReplyContext, scheduleReply } from './reply-job.ts';
import {
  isAnswerable,
  loadConversationSnapshot,
  unansweredOf,
  type ConversationSnapshot,
} from './conversation-snapshot.ts';
import { enqueueSend } from '../sending/send-jobs.ts';
import type { WrittenReply } from './write-reply.ts';

/**
 * Time after the first unanswered message in which a newer message causes a reply that is written but not stored to be written again, in ms. Later, the
 * reply is stored.
 */
const rewriteMaxMs = 5 * 60_000;

/** A reply, and the conversation as it was when the reply was written. */
export interface ReplyToCommit {
  readonly snapshot: ConversationSnapshot;
  /** Undefined if no reply is written. */
  readonly reply: WrittenReply | undefined;
  readonly attention?: AttentionReason | undefined;
  readonly job: Pick<JobContext, 'complete'>;
}

/**
 * Stores a reply, its effects and the new state of the conversation, and completes the job, in one transaction. Considers what
 * happened while the reply was written. After an opt-out, no reply is stored. After a takeover, the reply becomes a draft, or is discarded if a flow with nodes
 * produced it. After a newer message, the reply is written again unless it had side effects.
 */
export async function commitReply(context: ReplyContext, commit: ReplyToCommit): Promise<void> {
  const { workspaceId, id: conversationId } = commit.snapshot.conversation;
  await context.database.asSystem().transaction(async (tx) => {
    // The conversation is locked first, as for inbound messages. The job is completed before the next reply is scheduled, because both have the same key.
    const conversation = await lockConversation(tx, { workspaceId, conversationId });
    await commit.job.complete(tx);
    const current = conversation && (await loadConversationSnapshot(tx, conversation));
    if (current === undefined || current.answeredSequence !== commit.snapshot.answeredSequence) return;
    await store(tx, context, commit, current);
  });
}

async function store(
  tx: Queryable,
  context: ReplyContext,
  { snapshot, reply, attention }: ReplyToCommit,
  current: ConversationSnapshot,
): Promise<void> {
  const { workspaceId, id: conversationId } = current.conversation;
  const key = { workspaceId, conversationId };
  const at = new Date(context.clock.now());
  const handledSequence = lastSequenceOf(snapshot);
  const newest = unansweredOf(current).findLast(
    (message) => message.sequence > handledSequence && isAnswerable(message),
  );
  const plan = planReply(current);
  if (newest !== undefined) {
    await scheduleReply(tx, key, newest.createdAt);
    if (plan.type === 'reply' && isRewritten(snapshot, reply, at)) return;
  }
  const stored = await storeReply(tx, context, { current, plan, reply, at });
  const reason = stored.attention ?? attention;
  await openTaskOfAttention(tx, current, { reason, isDraft: stored.isDraft, at });
  await saveReplyState(tx, {
    ...key,
    answeredSequence: handledSequence,
    ...(stored.isStored && { flowState: reply?.flowState, agentId: reply?.agentId }),
    automaticMessages: stored.isSent ? 1 : 0,
    attention: reason,
    at,
  });
}

/** Returns the sequence of the last message that the reply answers. */
const lastSequenceOf = (snapshot: ConversationSnapshot): number =>
  unansweredOf(snapshot).at(-1)?.sequence ?? snapshot.answeredSequence;

/** Returns whether a newer message replaces the reply. */
function isRewritten(snapshot: ConversationSnapshot, reply: WrittenReply | undefined, at: Date): boolean {
  const since = unansweredOf(snapshot)[0]?.createdAt ?? at;
  return reply?.hasActed !== true && at.getTime() - since.getTime() < rewriteMaxMs;
}

const attentionTexts: Readonly<Record<AttentionReason, string>> = {
  message_limit: 'The flow allows no more automatic messages.',
  possible_loop: 'The other side of a conversation is probably a machine.',
  other_sender: 'An email came from another address, or failed the checks of its sender.',
  person_requested: 'The customer asked for a person in a message.',
  flow_ended: 'The customer wrote after the end of the flow.',
  draft_pending: 'The customer wrote before a draft was decided.',
  no_agent: 'The flow has no agent that can reply.',
  reply_failed: 'The agent could not write a reply.',
  reply_unusable: 'The reply of the agent is empty, too long or incomplete.',
  no_text: 'The customer sent a message without text.',
  request_unknown: 'It is unknown whether a request of the agent was executed.',
  unassigned: 'A message belongs to no conversation of a flow.',
};

/** Creates the task of a conversation that the agent cannot continue. A draft has a task of its own, so it needs another one only for a request. */
async function openTaskOfAttention(
  tx: Queryable,
  { conversation: { workspaceId, id: conversationId, recipient: address } }: ConversationSnapshot,
  {
    reason: attention,
    isDraft,
    at,
  }: { readonly reason: AttentionReason | undefined; readonly isDraft: boolean; readonly at: Date },
): Promise<void> {
  if (attention === undefined || (isDraft && attention !== 'person_requested')) return;
  const kind = attention === 'person_requested' ? 'person_requested' : 'agent_failed';
  await openTask(tx, { workspaceId, conversationId, kind, reason: attentionTexts[attention], address, at });
}

interface StoredReply {
  readonly isStored: boolean;
  readonly isDraft: boolean;
  readonly isSent: boolean;
  readonly attention?: AttentionReason | undefined;
}

async function storeReply(
  tx: Queryable,
  context: ReplyContext,
  {
    current,
    plan,
    reply,
    at,
  }: {
    readonly current: ConversationSnapshot;
    readonly plan: ReplyPlan;
    readonly reply: WrittenReply | undefined;
    readonly at: Date;
  },
): Promise<StoredReply> {
  const { conversation, agent } = current;
  if (plan.type === 'none' || reply === undefined)
    return { isStored: false, isDraft: false, isSent: false, attention: plan.attention };
  if (reply.effects.some(({ type }) => type === 'opt-out')) {
    const ofCalls = reply.effects.filter(isCallOptOut);
    await applyFlowEffects(tx, ofCalls, { conversation, agent, at }, context);
    await optOut(tx, context, current, at);
    return { isStored: false, isDraft: false, isSent: false };
  }
  const effects = plan.mayAct ? reply.effects : [];
  const { isComplete } = await applyFlowEffects(tx, effects, { conversation, agent, at }, context);
  const attention = isComplete ? (reply.attention ?? plan.attention) : 'person_requested';
  if (reply.text === '') return { isStored: true, isDraft: false, isSent: false, attention };
  const isSent = plan.mode === 'send' && reply.attention === undefined && isComplete;
  await insertReply(tx, context, { current, reply, isSent, at });
  return { isStored: true, isDraft: !isSent, isSent, attention };
}

const isCallOptOut = (effect: FlowEffect): boolean =>
  effect.type === 'disposition' && effect.disposition === 'do_not_call';

/** Applies an opt-out in other words than STOP. */
async function optOut(
  tx: Queryable,
  { ids }: ReplyContext,
  { conversation }: ConversationSnapshot,
  at: Date,
): Promise<void> {
  const { channel, recipient, ownAddress } = conversation;
  const addresses = { channel, recipient, ownAddresses: ownAddress === null ? [] : [ownAddress] };
  await handleKeyword(tx, { keyword: 'stop', conversation, addresses, isAutomatic: false, at }, ids);
}

async function insertReply(
  tx: Queryable,
  { ids }: ReplyContext,
  {
    current: { conversation, messages },
    reply,
    isSent,
    at,
  }: {
    readonly current: ConversationSnapshot;
    readonly reply: WrittenReply;
    readonly isSent: boolean;
    readonly at: Date;
  },
): Promise<void> {
  const { workspaceId, id: conversationId } = conversation;
  await replaceDrafts(tx, messages, at);
  const message = await insertMessage(tx, {
    id: ids.newId('message'),
    workspaceId,
    conversationId,
    direction: 'outbound',
    origin: reply.isGenerated ? 'agent' : 'flow',
    status: isSent ? 'approved' : 'pending_approval',
    content: reply.text,
    createdBy: null,
    dueAt: isSent ? at : null,
    at,
  });
  if (isSent) await enqueueSend(tx, conversation, message!);
  else await publishApprovalRequired(tx, conversation, message!);
}

/** Rejects earlier drafts of replies: the new reply answers the same messages and the later ones. */
async function replaceDrafts(tx: Queryable, messages: readonly MessageRow[], at: Date): Promise<void> {
  for (const { id: messageId, workspaceId, status, template } of messages) {
    if (status !== 'pending_approval' || template !== null) continue;
    const note = 'A newer draft replaced it.';
    await changeMessageStatus(tx, { workspaceId, messageId, status: 'rejected', note, by: 'system', at });
  }
}
