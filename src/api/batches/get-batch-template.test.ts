import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, sendCsv } from '../../../test/support/batches.ts';
import { newId } from '../../core/ids.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const template = (query = '') => api.send('GET', `${batchesPath}/template${query}`);

describe('GET /v1/api/batch-calls/template: 200', () => {
  it('returns a file that passes validation unchanged', async () => {
    const { status, headers, body } = await template();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('batch-calls-template.csv');
    const rows = body.trim().split('\r\n').slice(1);
    expect(rows.map((row: string) => row.split(',')[0])).toEqual(['+12025550100', '+442079460100']);
    const { body: report } = await sendCsv(api, `${batchesPath}/validate`, body);
    expect(report).toMatchObject({ valid: true, totalRows: 2, validRows: 2, errors: [] });
  });

  it('includes the columns that the agent and its flow use', async () => {
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, {
      body: { firstMessage: 'Hi {{customer.name}}, {{doctor}} here.' },
    });
    const { body } = await template(`?agentId=${api.agent.id}`);
    expect(body.split('\r\n')[0]).toBe('phone_number,name,email,timezone,external_id,doctor');
  });
});

describe('GET /v1/api/batch-calls/template: 200, of a flow with defaults', () => {
  it('fills the example rows with the defaults', async () => {
    const flow = {
      name: 'Reminder',
      status: 'active',
      variables: { clinic: { default: 'Oak Street, Dental' }, vip: {} },
      nodes: [{ id: 'end', type: 'end', config: { text: '{{clinic}} {{day}}' } }],
    };
    const created = await api.send('POST', '/api/v1/flows', { body: flow });
    const flowId = created.body.id;
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { firstMessage: '', flowId } });
    const { body } = await template(`?agentId=${api.agent.id}`);
    const [header, ada] = body.split('\r\n');
    expect(header).toBe('phone_number,name,email,timezone,external_id,clinic,day,vip');
    expect(ada).toMatch(/,"Oak Street, Dental",,$/);
    const options = { agentId: api.agent.id };
    const { body: report } = await sendCsv(api, `${batchesPath}/validate`, body, options);
    expect(report).toMatchObject({ valid: true, variablesMissing: [] });
    expect(report.warnings).toEqual([
      {
        code: 'empty_cells',
        column: 'day',
        rows: 2,
        firstRows: [2, 3],
        message: 'Rows 2 and 3 have no value in day. Nothing is spoken for it.',
        path: 'columns.day',
      },
    ]);
  });
});

describe('GET /v1/api/batch-calls/template: 200, of a flow with times', () => {
  it('shows the format of times', async () => {
    const flow = {
      name: 'Visits',
      status: 'active',
      variables: {
        visitAt: { type: 'date_time', default: 'Tuesday at 10 AM' },
        until: { type: 'date_time', default: '2026-11-24' },
      },
      nodes: [{ id: 'end', type: 'end', config: { text: '{{visitAt}} {{until}}' } }],
    };
    const { body: created } = await api.send('POST', '/api/v1/flows', { body: flow });
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, {
      body: { firstMessage: '', flowId: created.id },
    });
    const { body } = await template(`?agentId=${api.agent.id}`);
    expect(body.split('\r\n')[1]).toMatch(/,2026-01-12T10:00,2026-11-24$/);
    const options = { agentId: api.agent.id };
    const { body: report } = await sendCsv(api, `${batchesPath}/validate`, body, options);
    expect(report).toMatchObject({ valid: true, warnings: [] });
  });
});

describe('GET /v1/api/batch-calls/template: 404', () => {
  it('returns 404 for an unknown agent', async () => {
    const { status, body } = await template(`?agentId=${newId('agent')}`);
    expect([status, body.error.code]).toEqual([404, 'agent_not_found']);
  });
});
