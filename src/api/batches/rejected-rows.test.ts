import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, callees, sendCsv } from '../../../test/support/batches.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = `${batchesPath}/validate`;
const [first, second] = callees(2) as [string, string];

describe('POST /v1/api/batch-calls/validate with format=csv: 200', () => {
  it.each([
    ['of a few rows', 1],
    ['that is read in a thread', 1500],
  ])('returns rows with errors whole, to be corrected and sent again, of a file %s', async (_, times) => {
    const header = 'Name;Telefon;Uhrzeit;timezone';
    const faulty = [`"Grey; ""Ada""";12;=10:00;Mars`, `Zoë;;;`, `Bob;${second};11:00`];
    const rows = Array.from({ length: times }, () => faulty).flat();
    const send = (lines: readonly string[]) => sendCsv(api, path, lines.join('\r\n'), { format: 'csv' });
    const { headers, bytes } = await send([header, `Ada;${first};9:00;`, '', ...rows]);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [rejectedHeader, ...rejected] = bytes.toString().split('\r\n').slice(0, -1);
    expect(rejectedHeader).toBe(`\uFEFFparley_row;parley_error;${header}`);
    expect(rejected).toHaveLength(3 * times);
    expect(rejected[0]).toMatch(/^4;.*phone_number: .* timezone: .*;"Grey; ""Ada""";12;=10:00;Mars$/);
    expect(rejected.at(-2)).toMatch(
      new RegExp(`^${3 * times + 2};"phone_number: The row has no phone number`),
    );
    expect(rejected.at(-1)).toMatch(new RegExp(`;Bob;\\${second};11:00$`));
    const corrected = [rejectedHeader!, `4;Wrong;Ada;${second};10:00;`, `5;Wrong;Zoë;12;10:00;`];
    const { body } = await sendCsv(api, path, corrected.join('\r\n'), { agentId: api.agent.id });
    expect(body.columns[1]).toEqual({ name: 'parley_error', header: 'parley_error', role: 'ignored' });
    expect(body).toMatchObject({
      totalRows: 2,
      invalidRows: 1,
      errors: [{ row: 3, column: 'phone_number' }],
    });
    expect(JSON.stringify(body.warnings)).not.toContain('parley');
    const again = (await send(corrected)).bytes.toString().split('\r\n');
    expect(again[0]).toBe(rejectedHeader);
    expect(again[1]).toMatch(/^3;phone_number: .*;Zoë;12;10:00;$/);
  });
});
