import { z } from 'zod';
import { messageStatus } from '../conversations/message-status.ts';
import { idOf, namedEnum, variableValues } from '../fields.ts';
import { agentStatus } from '../agent.ts';
import { Analysis } from '../analysis.ts';
import { callLanguage, StoredCustomer } from '../call.ts';
import { callEndReason, callStatus, faults } from '../call-state.ts';
import { messageAttachments } from '../conversations/conversation.ts';
import { dispositionStatus } from '../disposition.ts';
import { flowStatus } from '../flow/flow.ts';
import { messageBatchStatus, messageCountFields } from '../batches/message-batch.ts';
import { recordingFault } from '../recording-fault.ts';
import { taskFields } from '../task.ts';

/** An event type: when it occurs, and the schema of its data. */
export interface EventType {
  readonly occursWhen: string;
  readonly data: z.ZodObject;
}

const sequence = z
  .int()
  .min(1)
  .meta({
    description: 'Orders the events of one call, agent, flow, batch, disposition or conversation.',
    examples: [4],
  });
const time = z.iso.datetime();
const number = z.string().meta({ description: 'A phone number in E.164 form.' });

const CallData = z
  .object({
    callId: idOf('call'),
    roomName: idOf('room').meta({ description: 'The name of the media session of the call.' }),
    agentId: idOf('agent'),
    agentName: z.string().meta({ description: 'The name of the agent.', examples: ['Front desk'] }),
    flowId: idOf('flow')
      .nullable()
      .meta({ description: 'The flow of the call. Null if the agent has none.' }),
    status: callStatus,
    direction: z.enum(['inbound', 'outbound']).meta({
      description: '`outbound` from Parley, `inbound` to Parley.',
    }),
    fromNumber: number.meta({ examples: ['+12025550199'] }),
    toNumber: number.meta({ examples: ['+12025550100'] }),
    batchId: idOf('batch').nullable().meta({
      description: 'The id of the batch. Null if the call belongs to none.',
    }),
    jobId: idOf('job').nullable().meta({
      description: 'The id of the row of the batch. Null if the call belongs to none.',
    }),
    attempt: z
      .int()
      .min(1)
      .meta({ description: 'The number of the attempt to reach the customer.', examples: [1] }),
    customer: StoredCustomer,
    language: callLanguage,
    metadata: z.record(z.string(), z.json()).meta({
      description: 'The metadata of the request that started the call.',
      examples: [{ order: 4711 }],
    }),
    createdAt: time.meta({
      description: 'The time of the request that started the call, or of its arrival.',
    }),
    answeredAt: time.nullable().meta({ description: 'The time of the answer. Null before it.' }),
    sequence,
  })
  .meta({ id: 'CallEventData' });

const EndedCallData = CallData.extend({
  duration: z
    .number()
    .min(0)
    .meta({
      description: 'From the answer to the end, in seconds.',
      examples: [41],
    }),
  endedAt: time.meta({ description: 'The time of the end.' }),
  endReason: callEndReason,
  endDetail: z
    .string()
    .nullable()
    .meta({
      description: 'The reason in a sentence. Null if `endReason` says all.',
      examples: ['The carrier responded with 486 Busy Here.'],
    }),
  fault: z.enum(faults).meta({ description: 'The party responsible for the end.' }),
  disposition: z.string().meta({
    description: 'The result of the call: a built-in disposition, or one of the workspace.',
    examples: ['interested'],
  }),
}).meta({ id: 'EndedCallEventData' });

const CompletedCallData = EndedCallData.extend({
  transcript: z
    .array(
      z.object({
        role: z.enum(['agent', 'customer']).meta({ description: 'The speaker.' }),
        content: z.string().meta({ description: 'What was heard.', examples: ['Yes, I will come.'] }),
        startMs: z.int().meta({ description: 'The start, in ms from the answer.', examples: [1200] }),
        endMs: z.int().meta({ description: 'The end, in ms from the answer.', examples: [2600] }),
      }),
    )
    .meta({ description: 'What was said, in order.' }),
  variables: variableValues.meta({ description: 'The variables of the flow at the end of the call.' }),
  truncated: z.boolean().meta({
    description:
      'Whether something is missing: the transcript after its first 64 KiB, or variables of more than 16 KiB. `transcriptUrl` returns everything.',
  }),
  transcriptUrl: z.string().meta({
    description:
      'The path of the call with its transcript, relative to the address of the API. Requires `calls:read`.',
    examples: ['/api/v1/calls/call_01KAT3Q5H8Z6T4N2R0V7W9X1Y3'],
  }),
  recordingUrl: z
    .string()
    .nullable()
    .meta({
      description:
        'The path of the recording, relative to the address of the API. Requires `recordings:read`. Null if there is none.',
      examples: ['/api/v1/calls/call_01KAT3Q5H8Z6T4N2R0V7W9X1Y3/recording'],
    }),
}).meta({ id: 'CompletedCallEventData' });

const AgentData = z
  .object({
    agentId: idOf('agent'),
    name: z.string().meta({ description: 'The name of the agent.', examples: ['Front desk'] }),
    status: agentStatus,
    version: z.int().meta({ description: 'The version. It increases with each change.', examples: [3] }),
    sequence,
  })
  .meta({ id: 'AgentEventData' });
const FlowData = z
  .object({
    flowId: idOf('flow'),
    name: z.string().meta({ description: 'The name of the flow.', examples: ['Table reminder'] }),
    type: z.enum(['call', 'message']).meta({
      description: '`call` for phone calls, `message` for SMS and email.',
    }),
    status: flowStatus,
    version: z.int().meta({ description: 'The version. It increases with each change.', examples: [3] }),
    sequence,
  })
  .meta({ id: 'FlowEventData' });

const BatchData = z
  .object({
    batchId: idOf('batch'),
    agentId: idOf('agent'),
    total: z.int().meta({ description: 'The number of rows.', examples: [250] }),
    pending: z.int().meta({ description: 'The number of rows that wait for a call.', examples: [60] }),
    dialing: z.int().meta({
      description: 'The number of rows whose call is being connected.',
      examples: [3],
    }),
    inProgress: z.int().meta({ description: 'The number of rows with an answered call.', examples: [4] }),
    completed: z.int().meta({ description: 'The number of completed rows.', examples: [180] }),
    failed: z.int().meta({ description: 'The number of failed rows.', examples: [5] }),
    skipped: z.int().meta({ description: 'The number of skipped rows.', examples: [2] }),
    cancelled: z.int().meta({ description: 'The number of cancelled rows.', examples: [0] }),
    connected: z.int().meta({
      description: 'The number of rows in which a person answered.',
      examples: [150],
    }),
    sequence,
  })
  .meta({ id: 'BatchEventData' });

const MessageBatchData = z
  .object({
    batchId: idOf('messageBatch'),
    name: z.string().meta({ description: 'The name of the batch.', examples: ['Reminders of Tuesday'] }),
    flowId: idOf('flow'),
    channel: z.enum(['sms', 'email']).meta({ description: '`sms` or `email`.' }),
    status: messageBatchStatus,
    ...messageCountFields,
    sequence,
  })
  .meta({ id: 'MessageBatchEventData' });

const DispositionData = z
  .object({
    dispositionId: idOf('disposition'),
    disposition: z.string().meta({
      description: 'The result of the call: a built-in disposition, or one of the workspace.',
      examples: ['interested'],
    }),
    status: dispositionStatus,
    scheduledAt: time.nullable().meta({ description: 'The time of the follow-up. Null: none is planned.' }),
    callId: idOf('call').nullable(),
    agentId: idOf('agent').nullable(),
    phoneNumber: number.meta({ examples: ['+12025550100'] }),
    notes: z.string().meta({ description: 'Notes for users.', examples: ['Wants a table by the window.'] }),
    transferRequested: z.boolean().meta({ description: 'Whether the customer asked for a person.' }),
    sequence,
  })
  .meta({ id: 'DispositionEventData' });

const conversationMetadata = z.record(z.string(), z.json()).meta({
  description: 'The metadata of the request that started the conversation.',
  examples: [{ order: 4711 }],
});

const MessageData = z
  .object({
    conversationId: idOf('conversation'),
    messageId: idOf('message'),
    flowId: idOf('flow').nullable(),
    agentId: idOf('agent').nullable(),
    channel: z.enum(['sms', 'email']).meta({ description: '`sms` or `email`.' }),
    to: z.string().meta({
      description: 'A phone number in E.164 form, or an email address.',
      examples: ['+12025550100'],
    }),
    status: messageStatus,
    message: z.string().meta({ description: 'The text.', examples: ['Your table is ready.'] }),
    metadata: conversationMetadata.meta({
      description:
        'The metadata of the request that started the conversation. Fields of the metadata of an outbound message replace those of the same name.',
    }),
    sequence,
  })
  .meta({ id: 'MessageEventData' });
const SentMessageData = MessageData.extend({
  from: z.string().nullable().meta({ description: 'The sender; null if no attempt was made to send it.' }),
  failure: z.string().nullable().meta({ description: 'Why it was not sent or not delivered.' }),
}).meta({ id: 'SentMessageEventData' });
const ReceivedMessageData = MessageData.extend({
  from: z.string().meta({
    description: 'The sender: a phone number or an email address.',
    examples: ['+12025550100'],
  }),
  attachments: messageAttachments,
}).meta({ id: 'ReceivedMessageEventData' });
const ConversationData = z.object({
  conversationId: idOf('conversation'),
  flowId: idOf('flow').nullable(),
  agentId: idOf('agent').nullable(),
  channel: z.enum(['sms', 'email']).meta({ description: '`sms` or `email`.' }),
  metadata: conversationMetadata,
  sequence,
});

/** All event types. A field is never removed or given another meaning; fields are added. */
export const eventTypes = {
  'call.ringing': { occursWhen: 'The phone of the callee rings; outbound calls only.', data: CallData },
  'call.answered': { occursWhen: 'The call is answered, by a person or a machine.', data: CallData },
  'call.started': { occursWhen: 'The call is answered. Sent together with `call.answered`.', data: CallData },
  'call.completed': { occursWhen: 'An answered call ends.', data: CompletedCallData },
  'call.failed': { occursWhen: 'A call ends without being answered.', data: EndedCallData },
  'call.analyzed': {
    occursWhen: 'The analysis of an ended call is completed, skipped or failed.',
    data: CallData.extend({ analysis: Analysis }),
  },
  'recording.ready': {
    occursWhen: 'The recording can be downloaded.',
    data: CallData.extend({
      durationMs: z
        .int()
        .nullable()
        .meta({
          description: 'The length of the recording in milliseconds. Null if unknown.',
          examples: [41200],
        }),
      reason: recordingFault.nullable().meta({
        description: 'Why a part of the recording is missing. Null if it is complete.',
      }),
      recordingUrl: z.string().meta({
        description:
          'The path of the recording, relative to the address of the API. Requires `recordings:read`.',
        examples: ['/api/v1/calls/call_01KAT3Q5H8Z6T4N2R0V7W9X1Y3/recording'],
      }),
    }),
  },
  'recording.failed': {
    occursWhen: 'A call that was to be recorded ends without a recording.',
    data: CallData.extend({ reason: recordingFault }),
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
    data: ConversationData.extend({
      address: z.string().meta({
        description: 'A phone number or an email address.',
        examples: ['+12025550100'],
      }),
    }),
  },
  'conversation.analyzed': {
    occursWhen: 'The analysis of a conversation is completed, skipped or failed.',
    data: ConversationData.extend({ analysis: Analysis }),
  },
  'disposition.created': {
    occursWhen: 'The result of a call is recorded, or a follow-up is scheduled.',
    data: DispositionData,
  },
  'disposition.due': {
    occursWhen: 'A follow-up is due.',
    data: DispositionData.extend({
      followUpCallId: idOf('call').meta({ description: 'The id of the follow-up call.' }),
    }),
  },
  'task.created': {
    occursWhen: 'A person is needed: see `kind`.',
    data: z.object({ taskId: idOf('task'), ...taskFields, sequence }),
  },
  'batch.started': { occursWhen: 'A batch starts to place calls.', data: BatchData },
  'batch.completed': { occursWhen: 'Every call of a batch has ended.', data: BatchData },
  'batch.cancelled': { occursWhen: 'A batch is cancelled.', data: BatchData },
  'message_batch.approval_required': {
    occursWhen: 'A batch of messages waits for its approval.',
    data: MessageBatchData,
  },
  'message_batch.started': {
    occursWhen: 'A batch of messages starts to send.',
    data: MessageBatchData,
  },
  'message_batch.completed': {
    occursWhen: 'Every row of a batch of messages has ended.',
    data: MessageBatchData,
  },
  'message_batch.cancelled': { occursWhen: 'A batch of messages is cancelled.', data: MessageBatchData },
  'number.acquired': {
    occursWhen: 'The workspace acquires a number.',
    data: z.object({
      numberId: idOf('number'),
      phoneNumber: number.meta({ examples: ['+12025550100'] }),
      agentId: idOf('agent').nullable(),
      sequence,
    }),
  },
  'number.released': {
    occursWhen: 'The workspace releases a number.',
    data: z.object({
      numberId: idOf('number'),
      phoneNumber: number.meta({ examples: ['+12025550100'] }),
      sequence,
    }),
  },
  'agent.created': { occursWhen: 'An agent is created.', data: AgentData },
  'agent.updated': { occursWhen: 'An agent is updated.', data: AgentData },
  'agent.deleted': {
    occursWhen: 'An agent is deleted.',
    data: z.object({ agentId: idOf('agent'), sequence }),
  },
  'flow.created': { occursWhen: 'A flow is created.', data: FlowData },
  'flow.updated': { occursWhen: 'A flow is updated.', data: FlowData },
  'flow.deleted': { occursWhen: 'A flow is deleted.', data: z.object({ flowId: idOf('flow'), sequence }) },
  'webhook.test': {
    occursWhen: 'A test of an endpoint is requested. Only that endpoint receives it.',
    data: z.object({ webhookId: idOf('webhook'), sequence }),
  },
} as const satisfies Readonly<Record<string, EventType>>;

export type EventTypeName = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventTypeName[];

export const eventTypeName = namedEnum(eventTypeNames, {
  id: 'EventType',
  title: 'Event type',
  description: 'What happened.',
  values: Object.fromEntries(
    Object.entries(eventTypes).map(([name, { occursWhen }]) => [name, occursWhen]),
  ) as Record<EventTypeName, string>,
  example: 'call.completed',
});
