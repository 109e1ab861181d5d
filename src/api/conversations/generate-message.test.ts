import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import {
  eventsOf,
  generate,
  greeting,
  seedMessageFlow,
  sendsOf,
} from '../../../test/support/conversations.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { AgentInput } from '../../domain/agent.ts';
import { insertAgent } from '../../store/agents.ts';
import { addSuppression } from '../../store/suppressions.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
});
afterAll(() => api.close());

const read = async (id: string) =>
  (await api.send('GET', `/v1/api/conversations/${id}`, { workspace: api.workspaceId })).body;

const createAgent = (config: Partial<AgentInput>) =>
  insertAgent(api.database.inWorkspace(api.workspaceId), {
    id: newId('agent'),
    workspaceId: api.workspaceId,
    config: AgentInput.parse({ name: 'Grace', type: 'messaging', ...config }),
    at: noon,
  });

describe('POST /v1/api/conversations/message/generate: 200', () => {
  it('returns the initiation message of the flow, and stores the filled text', async () => {
    const { status, body } = await generate(api, flowId);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      conversation_id: expect.stringMatching(/^conv_/),
      message_id: expect.stringMatching(/^msg_/),
      message: greeting,
      missingVariables: [],
    });
    expect(await read(body.conversation_id)).toEqual({
      _id: body.conversation_id,
      userId: expect.stringMatching(/^key_/),
      pathwayId: flowId,
      customer: { name: 'Ada', phone: '+12025550101' },
      messages: [
        {
          _id: body.message_id,
          direction: 'outbound',
          sent: false,
          message: 'Hello Ada, your visit is at ten.',
          status: 'pending_approval',
          createdAt: noon.toISOString(),
          updatedAt: noon.toISOString(),
          origin: 'flow',
          writtenBy: null,
          scheduledAt: null,
          missingVariables: [],
          decision: null,
          failure: null,
          from: null,
          subject: null,
          segments: 1,
          carrier: null,
          attempts: 0,
          sentAt: null,
          deliveredAt: null,
          attachments: [],
          metadata: { customerDetails: { name: 'Ada' } },
        },
      ],
      createdAt: noon.toISOString(),
      updatedAt: noon.toISOString(),
      channel: 'sms',
      status: 'open',
      messageCount: 1,
      customerDetails: { name: 'Ada' },
      dynamic: { visit: 'ten' },
      metadata: { customerDetails: { name: 'Ada' } },
      takenOver: null,
      attention: null,
      analysis: null,
      costs: [],
      totalCost: null,
      warnings: [],
      automaticMessages: 0,
    });
  });

  it('defaults autopilot to false, and requires only flow and recipient', async () => {
    const { status, body } = await generate(api, flowId, {
      autopilot: undefined,
      metadata: undefined,
      dynamic: undefined,
      to: '+12025550102',
    });
    expect(status).toBe(200);
    expect(body.missingVariables).toEqual(['customer.name', 'visit']);
    expect(body.warnings).toEqual([
      'The variable customer.name has no value and is omitted.',
      'The variable visit has no value and is omitted.',
    ]);
    const { messages } = await read(body.conversation_id);
    expect(messages).toMatchObject([
      {
        status: 'pending_approval',
        message: 'Hello, your visit is at.',
        missingVariables: ['customer.name', 'visit'],
      },
    ]);
  });

  it('approves a message on autopilot, and enqueues its sending', async () => {
    const { body } = await generate(api, flowId, { autopilot: true, to: '+12025550103' });
    const { messages } = await read(body.conversation_id);
    expect(messages).toMatchObject([{ status: 'approved', sent: false, scheduledAt: noon.toISOString() }]);
    expect(await sendsOf(api)).toContainEqual({ key: body.message_id, runAt: noon });
  });

  it('schedules a message on autopilot if the flow has a delay', async () => {
    const { id } = await seedMessageFlow(api, { delay: { enabled: true, seconds: 90 } });
    const { body } = await generate(api, id, { autopilot: true });
    const { messages } = await read(body.conversation_id);
    expect(messages).toMatchObject([
      { status: 'scheduled', sent: false, scheduledAt: '2026-01-05T12:01:30.000Z' },
    ]);
    const runAt = new Date('2026-01-05T12:01:30.000Z');
    expect(await sendsOf(api)).toContainEqual({ key: body.message_id, runAt });
  });

  it('writes an email if the recipient is an email address, ignoring case', async () => {
    const { body } = await generate(api, flowId, { to: 'Ada@Example.com' });
    const repeated = await generate(api, flowId, { to: 'ada@example.com' });
    expect(repeated.body.conversation_id).toBe(body.conversation_id);
    const conversation = await read(body.conversation_id);
    expect(conversation).toMatchObject({ channel: 'email', customer: { email: 'ada@example.com' } });
    expect(conversation.messages).toHaveLength(2);
  });

  it('joins the open conversation, and opens another after its inactivity hours', async () => {
    const to = '+12025550104';
    const first = await generate(api, flowId, { to });
    const many = await Promise.all(Array.from({ length: 8 }, () => generate(api, flowId, { to })));
    expect(new Set(many.map(({ body }) => body.conversation_id))).toEqual(
      new Set([first.body.conversation_id]),
    );
    await api.clock.advance(24 * 3_600_000);
    const next = await generate(api, flowId, { to });
    expect(next.body.conversation_id).not.toBe(first.body.conversation_id);
    expect((await read(first.body.conversation_id)).status).toBe('closed');
  });

  it('keeps the metadata of the request that started the conversation, and events add that of their message', async () => {
    const to = '+12025550108';
    const { body } = await generate(api, flowId, { to, metadata: { order: 4711, source: 'crm' } });
    await generate(api, flowId, { to, metadata: { source: 'shop' } });
    expect((await read(body.conversation_id)).metadata).toEqual({ order: 4711, source: 'crm' });
    const events = (await eventsOf(api)).filter(
      ({ data }) => data['conversationId'] === body.conversation_id,
    );
    expect(events.map(({ data }) => data['metadata'])).toEqual([
      { order: 4711, source: 'crm' },
      { order: 4711, source: 'shop' },
    ]);
  });

  it('belongs to the agent that the flow names, or else to the agent that uses the flow', async () => {
    const { id } = await seedMessageFlow(api, { initiationMessage: 'This is {{agent.name}}.' });
    const agent = await createAgent({ flowId: id });
    const conversation = await read((await generate(api, id)).body.conversation_id);
    expect(conversation).toMatchObject({ agentId: agent.id, messages: [{ message: 'This is Grace.' }] });
    const flow = await seedMessageFlow(api, { agentId: agent.id });
    const { body } = await generate(api, flow.id);
    expect((await read(body.conversation_id)).agentId).toBe(agent.id);
  });

  it('has the signature of the agent, and is not longer than the agent allows', async () => {
    const { id } = await seedMessageFlow(api);
    await createAgent({ flowId: id, signature: 'Grace, Oak Street', maxLength: 60 });
    const { body } = await generate(api, id, { to: '+12025550160' });
    expect(await read(body.conversation_id)).toMatchObject({
      messages: [{ message: 'Hello Ada, your visit is at ten.\nGrace, Oak Street' }],
    });
    const tooLong = await generate(api, id, { to: '+12025550160', dynamic: { visit: 'a quarter past ten' } });
    expect([tooLong.status, tooLong.body.error.code]).toEqual([400, 'message_too_long']);
    expect(tooLong.body.error.message).toContain('has 65 characters');
  });

  it('writes times in the zone of the recipient and the language of the agent', async () => {
    const { id } = await seedMessageFlow(api);
    await createAgent({ flowId: id, language: 'de-DE', timezone: 'Europe/Berlin' });
    const dynamic = { visit: '2026-11-24T15:00:00Z' };
    const newYork = await generate(api, id, { to: '+12125550160', dynamic });
    const unknown = await generate(api, id, { to: 'ada@example.com', dynamic });
    const texts = await Promise.all([newYork, unknown].map(({ body }) => read(body.conversation_id)));
    expect(texts.map(({ messages }) => messages[0].message)).toEqual([
      'Hello Ada, your visit is at Dienstag, 24. November um 10:00 Uhr.',
      'Hello Ada, your visit is at Dienstag, 24. November um 16:00 Uhr.',
    ]);
  });

  it.each([
    ['dynamic', { dynamic: { time: '15:00' } }, 'at 15:00'],
    ['dynamic with an equivalent name', { dynamic: { TIME: '15:00' } }, 'at 15:00'],
    ['the customer', { dynamic: {}, metadata: { customerDetails: { time: '16:00' } } }, 'at 16:00'],
    ['the default', { dynamic: {} }, "at eight o'clock"],
  ])('takes the value of a declared variable from %s', async (_source, request, text) => {
    const { id } = await seedMessageFlow(api, {
      variables: { time: { default: "eight o'clock" } },
      initiationMessage: 'See you at {{time}}.',
      subject: 'Visit at {{time}}',
    });
    const to = 'declared@example.com';
    const { body } = await generate(api, id, { to, ...request });
    const { messages } = await read(body.conversation_id);
    expect(messages).toEqual([
      expect.objectContaining({ message: `See you ${text}.`, subject: `Visit ${text}` }),
    ]);
  });

  it('warns of an SMS with many parts, and of an email without a subject', async () => {
    const { body } = await generate(api, flowId, {
      dynamic: { visit: '😀'.repeat(400) },
      to: '+12025550161',
    });
    expect(body.warnings).toEqual([expect.stringMatching(/^The SMS has 13 parts.*outside the GSM alphabet/)]);
    expect(await read(body.conversation_id)).toMatchObject({ messages: [{ segments: 13 }] });
    const email = await generate(api, flowId, {
      dynamic: { visit: 'x'.repeat(4_000) },
      to: 'ada@example.com',
    });
    expect(email.body.warnings).toEqual(['The email has no subject. Set subject of the flow.']);
    const { id } = await seedMessageFlow(api, { subject: 'Your visit' });
    const dynamic = { visit: 'ten' };
    expect((await generate(api, id, { dynamic, to: 'ada@example.com' })).body.warnings).toBeUndefined();
  });

  it('has one effect per Idempotency-Key', async () => {
    const sent = { headers: { 'Idempotency-Key': 'once' } };
    const to = '+12025550105';
    const first = await generate(api, flowId, { to }, sent);
    const repeated = await generate(api, flowId, { to }, sent);
    expect(repeated.body).toEqual(first.body);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect((await read(first.body.conversation_id)).messageCount).toBe(1);
  });

  it('publishes an event only for a message that waits for approval', async () => {
    const waiting = await generate(api, flowId, { to: '+12025550106' });
    const ready = await generate(api, flowId, { to: '+12025550107', autopilot: true });
    const events = await eventsOf(api);
    const eventsOfConversation = (id: string) => events.filter(({ data }) => data['conversationId'] === id);
    expect(eventsOfConversation(waiting.body.conversation_id)).toEqual([
      {
        type: 'message.approval_required',
        data: {
          conversationId: waiting.body.conversation_id,
          messageId: waiting.body.message_id,
          flowId,
          agentId: null,
          channel: 'sms',
          to: '+12025550106',
          status: 'pending_approval',
          message: 'Hello Ada, your visit is at ten.',
          metadata: { customerDetails: { name: 'Ada' } },
          sequence: 1,
        },
      },
    ]);
    expect(eventsOfConversation(ready.body.conversation_id)).toEqual([]);
  });
});

describe('POST /v1/api/conversations/message/generate: 400', () => {
  const faultsOf = async (changes: object, id = flowId) => {
    const { status, body } = await generate(api, id, changes);
    return [status, body.error.code, body.error.fields?.map(({ path }: { path: string }) => path)];
  };

  it('requires a flow and a recipient', async () => {
    expect(await faultsOf({ flowId: undefined, to: undefined })).toEqual([
      400,
      'invalid_request',
      ['flowId', 'to'],
    ]);
  });

  it.each(['12025550101', '+1', 'ada', '', '+1 202 555 0101'])('rejects the recipient %j', async (to) => {
    expect(await faultsOf({ to })).toEqual([400, 'invalid_recipient', ['to']]);
  });

  it('rejects another channel than that of the flow', async () => {
    const { id } = await seedMessageFlow(api, { channel: 'email' });
    expect(await faultsOf({}, id)).toEqual([400, 'recipient_channel_mismatch', ['to']]);
    const { status } = await generate(api, id, { to: 'ada@example.com' });
    expect(status).toBe(200);
  });

  it('rejects another channel than that of the agent', async () => {
    const { id } = await seedMessageFlow(api);
    await createAgent({ flowId: id, channel: 'email' });
    expect(await faultsOf({}, id)).toEqual([400, 'recipient_channel_mismatch', ['to']]);
  });

  it.each(['draft', 'archived'])('rejects a flow that is %s', async (status) => {
    const { id } = await seedMessageFlow(api, { status });
    expect(await faultsOf({}, id)).toEqual([400, 'flow_not_active', ['flowId']]);
  });

  it('reports all faults together', async () => {
    expect(
      await faultsOf({ to: 'nobody', autopilot: 'yes', channel: 'sms', dynamic: { visit: [] } }),
    ).toEqual([400, 'invalid_request', ['autopilot', 'dynamic.visit', 'channel', 'to']]);
  });

  it('rejects customer details that are not plain values', async () => {
    const metadata = { customerDetails: { name: 5 }, source: 'crm' };
    expect(await faultsOf({ metadata })).toEqual([400, 'invalid_request', ['metadata.customerDetails.name']]);
  });

  it('rejects an empty message', async () => {
    const { id } = await seedMessageFlow(api, { initiationMessage: '{{text}}' });
    expect(await faultsOf({}, id)).toEqual([400, 'message_empty', ['dynamic']]);
    const blank = await generate(api, id, { dynamic: { text: ' ' } });
    expect(blank.body.error.fields[0].message).toBe(
      'The message has no text. Send values for its variables.',
    );
    const { body } = await api.send('GET', `/v1/api/conversations/flow/${id}`, {
      workspace: api.workspaceId,
    });
    expect(body).toEqual([]);
  });

  it.each([
    ['+491701234567', 'PARLEY_SMPP_URL'],
    ['ada@parley.dev', 'PARLEY_SMTP_URL'],
  ])('rejects %s without a carrier, and names the setting', async (to, setting) => {
    expect(await faultsOf({ to })).toEqual([400, 'no_message_carrier', ['to']]);
    const { body } = await generate(api, flowId, { to });
    expect(body.error.message).toContain(setting);
  });

  it('requires the workspace header', async () => {
    const { body } = await api.send('POST', '/v1/api/conversations/message/generate', { body: {} });
    expect(body.error.code).toBe('workspace_required');
  });
});

describe('POST /v1/api/conversations/message/generate: 403', () => {
  it('rejects a recipient who opted out of the channel', async () => {
    const { workspaceId } = api;
    const db = api.database.inWorkspace(workspaceId);
    const at = noon;
    const [address, other] = ['+12025550150', '+12025550151'];
    await addSuppression(db, { workspaceId, channel: 'sms', address, reason: 'STOP', at });
    await addSuppression(db, { workspaceId, channel: 'voice', address: other, reason: 'asked', at });
    const rejected = await generate(api, flowId, { to: address });
    expect([rejected.status, rejected.body.error.code]).toEqual([403, 'opted_out']);
    expect((await generate(api, flowId, { to: other })).status).toBe(200);
  });
});

describe('POST /v1/api/conversations/message/generate: 404', () => {
  it('returns 404 for flows that are not message flows of the workspace', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    for (const id of [newId('flow'), 'x', api.flow.id, otherWorkspace.flow.id]) {
      const { status, body } = await generate(api, id);
      expect([status, body.error.code]).toEqual([404, 'flow_not_found']);
    }
  });

  it('reports the flow first if the recipient has a fault too', async () => {
    const { status, body } = await generate(api, newId('flow'), { to: 'nobody' });
    expect(status).toBe(404);
    expect(body.error.fields.map(({ code }: { code: string }) => code)).toEqual([
      'flow_not_found',
      'invalid_recipient',
    ]);
  });
});
