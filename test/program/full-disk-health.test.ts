import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { createLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { startParley, type Parley } from '../../src/main.ts';
import { fillDisk, mountDisk, unmountDisk } from '../support/small-disk.ts';
import { readFirstStart } from './program-under-test.ts';

const diskBytes = 512 << 20;

let dataDir: string;
let hasSeparateDisk = false;
let parley: Parley | undefined;
const log = new PassThrough({ encoding: 'utf8' });
let logged = '';
log.on('data', (text: string) => (logged += text));

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-full-disk-'));
  hasSeparateDisk = mountDisk(dataDir, diskBytes);
  await chmod(dataDir, 0o755);
});

afterAll(async () => {
  await parley?.close();
  if (hasSeparateDisk) unmountDisk(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

interface Health {
  readonly status: string;
  readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
}

/** Returns the HTTP status, the health status, and the names of the failed checks. */
async function readiness(): Promise<readonly [number, string, readonly string[]]> {
  const response = await fetch(`${parley!.httpAddress}/health/ready`);
  const { status, checks } = (await response.json()) as Health;
  return [response.status, status, checks.filter(({ ok }) => !ok).map(({ name }) => name)];
}

/** Returns status, Retry-After and error of a request that writes. */
async function createAgent(): Promise<object> {
  const { apiKey } = await readFirstStart(dataDir);
  const response = await fetch(`${parley!.httpAddress}/api/v1/agents`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', personality: randomBytes(20_000).toString('hex') }),
  });
  const { code, details } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code, details };
}

it('a full disk makes the program not ready, and requests 503, until there is space again', async ({
  skip,
}) => {
  if (!hasSeparateDisk) skip('A separate disk requires root on Linux.');
  const env = {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '32900-32999',
  };
  const dependencies = { clock: systemClock, random: systemRandom, logger: createLogger('info', log) };
  parley = await startParley(readConfig(env), dependencies);
  await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, 'ok', []]);
  const freeSpace = fillDisk(dataDir);
  try {
    await expect
      .poll(readiness, { timeout: 20_000 })
      .toEqual([503, 'failing', expect.arrayContaining(['database'])]);
    logged = '';
    for (let count = 0; count < 3; count += 1)
      expect(await createAgent()).toEqual({
        status: 503,
        retryAfter: '60',
        code: 'storage_full',
        details: expect.stringContaining('The disk of the database server is full.'),
      });
    expect(logged).toBe('');
  } finally {
    freeSpace();
  }
  await expect.poll(readiness, { timeout: 40_000 }).toEqual([200, 'ok', []]);
  await expect.poll(() => logged, { timeout: 10_000 }).toContain('The database can be used again.');
}, 120_000);
