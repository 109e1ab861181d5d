import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeServiceFile } from '../core/service-file.ts';
import { lockFolder } from '../store/embedded-postgres/folder-lock.ts';
import { addressOf, connectOrStart, connectToRunning, credentialsOf } from './connect.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-connect-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('connectOrStart waits for a service that has locked its data folder and does not respond yet', async () => {
  const lock = await lockFolder(dataDir);
  await writeFile(path.join(dataDir, 'bootstrap.json'), JSON.stringify({ apiKey: 'k', workspaceId: 'w' }));
  let requests = 0;
  const { server, port } = await listen((request, response) => {
    requests += 1;
    // The first two requests receive no response, as if nothing listened on the port yet.
    if (requests < 3) return void response.destroy();
    healthy(request, response);
  });
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

/** Listens on a free port. */
async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const healthy: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', checks: [] }));
};

it('commands find a service on another port by its file in the data folder', async () => {
  await writeFile(path.join(dataDir, 'bootstrap.json'), JSON.stringify({ apiKey: 'k', workspaceId: 'w' }));
  const { server, port } = await listen(healthy);
  const remove = await writeServiceFile(dataDir, {
    pid: process.pid,
    httpAddress: `http://127.0.0.1:${port}`,
  });
  // The discard port (9) has no listener.
  const env = { PARLEY_DATA_DIR: dataDir, PARLEY_HTTP_PORT: '9' };
  try {
    const connections = [await connectToRunning(env), await connectOrStart(env)];
    expect(connections.map(({ baseUrl }) => baseUrl)).toEqual(Array(2).fill(`http://127.0.0.1:${port}`));
    await remove();
    await expect(connectToRunning(env)).rejects.toThrow('No service responds at http://127.0.0.1:9.');
  } finally {
    server.close();
  }
});

it('commands use the configured address if a killed service has left its file, even if another program listens there', async () => {
  await writeFile(path.join(dataDir, 'bootstrap.json'), JSON.stringify({ apiKey: 'k', workspaceId: 'w' }));
  const { server, port } = await listen(healthy);
  const other = await listen((_request, response) => response.end('hello'));
  try {
    for (const stalePort of [9, other.port]) {
      await writeServiceFile(dataDir, { pid: 1, httpAddress: `http://127.0.0.1:${stalePort}` });
      const env = { PARLEY_DATA_DIR: dataDir, PARLEY_HTTP_PORT: String(port) };
      expect((await connectToRunning(env)).baseUrl).toBe(`http://127.0.0.1:${port}`);
    }
  } finally {
    server.close();
    other.server.close();
  }
});

it('connectOrStart reports a running service without an API at once', async () => {
  const lock = await lockFolder(dataDir);
  await writeServiceFile(dataDir, { pid: process.pid, httpAddress: null });
  const env = { PARLEY_DATA_DIR: dataDir, PARLEY_HTTP_PORT: '9', PARLEY_LOG_LEVEL: 'silent' };
  await expect(connectOrStart(env)).rejects.toThrow('Add api to its PARLEY_ROLES.');
  await lock.release();
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

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['fd00::5', 'http://[fd00::5]:3000'],
])('a service that listens on %s is reached at %s', (httpHost, address) => {
  expect(addressOf({ httpHost, httpPort: 3000, dataDir, serviceUrl: undefined })).toBe(address);
});
