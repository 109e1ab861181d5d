import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { addSuppression, isSuppressed } from '../../store/suppressions.ts';

const tomorrow = '2026-01-06T15:30:00.000Z';
const path = '/v1/api/call-dispositions';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (body: object, headers: Record<string, string> = {}) =>
  api.send('POST', path, { workspace: api.workspaceId, body, headers });
const createCallback = (changes: object = {}) =>
  create({ phoneNumber: '+12025550101', agentId: api.agent.id, scheduledAt: tomorrow, ...changes });
const isOnDnc = (address: string) =>
  isSuppressed(api.database.inWorkspace(api.workspaceId), {
    workspaceId: api.workspaceId,
    channel: 'voice',
    address,
  });
const eventsOf = (subjectId: string) =>
  api.database
    .inWorkspace(api.workspaceId)
    .rows<{ type: string; data: object }>(
      { text: 'select type, data from events where workspace_id = $1 and subject_id = $2' },
      [api.workspaceId, subjectId],
    );

describe('POST /v1/api/call-dispositions: 200', () => {
  it('stores the customer details for the call', async () => {
    const customer = { name: 'Ada', timezone: 'America/New_York' };
    const dynamic = { appointment: '2026-01-09T10:00:00-05:00' };
    const { status, body } = await createCallback({ customer, dynamic });
    expect(status).toBe(200);
    const { _id: id } = body;
    const row = await api.database
      .inWorkspace(api.workspaceId)
      .row({ text: 'select customer, dynamic from dispositions where id = $1' }, [id]);
    expect(row).toEqual({ customer, dynamic });
    expect(body.customerName).toBe('Ada');
  });

  it('schedules a callback and publishes an event', async () => {
    const { status, body } = await createCallback({ notes: 'After work.' });
    const { _id: id } = body;
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: expect.stringMatching(/^disp_/),
      phoneNumber: '+12025550101',
      customerName: null,
      disposition: 'callback_scheduled',
      status: 'pending',
      scheduledAt: tomorrow,
      attempt: 1,
      agentId: api.agent.id,
      agentName: 'Ada',
      batchId: null,
      callId: null,
      followUpCallId: null,
      notes: 'After work.',
      createdAt: noon.toISOString(),
      updatedAt: noon.toISOString(),
    });
    expect(await eventsOf(id)).toEqual([
      {
        type: 'disposition.created',
        data: {
          dispositionId: id,
          disposition: 'callback_scheduled',
          status: 'pending',
          scheduledAt: tomorrow,
          callId: null,
          agentId: api.agent.id,
          phoneNumber: '+12025550101',
          notes: 'After work.',
          transferRequested: false,
          sequence: 1,
        },
      },
    ]);
  });

  it('accepts a time with an offset', async () => {
    const { body } = await createCallback({ scheduledAt: '2026-01-06T10:30:00-05:00' });
    expect(body.scheduledAt).toBe(tomorrow);
  });

  it('uses the retry delay of the code', async () => {
    const { body } = await createCallback({ disposition: 'busy', scheduledAt: undefined });
    expect(body).toMatchObject({ status: 'pending', scheduledAt: '2026-01-05T12:15:00.000Z' });
  });

  it('records a terminal disposition as completed', async () => {
    const { body } = await create({ phoneNumber: '+12025550102', disposition: 'interested' });
    expect(body).toMatchObject({ status: 'completed', scheduledAt: null, agentId: null, agentName: null });
    expect(await isOnDnc('+12025550102')).toBe(false);
  });

  it('suppresses the number if the code has addsToDnc', async () => {
    await create({ phoneNumber: '+12025550103', disposition: 'do_not_call' });
    expect(await isOnDnc('+12025550103')).toBe(true);
  });

  it('accepts the codes of the workspace', async () => {
    const code = { code: 'sued_us', isTerminal: true, addsToDnc: true };
    await api.send('POST', '/v1/api/disposition-codes', { workspace: api.workspaceId, body: code });
    const { status } = await create({ phoneNumber: '+12025550104', disposition: 'sued_us' });
    expect(status).toBe(200);
    expect(await isOnDnc('+12025550104')).toBe(true);
  });

  it('schedules one callback per Idempotency-Key', async () => {
    const sent = { phoneNumber: '+12025550105', agentId: api.agent.id, scheduledAt: tomorrow };
    const responses = [
      await create(sent, { 'idempotency-key': 'once' }),
      await create(sent, { 'idempotency-key': 'once' }),
    ];
    expect(responses[1]!.body).toEqual(responses[0]!.body);
    const query = `${path}?phoneNumber=%2B12025550105`;
    const { body } = await api.send('GET', query, { workspace: api.workspaceId });
    expect(body.data.total).toBe(1);
  });
});

describe('POST /v1/api/call-dispositions: 400', () => {
  it.each([
    [{ phoneNumber: '+999999999999999' }, 'invalid_number', 'phoneNumber'],
    [{ phoneNumber: '2025550101' }, 'invalid_number', 'phoneNumber'],
    [{ disposition: 'nobody_knows' }, 'unknown_disposition', 'disposition'],
    [{ disposition: 'Answered' }, 'invalid_request', 'disposition'],
    [{ scheduledAt: '2026-01-05T11:58:00Z' }, 'invalid_request', 'scheduledAt'],
    [{ scheduledAt: '2027-06-01T00:00:00Z' }, 'invalid_request', 'scheduledAt'],
    [{ scheduledAt: 'tomorrow' }, 'invalid_request', 'scheduledAt'],
    [{ scheduledAt: undefined }, 'invalid_request', 'scheduledAt'],
    [{ disposition: 'answered' }, 'invalid_request', 'scheduledAt'],
    [{ agentId: undefined }, 'invalid_request', 'agentId'],
    [{ agentId: null }, 'invalid_request', 'agentId'],
    [{ notes: 'x'.repeat(2001) }, 'invalid_request', 'notes'],
    [{ attempt: 2 }, 'invalid_request', 'attempt'],
  ])('rejects %j', async (changes, code, field) => {
    const { status, body } = await createCallback(changes);
    expect([status, body.error.code]).toEqual([400, code]);
    expect(body.error.fields.map((fault: { path: string }) => fault.path)).toEqual([field]);
  });

  it('reports all faults together', async () => {
    const { body } = await create({ phoneNumber: 'x', disposition: 'nobody_knows', notes: 7, nope: 1 });
    const paths = body.error.fields.map((fault: { path: string }) => fault.path);
    expect(paths.sort()).toEqual(['disposition', 'nope', 'notes', 'phoneNumber']);
  });

  it('rejects a code of another workspace', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    await api.send('POST', '/v1/api/disposition-codes', {
      key: otherWorkspace.key,
      workspace: otherWorkspace.workspaceId,
      body: { code: 'theirs' },
    });
    expect((await createCallback({ disposition: 'theirs' })).body.error.code).toBe('unknown_disposition');
  });
});

describe('POST /v1/api/call-dispositions: 403', () => {
  it('rejects a callback to a suppressed number, and accepts a disposition without a callback', async () => {
    await addSuppression(api.database.inWorkspace(api.workspaceId), {
      workspaceId: api.workspaceId,
      channel: 'voice',
      address: '+12025550106',
      reason: 'asked',
      at: noon,
    });
    const { status, body } = await createCallback({ phoneNumber: '+12025550106' });
    expect([status, body.error.code]).toEqual([403, 'opted_out']);
    const withoutCallback = await create({ phoneNumber: '+12025550106', disposition: 'not_interested' });
    expect(withoutCallback.status).toBe(200);
  });
});

describe('POST /v1/api/call-dispositions: 404', () => {
  it('returns 404 for an agent of another workspace', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const { status, body } = await createCallback({ agentId: otherWorkspace.agent.id });
    expect([status, body.error.code]).toEqual([404, 'agent_not_found']);
  });
});
