import type { Components, Json } from './openapi-components.ts';

const digits = '01KAT3Q5H8Z6T4N2R0V7W9X1Y3';
const at = '2026-12-01T15:30:00.000Z';

const call = {
  callId: `call_${digits}`,
  agentId: `agent_${digits}`,
  status: 'in_progress',
  direction: 'outbound',
  fromNumber: '+12025550199',
  toNumber: '+12025550100',
  batchId: null,
  jobId: null,
  sequence: 4,
};
const ended = {
  ...call,
  status: 'ended',
  duration: 41.2,
  endReason: 'customer_hangup',
  fault: 'none',
  disposition: 'interested',
};
const agent = { agentId: `agent_${digits}`, name: 'Front desk', status: 'active', version: 1, sequence: 1 };
const flow = {
  flowId: `flow_${digits}`,
  name: 'Table reminder',
  type: 'call',
  status: 'active',
  version: 1,
  sequence: 1,
};
const disposition = {
  dispositionId: `disp_${digits}`,
  disposition: 'callback_scheduled',
  status: 'pending',
  scheduledAt: at,
  callId: `call_${digits}`,
  agentId: `agent_${digits}`,
  phoneNumber: '+12025550100',
  sequence: 1,
};
const conversation = {
  conversationId: `conv_${digits}`,
  flowId: `flow_${digits}`,
  agentId: `agent_${digits}`,
  channel: 'sms',
};
const message = {
  conversationId: `conv_${digits}`,
  messageId: `msg_${digits}`,
  flowId: `flow_${digits}`,
  to: '+12025550100',
  status: 'sent',
  sequence: 2,
};
const received = { ...message, from: '+12025550100', status: 'received', message: 'Yes, I will come.' };
const batch = {
  batchId: `batch_${digits}`,
  agentId: `agent_${digits}`,
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
const deleted = { version: 2 ** 31 - 1, sequence: 2 ** 31 - 1 };

/** All events with the condition under which each occurs and an example of its data. */
const events: Readonly<Record<string, readonly [occursWhen: string, data: Json]>> = {
  'call.ringing': ['The phone of the callee rings.', { ...call, status: 'ringing', sequence: 3 }],
  'call.answered': ['The call is answered, by a person or a machine.', call],
  'call.started': ['A call starts: it has been answered.', call],
  'call.transferred': [
    'The call is transferred to another number.',
    { ...call, destination: '+12025550150' },
  ],
  'call.completed': ['An answered call ends.', ended],
  'call.failed': [
    'A call ends without being answered.',
    { ...ended, duration: 0, endReason: 'busy', disposition: 'busy' },
  ],
  'call.analyzed': [
    'The analysis of an ended call is available.',
    { ...call, status: 'ended', analysis: { summary: 'Ada comes tonight.', success: true, fields: {} } },
  ],
  'recording.ready': ['The recording can be downloaded.', { ...call, status: 'ended', durationMs: 41_200 }],
  'sms.sent': ['An SMS is sent: the carrier has accepted it.', message],
  'sms.delivered': ['An SMS is delivered.', { ...message, status: 'delivered' }],
  'sms.failed': ['An SMS could not be sent or delivered.', { ...message, status: 'failed' }],
  'sms.received': ['An SMS is received.', received],
  'email.sent': ['An email is sent: the mail server has accepted it.', { ...message, to: 'ada@example.com' }],
  'email.failed': ['An email could not be sent.', { ...message, to: 'ada@example.com', status: 'failed' }],
  'email.received': ['An email is received.', { ...received, from: 'ada@example.com' }],
  'message.approval_required': [
    'A message waits for approval.',
    { ...message, ...conversation, status: 'pending_approval', message: 'Hello Ada, your table is ready.' },
  ],
  'conversation.opted_out': [
    'A customer opted out of messages.',
    { ...conversation, address: '+12025550100', sequence: 5 },
  ],
  'disposition.created': ['The result of a call is recorded, or a follow-up is scheduled.', disposition],
  'disposition.due': [
    'A follow-up is due.',
    { ...disposition, status: 'in_progress', followUpCallId: `call_${digits}`, sequence: 2 },
  ],
  'batch.started': ['A batch starts to place calls.', batch],
  'batch.completed': ['Every call of a batch has ended.', completedBatch],
  'batch.cancelled': ['A batch is cancelled.', { ...batch, pending: 0, cancelled: 248, sequence: 2 }],
  'number.acquired': [
    'The workspace acquires a number.',
    { numberId: `num_${digits}`, phoneNumber: '+12025550199', sequence: 1 },
  ],
  'agent.created': ['An agent is created.', agent],
  'agent.updated': ['An agent is updated.', { ...agent, version: 2, sequence: 2 }],
  'agent.deleted': ['An agent is deleted.', { ...agent, ...deleted }],
  'flow.created': ['A flow is created.', flow],
  'flow.updated': ['A flow is updated.', { ...flow, version: 2, sequence: 2 }],
  'flow.deleted': ['A flow is deleted.', { ...flow, ...deleted }],
};

const delivery = `The event is described and not sent by this version, which has no operation to register an endpoint. A later version sends it by POST to the subscribed webhook endpoints of the workspace, at least once. \`webhook-id\` is the same in every attempt. A 2xx response within
15 s is a success; otherwise the delivery is retried for five days.`;

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
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` under the secret of the endpoint. For 24 hours after a rotation it has two `v1=`.',
  ),
  header('webhook-id', 'The id of the event, the same in every attempt.'),
  header('webhook-timestamp', 'Unix time of this attempt in seconds.', { type: 'integer' }),
  header(
    'webhook-signature',
    'A Standard Webhooks signature: `v1,<base64>`. Several are separated by a space.',
  ),
];

const envelope = (event: string, data: Json): Json => ({
  type: 'object',
  required: ['id', 'event', 'createdAt', 'workspaceId', 'data'],
  properties: {
    id: { type: 'string', description: 'The id of the event, `evt_…`.' },
    event: { type: 'string', const: event, description: 'The event type.' },
    createdAt: { type: 'string', format: 'date-time', description: 'The time of the event.' },
    workspaceId: { type: 'string', description: 'The workspace of the event.' },
    data: {
      type: 'object',
      description: 'The resource. `sequence` orders the events of one resource.',
      required: Object.keys(data),
      properties: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeOf(value)])),
    },
  },
});

function typeOf(value: unknown): Json {
  if (value === null) return { type: ['string', 'null'] };
  return { type: typeof value };
}

/** Returns the `webhooks` section. This version records the events; a later version sends them. */
export function webhooksOf(components: Components): Json {
  return Object.fromEntries(
    Object.entries(events).map(([event, [occursWhen, data]]) => [
      event,
      { post: webhook(event, occursWhen, data, components) },
    ]),
  );
}

function webhook(event: string, occursWhen: string, data: Json, components: Components): Json {
  const value = { id: `evt_${digits}`, event, createdAt: at, workspaceId: `ws_${digits}`, data };
  return {
    operationId: `on.${event}`,
    tags: ['Webhooks'],
    summary: occursWhen,
    description: delivery,
    security: [],
    parameters: headers.map((parameter) => components.parameter(parameter)),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: envelope(event, data), examples: { example: { value } } } },
    },
    responses: {
      '2XX': { description: 'Accepted.' },
      '410': { description: 'The endpoint no longer exists and is disabled.' },
      default: { description: 'The delivery is retried later.' },
    },
  };
}
