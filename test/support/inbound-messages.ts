import type { InboundEmail, InboundSms } from '../../src/contracts/message-carrier.ts';
import { newId } from '../../src/core/ids.ts';
import { AgentInput } from '../../src/domain/agent.ts';
import { FlowInput } from '../../src/domain/flow/flow.ts';
import { type AgentRow, insertAgent } from '../../src/store/agents.ts';
import {
  type ConversationRow,
  type NewConversation,
  openConversation,
} from '../../src/store/conversations/conversations.ts';
import {
  insertMessage,
  listMessages,
  type MessageRow,
  type NewMessage,
} from '../../src/store/conversations/messages.ts';
import type { Database } from '../../src/store/database.ts';
import { type FlowRow, insertFlow } from '../../src/store/flows.ts';
import { insertWorkspace } from '../../src/store/workspaces.ts';
import { noon } from './fixtures.ts';

export const ownNumber = '+12025550190';
export const ownMailbox = 'agent@mail.example.com';

/** A workspace with an active message flow and a messaging agent. */
export interface MessagingFixture {
  readonly workspaceId: string;
  readonly flow: FlowRow;
  readonly agent: AgentRow;
}

export async function seedMessaging(
  db: Database,
  {
    flow: flowChanges = {},
    agent: agentChanges = {},
  }: { readonly flow?: object; readonly agent?: object } = {},
): Promise<MessagingFixture> {
  const workspaceId = newId('workspace');
  const scope = db.inWorkspace(workspaceId);
  await insertWorkspace(scope, {
    id: workspaceId,
    name: 'Acme',
    plan: 'unlimited',
    timezone: 'UTC',
    ownNumberPrefixes: ['+'],
    at: noon,
  });
  const definition = FlowInput.parse({
    type: 'message',
    name: 'Reminder',
    status: 'active',
    initiationMessage: 'Hello, see you tomorrow at ten. Does that work?',
    autopilotReplies: true,
    ...flowChanges,
  });
  const flow = await insertFlow(scope, { id: newId('flow'), workspaceId, definition, at: noon });
  const config = AgentInput.parse({ name: 'Ada', type: 'messaging', flowId: flow.id, ...agentChanges });
  const agent = await insertAgent(scope, { id: newId('agent'), workspaceId, config, at: noon });
  return { workspaceId, flow, agent };
}

/** Opens a conversation of the fixture, with one sent message from `ownNumber` or `ownMailbox`. */
export async function seedConversation(
  db: Database,
  { workspaceId, flow, agent }: MessagingFixture,
  changes: Partial<NewConversation> = {},
): Promise<ConversationRow> {
  const scope = db.inWorkspace(workspaceId);
  const recipient = changes.recipient ?? '+12025550101';
  const conversation = await scope.transaction((tx) =>
    openConversation(tx, {
      id: newId('conversation'),
      workspaceId,
      flowId: flow.id,
      flowVersion: flow.version,
      agentId: agent.id,
      userId: 'key_1',
      channel: recipient.includes('@') ? 'email' : 'sms',
      recipient,
      customer: {},
      dynamic: {},
      inactivityHours: 24,
      at: noon,
      ...changes,
    }),
  );
  const { id: conversationId, channel } = conversation;
  await seedMessage(db, { workspaceId, conversationId, status: 'sent', origin: 'flow' });
  await scope.execute({ text: 'update conversations set own_address = $2 where id = $1' }, [
    conversationId,
    channel === 'sms' ? ownNumber : ownMailbox,
  ]);
  return conversation;
}

export async function seedMessage(
  db: Database,
  message: Pick<NewMessage, 'workspaceId' | 'conversationId'> & Partial<NewMessage>,
): Promise<MessageRow> {
  const row = await insertMessage(db.inWorkspace(message.workspaceId), {
    id: newId('message'),
    direction: 'outbound',
    origin: 'agent',
    status: 'approved',
    content: 'Hello, see you tomorrow at ten. Does that work?',
    createdBy: null,
    dueAt: noon,
    at: noon,
    ...message,
  });
  return row!;
}

export async function messagesOf(
  db: Database,
  { workspaceId, id }: Pick<ConversationRow, 'workspaceId' | 'id'>,
): Promise<MessageRow[]> {
  const messages = await listMessages(db.inWorkspace(workspaceId), {
    workspaceId,
    conversationIds: [id],
    limit: 100,
  });
  return messages.get(id) ?? [];
}

export const smsFrom = (from: string, text: string, changes: Partial<InboundSms> = {}): InboundSms => ({
  channel: 'sms',
  externalId: newId('request'),
  from,
  to: [ownNumber],
  text,
  ...changes,
});

export const emailFrom = (from: string, text: string, changes: Partial<InboundEmail> = {}): InboundEmail => ({
  channel: 'email',
  externalId: `<${newId('request')}@example.com>`,
  from,
  fromName: '',
  to: [ownMailbox],
  subject: 'Re: Your visit',
  text,
  references: [],
  kind: 'person',
  authentication: undefined,
  ...changes,
});
