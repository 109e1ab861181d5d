import os from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ dataDir: os.tmpdir() });
});
beforeEach(() => api.clock.advance(60_000));
afterAll(() => api.close());

const path = '/v1/api/suppressions/import';
const csv = (text: string, query = '') =>
  api.send('POST', `${path}${query}`, { body: text, headers: { 'content-type': 'text/csv' } });

const totalOf = async (query: string): Promise<number> =>
  (await api.send('GET', `/v1/api/suppressions${query}`)).body.data.total;

/** Returns fictional numbers, 100 per area code. */
const numbers = (count: number, areaCode: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const line = String(index % 100).padStart(2, '0');
    return `+1${areaCode + Math.floor(index / 100)}55501${line}`;
  });

describe('POST /v1/api/suppressions/import: 200', () => {
  it('accepts text/csv with its options in the query', async () => {
    const { status, body } = await csv('phone,reason\n+12025550140,STOP\n+12025550141,\n', '?channel=voice');
    expect(status).toBe(200);
    expect(body).toEqual({
      encoding: 'utf-8',
      totalRows: 2,
      validRows: 2,
      invalidRows: 0,
      added: 2,
      known: 0,
      errors: [],
      errorsTruncated: false,
    });
    const { body: listed } = await api.send('GET', '/v1/api/suppressions?search=+1202555014');
    expect(listed.data.suppressions).toMatchObject([
      { address: '+12025550141', channel: 'voice', reason: 'imported' },
      { address: '+12025550140', channel: 'voice', reason: 'STOP' },
    ]);
  });

  it('accepts a form with a file', async () => {
    const form = [
      '--x\r\ncontent-disposition: form-data; name="channel"\r\n\r\nemail\r\n',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n',
      'Ada@Example.com\r\nbob@example.com\r\n\r\n--x--\r\n',
    ].join('');
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status, body } = await api.send('POST', path, { body: form, headers });
    expect([status, body.added]).toEqual([200, 2]);
    expect(await totalOf('?channel=email')).toBe(2);
  });

  it('accepts 10,000 rows with a channel and a reason as JSON', async () => {
    const rows = Array.from({ length: 10_000 }, (_, row) => ({
      address: `ada${row}@many.example`,
      channel: 'email',
      reason: 'STOP',
    }));
    const { status, body } = await api.send('POST', path, { body: { rows } });
    expect([status, body.added]).toEqual([200, 10_000]);
  });

  it('accepts JSON with csv or rows', async () => {
    const text = await api.send('POST', path, { body: { csv: '(212) 555-0140\n', defaultCountry: 'US' } });
    expect(text.body).toMatchObject({ totalRows: 1, added: 2 });
    const rows = [
      { address: '+12125550141', channel: 'sms', reason: 'He said "no", twice' },
      { address: '+12125550141', channel: 'sms' },
      { address: '+12125550140' },
    ];
    const list = await api.send('POST', path, { body: { rows } });
    expect(list.body).toMatchObject({ totalRows: 3, added: 1, known: 3 });
    const { body } = await api.send('GET', '/v1/api/suppressions?address=+12125550141');
    expect(body.data.suppressions[0].reason).toBe('He said "no", twice');
  });

  it('skips invalid rows if onInvalidRows is skip, and reports them', async () => {
    const { status, body } = await csv('phone\n+13125550140\n+1\n', '?onInvalidRows=skip');
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalRows: 2, validRows: 1, invalidRows: 1, added: 2 });
    expect(body.errors).toEqual([
      { row: 3, column: 'address', code: 'invalid_recipient', message: expect.any(String), value: '+1' },
    ]);
  });

  it('changes nothing when the same list is imported again', async () => {
    const list = numbers(300, 701).join('\n');
    expect((await csv(list)).body).toMatchObject({ added: 600, known: 0 });
    expect((await csv(list)).body).toMatchObject({ added: 0, known: 600 });
  });

  it('imports a list larger than the memory limit in several writes', async () => {
    const list = numbers(4500, 801).map((number) => `${number},${'note '.repeat(60)}`);
    const { body } = await csv(['phone,name', ...list].join('\n'), '?channel=voice');
    expect(body).toMatchObject({ totalRows: 4500, added: 4500, invalidRows: 0 });
  });

  it('applies to messages immediately', async () => {
    const { id } = await seedMessageFlow(api);
    await csv('+14155550140\n', '?channel=sms');
    const { body } = await generate(api, id, { to: '+14155550140' });
    expect(body.error.code).toBe('opted_out');
  });
});

describe('POST /v1/api/suppressions/import: 400', () => {
  it('imports nothing if a row has a fault, and reports each', async () => {
    const { status, body } = await csv('phone,channel\n+16175550140,sms\n+1,sms\n+16175550141,fax\n');
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain('2 of 3 rows have faults');
    expect(body.error.fields.map(({ path: at }: { path: string }) => at)).toEqual([
      'file[3].address',
      'file[4].channel',
    ]);
    expect(await totalOf('?search=+1617')).toBe(0);
  });

  it('reports rows of JSON by their index', async () => {
    const rows = [{ address: '+16175550140' }, { address: 'nobody' }];
    const { body } = await api.send('POST', path, { body: { rows } });
    expect(body.error.fields).toMatchObject([{ path: 'rows[1].address', code: 'invalid_recipient' }]);
  });

  it.each([
    ['', 'csv_empty'],
    ['name,city\nAda,London\n', 'csv_invalid_header'],
    ['phone\n"+12025550140\n', 'csv_malformed'],
  ])('rejects %j', async (text, code) => {
    const { status, body } = await csv(text);
    expect([status, body.error.code]).toEqual([400, code]);
  });

  it.each([
    [{}, 'csv', 'required'],
    [{ csv: '+12025550140', rows: [{ address: '+12025550140' }] }, 'csv', 'invalid_value'],
    [{ rows: [{ address: '+12025550140', chanel: 'sms' }] }, 'rows[0].chanel', 'unknown_field'],
    [{ csv: 'x', defaultCountry: 'usa' }, 'defaultCountry', 'invalid_format'],
  ])('rejects %j', async (sent, at, code) => {
    const { status, body } = await api.send('POST', path, { body: sent });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.fields).toMatchObject([{ path: at, code }]);
  });
});
