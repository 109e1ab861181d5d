import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';

const chromium = '/usr/bin/chromium';

/** Matches requests that Chromium itself sends, on every page. The Content Security Policy of the page forbids them to the page. */
const chromiumRequest =
  /^(?:https?:\/\/)?(?:accounts\.google\.com|clients2\.google\.com|update\.googleapis\.com|optimizationguide-pa\.googleapis\.com|content-autofill\.googleapis\.com)[:/]/;

/** Creates a proxy that records the URL of each request and responds with 502. */
function createRecordingProxy(requestedUrls: string[]): Server {
  const server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    requestedUrls.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  return server;
}

const portOf = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

describe.skipIf(!existsSync(chromium))('/docs in a browser', { timeout: 60_000 }, () => {
  const requestedUrls: string[] = [];
  const proxy = createRecordingProxy(requestedUrls);
  let api: TestApi;
  let profile: string;
  beforeAll(async () => {
    profile = await mkdtemp(path.join(os.tmpdir(), 'parley-chromium-'));
    api = await createTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    proxy.close();
    await api.close();
    await rm(profile, { recursive: true, force: true });
  });

  it('shows the operations and their groups and sends no request to another host', async () => {
    const { stdout, stderr } = await promisify(execFile)(
      chromium,
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--enable-logging=stderr',
        `--user-data-dir=${profile}`,
        `--proxy-server=http://127.0.0.1:${portOf(proxy)}`,
        '--virtual-time-budget=20000',
        '--dump-dom',
        `http://127.0.0.1:${portOf(api.app.server)}/docs`,
      ],
      { timeout: 50_000, maxBuffer: 64 * 1024 * 1024 },
    );
    for (const words of [
      'Parley',
      'Agents',
      'Active calls',
      'Create an agent',
      'Path prefixes and envelopes',
    ]) {
      expect(stdout).toContain(words);
    }
    expect(requestedUrls.filter((url) => !chromiumRequest.test(url))).toEqual([]);
    // Chromium logs each request that the policy blocked.
    expect(stderr).not.toMatch(/Content Security Policy/);
  });
});
