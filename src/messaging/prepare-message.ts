import { problems, type FieldFault, type ProblemCode } from '../core/problems.ts';
import { readRecipient, type MessageChannel, type Recipient } from '../domain/conversations/recipient.ts';
import type { MessageFlow } from '../domain/flow/flow.ts';
import { type AgentRow, findAgent, listAgents } from '../store/agents.ts';
import { findFlow, type FlowRow } from '../store/flows.ts';
import type { Queryable } from '../store/queryable.ts';
import { isSuppressed } from '../store/suppressions.ts';
import { findUnreachable } from './find-sender.ts';
import type { MessageRoutes } from './message-routes.ts';

type MessageFlowRow = FlowRow & { readonly definition: MessageFlow };

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

async function findActiveMessageFlow(
  { db, workspaceId }: MessageCheckContext,
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
  { db, workspaceId, routes, at }: MessageCheckContext,
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

/** Returns the agent of the flow. Default: the newest active messaging agent that uses the flow. */
async function findSendingAgent(
  { db, workspaceId }: MessageCheckContext,
  { id: flowId, definition: { agentId } }: MessageFlowRow,
): Promise<AgentRow | undefined> {
  if (agentId !== null) return findAgent(db, { workspaceId, agentId });
  const filters = { workspaceId, flowId, type: 'messaging', status: 'active' };
  const { rows } = await listAgents(db, { ...filters, limit: 1 });
  return rows[0];
}
