import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-inventory-'));
  api = await createTestApi({ dataDir });
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

const target = '/v1/api/telephony/inventory/import';
const csv = { 'content-type': 'text/csv' };
const send = (body: string, query = '', headers: Record<string, string> = {}) =>
  api.send('POST', `${target}${query}`, { body, headers: { ...csv, ...headers } });

const list = async (query = '') =>
  (await api.send('GET', `/v1/api/telephony/inventory${query}`)).body.data as {
    total: number;
    numbers: Record<string, unknown>[];
  };

describe('POST /v1/api/telephony/inventory/import: 200', () => {
  it('imports a file and looks up omitted details', async () => {
    const { status, body } = await send(
      'phone_number,friendly_name,monthly_price_usd,ref\n+12125550101,,1.15,a\n+442079460101,London Desk,,b\n+61491570156,,,c\n',
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      encoding: 'utf-8',
      totalRows: 3,
      validRows: 3,
      invalidRows: 0,
      added: 3,
      updated: 0,
      ignoredColumns: ['ref'],
      errors: [],
      errorsTruncated: false,
    });
    const { numbers } = await list('?phoneNumber=%2B12125550101');
    expect(numbers).toMatchObject([
      {
        country: 'US',
        type: 'local',
        locality: 'New York',
        region: 'NY',
        friendlyName: '+1 212 555 0101',
        monthlyPriceUsd: 1.15,
      },
    ]);
    expect((await list('?country=GB')).numbers).toMatchObject([
      { locality: 'London', friendlyName: 'London Desk' },
    ]);
    expect((await list('?type=mobile')).numbers).toMatchObject([{ country: 'AU' }]);
  });

  it('accepts a form, and JSON with csv', async () => {
    const form = [
      '--x',
      'Content-Disposition: form-data; name="onInvalidRows"',
      '',
      'skip',
      '--x',
      'Content-Disposition: form-data; name="file"; filename="numbers.csv"',
      'Content-Type: text/csv',
      '',
      'phone\n+12125550102\nnonsense',
      '--x--',
      '',
    ].join('\r\n');
    const asForm = await send(form, '', { 'content-type': 'multipart/form-data; boundary=x' });
    expect(asForm.body).toMatchObject({ added: 1, invalidRows: 1 });
    const asText = await api.send('POST', target, { body: { csv: 'phone_number\n+12125550103' } });
    expect(asText.body).toMatchObject({ added: 1 });
  });

  it('updates existing numbers, and counts repeated numbers', async () => {
    const text = 'number,locality\n+12125550104,Queens\n+12125550104,Brooklyn\n';
    expect((await send(text)).body).toMatchObject({ added: 1, updated: 1 });
    expect((await send(text)).body).toMatchObject({ added: 0, updated: 2 });
    expect((await list('?phoneNumber=%2B12125550104')).numbers).toMatchObject([{ locality: 'Brooklyn' }]);
  });

  it('skips invalid rows if onInvalidRows is skip', async () => {
    const { status, body } = await send(
      'phone_number,type\n+12125550105,\n+1212,fax\n',
      '?onInvalidRows=skip',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalRows: 2, validRows: 1, invalidRows: 1, added: 1 });
    expect(body.errors).toEqual([
      {
        row: 3,
        column: 'phone_number',
        code: 'invalid_number',
        message: expect.any(String),
        value: '+1212',
      },
      { row: 3, column: 'type', code: 'invalid_value', message: expect.any(String), value: 'fax' },
    ]);
  });

  it('imports many rows in several writes', async () => {
    const rows = Array.from(
      { length: 2_500 },
      (_none, index) => `+1646555${String(index + 1000).padStart(4, '0')}`,
    );
    const { body } = await send(['phone_number', ...rows].join('\n'));
    expect(body).toMatchObject({ totalRows: 2_500, added: 2_500 });
  });

  it('has one effect per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'import-1' };
    const first = await send('phone_number\n+12125550106\n', '', headers);
    const repeated = await send('phone_number\n+12125550106\n', '', headers);
    expect([first.body.added, repeated.body]).toEqual([1, first.body]);
    const other = await send('phone_number\n+12125550107\n', '', headers);
    expect(other.body.error.code).toBe('idempotency_key_reused');
  });

  it('does not show the numbers to another workspace, which can import the same ones', async () => {
    const { key } = await seedOtherWorkspace(api);
    const others = await api.send('GET', '/v1/api/telephony/inventory', { key });
    expect(others.body.data.total).toBe(0);
    expect((await api.send('POST', target, { body: { csv: 'phone\n+12125550101' }, key })).body.added).toBe(
      1,
    );
    expect((await list('?phoneNumber=%2B12125550101')).total).toBe(1);
  });
});

describe('POST /v1/api/telephony/inventory/import: 400', () => {
  it('imports nothing if a row has a fault, and reports each by row and column', async () => {
    const { total } = await list();
    const { status, body } = await send(
      'phone_number,country,monthly_price_usd\n+12125550108,,\n+1212,GB,free\n+12125550109,GB,\n',
    );
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.fields.map(({ path: at, code }: { path: string; code: string }) => [at, code])).toEqual(
      [
        ['file[3].phone_number', 'invalid_number'],
        ['file[3].monthly_price_usd', 'invalid_value'],
        ['file[4].country', 'country_mismatch'],
      ],
    );
    expect((await list()).total).toBe(total);
  });

  it.each([
    ['', 'csv_empty'],
    ['city\nRome\n', 'csv_missing_phone_column'],
    ['phone_number,type,Type\n+1,,\n', 'csv_invalid_header'],
    ['phone_number\n"+1', 'csv_malformed'],
    ['PK\u0003\u0004', 'csv_malformed'],
  ])('rejects a file that is not a list of numbers: %j', async (text, code) => {
    const { status, body } = await send(text);
    expect([status, body.error.code]).toEqual([400, code]);
  });

  it('rejects unknown options, and a body without a file', async () => {
    expect((await send('phone\n+1', '?skip=true')).body.error.fields).toMatchObject([{ path: 'skip' }]);
    expect((await api.send('POST', target, { body: {} })).body.error.fields).toMatchObject([
      { path: 'csv', code: 'required' },
    ]);
  });
});
