import { AgentInput } from '../../src/domain/agent.ts';
import { FlowInput } from '../../src/domain/flow/flow.ts';
import { noon } from '../support/fixtures.ts';
import { batchRows, messageBatchRows } from './batch-rows.ts';
import { callRow, erasureRow, stamps, taskRow, type Rows } from './call-and-task-rows.ts';
import type { References } from './references.ts';

const at = noon.toISOString();
const later = new Date(noon.getTime() + 365 * 86_400_000).toISOString();

/** Returns rows for every table with a workspace column. Every text contains `word`. */
export function tenantRows(refs: References, word: string): Rows {
  return [
    [
      'workspaces',
      {
        id: refs.workspace,
        name: word,
        plan: 'unlimited',
        timezone: 'UTC',
        calling_hours: 'law',
        own_number_prefixes: ['+'],
        shared_sender: true,
        settings: {},
        ...stamps,
      },
    ],
    ...people(refs, word),
    ...flowsAndAgents(refs, word),
    ...calls(refs, word),
    ...conversations(refs, word),
    ...batchRows(refs, word),
    ...messageBatchRows(refs, word),
    ...books(refs, word),
  ];
}

function people(refs: References, word: string): Rows {
  const workspace_id = refs.workspace;
  const mark = `${word}-${refs.user}`;
  const seen = { created_at: at, last_used_at: at, rotated_at: at, expires_at: later };
  return [
    [
      'users',
      {
        id: refs.user,
        workspace_id,
        email: `${mark.toLowerCase()}@own.example`,
        name: word,
        role: 'admin',
        password_hash: mark,
        ...stamps,
      },
    ],
    [
      'sessions',
      {
        id: refs.session,
        workspace_id,
        user_id: refs.user,
        series_hash: `${mark}-series`,
        token_hash: `${mark}-token`,
        ip: '192.0.2.1',
        user_agent: word,
        ...seen,
      },
    ],
    [
      'api_keys',
      {
        id: refs.key,
        workspace_id,
        name: word,
        key_hash: mark,
        prefix: 'sk_live_',
        last_four: 'zzzz',
        preset: 'full',
        scopes: ['agents:read'],
        created_by: refs.user,
        created_at: at,
      },
    ],
    ['rate_limits', { workspace_id, holder: refs.key, used: 1, measured_at: at, allowed: true }],
    [
      'audit_log',
      {
        id: `${mark}-entry`,
        workspace_id,
        created_at: at,
        actor_type: 'key',
        actor_id: refs.key,
        action: 'createAgent',
        subject_id: refs.agent,
        details: { word },
        ip: '192.0.2.1',
        request_id: refs.request,
      },
    ],
  ];
}

function flowsAndAgents(refs: References, word: string): Rows {
  const workspace_id = refs.workspace;
  return [
    ...flowRows(refs, refs.flow, callFlow(word)),
    ...flowRows(refs, refs.idleFlow, callFlow(word)),
    ...flowRows(refs, refs.messageFlow, {
      type: 'message',
      name: word,
      status: 'active',
      initiationMessage: `Hello from ${word}.`,
    }),
    ...agentRows(refs, refs.agent, {
      name: word,
      personality: word,
      analysis: { summary: true },
      flowId: refs.flow,
      phoneNumber: refs.ownedNumber,
    }),
    ...agentRows(refs, refs.idleAgent, { name: word }),
    [
      'phone_numbers',
      {
        id: refs.number,
        workspace_id,
        e164: refs.ownedNumber,
        friendly_name: word,
        country: 'US',
        locality: word,
        region: word,
        type: 'local',
        source: 'inventory',
        agent_id: refs.agent,
        status: 'active',
        metadata: { word },
        ...stamps,
      },
    ],
    [
      'inventory_numbers',
      {
        id: refs.inventoryNumber,
        workspace_id,
        e164: refs.inventoryPhoneNumber,
        country: 'US',
        type: 'local',
        locality: word,
        region: word,
        friendly_name: word,
        supplier: word,
        status: 'available',
        ...stamps,
      },
    ],
    [
      'number_orders',
      {
        id: `${refs.number}-order`,
        workspace_id,
        source: 'inventory',
        e164: refs.ownedNumber,
        state: 'released',
        wanted: { word },
        ...stamps,
      },
    ],
    [
      'trunks',
      {
        id: refs.trunk,
        workspace_id,
        name: word,
        host: 'sip.example',
        port: 5060,
        transport: 'udp',
        username: word,
        caller_ids: [refs.ownedNumber],
        ...stamps,
      },
    ],
  ];
}

const callFlow = (word: string) => ({
  type: 'call',
  name: word,
  status: 'active',
  nodes: [{ id: 'bye', type: 'end', name: 'Bye', config: { text: `${word} says goodbye.` } }],
});

function flowRows({ workspace: workspace_id }: References, id: string, sent: object): Rows {
  const definition = FlowInput.parse(sent);
  const { name, type, status } = definition;
  return [
    ['flows', { id, workspace_id, name, type, status, version: 1, ...stamps }],
    ['flow_versions', { workspace_id, flow_id: id, version: 1, definition, created_at: at }],
  ];
}

function agentRows({ workspace: workspace_id }: References, id: string, sent: object): Rows {
  const config = AgentInput.parse(sent);
  const { name, type, status, phoneNumber: phone_number, flowId: flow_id } = config;
  return [
    [
      'agents',
      { id, workspace_id, name, type, status, phone_number, flow_id, version: 1, config, ...stamps },
    ],
    ['agent_versions', { workspace_id, agent_id: id, version: 1, config, created_at: at }],
  ];
}

function calls(refs: References, word: string): Rows {
  const { workspace: workspace_id, call: call_id, agent: agent_id } = refs;
  const inWorkspace = { workspace_id, call_id };
  const active = {
    agent_name: word,
    customer_phone: refs.customerNumber,
    customer_name: word,
    last_message: word,
  };
  const ended = {
    state: 'ended',
    end_reason: 'agent_hangup',
    fault: 'none',
    answered_at: at,
    ended_at: at,
    recording_path: `recordings/${word}.wav`,
    recording_duration_ms: 1000,
  };
  return [
    [
      'calls',
      {
        ...callRow(refs, word),
        id: call_id,
        room_name: refs.room,
        state: 'in_progress',
        answered_at: at,
        node_id: 'node-1',
      },
    ],
    [
      'calls',
      { ...callRow(refs, word), id: refs.queuedCall, room_name: `${refs.room}-queued`, state: 'queued' },
    ],
    ['calls', { ...callRow(refs, word), id: refs.endedCall, room_name: `${refs.room}-ended`, ...ended }],
    ['call_events', { ...inWorkspace, sequence: 1, at, type: 'call.answered', detail: { word } }],
    [
      'transcript_entries',
      {
        ...inWorkspace,
        sequence: 1,
        role: 'customer',
        content: word,
        start_ms: 0,
        end_ms: 900,
        interrupted: false,
      },
    ],
    [
      'active_calls',
      {
        ...inWorkspace,
        ...active,
        room_name: refs.room,
        node_id: 'node-of-test',
        agent_id,
        type: 'phone',
        sentiment: 'neutral',
        transfer_requested: false,
        participants: [{ identity: word, isAgent: false, joinedAt: at, metadata: { word } }],
        started_at: at,
        updated_at: at,
      },
    ],
    ['concurrency_counters', { holder: workspace_id, workspace_id, active: 1 }],
    [
      'concurrency_slots',
      { ...inWorkspace, holder: workspace_id, owner: 'node-1', lease_until: later, acquired_at: at },
    ],
    [
      'dial_intents',
      {
        ...inWorkspace,
        reference: `${word}-${call_id}`,
        attempt: 1,
        node_id: 'node-1',
        carrier: 'test',
        created_at: at,
      },
    ],
    ['call_starts', { workspace_id, theoretical_arrival_at: at }],
  ];
}

function conversations(refs: References, word: string): Rows {
  const { workspace: workspace_id, conversation: conversation_id } = refs;
  const message = {
    workspace_id,
    conversation_id,
    direction: 'outbound',
    origin: 'flow',
    content: word,
    template: word,
    missing_variables: [],
    metadata: { word },
    attempts: 0,
    ...stamps,
  };
  const part = { carrier: 'smpp', created_at: at };
  return [
    [
      'conversations',
      {
        id: conversation_id,
        workspace_id,
        flow_id: refs.messageFlow,
        flow_version: 1,
        agent_id: refs.agent,
        user_id: refs.user,
        channel: 'sms',
        recipient: refs.customerNumber,
        customer: { name: word },
        dynamic: { word },
        metadata: { word },
        inactivity_hours: 24,
        sequence: 2,
        expires_at: later,
        ...stamps,
      },
    ],
    ['tasks', taskRow(refs, word)],
    ['erasures', erasureRow(refs)],
    ['messages', { ...message, id: refs.message, sequence: 1, status: 'pending_approval' }],
    ['messages', { ...message, id: refs.unknownMessage, sequence: 2, status: 'unknown' }],
    ['message_parts', { ...part, workspace_id, message_id: refs.message, external_id: refs.message }],
    [
      'test_messages',
      {
        channel: 'sms',
        person: refs.customerNumber,
        peer: refs.ownedNumber,
        subject: '',
        content: word,
        external_ids: [refs.message],
        ...part,
      },
    ],
    [
      'suppressions',
      {
        id: refs.suppression,
        workspace_id,
        channel: 'email',
        address: refs.customerEmail,
        reason: word,
        created_at: at,
      },
    ],
  ];
}

function analyticsRows(refs: References, word: string): Rows {
  const { workspace: workspace_id } = refs;
  const key = {
    workspace_id,
    subject: 'calls',
    agent_id: refs.agent,
    flow_id: refs.flow,
    batch_id: refs.batch,
    number: refs.ownedNumber,
    measures: { [word]: 1 },
  };
  return [
    ['analytics_sums', { ...key, period: 'day', dimension: 'all', start: at }],
    ['analytics_changes', { ...key, quarter: at }],
    ['analytics_zones', { workspace_id, timezone: 'UTC', day_zone: 'UTC' }],
  ];
}

function books(refs: References, word: string): Rows {
  const { workspace: workspace_id } = refs;
  return [
    [
      'disposition_codes',
      {
        id: refs.dispositionCode,
        workspace_id,
        code: word.toLowerCase(),
        is_terminal: true,
        adds_to_dnc: false,
        ...stamps,
      },
    ],
    [
      'dispositions',
      {
        id: refs.disposition,
        workspace_id,
        phone_number: refs.customerNumber,
        batch_id: refs.batch,
        disposition: 'callback_scheduled',
        status: 'pending',
        scheduled_at: later,
        attempt: 1,
        agent_id: refs.agent,
        agent_name: word,
        notes: word,
        ...stamps,
      },
    ],
    [
      'call_counts',
      {
        workspace_id,
        agent_id: refs.agent,
        state: 'ended',
        end_reason: word,
        direction: 'inbound',
        count: 0,
      },
    ],
    [
      'conversation_counts',
      { workspace_id, flow_id: refs.flow, agent_id: refs.agent, channel: 'sms', count: 0 },
    ],
    ...analyticsRows(refs, word),
    [
      'number_days',
      { workspace_id, e164: refs.ownedNumber, day: at, calls: 1, answered: 1, voicemail: 0, failed: 0 },
    ],
    [
      'number_day_changes',
      { workspace_id, e164: refs.ownedNumber, day: at, answered: 1, voicemail: 0, failed: 0 },
    ],
    [
      'disposition_counts',
      {
        workspace_id,
        agent_id: refs.agent,
        agent_name: word,
        disposition: 'answered',
        status: 'completed',
        attempt: 1,
        count: 0,
      },
    ],
    [
      'events',
      {
        id: refs.event,
        workspace_id,
        type: 'call.started',
        subject_id: refs.call,
        sequence: 1,
        data: { word, sequence: 1 },
        created_at: at,
        dispatched_at: at,
        published_position: 1,
      },
    ],
    [
      'webhook_endpoints',
      {
        id: refs.webhook,
        workspace_id,
        url: `https://${word.toLowerCase()}.example/`,
        events: ['*'],
        description: word,
        status: 'enabled',
        secret: word,
        ...stamps,
      },
    ],
    [
      'webhook_deliveries',
      {
        id: refs.delivery,
        workspace_id,
        endpoint_id: refs.webhook,
        event_id: refs.event,
        event_type: 'call.started',
        subject_id: refs.call,
        sequence: 1,
        status: 'succeeded',
        last_error: word,
        created_at: at,
        completed_at: at,
      },
    ],
    [
      'webhook_attempts',
      {
        delivery_id: refs.delivery,
        workspace_id,
        attempt: 1,
        url: `https://${word.toLowerCase()}.example/`,
        request_headers: { word },
        started_at: at,
        duration_ms: 1,
        response_body: word,
      },
    ],
    ['job_groups', { id: `${word}-${workspace_id}`, workspace_id, cap: 1, active: 0 }],
    ['job_groups', { id: refs.webhook, workspace_id, cap: 2, active: 0 }],
    [
      'jobs',
      {
        workspace_id,
        kind: 'place-call',
        key: refs.queuedCall,
        group_id: `${word}-${workspace_id}`,
        state: 'queued',
        run_at: later,
        attempts: 0,
        payload: { word },
        created_at: at,
      },
    ],
    [
      'idempotency_records',
      {
        workspace_id,
        idempotency_key: 'used-by-both',
        fingerprint: word,
        state: 'finished',
        token: refs.request,
        lease_until: at,
        response_status: 200,
        response_headers: {},
        response_body: JSON.stringify({ word }),
        created_at: at,
        expires_at: later,
      },
    ],
  ];
}
