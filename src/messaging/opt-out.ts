import type { Clock } from '../core/clock.ts';
import type { IdSource } from '../core/ids.ts';
import { languageOf } from '../domain/languages/languages.ts';
import type { Keyword } from '../domain/conversations/keyword.ts';
import { findAgent } from '../store/agents.ts';
import {
  type AddressPair,
  type ConversationRow,
  findConversationKey,
  findWorkspacesOfAddresses,
  lockConversation,
} from '../store/conversations/conversations.ts';
import { findFlowVersion } from '../store/flows.ts';
import { conversationLanguage } from '../domain/conversations/conversation-language.ts';
import { countKeywordAnswers, insertKeywordAnswer } from '../store/conversations/replies.ts';
import { rejectUnsentMessages } from '../store/conversations/sending.ts';
import type { Database } from '../store/database.ts';
import type { Queryable } from '../store/queryable.ts';
import { addSuppressions, removeOptOuts } from '../store/suppressions.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { cancelSends, enqueueSend } from './sending/send-jobs.ts';

/** An inbound message that consists of a keyword. */
export interface KeywordMessage {
  readonly keyword: Keyword;
  /** The conversation that received it, locked. */
  readonly conversation: ConversationRow;
  readonly addresses: AddressPair;
  /** Whether a machine wrote it, so that it is not answered. */
  readonly isAutomatic: boolean;
  readonly at: Date;
}

/** Maximum number of answers to one keyword in a conversation per day, because the other side may be a machine. */
const maxDailyAnswers = 3;
/** Longer names of a workspace are cut in the answers to keywords. */
const maxSenderCharacters = 60;
const dayMs = 86_400_000;

/**
 * Applies a keyword in the transaction that stores its message. STOP opts the sender out of the channel in every workspace that has a conversation between the two
 * addresses, even if the number belongs to another workspace now, and rejects the messages that are not sent yet; START opts in to the workspace of the
 * conversation; HELP changes nothing. Each is answered by at most one message. START and HELP are answered only if the customer's address in the conversation
 * sent the keyword.
 */
export async function handleKeyword(tx: Queryable, message: KeywordMessage, ids: IdSource): Promise<void> {
  const { keyword, conversation, addresses, isAutomatic, at } = message;
  const isEffective = await effects[keyword](tx, message);
  if (!isEffective || isAutomatic) return;
  // Another address sent the keyword, but the answer would go to the customer's address in the conversation.
  if (keyword !== 'stop' && addresses.recipient !== conversation.recipient) return;
  const key = { workspaceId: conversation.workspaceId, conversationId: conversation.id };
  const since = new Date(at.getTime() - dayMs);
  if ((await countKeywordAnswers(tx, { ...key, keyword, since })) >= maxDailyAnswers) return;
  const content = await answerText(tx, keyword, conversation);
  const answer = await insertKeywordAnswer(tx, { ...key, id: ids.newId('message'), keyword, content, at });
  await enqueueSend(tx, conversation, answer);
}

type Effect = (tx: Queryable, message: KeywordMessage) => Promise<boolean>;

/** Functions that apply a keyword and return whether it must be answered. */
const effects: Readonly<Record<Keyword, Effect>> = {
  stop: applyStop,
  start: applyStart,
  help: async () => true,
};

/** A repeated opt-out is not answered, because the customer wants no messages. */
async function applyStop(tx: Queryable, { conversation, addresses, at }: KeywordMessage): Promise<boolean> {
  const { channel, recipient } = addresses;
  const workspaceIds = [conversation.workspaceId, ...(await findWorkspacesOfAddresses(tx, addresses))];
  // An email may come from an address other than the customer's in the conversation. Both are opted out. `recipient` is the sender of the email.
  const recipients = [...new Set([recipient, conversation.recipient])].sort();
  return (await optOut(tx, { channel, recipients, workspaceIds, at })) > 0;
}

const keywordReason = {
  sms: 'The customer opted out by SMS.',
  email: 'The customer opted out by email.',
} as const;

interface OptOut extends Pick<AddressPair, 'channel'> {
  readonly recipients: readonly string[];
  readonly workspaceIds: readonly string[];
  /** The reason of the suppression; defaults to a keyword. */
  readonly reason?: string;
  /** The note of the messages that are rejected. */
  readonly note?: string;
  readonly at: Date;
}

/** Opts addresses out of a channel in workspaces, and rejects the messages that are not sent yet. Returns the number of new suppressions. */
export async function optOut(
  tx: Queryable,
  {
    channel,
    recipients,
    workspaceIds,
    reason = keywordReason[channel],
    note = 'The recipient opted out.',
    at,
  }: OptOut,
): Promise<number> {
  const entries = recipients.map((address) => ({ channel, address, reason }));
  let added = 0;
  // In the order of ids, so that concurrent transactions lock in the same order.
  for (const workspaceId of [...new Set(workspaceIds)].sort()) {
    added += await addSuppressions(tx, { workspaceId, entries, createdBy: null, at });
    const messageIds = await rejectUnsentMessages(tx, { workspaceId, channel, recipients, note, at });
    await cancelSends(tx, { workspaceId, messageIds });
  }
  return added;
}

/** Suppressions by users and imports remain. If one remains, the keyword is not answered, because the answer promises messages. */
async function applyStart(
  tx: Queryable,
  { conversation: { workspaceId }, addresses: { channel, recipient: address } }: KeywordMessage,
): Promise<boolean> {
  return !(await removeOptOuts(tx, { workspaceId, channel, address })).isSuppressed;
}

async function answerText(
  tx: Queryable,
  keyword: Keyword,
  { workspaceId, agentId, flowId, flowVersion, customer }: ConversationRow,
): Promise<string> {
  const workspace = await findWorkspace(tx, { workspaceId });
  const agent = agentId === null ? undefined : await findAgent(tx, { workspaceId, agentId });
  const version = await findFlowVersion(tx, { workspaceId, flowId, version: flowVersion });
  const language = conversationLanguage({ customer, agent: agent?.config, flow: version?.definition });
  const { keywords } = languageOf(language).sentences;
  return keywords[keyword]((workspace?.name ?? '').trim().slice(0, maxSenderCharacters));
}

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
    const { channel, recipient } = conversation;
    const reason = 'The recipient unsubscribed with the link of an email.';
    const note = 'The recipient unsubscribed.';
    await optOut(tx, { channel, recipients: [recipient], workspaceIds: [workspaceId], reason, note, at });
    return true;
  });
}
