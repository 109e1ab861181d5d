import type { FieldFault } from '../../core/problems.ts';
import { readRecipient, type Recipient } from '../../domain/conversations/recipient.ts';
import type { MessageFlow } from '../../domain/flow/flow.ts';
import type { MessageRoutes } from '../../messaging/message-routes.ts';
import type { AgentRow } from '../../store/agents/agent-row.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import { listAgents } from '../../store/agents/list-agents.ts';
import { findFlow } from '../../store/flows/find-flow.ts';
import type { FlowRow } from '../../store/flows/flow-row.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions/is-suppressed.ts';
import { problemFault, problemFromFaults } from '../refuse-faults.ts';
import { sentFields, sentText } from '../sent-value.ts';

/** The validated parts of a flow message. */
export interface PreparedMessage {
  readonly flow: FlowRow & { readonly definition: MessageFlow };
  readonly agent: AgentRow | undefined;
  readonly recipient: Recipient;
}

interface MessageCheckContext {
  readonly db: Queryable;
  readonly workspaceId: string;
  readonly routes: MessageRoutes;
}

/**
 * Validates a message and returns its parts.
 * @throws {Problem} with all faults and the code that `problemFromFaults` selects
 */
export async function prepareMessage(context: MessageCheckContext, body: unknown): Promise<PreparedMessage> {
  const { prepared, faults } = await validateMessage(context, body);
  if (prepared === undefined) throw problemFromFaults(faults);
  return prepared;
}

/** Validates the flow, then the recipient. `body` may have any shape. Skips missing and mistyped fields, which the schema rejects. */
export async function validateMessage(
  context: MessageCheckContext,
  body: unknown,
): Promise<{ readonly prepared: PreparedMessage | undefined; readonly faults: readonly FieldFault[] }> {
  const sent = sentFields(body);
  const faults: FieldFault[] = [];
  const flow = await findActiveMessageFlow(context, sentText(sent.flowId), faults);
  const recipient = await findReachableRecipient(context, sentText(sent.to), flow, faults);
  if (flow === undefined || recipient === undefined || faults.length > 0)
    return { prepared: undefined, faults };
  return { prepared: { flow, agent: await findSendingAgent(context, flow), recipient }, faults };
}

async function findActiveMessageFlow(
  { db, workspaceId }: MessageCheckContext,
  flowId: string | undefined,
  faults: FieldFault[],
): Promise<PreparedMessage['flow'] | undefined> {
  if (flowId === undefined) return undefined;
  const flow = await findFlow(db, { workspaceId, flowId });
  if (!isMessageFlow(flow)) {
    const message = flow && 'This is a call flow. Send the id of a message flow.';
    faults.push(problemFault('flowId', 'flow_not_found', message));
    return undefined;
  }
  const { status } = flow.definition;
  if (status !== 'active')
    faults.push(
      problemFault('flowId', 'flow_not_active', `The flow is not active: it is ${statusTexts[status]}.`),
    );
  return flow;
}

const statusTexts = { draft: 'a draft', archived: 'archived' } as const;

const isMessageFlow = (flow: FlowRow | undefined): flow is PreparedMessage['flow'] =>
  flow?.definition.type === 'message';

async function findReachableRecipient(
  { db, workspaceId, routes }: MessageCheckContext,
  to: string | undefined,
  flow: PreparedMessage['flow'] | undefined,
  faults: FieldFault[],
): Promise<Recipient | undefined> {
  if (to === undefined) return undefined;
  const recipient = readRecipient(to);
  if (recipient === undefined) {
    faults.push(problemFault('to', 'invalid_recipient'));
    return undefined;
  }
  const channel = flow?.definition.channel ?? 'auto';
  if (channel !== 'auto' && channel !== recipient.channel) {
    faults.push(problemFault('to', 'recipient_channel_mismatch', mismatchTexts[channel]));
  } else if (await isSuppressed(db, { workspaceId, ...recipient })) {
    faults.push(problemFault('to', 'opted_out'));
  } else if (routes.find(recipient.channel, recipient.address) === undefined) {
    const message = routes.missingCarrierText(recipient.channel, recipient.address);
    faults.push(problemFault('to', 'no_message_carrier', message));
  }
  return recipient;
}

const mismatchTexts = {
  sms: 'The flow sends by SMS, and this is an email address.',
  email: 'The flow sends by email, and this is a phone number.',
} as const;

/** Returns the agent of the flow. Default: the newest active messaging agent that uses the flow. */
async function findSendingAgent(
  { db, workspaceId }: MessageCheckContext,
  { id: flowId, definition: { agentId } }: PreparedMessage['flow'],
): Promise<AgentRow | undefined> {
  if (agentId !== null) return findAgent(db, { workspaceId, agentId });
  const filters = { workspaceId, flowId, type: 'messaging', status: 'active' };
  const { rows } = await listAgents(db, { ...filters, limit: 1 });
  return rows[0];
}
