import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { createLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { startParley, type Parley } from '../../src/main.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { DatabaseProxy } from '../support/database-proxy.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let proxy: DatabaseProxy;
let folder: TemporaryFolder;
let parley: Parley;
let headers: Record<string, string>;
const log = new PassThrough();
let logged = '';
log.on('data', (bytes: Buffer) => (logged += bytes.toString()));

beforeAll(async () => {
  database = await createEmptyDatabase();
  proxy = await DatabaseProxy.start(database.connection);
  folder = await temporaryDataFolder();
  const config = readConfig({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_DATABASE_URL: proxy.connection.url,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '32500-32599',
  });
  const logger = createLogger('info', log);
  parley = await startParley(config, { clock: systemClock, random: systemRandom, logger });
  const { apiKey, workspaceId } = await readFirstStart(folder.dataDir);
  headers = { 'x-api-key': apiKey, 'x-workspace-id': workspaceId, 'content-type': 'application/json' };
});

afterAll(async () => {
  await parley.close();
  await proxy.close();
  await database.drop();
  await folder.remove();
});

async function request(method: string, path: string, body?: object) {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${parley.httpAddress}${path}`, init);
  const { code, details } = (await response.json()) as { code?: string; details?: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code, details };
}

const warnings = () =>
  logged
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { level: number | string; msg: string; seconds?: number });

it('an outage of the database is 503 with its reason, and two lines in the log', async () => {
  const list = () => request('GET', '/api/v1/agents');
  const call = { agentId: 'agent_none', toNumber: '+12025550100' };
  await expect.poll(async () => (await list()).status, { timeout: 20_000 }).toBe(200);
  logged = '';
  await proxy.close();
  onTestFinished(() => proxy.open());
  // A query on a connection whose end has not arrived yet has another reason. Afterwards no connection is left.
  expect((await list()).status).toBe(503);
  const outcomes = await Promise.all([
    ...Array.from({ length: 5 }, list),
    request('POST', '/api/v1/agents', { name: 'Out' }),
    request('POST', '/api/v1/calls/call', call),
  ]);
  for (const outcome of outcomes)
    expect(outcome).toEqual({
      status: 503,
      retryAfter: '5',
      code: 'database_unavailable',
      details: expect.stringContaining('The database server cannot be reached. Retry after'),
    });
  expect((await request('GET', '/health/ready')).status).toBe(503);
  // Several runs of the periodic work.
  await systemClock.sleep(7_000);
  await proxy.open();
  await expect.poll(async () => (await list()).status, { timeout: 20_000 }).toBe(200);
  const lines = () => warnings().map(({ msg }) => msg);
  await expect.poll(lines, { timeout: 10_000 }).toContain('The database can be used again.');
  expect(lines()).toEqual([
    'The database cannot be used. Errors that result from this are logged at level debug only.',
    'The database can be used again.',
  ]);
  expect(warnings().at(-1)!.seconds).toBeGreaterThanOrEqual(7);
}, 90_000);
