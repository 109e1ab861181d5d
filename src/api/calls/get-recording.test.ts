import { once } from 'node:events';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { recordCallChange } from '../../store/calls/calls.ts';

let api: TestApi;
let dataDir: string;
const recording = Buffer.from(Array.from({ length: 1000 }, (_value, index) => index % 251));

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-recording-'));
  await mkdir(path.join(dataDir, 'recordings'));
  await writeFile(path.join(dataDir, 'recordings', 'a.wav'), recording);
  await writeFile(path.join(dataDir, 'recordings', 'empty.wav'), '');
  await writeFile(path.join(dataDir, 'bootstrap.json'), 'secret');
  api = await createTestApi({ dataDir });
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

async function recordedCall(
  recordingPath: string | undefined,
  { database, ...fixture } = api,
): Promise<string> {
  const { id: callId, workspaceId } = await seedCall(database, fixture);
  await finishCall(database.inWorkspace(workspaceId), {
    workspaceId,
    callId,
    endReason: 'agent_hangup',
    at: noon,
    disposition: { code: 'answered', status: 'completed' },
    recordingPath,
  });
  return `/api/v1/calls/${callId}/recording`;
}

describe('GET /api/v1/calls/{callId}/recording: 200', () => {
  it('sends the whole file', async () => {
    const url = await recordedCall('recordings/a.wav');
    const { status, headers, bytes } = await api.send('GET', url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '1000',
      'accept-ranges': 'bytes',
    });
    expect(bytes.equals(recording)).toBe(true);
  });

  it('finds a recording with an absolute path', async () => {
    const url = await recordedCall(path.join(dataDir, 'recordings', 'a.wav'));
    expect((await api.send('GET', url)).status).toBe(200);
  });
});

it('does not delay the end of the server if the client stops reading', async () => {
  const file = path.join(dataDir, 'recordings', 'large.wav');
  await writeFile(file, '');
  // More than the socket buffers hold.
  await truncate(file, 64 * 1024 * 1024);
  const stopped = await createTestApi({ dataDir });
  const url = await recordedCall('recordings/large.wav', stopped);
  await stopped.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((stopped.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${stopped.key}\r\n\r\n`);
  await once(socket, 'readable');
  let isClosed = false;
  const closing = stopped.close().finally(() => (isClosed = true));
  await expect
    .poll(async () => {
      await stopped.clock.advance(10_000);
      return isClosed;
    })
    .toBe(true);
  await closing;
  socket.destroy();
});

describe('GET /api/v1/calls/{callId}/recording: 206', () => {
  it('sends the requested range', async () => {
    const url = await recordedCall('recordings/a.wav');
    const { status, headers, bytes } = await api.send('GET', url, { headers: { range: 'bytes=100-199' } });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe('bytes 100-199/1000');
    expect(bytes.equals(recording.subarray(100, 200))).toBe(true);
  });
});

describe('GET /api/v1/calls/{callId}/recording: 400', () => {
  it('rejects a range after the end', async () => {
    const url = await recordedCall('recordings/a.wav');
    const { status, body } = await api.send('GET', url, { headers: { range: 'bytes=1000-' } });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_range');
  });
});

describe('GET /api/v1/calls/{callId}/recording: 404', () => {
  it.each([
    undefined,
    'recordings/missing.wav',
    'recordings/empty.wav',
    'bootstrap.json',
    '../../etc/passwd',
    'recordings/../bootstrap.json',
  ])('returns 404 for the path %s', async (recordingPath) => {
    const { status, body } = await api.send('GET', await recordedCall(recordingPath));
    expect(status).toBe(404);
    expect(body.code).toBe('recording_not_found');
  });

  it('returns 404 before the call has ended, and the call has no available recording', async () => {
    const { id: callId, workspaceId } = await seedCall(api.database, api);
    const change = { workspaceId, callId, from: ['queued'], to: 'dialing', at: noon } as const;
    const recordingPath = 'recordings/a.wav';
    await recordCallChange(api.database.inWorkspace(workspaceId), { ...change, recordingPath });
    expect((await api.send('GET', `/api/v1/calls/${callId}`)).body.recording.available).toBe(false);
    const { status, body } = await api.send('GET', `/api/v1/calls/${callId}/recording`);
    expect([status, body.code]).toEqual([404, 'recording_not_found']);
  });
});
