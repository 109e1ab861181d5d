import { newId } from '../../src/core/ids.ts';
import { jobIds } from '../../src/domain/batches/job-ids.ts';
import { type BatchRow, insertBatch, type NewBatchRow, openBatch } from '../../src/store/batches/batches.ts';
import { insertBatchJobs, JobArrayBuilder } from '../../src/store/batches/batch-jobs.ts';
import type { Database } from '../../src/store/database.ts';
import { callableNumber, type TestResponse, type RequestOptions, type TestApi } from './api.ts';
import { noon, type Fixture } from './fixtures.ts';

export const batchesPath = '/v1/api/batch-calls';

/** Returns consecutive numbers of the test network from +12025550100. */
export const callees = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => callableNumber.slice(0, -2) + String(index).padStart(2, '0'));

/** Returns a CSV file with `count` callees and one variable. */
export const batchFileOf = (count: number): string =>
  ['phone_number,name,doctor', ...callees(count).map((number, index) => `${number},Ada ${index},Grey`)].join(
    '\n',
  );

/** Sends a file as `text/csv` with the options in the query. */
export function sendCsv(
  api: TestApi,
  path: string,
  file: string | Buffer,
  options: Readonly<Record<string, string>> = {},
  request: RequestOptions = {},
): Promise<TestResponse> {
  const query = new URLSearchParams(options).toString();
  const headers = { 'content-type': 'text/csv', ...request.headers };
  return api.send('POST', query === '' ? path : `${path}?${query}`, { ...request, body: file, headers });
}

/** Starts a batch of the fixture's agent, which must have a number. */
export function startBatchOf(
  api: TestApi,
  file: string | Buffer,
  options: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  return sendCsv(api, batchesPath, file, { agentId: api.agent.id, allowRepeat: 'true', ...options });
}

export interface SeededBatch {
  readonly batch: BatchRow;
  readonly jobIdOf: (index: number) => string;
}

/** Seeds a running batch of the fixture's agent with `count` pending jobs. */
export async function seedBatchOf(
  db: Database,
  { workspaceId, agent }: Fixture,
  count: number,
  changes: Partial<NewBatchRow> = {},
): Promise<SeededBatch> {
  const jobIdOf = jobIds(newId('job'));
  const batch = await db.inWorkspace(workspaceId).transaction(async (tx) => {
    const { id: batchId } = (await insertBatch(tx, {
      id: newId('batch'),
      workspaceId,
      name: 'Reminders',
      agentId: agent.id,
      fromNumbers: [],
      defaultCountry: null,
      window: null,
      maxConcurrency: null,
      reservedConcurrency: null,
      callsPerSecond: 1,
      predialUrl: null,
      retry: { maxAttempts: 1, on: [], delays: ['1h'] },
      metadata: {},
      scheduledAt: null,
      fileSha256: newId('request'),
      createdBy: null,
      at: noon,
      ...changes,
    }))!;
    const jobs = new JobArrayBuilder();
    for (let index = 0; index < count; index += 1)
      jobs.add({
        id: jobIdOf(index),
        rowNumber: index + 2,
        recipient: `+1202555${index}`,
        customer: {},
        dynamic: { a: '"é\\' },
      });
    await insertBatchJobs(tx, { workspaceId, batchId, jobs: jobs.take(), scheduledAt: null, at: noon });
    return openBatch(tx, { workspaceId, batchId, variables: ['a'], numbersDigest: batchId, at: noon });
  });
  return { batch, jobIdOf };
}
