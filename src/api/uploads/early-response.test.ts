import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(mebibyte, '+12025550100\n');
const boundary = 'Content-Type: multipart/form-data; boundary=x';
const formHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await createTestApi({ csvLimits: { maxBytes: mebibyte } });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = api.app.server.address() as AddressInfo);
});
afterAll(() => api.close());

interface Upload {
  readonly headers: readonly string[];
  readonly start?: string;
  readonly mebibytes: number;
}

/** Sends a whole file before it reads the response, as browsers do. Returns the response, and how much was sent. */
async function upload({ headers, start = '', mebibytes }: Upload) {
  const socket = connect(port, '127.0.0.1');
  // A connection that was closed in the middle of the upload still delivers the response.
  socket.on('error', () => undefined);
  const length = Buffer.byteLength(start) + mebibytes * mebibyte;
  const head = [
    'POST /v1/api/batch-calls/validate HTTP/1.1',
    'Host: localhost',
    `Content-Length: ${length}`,
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${start}`);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  let sent = 0;
  for (; sent < mebibytes && socket.writable; sent += 1) {
    await Promise.race([new Promise((resolve) => void socket.write(chunk, resolve)), closed]);
  }
  if (socket.writable) socket.end();
  return { response: await text(socket).catch(() => ''), sent };
}

const key = () => `x-api-key: ${api.key}`;

describe('a client that sends a file which is too large', () => {
  it.each([
    ['as text/csv', () => ({ headers: [key(), 'Content-Type: text/csv'] })],
    ['in a form', () => ({ headers: [key(), boundary], start: formHead })],
    ['with an unknown key', () => ({ headers: ['x-api-key: sk_live_x', 'Content-Type: text/csv'] })],
  ])('obtains the response after it has sent the file %s', async (_case, request) => {
    const { response } = await upload({ ...request(), mebibytes: 30 });
    expect(response).toMatch(/csv_too_large|invalid_api_key/);
  });

  it('is disconnected after 64 MiB that are not read', async () => {
    const { sent } = await upload({ headers: [key(), 'Content-Type: text/csv'], mebibytes: 400 });
    expect(sent).toBeLessThan(200);
  });
});
