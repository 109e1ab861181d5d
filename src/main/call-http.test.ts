import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../core/config.ts';
import { Closers } from '../core/closers.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { openCallHttp } from './call-http.ts';
import { createStartContext } from './start-context.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'call-http-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Opens the client with a file of secrets. */
async function openWith(content: string | undefined) {
  const file = path.join(folder, 'secrets.json');
  if (content !== undefined) await writeFile(file, content);
  const dependencies = { clock: new ManualClock(), random: seededRandom(1), logger: silentLogger };
  const config = readConfig({ PARLEY_TOOL_SECRETS: file });
  return openCallHttp(createStartContext(config, dependencies, new Closers(silentLogger)));
}

it.each([
  [undefined, 'cannot be read (ENOENT)'],
  ['{"A": {"value": "s3cret"', 'is not a JSON file'],
  ['{"A": {"value": "s3cret"}}', 'is not valid at A.hosts: '],
  ['{"A": {"value": "s3cret", "hosts": []}}', 'is not valid at A.hosts: '],
  ['{"A": {"value": "s3cret\\r\\nx: y", "hosts": ["a.example.com"]}}', 'is not valid at A.value: '],
  ['["s3cret"]', 'is not valid at '],
])('a file of secrets with the content %j stops the start', async (content, fault) => {
  const error = await openWith(content).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigError);
  expect(String((error as Error).message)).toContain(fault);
  expect(String((error as Error).message)).not.toContain('s3cret');
});

it('a valid file of secrets is available to requests', async () => {
  const { secrets } = await openWith('{"A": {"value": "s3cret", "hosts": ["A.example.com"]}}');
  expect(secrets.valueFor('A', { workspaceId: 'ws_1', url: new URL('https://a.example.com/x') })).toBe(
    's3cret',
  );
});
