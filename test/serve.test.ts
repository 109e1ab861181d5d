import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/core/config.ts';
import { systemClock } from '../src/core/clock.ts';
import { silentLogger } from '../src/core/logger.ts';
import { systemRandom } from '../src/core/random.ts';
import { startParley, type Parley } from '../src/main.ts';

const root = path.resolve(import.meta.dirname, '..');
const dependencies = { clock: systemClock, random: systemRandom, logger: silentLogger };
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-serve-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const environment = (rtpPorts: string) => ({
  PARLEY_DATA_DIR: dataDir,
  PARLEY_HTTP_PORT: '0',
  PARLEY_SIP_PORT: '0',
  PARLEY_RTP_PORTS: rtpPorts,
});

const start = (env: Record<string, string> = {}): Promise<Parley> =>
  startParley(readConfig({ ...environment('31600-31699'), ...env }), dependencies);

const sendRequest = (parley: Parley, key: string, url: string, body?: unknown) =>
  fetch(parley.httpAddress + url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('startParley', { timeout: 60_000 }, () => {
  let key: string;

  it('creates a workspace, a key and the demo agent on the first start and writes the credentials to a file that only its owner can read', async () => {
    const parley = await start();
    const first = parley.firstStart!;
    key = first.apiKey;
    const file = path.join(dataDir, 'bootstrap.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Object.keys(first)).toEqual([
      'workspaceId',
      'apiKey',
      'dashboardUrl',
      'adminEmail',
      'adminPassword',
    ]);
    const ready = await sendRequest(parley, key, '/health/ready');
    expect(ready.status).toBe(200);
    const agents = (await (await sendRequest(parley, key, '/api/v1/agents')).json()) as {
      data: { total: number };
    };
    expect(agents.data.total).toBe(1);
    await parley.close();
    await parley.close();
    await expect(sendRequest(parley, key, '/health/live')).rejects.toThrow('fetch failed');
  });

  it('writes its address to the data folder while it runs', async () => {
    const parley = await start();
    const file = path.join(dataDir, 'service.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      pid: process.pid,
      httpAddress: parley.httpAddress,
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await parley.close();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('uses the existing workspace on the second start and returns no credentials', async () => {
    const parley = await start();
    expect(parley.firstStart).toBeUndefined();
    expect((await sendRequest(parley, key, '/api/v1/agents')).status).toBe(200);
    await parley.close();
  });

  it('rejects a data folder that another process uses', async () => {
    const parley = await start();
    await expect(start({ PARLEY_RTP_PORTS: '31700-31799' })).rejects.toThrow(/process|Parley/);
    await parley.close();
  });

  it('names every port in use and its setting before it creates a workspace', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const other = await mkdtemp(path.join(os.tmpdir(), 'parley-serve-'));
    const env = { PARLEY_DATA_DIR: other, PARLEY_HTTP_PORT: String(port), PARLEY_SIP_PORT: String(port) };
    await expect(start(env)).rejects.toThrow(
      [
        `HTTP: 127.0.0.1:${port} is in use by another program. Stop it, or set PARLEY_HTTP_PORT to another port.`,
        `SIP (TCP): 127.0.0.1:${port} is in use by another program. Stop it, or set PARLEY_SIP_PORT to another port.`,
      ].join('\n'),
    );
    await expect(stat(path.join(other, 'bootstrap.json'))).rejects.toThrow('ENOENT');
    busy.close();
    await rm(other, { recursive: true, force: true });
  });

  it('returns the credentials of a failed first start at the next successful start only', async () => {
    const other = await mkdtemp(path.join(os.tmpdir(), 'parley-serve-'));
    const env = { PARLEY_DATA_DIR: other };
    await expect(start({ ...env, PARLEY_SPEECH_MODEL_DIR: path.join(other, 'none') })).rejects.toThrow(
      'cannot be read',
    );
    const { apiKey } = JSON.parse(await readFile(path.join(other, 'bootstrap.json'), 'utf8')) as {
      apiKey: string;
    };
    const second = await start(env);
    expect(second.firstStart).toMatchObject({ apiKey, dashboardUrl: `${second.httpAddress}/` });
    expect((await sendRequest(second, apiKey, '/api/v1/agents')).status).toBe(200);
    await second.close();
    const third = await start(env);
    expect(third.firstStart).toBeUndefined();
    await third.close();
    await rm(other, { recursive: true, force: true });
  });

  it('rejects new calls while it drains and waits for the active call to end', async () => {
    const parley = await start();
    const agents = (await (await sendRequest(parley, key, '/api/v1/agents')).json()) as {
      data: { agents: { id: string }[] };
    };
    const body = { agentId: agents.data.agents[0]!.id, toNumber: '+12025550110' };
    const response = await sendRequest(parley, key, '/api/v1/calls/call', body);
    expect(response.status).toBe(200);
    const { callId } = (await response.json()) as { callId: string };
    const draining = parley.drain();
    expect((await sendRequest(parley, key, '/health/ready')).status).toBe(503);
    expect((await sendRequest(parley, key, '/api/v1/calls/call', body)).status).toBe(503);
    await draining;
    const restarted = await start();
    const call = (await (await sendRequest(restarted, key, `/api/v1/calls/${callId}`)).json()) as Record<
      string,
      unknown
    >;
    expect(call).toMatchObject({ status: 'ended', endReason: 'customer_hangup' });
    await restarted.close();
  });
});

describe('parley serve', { timeout: 60_000 }, () => {
  const run = (options = ['--json'], env: Record<string, string> = {}): ChildProcess =>
    spawn(process.execPath, [path.join(root, 'bin/parley.js'), 'serve', ...options], {
      env: { ...process.env, ...environment('31800-31899'), PARLEY_LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  it('prints its addresses and exits with 0 on SIGTERM', async () => {
    const child = run();
    const [output] = (await once(child.stdout!, 'data')) as [Buffer];
    const { httpAddress, listening } = JSON.parse(String(output)) as {
      httpAddress: string;
      listening: string[];
    };
    expect((await fetch(`${httpAddress}/health/live`)).status).toBe(200);
    expect(listening.join()).toMatch(/HTTP on .*SIP on /);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([{ options: [] }, { options: ['--json'] }])(
    'prints the path of the credentials file and no secret if its output is not a terminal: $options',
    async ({ options }) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-serve-'));
      // Older versions created the folder with this mode.
      await mkdir(path.join(folder, 'recordings'));
      await chmod(path.join(folder, 'recordings'), 0o755);
      const child = run(options, { PARLEY_DATA_DIR: folder });
      let printed = '';
      child.stdout!.on('data', (data: Buffer) => (printed += data.toString()));
      child.stderr!.on('data', (data: Buffer) => (printed += data.toString()));
      await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/HTTP on/);
      child.kill('SIGTERM');
      await once(child, 'exit');
      const file = path.join(folder, 'bootstrap.json');
      const { apiKey, adminPassword } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
      expect(printed).toContain(file);
      expect(printed).not.toContain(apiKey);
      expect(printed).not.toContain(adminPassword);
      for (const name of ['recordings', 'journal', 'uploads', 'sip-calls', 'liveness'])
        expect([name, (await stat(path.join(folder, name))).mode & 0o777]).toEqual([name, 0o700]);
      await rm(folder, { recursive: true, force: true });
    },
  );
});
