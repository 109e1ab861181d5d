import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, sendCsv } from '../../../test/support/batches.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = `${batchesPath}/preview`;

describe('POST /v1/api/batch-calls/preview: 200', () => {
  it('returns the first rows unchanged, valid or not', async () => {
    const { status, body } = await sendCsv(api, path, `${batchFileOf(30)}\nx,,\n`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalRows: 31,
      columns: [{ name: 'phone_number' }, { name: 'name' }, { name: 'doctor' }],
    });
    expect(body.rows).toHaveLength(20);
    expect((await sendCsv(api, path, batchFileOf(3), { limit: '2' })).body.rows).toHaveLength(2);
  });

  it('has no entry in the audit log, like a validation', async () => {
    await sendCsv(api, path, batchFileOf(1));
    await sendCsv(api, `${batchesPath}/validate`, batchFileOf(1));
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { firstMessage: 'Hello.' } });
    const { body } = await api.send('GET', '/v1/api/audit-log');
    const actions = body.data.entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['updateAgent']);
  });

  it('names columns as the request says', async () => {
    const columns = JSON.stringify({ phone_number: 'Kontakt' });
    const { body } = await sendCsv(api, path, 'Kontakt\n+12024561111\n', { columns });
    expect(body).toMatchObject({ phoneNumbers: ['+12024561111'], columns: [{ header: 'Kontakt' }] });
  });

  it('returns numbers in E.164 beside the raw cells', async () => {
    const file = 'phone,name\n(202) 456-1111,Ada\nx,Eve\n';
    const { body } = await sendCsv(api, path, file, { defaultCountry: 'US' });
    expect(body).toMatchObject({
      rows: [{ phone_number: '(202) 456-1111' }, { phone_number: 'x' }],
      phoneNumbers: ['+12024561111', null],
    });
    expect((await sendCsv(api, path, file)).body.phoneNumbers).toEqual([null, null]);
  });
});

describe('POST /v1/api/batch-calls/preview: 400', () => {
  it('reports the fault', async () => {
    expect((await sendCsv(api, path, 'name\nAda\n')).body.error.code).toBe('csv_missing_phone_column');
    expect((await sendCsv(api, path, batchFileOf(1), { limit: '0' })).body.error.code).toBe(
      'invalid_request',
    );
  });
});
