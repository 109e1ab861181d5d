import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, callees, startBatchOf } from '../../../test/support/batches.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';

let api: TestApi;
let batchId: string;
const numbers = callees(5);
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
  const rows = numbers.map(
    (number, index) => `${number},${index === 3 ? '=HYPERLINK(1)' : `Ada ${index}`},"a ""b"", c"`,
  );
  batchId = (await startBatchOf(api, ['phone,name,note', ...rows].join('\n'))).body.batchId;
  const { workspaceId } = api;
  const db = api.database.inWorkspace(workspaceId);
  const [job] = (await list()).body.data.calls;
  const change = { workspaceId, batchId, jobId: job.jobId, at: noon };
  await changeBatchJob(db, { ...change, to: 'dialing' });
  await changeBatchJob(db, { ...change, to: 'completed', outcome: 'answered' });
});
afterAll(() => api.close());

const list = (query = '') => api.send('GET', `${batchesPath}/${batchId}/calls${query}`);
const totalAndNumbers = async (query: string) => {
  const { data } = (await list(query)).body;
  return [data.total, ...data.calls.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)];
};

describe('GET /v1/api/batch-calls/{batchId}/calls: 200', () => {
  it('lists the calls in the order of the file, in pages', async () => {
    const { body } = await list('?limit=2');
    expect(body.data).toMatchObject({ total: 5, totalPages: 3, page: 1 });
    const next = await list(`?limit=2&cursor=${body.data.nextCursor}`);
    const third = await list('?limit=2&page=3');
    const all = [body, next.body, third.body].flatMap(({ data }) => data.calls);
    expect(all.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)).toEqual(numbers);
    expect(third.body.data.nextCursor).toBeNull();
    expect((await list('?page=9')).body.data.calls).toEqual([]);
  });

  it('applies each filter, with an exact total', async () => {
    expect(await totalAndNumbers('?status=completed')).toEqual([1, numbers[0]]);
    expect(await totalAndNumbers('?status=pending&limit=1')).toEqual([4, numbers[1]]);
    expect(await totalAndNumbers('?outcome=answered')).toEqual([1, numbers[0]]);
    expect(await totalAndNumbers(`?phoneNumber=${encodeURIComponent(numbers[2]!)}`)).toEqual([1, numbers[2]]);
    expect(await totalAndNumbers('?attempt=1')).toEqual([1, numbers[0]]);
    expect(await totalAndNumbers('?search=ADA%204')).toEqual([1, numbers[4]]);
    expect(await totalAndNumbers('?search=0103')).toEqual([1, numbers[3]]);
    expect(await totalAndNumbers('?createdAtFrom=2030-01-01T00:00:00Z')).toEqual([0]);
  });

  it('exports a file whose cells a spreadsheet does not run as formulas', async () => {
    const { headers, body } = await list('?format=csv&status=pending');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = body.trim().split('\r\n');
    expect(lines[0]).toMatch(/^row,phone_number,name,.*,job_id,status,.*,note$/);
    expect(lines).toHaveLength(5);
    expect(lines[3]).toContain(`'${numbers[3]}`);
    expect(lines[3]).toContain(`'=HYPERLINK(1)`);
    expect(lines[3]).toContain('"a ""b"", c"');
    const raw = (await list('?format=csv&raw=true')).body;
    expect(raw).toContain(',=HYPERLINK(1),');
    expect(raw).toContain(`,${numbers[3]},`);
  });
});

describe('GET /v1/api/batch-calls/{batchId}/calls: 400', () => {
  it('rejects an unknown status', async () => {
    const { status, body } = await list('?status=talking');
    expect([status, body.error.code]).toEqual([400, 'invalid_query']);
  });
});

describe('GET /v1/api/batch-calls/{batchId}/calls: 404', () => {
  it('returns 404 for a batch of another workspace, on every path', async () => {
    const { key } = await seedOtherWorkspace(api);
    for (const path of ['', '/status', '/calls', '/calls?format=csv', `/calls/${newId('job')}`]) {
      const { status, body } = await api.send('GET', `${batchesPath}/${batchId}${path}`, { key });
      expect([path, status, body.error.code]).toEqual([path, 404, 'batch_not_found']);
    }
  });
});
