import { exampleId } from '../../domain/fields.ts';
import { eventTypeNames, eventTypes, type EventTypeName } from '../../domain/webhooks/event-types.ts';
import type { Components, Json } from './components.ts';

const at = '2026-12-01T15:30:00.000Z';

const call = {
  callId: exampleId('call'),
  roomName: exampleId('room'),
  agentId: exampleId('agent'),
  agentName: 'Front desk',
  flowId: exampleId('flow'),
  status: 'in_progress',
  direction: 'outbound',
  fromNumber: '+12025550199',
  toNumber: '+12025550100',
  batchId: null,
  jobId: null,
  attempt: 1,
  customer: { name: 'Ada Lovelace' },
  language: 'en-US',
  metadata: { order: 4711 },
  createdAt: '2026-12-01T15:29:10.000Z',
  answeredAt: '2026-12-01T15:29:18.800Z',
  sequence: 4,
};
const ended = {
  ...call,
  status: 'ended',
  duration: 41.2,
  endedAt: at,
  endReason: 'customer_hangup',
  endDetail: null,
  fault: 'none',
  disposition: 'interested',
};
const transcriptUrl = `/api/v1/calls/${call.callId}`;
const recordingUrl = `${transcriptUrl}/recording`;
const completed = {
  ...ended,
  transcript: [
    { role: 'agent', content: 'Hello Ada. Will you come tonight?', startMs: 120, endMs: 2_300 },
    { role: 'customer', content: 'Yes, with my husband.', startMs: 2_900, endMs: 4_100 },
  ],
  variables: { comes: true },
  truncated: false,
  transcriptUrl,
  recordingUrl,
};
const agent = { agentId: exampleId('agent'), name: 'Front desk', status: 'active', version: 1, sequence: 1 };
const flow = {
  flowId: exampleId('flow'),
  name: 'Table reminder',
  type: 'call',
  status: 'active',
  version: 1,
  sequence: 1,
};
const disposition = {
  dispositionId: exampleId('disposition'),
  disposition: 'callback_scheduled',
  status: 'pending',
  scheduledAt: at,
  callId: exampleId('call'),
  agentId: exampleId('agent'),
  phoneNumber: '+12025550100',
  notes: 'Asked to be called back.',
  transferRequested: false,
  sequence: 1,
};
const conversation = {
  conversationId: exampleId('conversation'),
  flowId: exampleId('flow'),
  agentId: exampleId('agent'),
  channel: 'sms',
  metadata: { order: 4711 },
};
const message = {
  ...conversation,
  messageId: exampleId('message'),
  to: '+12025550100',
  status: 'sent',
  message: 'Hello Ada, your table is ready.',
  sequence: 2,
};
const sent = { ...message, from: '+12025550199', failure: null };
const sentEmail = { ...sent, channel: 'email', from: 'parley@example.com', to: 'ada@example.com' };
const received = {
  ...message,
  from: '+12025550100',
  to: '+12025550199',
  status: 'received',
  attachments: [],
  message: 'Yes, I will come.',
};
const batch = {
  batchId: exampleId('batch'),
  agentId: exampleId('agent'),
  total: 250,
  pending: 248,
  dialing: 0,
  inProgress: 0,
  completed: 0,
  failed: 0,
  skipped: 2,
  cancelled: 0,
  connected: 0,
  sequence: 1,
};
const completedBatch = { ...batch, pending: 0, completed: 231, failed: 17, connected: 204, sequence: 2 };

const messageBatch = {
  batchId: exampleId('messageBatch'),
  name: 'Reminders of Tuesday',
  flowId: exampleId('flow'),
  channel: 'sms',
  status: 'running',
  total: 400,
  pending: 398,
  pendingApproval: 0,
  inProgress: 0,
  completed: 0,
  failed: 0,
  skipped: 2,
  cancelled: 0,
  delivered: 0,
  sequence: 2,
};

const analysis = {
  status: 'completed',
  summary: 'Ada confirmed the table for four guests tonight.',
  success: true,
  successReason: 'The customer confirmed the reservation.',
  fields: { party_size: 4 },
  sentiment: 'positive',
  model: 'openai/gpt-5-mini',
  reason: null,
  warnings: [],
  analyzedAt: at,
};

/** An example of the data of each event. */
export const eventExamples: Readonly<Record<EventTypeName, Json>> = {
  'call.ringing': { ...call, status: 'ringing', answeredAt: null, sequence: 3 },
  'call.answered': call,
  'call.started': call,
  'call.completed': completed,
  'call.failed': { ...ended, answeredAt: null, duration: 0, endReason: 'busy', disposition: 'busy' },
  'call.analyzed': {
    ...call,
    status: 'ended',
    analysis,
  },
  'recording.ready': { ...call, status: 'ended', durationMs: 41_200, reason: null, recordingUrl },
  'recording.failed': { ...call, status: 'ended', reason: 'disk_full' },
  'sms.sent': sent,
  'sms.delivered': { ...sent, status: 'delivered' },
  'sms.failed': { ...sent, status: 'failed', failure: 'The number does not exist.' },
  'sms.received': received,
  'email.sent': sentEmail,
  'email.failed': { ...sentEmail, status: 'failed', failure: 'The mailbox does not exist.' },
  'email.received': {
    ...received,
    channel: 'email',
    from: 'ada@example.com',
    to: 'parley@example.com',
    attachments: [{ name: 'form.pdf', contentType: 'application/pdf', bytes: 48_213 }],
  },
  'message.approval_required': { ...message, status: 'pending_approval' },
  'conversation.opted_out': { ...conversation, address: '+12025550100', sequence: 5 },
  'conversation.analyzed': { ...conversation, analysis, sequence: 6 },
  'disposition.created': disposition,
  'disposition.due': {
    ...disposition,
    status: 'in_progress',
    followUpCallId: exampleId('call'),
    sequence: 2,
  },
  'task.created': {
    taskId: exampleId('task'),
    kind: 'callback',
    status: 'open',
    reason: 'Asked to speak to a person.',
    dueAt: at,
    assignee: null,
    address: '+12025550112',
    links: {
      callId: exampleId('call'),
      dispositionId: exampleId('disposition'),
      conversationId: null,
      messageId: null,
    },
    sequence: 1,
  },
  'batch.started': batch,
  'batch.completed': completedBatch,
  'batch.cancelled': { ...batch, pending: 0, cancelled: 248, sequence: 2 },
  'message_batch.approval_required': { ...messageBatch, status: 'pending_approval', sequence: 1 },
  'message_batch.started': messageBatch,
  'message_batch.completed': {
    ...messageBatch,
    status: 'completed',
    pending: 0,
    completed: 395,
    failed: 3,
    delivered: 390,
    sequence: 3,
  },
  'message_batch.cancelled': {
    ...messageBatch,
    status: 'cancelled',
    pending: 0,
    cancelled: 398,
    sequence: 3,
  },
  'number.acquired': {
    numberId: exampleId('number'),
    phoneNumber: '+12025550199',
    agentId: null,
    sequence: 1,
  },
  'number.released': {
    numberId: exampleId('number'),
    phoneNumber: '+12025550199',
    sequence: 2,
  },
  'agent.created': agent,
  'agent.updated': { ...agent, version: 2, sequence: 2 },
  'agent.deleted': { agentId: agent.agentId, sequence: 3 },
  'flow.created': flow,
  'flow.updated': { ...flow, version: 2, sequence: 2 },
  'flow.deleted': { flowId: flow.flowId, sequence: 3 },
  'webhook.test': { webhookId: exampleId('webhook'), sequence: 1 },
};

const delivery =
  'Sent by POST to every endpoint that subscribes to it, at least once, with the same `webhook-id`. A 2xx response within 15 s is a success; otherwise it is retried nine times within 76 hours.';

const header = (name: string, description: string, schema: Json = { type: 'string' }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const headers = [
  header(
    'X-Service-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` under the secret of the endpoint. During the overlap after a rotation it has two `v1=`.',
  ),
  header('webhook-id', 'The id of the event, the same in every attempt.'),
  header('webhook-timestamp', 'Unix time of this attempt in seconds.', { type: 'integer' }),
  header(
    'webhook-signature',
    'A Standard Webhooks signature: `v1,<base64>`. Several are separated by a space.',
  ),
];

const envelopeOf = (event: EventTypeName, data: Json): Json => ({
  type: 'object',
  required: ['id', 'event', 'createdAt', 'workspaceId', 'data'],
  properties: {
    id: { type: 'string', description: 'The id of the event, `evt_…`.' },
    event: { type: 'string', const: event, description: 'The event type.' },
    createdAt: { type: 'string', format: 'date-time', description: 'The time of the event.' },
    workspaceId: { type: 'string', description: 'The workspace of the event.' },
    data,
  },
});

/** Returns the `webhooks` section. */
export function webhooksOf(components: Components): Json {
  return Object.fromEntries(eventTypeNames.map((event) => [event, { post: webhook(event, components) }]));
}

function webhook(event: EventTypeName, components: Components): Json {
  const { occursWhen, data } = eventTypes[event];
  const value = {
    id: exampleId('event'),
    event,
    createdAt: at,
    workspaceId: exampleId('workspace'),
    data: eventExamples[event],
  };
  const schema = envelopeOf(event, components.schemas.output(data));
  return {
    operationId: `on.${event}`,
    tags: ['Webhooks'],
    summary: occursWhen,
    description: delivery,
    security: [],
    parameters: headers.map((parameter) => components.parameter(parameter)),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { example: { value } } } },
    },
    responses: {
      '2XX': { description: 'Accepted.' },
      '410': { description: 'The endpoint is disabled.' },
      default: { description: 'Retried later.' },
    },
  };
}
