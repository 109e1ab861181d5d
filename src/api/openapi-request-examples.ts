const agentId = 'agent_01KAT3Q5H8Z6T4N2R0V7W9X1Y3';
const flowId = 'flow_01KAT3Q5H8Z6T4N2R0V7W9X1Y3';

const expression = (left: string, right: boolean) => ({
  type: 'expression',
  all: [{ left, op: '==', right }],
});

const callFlow = {
  type: 'call',
  name: 'Table reminder',
  status: 'active',
  startNodeId: 'coming',
  variables: { time: { default: "eight o'clock" } },
  nodes: [
    {
      id: 'coming',
      type: 'ask',
      config: {
        prompt: 'Hello {{customer.name}}, will you come tonight at {{time}}?',
        variable: 'coming',
        expect: 'yes_no',
      },
    },
    { id: 'kept', type: 'end', config: { text: 'See you tonight.', disposition: 'interested' } },
    {
      id: 'freed',
      type: 'end',
      config: { text: 'Thank you for telling us.', disposition: 'not_interested' },
    },
    { id: 'unclear', type: 'end', config: { text: 'We will keep the table. Goodbye.' } },
  ],
  edges: [
    { id: 'yes', from: 'coming', to: 'kept', condition: expression('coming', true) },
    { id: 'no', from: 'coming', to: 'freed', condition: expression('coming', false) },
    { id: 'no_answer', from: 'coming', to: 'unclear', condition: { type: 'else' } },
  ],
};

/** Handwritten request bodies by operation. Other examples are made from the schema. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  createAgent: {
    name: 'Front desk',
    model: 'openai/gpt-5-mini',
    personality: 'You are the front desk of Bistro Nine. Be brief and friendly.',
    firstMessage: 'Bistro Nine, good evening!',
    voice: { provider: 'builtin', voiceId: 'rms', speed: 1.1 },
    phoneNumber: '+12025550199',
    flowId,
  },
  updateAgent: { personality: 'Be brief.', voice: { speed: 1.2 }, firstMessage: null },
  createFlow: callFlow,
  updateFlow: { status: 'archived' },
  sendCall: {
    agentId,
    toNumber: '+12025550100',
    customer: { name: 'Ada Lovelace', timezone: 'America/New_York' },
    dynamic: { time: "nine o'clock" },
    metadata: { reservation: 4711 },
  },
  createNumber: { phoneNumber: '+12025550199', friendlyName: 'Front desk', agentId },
  updateNumber: { agentId: null },
  createKey: {
    name: 'Booking system',
    scopes: ['calls:place', 'calls:read'],
    limits: { requestsPerMinute: 60 },
  },
  createWebhook: { url: 'https://crm.example.com/parley', events: ['call.completed', 'disposition.created'] },
  updateWebhook: { status: 'disabled' },
  rotateWebhookSecret: { overlapSeconds: 3600 },
  redeliverWebhookEvents: { from: '2026-12-01T15:00:00Z', to: '2026-12-01T15:10:00Z' },
  rotateKey: { overlapSeconds: 3600 },
  createDisposition: {
    phoneNumber: '+12025550100',
    agentId,
    scheduledAt: '2026-12-02T15:00:00Z',
    notes: 'Asked to be called in the afternoon.',
  },
  startBatch: {
    agentId,
    name: 'Reminders of Tuesday',
    rows: [{ phone_number: '+12025550100', name: 'Ada Lovelace', time: "nine o'clock" }],
    window: { timezone: 'recipient', days: ['mon', 'tue'], windows: [{ start: '09:00', end: '18:00' }] },
    retry: { maxAttempts: 2, on: ['no_answer', 'busy'], delays: ['1h'] },
  },
  updateDisposition: { scheduledAt: '2026-12-03T15:00:00Z' },
};
