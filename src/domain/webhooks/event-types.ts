import { z } from 'zod';
import { agentStatus } from '../agent.ts';
import { CallAnalysis, callEndReason, callStatus } from '../call.ts';
import { faults } from '../call-state.ts';
import { messageAttachments, messageStatus } from '../conversations/conversation.ts';
import { dispositionStatus } from '../disposition.ts';
import { flowStatus } from '../flow/flow.ts';

/** An event type: when it occurs, and the schema of its data. */
export interface EventType {
  readonly occursWhen: string;
  readonly data: z.ZodObject;
}

const sequence = z
  .int()
  .min(1)
  .meta({ description: 'Orders the events of one call, agent, flow, batch, disposition or conversation.' });
const time = z.iso.datetime();
const number = z.string().meta({ description: 'A phone number in E.164 form.' });

const CallData = z
  .object({
    callId: z.string(),
    agentId: z.string(),
    status: callStatus,
    direction: z.enum(['inbound', 'outbound']),
    fromNumber: number,
    toNumber: number,
    batchId: z.string().nullable(),
    jobId: z.string().nullable(),
    sequence,
  })
  .meta({ id: 'CallEventData' });

const EndedCallData = CallData.extend({
  duration: z.number().min(0).meta({ description: 'From the answer to the end, in seconds.' }),
  endReason: callEndReason,
  fault: z.enum(faults),
  disposition: z.string(),
}).meta({ id: 'EndedCallEventData' });

const AgentData = z
  .object({
    agentId: z.string(),
    name: z.string(),
    status: agentStatus,
    version: z.int(),
    sequence,
  })
  .meta({ id: 'AgentEventData' });
const FlowData = z
  .object({
    flowId: z.string(),
    name: z.string(),
    type: z.enum(['call', 'message']),
    status: flowStatus,
    version: z.int(),
    sequence,
  })
  .meta({ id: 'FlowEventData' });

const BatchData = z
  .object({
    batchId: z.string(),
    agentId: z.string(),
    total: z.int(),
    pending: z.int(),
    dialing: z.int(),
    inProgress: z.int(),
    completed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    cancelled: z.int(),
    connected: z.int(),
    sequence,
  })
  .meta({ id: 'BatchEventData' });

const DispositionData = z
  .object({
    dispositionId: z.string(),
    disposition: z.string(),
    status: dispositionStatus,
    scheduledAt: time.nullable(),
    callId: z.string().nullable(),
    agentId: z.string().nullable(),
    phoneNumber: number,
    sequence,
  })
  .meta({ id: 'DispositionEventData' });

const MessageData = z
  .object({
    conversationId: z.string(),
    messageId: z.string(),
    flowId: z.string().nullable(),
    agentId: z.string().nullable(),
    channel: z.enum(['sms', 'email']),
    to: z.string().meta({ description: 'A phone number in E.164 form, or an email address.' }),
    status: messageStatus,
    message: z.string().meta({ description: 'The text.' }),
    sequence,
  })
  .meta({ id: 'MessageEventData' });
const SentMessageData = MessageData.extend({
  from: z.string().nullable().meta({ description: 'The sender; null if no attempt was made to send it.' }),
  failure: z.string().nullable().meta({ description: 'Why it was not sent or not delivered.' }),
  metadata: z.record(z.string(), z.json()).meta({ description: 'The metadata of the message.' }),
}).meta({ id: 'SentMessageEventData' });
const ReceivedMessageData = MessageData.extend({
  from: z.string(),
  attachments: messageAttachments,
}).meta({ id: 'ReceivedMessageEventData' });
const ConversationData = z.object({
  conversationId: z.string(),
  flowId: z.string().nullable(),
  agentId: z.string().nullable(),
  channel: z.enum(['sms', 'email']),
  sequence,
});

/** All event types. A field is never removed or given another meaning; fields are added. */
export const eventTypes = {
  'call.ringing': { occursWhen: 'The phone of the callee rings; outbound calls only.', data: CallData },
  'call.answered': { occursWhen: 'The call is answered, by a person or a machine.', data: CallData },
  'call.started': { occursWhen: 'The call is answered. Sent together with `call.answered`.', data: CallData },
  'call.transferred': {
    occursWhen: 'The call is transferred to another number.',
    data: CallData.extend({ destination: number }),
  },
  'call.completed': { occursWhen: 'An answered call ends.', data: EndedCallData },
  'call.failed': { occursWhen: 'A call ends without being answered.', data: EndedCallData },
  'call.analyzed': {
    occursWhen: 'The analysis of an ended call is available.',
    data: CallData.extend({ analysis: CallAnalysis }),
  },
  'recording.ready': {
    occursWhen: 'The recording can be downloaded.',
    data: CallData.extend({ durationMs: z.int().nullable() }),
  },
  'sms.sent': { occursWhen: 'An SMS is sent: the carrier has accepted it.', data: SentMessageData },
  'sms.delivered': { occursWhen: 'An SMS is delivered.', data: SentMessageData },
  'sms.failed': { occursWhen: 'An SMS could not be sent or delivered.', data: SentMessageData },
  'sms.received': { occursWhen: 'An SMS is received.', data: ReceivedMessageData },
  'email.sent': { occursWhen: 'An email is sent: the mail server has accepted it.', data: SentMessageData },
  'email.failed': { occursWhen: 'An email could not be sent or delivered.', data: SentMessageData },
  'email.received': { occursWhen: 'An email is received.', data: ReceivedMessageData },
  'message.approval_required': { occursWhen: 'A message waits for approval.', data: MessageData },
  'conversation.opted_out': {
    occursWhen: 'The customer of an open conversation is suppressed for its channel.',
    data: ConversationData.extend({ address: z.string() }),
  },
  'disposition.created': {
    occursWhen: 'The result of a call is recorded, or a follow-up is scheduled.',
    data: DispositionData,
  },
  'disposition.due': {
    occursWhen: 'A follow-up is due.',
    data: DispositionData.extend({ followUpCallId: z.string() }),
  },
  'batch.started': { occursWhen: 'A batch starts to place calls.', data: BatchData },
  'batch.completed': { occursWhen: 'Every call of a batch has ended.', data: BatchData },
  'batch.cancelled': { occursWhen: 'A batch is cancelled.', data: BatchData },
  'number.acquired': {
    occursWhen: 'The workspace acquires a number.',
    data: z.object({ numberId: z.string(), phoneNumber: number, agentId: z.string().nullable(), sequence }),
  },
  'number.released': {
    occursWhen: 'The workspace releases a number.',
    data: z.object({ numberId: z.string(), phoneNumber: number, sequence }),
  },
  'agent.created': { occursWhen: 'An agent is created.', data: AgentData },
  'agent.updated': { occursWhen: 'An agent is updated.', data: AgentData },
  'agent.deleted': {
    occursWhen: 'An agent is deleted.',
    data: z.object({ agentId: z.string(), sequence }),
  },
  'flow.created': { occursWhen: 'A flow is created.', data: FlowData },
  'flow.updated': { occursWhen: 'A flow is updated.', data: FlowData },
  'flow.deleted': { occursWhen: 'A flow is deleted.', data: z.object({ flowId: z.string(), sequence }) },
  'webhook.test': {
    occursWhen: 'A test of an endpoint is requested. Only that endpoint receives it.',
    data: z.object({ webhookId: z.string(), sequence }),
  },
} as const satisfies Readonly<Record<string, EventType>>;

export type EventTypeName = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventTypeName[];

export const eventTypeName = z
  .enum(eventTypeNames as [EventTypeName, ...EventTypeName[]])
  .meta({ id: 'EventType' });
