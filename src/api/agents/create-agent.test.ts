import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, giveNumber, ownNumber, someNumber, type TestApi } from '../../../test/support/api.ts';
import { findOwnedNumberByE164 } from '../../store/numbers/find-owned-number.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await giveNumber(api);
});
afterAll(() => api.close());

const create = (body: unknown) => api.send('POST', '/api/v1/agents', { body });

describe('POST /api/v1/agents: 200', () => {
  it('needs only a name and fills in the rest', async () => {
    const { status, body } = await create({ name: 'Grace' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Grace',
      type: 'voice',
      model: 'builtin/flow',
      voice: { provider: 'builtin', speed: 1 },
      limits: { maxDurationSeconds: 3600, ringTimeoutSeconds: 30 },
      recording: { enabled: true, consent: 'none' },
      timezone: 'UTC',
      status: 'active',
      phoneNumber: null,
      version: 1,
      createdAt: '2026-01-05T12:00:00.000Z',
      updatedAt: '2026-01-05T12:00:00.000Z',
    });
    expect(body.id).toMatch(/^agent_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('takes a flow and a number of its own, which it then answers', async () => {
    const { body } = await create({ name: 'Joan', flowId: api.flow.id, phoneNumber: ownNumber });
    expect(body).toMatchObject({ flowId: api.flow.id, phoneNumber: ownNumber });
    const number = await findOwnedNumberByE164(api.database.asSystem(), { e164: ownNumber });
    expect(number!.agentId).toBe(api.agent.id);
  });
});

describe('POST /api/v1/agents: 400', () => {
  it('names every fault at once', async () => {
    const { status, body } = await create({
      voice: { speed: 9 },
      nmae: 'x',
      limits: { ringTimeoutSeconds: 1 },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid request', code: 'invalid_request' });
    expect(body.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'limits.ringTimeoutSeconds',
      'name',
      'nmae',
      'voice.speed',
    ]);
  });

  it('refuses a number that the workspace does not own', async () => {
    expect((await create({ name: 'x', phoneNumber: someNumber })).body.code).toBe('number_not_owned');
  });

  it('refuses a flow of the other family', async () => {
    const { body } = await create({ name: 'x', type: 'messaging', flowId: api.flow.id });
    expect(body).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'flowId', code: 'flow_type_mismatch' }],
    });
  });
});

describe('POST /api/v1/agents: 404', () => {
  it('does not know a flow of another workspace', async () => {
    const { status, body } = await create({ name: 'x', flowId: 'flow_01KAT0000000000000000000AA' });
    expect(status).toBe(404);
    expect(body.code).toBe('flow_not_found');
  });
});
