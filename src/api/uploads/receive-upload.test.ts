import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchesPath } from '../../../test/support/batches.ts';

let api: TestApi;
let baseUrl: string;
beforeAll(async () => {
  api = await createTestApi();
  baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const rows = 30_000;
const file = Array.from(
  { length: rows },
  (_, index) => `+120245${60_000 + index},Patient ${index} of Dr. Grey`,
);
const csv = `phone_number,name\n${file.join('\n')}\n`;

async function validate(body: string | FormData, type?: string): Promise<unknown> {
  const headers = { 'x-api-key': api.key, ...(type === undefined ? {} : { 'content-type': type }) };
  const url = `${baseUrl}${batchesPath}/validate`;
  return (await fetch(url, { method: 'POST', headers, body })).json();
}

describe('a file that does not fit into memory', () => {
  it('is read unchanged', async () => {
    expect(csv.length).toBeGreaterThan(1024 * 1024);
    const expected = { totalRows: rows, validRows: rows, invalidRows: 0, duplicateRows: 0 };
    expect(await validate(csv, 'text/csv')).toMatchObject(expected);
    const form = new FormData();
    form.append('file', new Blob([csv]), 'patients.csv');
    expect(await validate(form)).toMatchObject(expected);
  });
});
