import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, callableNumber, type TestApi } from '../../../test/support/api.ts';
import { eventsOf, generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { noon } from '../../../test/support/fixtures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(() => api.close());

const suppress = (body: object) => api.send('POST', '/v1/api/suppressions', { body });

describe('POST /v1/api/suppressions: 200', () => {
  it('adds one entry per channel of an address', async () => {
    const { status, body } = await suppress({ address: '+1 (202) 555-0140', reason: 'Asked by letter.' });
    const shared = {
      id: expect.stringMatching(/^supp_/),
      address: '+12025550140',
      reason: 'Asked by letter.',
      callId: null,
      createdBy: expect.stringMatching(/^key_/),
      createdAt: noon.toISOString(),
    };
    expect(status).toBe(200);
    expect(body).toEqual({
      added: 2,
      suppressions: [
        { ...shared, channel: 'voice' },
        { ...shared, channel: 'sms' },
      ],
    });
  });

  it('keeps the first reason of an existing suppression', async () => {
    const sent = { address: 'Ada@Example.com', channel: 'email' };
    const first = await suppress({ ...sent, reason: 'first' });
    const repeated = await suppress({ ...sent, reason: 'second' });
    expect(repeated.body).toEqual({ added: 0, suppressions: first.body.suppressions });
  });

  it('applies to calls immediately, until it is deleted', async () => {
    const call = () =>
      api.send('POST', '/api/v1/calls/call', {
        body: { agentId: api.agent.id, toNumber: callableNumber, scheduledAt: '2026-01-06T12:00:00Z' },
      });
    await suppress({ address: callableNumber, channel: 'sms' });
    expect((await call()).status).toBe(200);
    const { body } = await suppress({ address: callableNumber, channel: 'voice' });
    const rejected = await call();
    expect([rejected.status, rejected.body.code]).toEqual([403, 'opted_out']);
    await api.send('DELETE', `/v1/api/suppressions/${body.suppressions[0].id}`);
    expect((await call()).status).toBe(200);
  });

  it('publishes an event for each open conversation with the address', async () => {
    const { id } = await seedMessageFlow(api);
    const { body } = await generate(api, id, { to: '+12025550145' });
    await suppress({ address: '+12025550145' });
    expect((await generate(api, id, { to: '+12025550145' })).body.error.code).toBe('opted_out');
    const events = await eventsOf(api);
    expect(events.filter(({ type }) => type === 'conversation.opted_out')).toEqual([
      {
        type: 'conversation.opted_out',
        data: {
          conversationId: body.conversation_id,
          flowId: id,
          agentId: null,
          channel: 'sms',
          metadata: { customerDetails: { name: 'Ada' } },
          address: '+12025550145',
          sequence: 2,
        },
      },
    ]);
  });
});

describe('national numbers', () => {
  const addressOf = async (sent: object) => {
    const { body } = await suppress(sent);
    return body.suppressions?.[0].address ?? body.error.fields[0].message;
  };

  it('are of the given country, else of the country of the numbers of the workspace', async () => {
    expect(await addressOf({ address: '(202) 555-0147' })).toBe('+12025550147');
    expect(await addressOf({ address: '020 7946 0147', defaultCountry: 'GB' })).toBe('+442079460147');
    const list = await api.send('GET', '/v1/api/suppressions?address=02079460147&defaultCountry=GB');
    expect(list.body.data.total).toBe(2);
  });

  it('are rejected if the workspace has numbers of several countries, or none', async () => {
    const other = await createTestApi();
    const { body } = await other.send('POST', '/v1/api/suppressions', { body: { address: '2025550148' } });
    expect(body.error.fields[0].message).toContain('send defaultCountry');
    await other.close();
    await assignNumber(api, '+442079460149');
    expect(await addressOf({ address: '2025550148' })).toContain('send defaultCountry');
  });
});

describe('POST /v1/api/suppressions: 400', () => {
  it.each([
    [{ address: 'nobody' }, 'invalid_recipient', 'address'],
    [{ address: '7946 0958' }, 'invalid_recipient', 'address'],
    [{ address: '2025550140', defaultCountry: 'us' }, 'invalid_request', 'defaultCountry'],
    [{ address: 'ada@example.com', channel: 'voice' }, 'invalid_request', 'channel'],
    [{ address: '+12025550140', channel: 'fax' }, 'invalid_request', 'channel'],
    [{}, 'invalid_request', 'address'],
    [{ address: '+12025550140', number: 1 }, 'invalid_request', 'number'],
  ])('rejects %j', async (sent, code, path) => {
    const { status, body } = await suppress(sent);
    expect([status, body.error.code, body.error.fields[0].path]).toEqual([400, code, path]);
  });
});
