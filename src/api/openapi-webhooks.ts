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
const worked = { ...batch, pending: 0, completed: 231, failed: 17, connected: 204, sequence: 2 };
const deleted = { version: 2 ** 31 - 1, sequence: 2 ** 31 - 1 };

/** Every event: when it occurs, and the data that it may carry. */
const events: Readonly<Record<string, readonly [occursWhen: string, data: Json]>> = {
  'call.ringing': ['The phone of whoever is called rings.', { ...call, status: 'ringing', sequence: 3 }],
  'call.answered': ['The call is answered, by a person or a machine.', call],
  'call.started': ['A call begins: it has been answered.', call],
  'call.transferred': ['The call is handed over to somebody else.', { ...call, destination: '+12025550150' }],
  'call.completed': ['An answered call ends.', ended],
  'call.failed': [
    'A call ends that never connected.',
    { ...ended, duration: 0, endReason: 'busy', disposition: 'busy' },
  ],
  'call.analyzed': [
    'The analysis of an ended call is there.',
    { ...call, status: 'ended', analysis: { summary: 'Ada comes tonight.', success: true, fields: {} } },
  ],
  'recording.ready': ['The recording can be fetched.', { ...call, status: 'ended', durationMs: 41_200 }],
  'sms.sent': ['An SMS is sent: the carrier has taken it.', message],
  'sms.delivered': ['An SMS is delivered.', { ...message, status: 'delivered' }],
  'sms.failed': ['An SMS could not be sent or delivered.', { ...message, status: 'failed' }],
  'sms.received': ['An SMS comes in.', received],
  'email.sent': ['An email is sent: the mail server has taken it.', { ...message, to: 'ada@example.com' }],
  'email.failed': ['An email could not be sent.', { ...message, to: 'ada@example.com', status: 'failed' }],
  'email.received': ['An email comes in.', { ...received, from: 'ada@example.com' }],
  'message.approval_required': [
    'A message waits for a person.',
    { ...message, ...conversation, status: 'pending_approval', message: 'Hello Ada, your table is ready.' },
  ],
  'conversation.opted_out': [
    'Somebody wants no more messages.',
    { ...conversation, address: '+12025550100', sequence: 5 },
  ],
  'disposition.created': ['The outcome of a call is recorded, or a follow-up scheduled.', disposition],
  'disposition.due': [
    'The time of a follow-up has come.',
    { ...disposition, status: 'in_progress', followUpCallId: `call_${digits}`, sequence: 2 },
  ],
  'batch.started': ['A batch begins to call.', batch],
  'batch.completed': ['Every call of a batch has ended.', worked],
  'batch.cancelled': ['A batch is cancelled.', { ...batch, pending: 0, cancelled: 248, sequence: 2 }],
  'number.acquired': [
    'A number becomes the workspace’s own.',
    { numberId: `num_${digits}`, phoneNumber: '+12025550199', sequence: 1 },
  ],
  'agent.created': ['An agent is created.', agent],
  'agent.updated': ['An agent is updated.', { ...agent, version: 2, sequence: 2 }],
  'agent.deleted': ['An agent is deleted.', { ...agent, ...deleted }],
  'flow.created': ['A flow is created.', flow],
  'flow.updated': ['A flow is updated.', { ...flow, version: 2, sequence: 2 }],
  'flow.deleted': ['A flow is deleted.', { ...flow, ...deleted }],
};

const delivery = `Described now, not sent by this version, which has no operation to register an endpoint either. What is to come: sent by POST to the webhook endpoints of the workspace that want this event, at least once; \`webhook-id\` is the same in every try. 2xx within
15 s is success; otherwise it is tried again for five days.`;

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
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` under the secret of the endpoint. For 24 hours after a rotation two `v1=`.',
  ),
  header('webhook-id', 'Of the event; the same in every try.'),
  header('webhook-timestamp', 'Unix time of this try, in seconds.', { type: 'integer' }),
  header('webhook-signature', 'As Standard Webhooks has it: `v1,<base64>`, several with a space between.'),
];

const envelope = (event: string, data: Json): Json => ({
  type: 'object',
  required: ['id', 'event', 'createdAt', 'workspaceId', 'data'],
  properties: {
    id: { type: 'string', description: 'Of the event, `evt_…`.' },
    event: { type: 'string', const: event, description: 'Its type.' },
    createdAt: { type: 'string', format: 'date-time', description: 'When it occurred.' },
    workspaceId: { type: 'string', description: 'Where it occurred.' },
    data: {
      type: 'object',
      description: 'What it is about. `sequence` orders the events of one subject.',
      required: Object.keys(data),
      properties: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeOf(value)])),
    },
  },
});

function typeOf(value: unknown): Json {
  if (value === null) return { type: ['string', 'null'] };
  return { type: typeof value };
}

/** The `webhooks` section: what a later version sends of its own accord; this one writes the events down. */
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
    parameters: headers.map((one) => components.parameter(one)),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: envelope(event, data), examples: { example: { value } } } },
    },
    responses: {
      '2XX': { description: 'Taken.' },
      '410': { description: 'Send nothing here any more: the endpoint is disabled.' },
      default: { description: 'Tried again later.' },
    },
  };
}
