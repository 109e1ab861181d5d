import type { IdSource } from '../core/ids.ts';
import type { CustomerDetails } from '../domain/conversations/conversation.ts';
import { initialStatus } from '../domain/conversations/message-status.ts';
import { fillMessage } from '../domain/conversations/message-text.ts';
import { readRecipient, type Recipient } from '../domain/conversations/recipient.ts';
import type { MessageFlow } from '../domain/flow/flow.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import type { AgentRow } from '../store/agents/agent-row.ts';
import { findAgent } from '../store/agents/find-agent.ts';
import { listAgents } from '../store/agents/list-agents.ts';
import { insertMessage } from '../store/conversations/insert-message.ts';
import { openConversation } from '../store/conversations/open-conversation.ts';
import { findFlow } from '../store/flows/find-flow.ts';
import type { FlowRow } from '../store/flows/flow-row.ts';
import type { Queryable } from '../store/queryable.ts';
import { isSuppressed } from '../store/suppressions/is-suppressed.ts';
import { findWorkspace } from '../store/workspaces/find-workspace.ts';
import type { MessageRoutes } from './message-routes.ts';
import { enqueueSend } from './send-jobs.ts';

/** A message of a message flow that another flow sends. */
export interface FlowMessageRequest {
  readonly workspaceId: string;
  readonly flowId: string;
  /** E.164, or an email address. */
  readonly to: string;
  readonly customer: CustomerDetails;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The user or key that started the call or the conversation. */
  readonly createdBy: string;
  readonly at: Date;
}

export interface FlowMessageContext {
  readonly ids: IdSource;
  readonly routes: Pick<MessageRoutes, 'find'>;
}

type ActiveFlow = FlowRow & { readonly definition: MessageFlow };

/** Creates the message of a flow for a recipient, which is sent without approval after the delay of the flow. Returns why it is not sent, or undefined. */
export async function createFlowMessage(
  tx: Queryable,
  request: FlowMessageRequest,
  { ids, routes }: FlowMessageContext,
): Promise<string | undefined> {
  const { workspaceId, flowId, createdBy, at } = request;
  const flow = await findFlow(tx, { workspaceId, flowId });
  if (flow?.definition.type !== 'message') return 'The message flow does not exist.';
  if (flow.definition.status !== 'active') return 'The message flow is not active.';
  const active = flow as ActiveFlow;
  const recipient = readRecipient(request.to);
  const obstacle = await obstacleOf(tx, workspaceId, active, recipient, routes);
  if (obstacle !== undefined || recipient === undefined) return obstacle;
  const agent = await findSendingAgent(tx, active);
  const conversation = await openConversation(tx, {
    id: ids.newId('conversation'),
    workspaceId,
    flowId,
    flowVersion: flow.version,
    agentId: agent?.id ?? null,
    userId: createdBy,
    channel: recipient.channel,
    recipient: recipient.address,
    customer: request.customer,
    dynamic: request.dynamic,
    inactivityHours: flow.definition.inactivityHours,
    at,
  });
  const scope = await scopeOf(tx, request, { flow: active, agent, recipient });
  const { text, missing } = fillMessage(flow.definition.initiationMessage, scope);
  if (text.trim() === '') return 'The message is empty.';
  const message = await insertMessage(tx, {
    id: ids.newId('message'),
    workspaceId,
    conversationId: conversation.id,
    direction: 'outbound',
    origin: 'flow',
    ...initialStatus(true, flow.definition.delay, at),
    content: text,
    template: flow.definition.initiationMessage,
    subject: recipient.channel === 'email' ? fillMessage(flow.definition.subject, scope).text : null,
    missingVariables: missing,
    metadata: request.metadata,
    createdBy,
    at,
  });
  await enqueueSend(tx, message!);
  return undefined;
}

async function obstacleOf(
  tx: Queryable,
  workspaceId: string,
  { definition: { channel } }: ActiveFlow,
  recipient: Recipient | undefined,
  routes: Pick<MessageRoutes, 'find'>,
): Promise<string | undefined> {
  if (recipient === undefined) return 'The recipient is not valid.';
  if (channel !== 'auto' && channel !== recipient.channel)
    return 'The flow does not use the channel of the recipient.';
  if (await isSuppressed(tx, { workspaceId, ...recipient })) return 'The recipient opted out.';
  if (routes.find(recipient.channel, recipient.address) === undefined)
    return 'No carrier is set up for the recipient.';
  return undefined;
}

/** Returns the agent of the flow. Default: the newest active messaging agent that uses the flow. */
async function findSendingAgent(
  tx: Queryable,
  { id: flowId, workspaceId, definition: { agentId } }: ActiveFlow,
): Promise<AgentRow | undefined> {
  if (agentId !== null) return findAgent(tx, { workspaceId, agentId });
  const filters = { workspaceId, flowId, type: 'messaging', status: 'active' };
  const { rows } = await listAgents(tx, { ...filters, limit: 1 });
  return rows[0];
}

async function scopeOf(
  tx: Queryable,
  { workspaceId, customer, dynamic, at }: FlowMessageRequest,
  {
    flow,
    agent,
    recipient,
  }: { readonly flow: ActiveFlow; readonly agent: AgentRow | undefined; readonly recipient: Recipient },
) {
  const workspace = await findWorkspace(tx, { workspaceId });
  const variables = Object.entries(flow.definition.variables).map(([name, variable]) => [
    name,
    variable.default,
  ]);
  return {
    nowMs: at.getTime(),
    timezone: workspace?.timezone ?? 'UTC',
    variables: Object.fromEntries(variables) as Record<string, VariableValue>,
    dynamic,
    customer: { ...customer, [recipient.channel === 'sms' ? 'phone' : 'email']: recipient.address },
    agent: agent === undefined ? {} : { id: agent.id, name: agent.config.name },
  };
}
