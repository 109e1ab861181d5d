import type { IdSource } from '../../core/ids.ts';
import type { NumberZones } from '../../core/number-zones.ts';
import { isTestRecipient } from '../../core/test-addresses.ts';
import { type FieldFault, Problem, type ProblemCode, problems } from '../../core/problems.ts';
import type { CustomerDetails } from '../../domain/conversations/conversation.ts';
import { conversationLanguage } from '../../domain/conversations/conversation-language.ts';
import { initialStatus } from '../../domain/conversations/message-status.ts';
import { fillMessage, type MessageScope, withSignature } from '../../domain/conversations/message-text.ts';
import { type MessageChannel, readRecipient, type Recipient } from '../../domain/conversations/recipient.ts';
import { agentIn } from '../../domain/agent.ts';
import { flowIn, type MessageFlow } from '../../domain/flow/flow.ts';
import { initialVariables } from '../../domain/flow/initial-state.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import { type AgentRow, findAgent, listAgents } from '../../store/agents.ts';
import { type ConversationRow, openConversation } from '../../store/conversations/conversations.ts';
import { insertMessage, type MessageRow } from '../../store/conversations/messages.ts';
import { findFlow, type FlowRow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import { publishApprovalRequired } from '../message-events.ts';
import { scheduleAnalysis } from '../schedule-analysis.ts';
import { findUnreachable, type MessageRoutes } from './message-routes.ts';
import { findRecipientZone } from '../../domain/calling-hours/callee-zone.ts';
import { enqueueSend } from './send-jobs.ts';

/** What one flow, of a call or a conversation, requests when it sends the message of another flow, which is a message flow. */
export interface OtherFlowMessage extends Omit<FlowMessageRequest, 'workspaceZone' | 'autopilot'> {
  readonly flowId: string;
  /** E.164, or an email address. */
  readonly to: string;
}

export interface FlowMessageContext {
  readonly ids: IdSource;
  readonly routes: MessageRoutes;
  readonly zones: NumberZones;
}

/**
 * Creates the message of a message flow. The message is sent without approval after the delay of that flow. If no message can be created, returns the reason as a
 * sentence for the user; otherwise undefined.
 */
export async function createFlowMessage(
  tx: Queryable,
  { flowId, to, ...request }: OtherFlowMessage,
  { routes, ...context }: FlowMessageContext,
): Promise<string | undefined> {
  const { workspaceId, testOnly, at } = request;
  const checkContext = { db: tx, workspaceId, routes, testOnly, at };
  const { prepared, faults } = await validateMessage(checkContext, { flowId, to });
  if (prepared === undefined) return faults.map(({ message }) => message).join(' ');
  const workspace = await findWorkspace(tx, { workspaceId });
  const workspaceZone = workspace?.timezone ?? 'UTC';
  try {
    await writeFlowMessage(tx, prepared, { ...request, workspaceZone, autopilot: true }, context);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Returns `dynamic` with the flow's `variables` that have a value (are not null); these replace entries of the same name. */
export const withKnownVariables = (
  dynamic: OtherFlowMessage['dynamic'],
  variables: OtherFlowMessage['dynamic'],
): OtherFlowMessage['dynamic'] => ({
  ...dynamic,
  ...Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null)),
});

export type MessageFlowRow = FlowRow & { readonly definition: MessageFlow };

/** The validated parts of a flow message. */
export interface PreparedMessage {
  readonly flow: MessageFlowRow;
  readonly agent: AgentRow | undefined;
  readonly recipient: Recipient;
}

export interface MessageCheckContext {
  readonly db: Queryable;
  readonly workspaceId: string;
  readonly routes: MessageRoutes;
  /** Whether only the test network can be reached. */
  readonly testOnly: boolean;
  readonly at: Date;
}

/** The result of a validation: `prepared` is undefined if there is a fault, or a field is missing. */
export interface MessageValidation {
  readonly prepared: PreparedMessage | undefined;
  readonly faults: readonly FieldFault[];
}

/** Validates the flow, then the recipient of a message. A missing field is skipped. Each fault has the code of a problem. */
export async function validateMessage(
  context: MessageCheckContext,
  { flowId, to }: { readonly flowId: string | undefined; readonly to: string | undefined },
): Promise<MessageValidation> {
  const faults: FieldFault[] = [];
  const flow = await findActiveMessageFlow(context, flowId, faults);
  const agent = flow && (await findSendingAgent(context, flow));
  const recipient = await findReachableRecipient(context, to, { flow, agent }, faults);
  if (flow === undefined || recipient === undefined || faults.length > 0)
    return { prepared: undefined, faults };
  return { prepared: { flow, agent, recipient }, faults };
}

const fault = (path: string, code: ProblemCode, message: string = problems[code].text): FieldFault => ({
  path,
  code,
  message,
});

/** Returns the flow if it is an active message flow. Otherwise adds a fault. */
export async function findActiveMessageFlow(
  { db, workspaceId }: Pick<MessageCheckContext, 'db' | 'workspaceId'>,
  flowId: string | undefined,
  faults: FieldFault[],
): Promise<MessageFlowRow | undefined> {
  if (flowId === undefined) return undefined;
  const flow = await findFlow(db, { workspaceId, flowId });
  if (!isMessageFlow(flow)) {
    const message = flow && 'This is a call flow. Send the id of a message flow.';
    faults.push(fault('flowId', 'flow_not_found', message));
    return undefined;
  }
  const { status } = flow.definition;
  if (status !== 'active')
    faults.push(fault('flowId', 'flow_not_active', `The flow is not active: it is ${statusTexts[status]}.`));
  return flow;
}

const statusTexts = { draft: 'a draft', archived: 'archived' } as const;

const isMessageFlow = (flow: FlowRow | undefined): flow is MessageFlowRow =>
  flow?.definition.type === 'message';

type Sender = { readonly [Part in 'flow' | 'agent']: PreparedMessage[Part] | undefined };

async function findReachableRecipient(
  { db, workspaceId, routes, testOnly, at }: MessageCheckContext,
  to: string | undefined,
  sender: Sender,
  faults: FieldFault[],
): Promise<Recipient | undefined> {
  if (to === undefined) return undefined;
  const recipient = readRecipient(to);
  if (recipient === undefined) {
    faults.push(fault('to', 'invalid_recipient'));
    return undefined;
  }
  const { channel, address } = recipient;
  const mismatch = channelMismatch(sender, channel);
  if (mismatch !== undefined) faults.push(fault('to', 'recipient_channel_mismatch', mismatch));
  else if (testOnly && !isTestRecipient(address)) faults.push(fault('to', 'test_key'));
  else if (await isSuppressed(db, { workspaceId, channel, address })) faults.push(fault('to', 'opted_out'));
  else {
    const agentId = sender.agent?.id ?? null;
    const unreachable = await findUnreachable(db, routes, {
      workspaceId,
      channel,
      recipient: address,
      agentId,
      at,
    });
    if (unreachable !== undefined) faults.push(fault('to', unreachable.code, unreachable.text));
  }
  return recipient;
}

/** Returns why the flow or its agent does not send through this channel; undefined if both do. */
function channelMismatch({ flow, agent }: Sender, channel: MessageChannel): string | undefined {
  const senders = [
    ['flow', flow?.definition.channel],
    ['agent', agent?.config.channel],
  ] as const;
  for (const [name, used = 'auto'] of senders)
    if (used !== 'auto' && used !== channel) return `The ${name} sends by ${mismatchTexts[used]}`;
  return undefined;
}

const mismatchTexts = {
  sms: 'SMS, and this is an email address.',
  email: 'email, and this is a phone number.',
} as const;

/** Returns the agent that sends the messages of the flow. Default: the newest active messaging agent that uses the flow. */
export async function findSendingAgent(
  { db, workspaceId }: Pick<MessageCheckContext, 'db' | 'workspaceId'>,
  {
    id: flowId,
    definition: { agentId },
  }: { readonly id: string; readonly definition: Pick<MessageFlow, 'agentId'> },
): Promise<AgentRow | undefined> {
  if (agentId !== null) return findAgent(db, { workspaceId, agentId });
  const filters = { workspaceId, flowId, type: 'messaging', status: 'active' };
  const { rows } = await listAgents(db, { ...filters, limit: 1 });
  return rows[0];
}

/** The first message of a flow to a recipient. */
export interface FlowMessageRequest {
  readonly workspaceId: string;
  /** IANA zone of the workspace. */
  readonly workspaceZone: string;
  /** The user or key that sends it. */
  readonly actorId: string;
  /** Whether a test key causes it. */
  readonly testOnly: boolean;
  readonly customer: CustomerDetails;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether it is sent without approval. */
  readonly autopilot: boolean;
  readonly at: Date;
}

interface WriteContext {
  readonly ids: IdSource;
  readonly zones: NumberZones;
}

/** A stored message of a flow. */
export interface WrittenMessage {
  readonly conversation: ConversationRow;
  readonly message: MessageRow;
}

/**
 * Stores the message of a flow in its conversation, and enqueues its sending or publishes `message.approval_required`.
 * @throws {Problem} `message_empty` if no text remains; `message_too_long` if it is longer than the agent allows
 */
export async function writeFlowMessage(
  tx: Queryable,
  prepared: PreparedMessage,
  request: FlowMessageRequest,
  context: WriteContext,
): Promise<WrittenMessage> {
  const conversation = await joinOrOpenConversation(tx, prepared, request, context.ids);
  const composed = composeMessage(prepared, { ...request, customer: conversation.customer }, context.zones);
  const { definition } = prepared.flow;
  const inserted = await insertMessage(tx, {
    id: context.ids.newId('message'),
    workspaceId: request.workspaceId,
    conversationId: conversation.id,
    direction: 'outbound',
    origin: 'flow',
    ...composed,
    metadata: request.metadata,
    createdBy: request.actorId,
    at: request.at,
    ...initialStatus(request.autopilot, definition.delay, request.at),
  });
  const message = inserted!;
  if (message.status === 'pending_approval') await publishApprovalRequired(tx, conversation, message);
  else await enqueueSend(tx, conversation, message);
  return { conversation, message };
}

/** The content of a message. */
export type ComposedText = Pick<MessageRow, 'content' | 'template' | 'subject' | 'missingVariables'>;

/**
 * Returns the message of a flow with its variables filled in. `customer` has all details that are known of the customer.
 * @throws {Problem} `message_empty` if no text remains; `message_too_long` if it is longer than the agent allows
 */
export function composeMessage(
  prepared: PreparedMessage,
  request: ComposeRequest,
  zones: NumberZones,
): ComposedText {
  const scope = scopeOf(prepared, request, zones);
  const { initiationMessage, subject } = flowIn(prepared.flow.definition, scope.language);
  const { text, missing } = fillMessage(initiationMessage, scope);
  return {
    content: finishText(text, missing, prepared, scope.language),
    template: initiationMessage,
    subject: prepared.recipient.channel === 'email' ? fillMessage(subject, scope).text : null,
    missingVariables: missing,
  };
}

type ComposeRequest = Pick<FlowMessageRequest, 'customer' | 'dynamic' | 'workspaceZone' | 'at'>;

async function joinOrOpenConversation(
  tx: Queryable,
  { flow, agent, recipient }: PreparedMessage,
  { workspaceId, actorId, testOnly, customer, dynamic, metadata, at }: FlowMessageRequest,
  ids: IdSource,
): Promise<ConversationRow> {
  const conversation = await openConversation(tx, {
    id: ids.newId('conversation'),
    workspaceId,
    flowId: flow.id,
    flowVersion: flow.version,
    agentId: agent?.id ?? null,
    userId: actorId,
    testOnly,
    channel: recipient.channel,
    recipient: recipient.address,
    customer,
    dynamic,
    metadata,
    inactivityHours: flow.definition.inactivityHours,
    at,
  });
  await scheduleAnalysis(tx, conversation, agent);
  return conversation;
}

/**
 * Returns the values with which the placeholders of the message are filled. `dynamic` is of this message, `customer` of the whole conversation. Times are in the
 * zone of the recipient.
 */
function scopeOf(
  { flow, agent, recipient: { channel, address } }: PreparedMessage,
  { customer, dynamic, workspaceZone, at }: ComposeRequest,
  zones: NumberZones,
): MessageScope {
  const nowMs = at.getTime();
  const defaultZone = agent?.config.timezone ?? workspaceZone;
  const details = { ...customer, [channel === 'sms' ? 'phone' : 'email']: address };
  const { zone, isInferred } = findRecipientZone(zones, { customer, recipient: address, defaultZone, nowMs });
  return {
    nowMs,
    timezone: zone,
    isZoneKnown: !isInferred,
    language: conversationLanguage({ customer, agent: agent?.config, flow: flow.definition }),
    variables: initialVariables(flow.definition.variables, { dynamic, customer: details }),
    dynamic,
    customer: details,
    agent: agent === undefined ? {} : { id: agent.id, name: agent.config.name },
  };
}

/** Adds the signature of the agent, and checks that the text is not empty and not too long. */
function finishText(
  text: string,
  missing: readonly string[],
  { agent, recipient: { channel } }: PreparedMessage,
  language: string,
): string {
  if (text.trim() === '') throw emptyMessageProblem(missing);
  if (agent === undefined) return text;
  const signed = withSignature(text, agentIn(agent.config, language), channel);
  const { maxLength } = agent.config;
  if (maxLength !== null && signed.length > maxLength) throw longMessageProblem(signed.length, maxLength);
  return signed;
}

function emptyMessageProblem(missing: readonly string[]): Problem {
  const details =
    missing.length === 0 ? undefined : `The message is empty without ${missing.join(', ')}. Send a value.`;
  const fields = [
    { path: 'dynamic', code: 'message_empty', message: details ?? problems.message_empty.text },
  ];
  return new Problem('message_empty', { ...(details !== undefined && { details }), fields });
}

function longMessageProblem(length: number, maxLength: number): Problem {
  const details = `The message has ${length} characters with its variables and the signature, and the agent allows ${maxLength} (maxLength). Send shorter values.`;
  const fields = [{ path: 'dynamic', code: 'message_too_long', message: details }];
  return new Problem('message_too_long', { details, fields });
}
