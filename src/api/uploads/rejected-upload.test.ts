import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createTestApi } from '../../../test/support/api.ts';
import { createLogger, silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { UploadQuota } from './upload-quota.ts';

const csv = `phone_number\n${'+12025550100\n'.repeat(200_000)}`;
const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${csv}`;

/** Sends the head of a request and a part of its body, and resets the connection when the server has read the head: a reset discards what is unread. */
async function abort(server: Server, key: string, type: string, part: string): Promise<void> {
  const isRead = once(server, 'request');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /v1/api/batch-calls/validate HTTP/1.1',
    'Host: localhost',
    `x-api-key: ${key}`,
    `Content-Type: ${type}`,
    // Less than the limit of JSON bodies, so that none is too large.
    `Content-Length: ${part.length + 1000}`,
  ];
  await new Promise((resolve) => void socket.write(`${head.join('\r\n')}\r\n\r\n${part}`, resolve));
  await isRead;
  socket.resetAndDestroy();
}

it('an interrupted upload is not logged as a server error and leaves no files', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-aborted-'));
  const lines: string[] = [];
  const destination = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString());
      done();
    },
  });
  const api = await createTestApi({ dataDir, logger: createLogger('debug', destination) });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  await abort(api.app.server, api.key, 'text/csv', csv);
  await abort(api.app.server, api.key, 'multipart/form-data; boundary=x', form);
  await abort(api.app.server, api.key, 'application/json', '{"csv":"');
  await expect.poll(() => lines.filter((line) => line.includes('A client closed')).length).toBe(3);
  await api.close();
  expect(lines.filter((line) => line.includes('HTTP request failed.'))).toEqual([]);
  expect(await readdir(path.join(dataDir, 'uploads')).catch(() => [])).toEqual([]);
  await rm(dataDir, { recursive: true });
});

it('an upload over the quota of its workspace returns 429 and frees its space', async () => {
  const limits = { maxWorkspaceBytes: 100, maxAllBytes: 1000, maxMemoryBytes: 10, minFreeBytes: 0 };
  const dependencies = { clock: new ManualClock(), logger: silentLogger };
  const api = await createTestApi({ uploads: new UploadQuota('/nowhere', { ...dependencies, limits }) });
  const send = (payload: string) =>
    api.app.inject({
      method: 'POST',
      url: '/v1/api/batch-calls/preview',
      headers: { 'x-api-key': api.key, 'content-type': 'text/csv' },
      payload,
    });
  for (let count = 0; count < 3; count += 1) {
    const rejected = await send(`phone_number\n${'+12025550100\n'.repeat(20)}`);
    expect([rejected.statusCode, rejected.json().error.code]).toEqual([429, 'upload_limit_reached']);
    expect((await send('phone_number\n+12025550100\n')).statusCode).toBe(200);
  }
  await api.close();
});
