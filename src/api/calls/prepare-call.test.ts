import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callableNumber, createCallingApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createCallingApi({
    reachableNetworks: { phone: false, test: true },
    missingModelSetting: 'PARLEY_OPENAI_BASE_URL',
  });
});
afterAll(() => api.close());

const send = (changes: object = {}) =>
  api.send('POST', '/api/v1/calls/call', {
    body: { agentId: api.agent.id, toNumber: callableNumber, ...changes },
  });

describe('a call of a service without trunk and model settings', () => {
  it('reaches the test network', async () => {
    expect((await send()).status).toBe(200);
  });

  it('is rejected for a number of the phone network, with the setting to change', async () => {
    const { status, body } = await send({ toNumber: '+12125551234' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'Invalid configuration',
      code: 'no_trunk',
      details: expect.stringContaining('PARLEY_TRUNK_URL'),
      fields: [{ path: 'toNumber', code: 'no_trunk' }],
    });
  });

  it.each([
    { model: 'openai/gpt-5-mini' },
    { model: 'builtin/flow', modelSettings: { fallbackModels: ['openai/gpt-5-mini'] } },
  ])(
    'is rejected for an agent with $model and $modelSettings, and the error names the setting to change',
    async (overrides) => {
      const { status, body } = await send({ overrides });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: 'Invalid configuration',
        code: 'no_model',
        details: expect.stringContaining('PARLEY_OPENAI_BASE_URL'),
      });
    },
  );

  it('is rejected in a batch as well', async () => {
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { model: 'openai/gpt-5-mini' } });
    const sent = { agentId: api.agent.id, rows: [{ phone_number: callableNumber }] };
    const { status, body } = await api.send('POST', '/v1/api/batch-calls', { body: sent });
    expect([status, body.error.code]).toEqual([400, 'no_model']);
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { model: 'builtin/flow' } });
  });
});
