import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignNumber, createTestApi, ownNumber, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(() => api.close());

const create = (id: string, body: object = {}, key = api.key) =>
  api.send('POST', `/v1/api/templates/${id}`, { body, key });

/** One text conversation of each template, to its end, with the node at which it ends. */
const conversations: Record<string, { inputs: unknown[]; endsAt: string }> = {
  'appointment-reminder': { inputs: ['no', 'yes', 'wednesday at two', 'yes'], endsAt: 'moved' },
  'lead-callback': { inputs: ['yes', 'for my company', 'now', 'yes'], endsAt: 'thanks' },
  'front-desk': { inputs: ['book', 'tuesday at nine am', 'yes'], endsAt: 'noted' },
  survey: { inputs: ['yes', 'nine', 'the people', 'yes'], endsAt: 'thanks' },
};

describe('GET /v1/api/templates', () => {
  it('lists four templates, each with an agent and a flow', async () => {
    const { status, body } = await api.send('GET', '/v1/api/templates');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total: 4, page: 1, totalPages: 1, nextCursor: null });
    const ids = body.data.templates.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual(Object.keys(conversations).toSorted());
    for (const { agent, flow } of body.data.templates)
      expect([agent.name !== '', flow.nodes.length > 0]).toEqual([true, true]);
  });

  it('has agents and flows that can be created as they are', async () => {
    const { body } = await api.send('GET', '/v1/api/templates');
    for (const { agent, flow } of body.data.templates) {
      const created = await api.send('POST', '/api/v1/flows', { body: flow });
      expect([created.status, created.body.fields]).toEqual([200, undefined]);
      const saved = await api.send('POST', '/api/v1/agents', { body: { ...agent, flowId: created.body.id } });
      expect([saved.status, saved.body.fields]).toEqual([200, undefined]);
    }
  });
});

describe.each(Object.entries(conversations))('POST /v1/api/templates/%s', (id, { inputs, endsAt }) => {
  it('creates an agent that holds a conversation to its end', async () => {
    const { status, body } = await create(id);
    expect(status).toBe(200);
    expect(body.agent).toMatchObject({ flowId: body.flow.id, status: 'active', version: 1 });
    expect(body.flow.status).toBe('active');
    const codes = body.flow.warnings.map(({ code }: { code: string }) => code);
    expect(codes.filter((code: string) => code !== 'customer_name_missing')).toEqual([]);
    const run = await api.send('POST', `/api/v1/agents/${body.agent.id}/run`, {
      body: { inputs, customer: { name: 'Ada' } },
    });
    expect([run.status, run.body.ended, run.body.nodeId]).toEqual([200, true, endsAt]);
  });
});

describe('POST /v1/api/templates/{templateId}', () => {
  it('sets name, number and variables', async () => {
    const body = { name: 'Bistro', phoneNumber: ownNumber, variables: { company: 'Bistro Nine' } };
    const { body: created } = await create('front-desk', body);
    expect(created.agent).toMatchObject({ name: 'Bistro', phoneNumber: ownNumber });
    expect(created.flow).toMatchObject({
      name: 'Bistro',
      variables: { company: { default: 'Bistro Nine' } },
    });
  });

  it('rejects an unknown template, variable and number, and creates nothing', async () => {
    const countFlows = async () => (await api.send('GET', '/api/v1/flows')).body.data.total;
    const before = await countFlows();
    const unknown = await create('barber');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'template_not_found']);
    const variable = await create('survey', { variables: { firm: 'Nine' } });
    expect(variable.body.error.fields).toMatchObject([{ path: 'variables.firm', code: 'unknown_field' }]);
    const number = await create('survey', { phoneNumber: '+12025550111' });
    expect([number.status, number.body.error.code]).toEqual([400, 'number_not_owned']);
    expect(await countFlows()).toBe(before);
  });

  it('requires the scopes for agents and for flows', async () => {
    const key = await api.createKey({ scopes: ['agents:write'] });
    const { status, body } = await create('survey', {}, key);
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(body.error.message).toContain('flows:write');
  });
});
