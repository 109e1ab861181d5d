import type { IdSource } from '../core/ids.ts';
import type { NumberZones } from '../core/number-zones.ts';
import { Problem, problems } from '../core/problems.ts';
import type { CustomerDetails } from '../domain/conversations/conversation.ts';
import { initialStatus } from '../domain/conversations/message-status.ts';
import { fillMessage, type MessageScope } from '../domain/conversations/message-text.ts';
import { initialVariables } from '../domain/flow/initial-state.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import { type ConversationRow, openConversation } from '../store/conversations/conversations.ts';
import { insertMessage, type MessageRow } from '../store/conversations/messages.ts';
import type { Queryable } from '../store/queryable.ts';
import { publishApprovalRequired } from './message-event.ts';
import { withSignature } from './message-limits.ts';
import type { PreparedMessage } from './prepare-message.ts';
import { findRecipientZone } from './recipient-zone.ts';
import { enqueueSend } from './send-jobs.ts';

/** The first message of a flow to a recipient. */
export interface FlowMessageRequest {
  readonly workspaceId: string;
  /** IANA zone of the workspace. */
  readonly workspaceZone: string;
  /** The user or key that sends it. */
  readonly actorId: string;
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
  const { definition } = prepared.flow;
  const conversation = await joinOrOpenConversation(tx, prepared, request, context.ids);
  const scope = scopeOf(prepared, request, conversation, context.zones);
  const { text, missing } = fillMessage(definition.initiationMessage, scope);
  const inserted = await insertMessage(tx, {
    id: context.ids.newId('message'),
    workspaceId: request.workspaceId,
    conversationId: conversation.id,
    direction: 'outbound',
    origin: 'flow',
    content: finishText(text, missing, prepared),
    template: definition.initiationMessage,
    subject: conversation.channel === 'email' ? fillMessage(definition.subject, scope).text : null,
    missingVariables: missing,
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

function joinOrOpenConversation(
  tx: Queryable,
  { flow, agent, recipient }: PreparedMessage,
  { workspaceId, actorId, customer, dynamic, at }: FlowMessageRequest,
  ids: IdSource,
): Promise<ConversationRow> {
  return openConversation(tx, {
    id: ids.newId('conversation'),
    workspaceId,
    flowId: flow.id,
    flowVersion: flow.version,
    agentId: agent?.id ?? null,
    userId: actorId,
    channel: recipient.channel,
    recipient: recipient.address,
    customer,
    dynamic,
    inactivityHours: flow.definition.inactivityHours,
    at,
  });
}

/**
 * Returns the values with which the placeholders of the message are filled. `dynamic` is of this message, `customer` of the whole conversation. Times are in the
 * zone of the recipient and the language of the agent.
 */
function scopeOf(
  { flow, agent, recipient: { channel, address } }: PreparedMessage,
  { dynamic, workspaceZone, at }: FlowMessageRequest,
  { customer }: ConversationRow,
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
    language: agent?.config.language ?? 'en-US',
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
): string {
  if (text.trim() === '') throw emptyMessageProblem(missing);
  if (agent === undefined) return text;
  const signed = withSignature(text, agent.config, channel);
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
