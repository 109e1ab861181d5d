import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from '../store/embedded-postgres/folder-lock.ts';
import { connectOrStart, credentialsOf } from './connect.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-connect-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('connectOrStart waits for a service that has locked its data folder and does not respond yet', async () => {
  const lock = await lockFolder(dataDir);
  await writeFile(path.join(dataDir, 'bootstrap.json'), JSON.stringify({ apiKey: 'k', workspaceId: 'w' }));
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    // The first two requests receive no response, as if nothing listened on the port yet.
    if (requests < 3) return void response.destroy();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', checks: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const connection = await connectOrStart({
      PARLEY_DATA_DIR: dataDir,
      PARLEY_HTTP_PORT: String(port),
      PARLEY_LOG_LEVEL: 'silent',
    });
    expect(connection.startedByThisProcess).toBe(false);
    expect(requests).toBe(3);
  } finally {
    server.close();
    await lock.release();
  }
});

it('credentialsOf returns the key in the data folder only for the service of this machine', async () => {
  await writeFile(path.join(dataDir, 'bootstrap.json'), JSON.stringify({ apiKey: 'k', workspaceId: 'w' }));
  const remoteConfig = { dataDir, apiKey: undefined, serviceUrl: 'https://parley.example.net' };
  expect(() => credentialsOf(remoteConfig)).toThrow(
    'Set PARLEY_API_KEY to a key of the service at https://parley.example.net.',
  );
  expect(credentialsOf({ ...remoteConfig, apiKey: 'other' })).toEqual({ apiKey: 'other' });
  expect(credentialsOf({ ...remoteConfig, serviceUrl: undefined })).toMatchObject({ apiKey: 'k' });
});
