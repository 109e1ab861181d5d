import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOutput } from './output.ts';
import { runCommand } from './program.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'));
  vi.stubEnv('PARLEY_DATA_DIR', dataDir);
  // The discard port (9) has no listener.
  vi.stubEnv('PARLEY_HTTP_PORT', '9');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true });
});

async function run(...words: string[]) {
  const written: string[] = [];
  const complaints: string[] = [];
  const outputFor = (json: boolean) => createOutput(json, { write: (text) => written.push(text) });
  const code = await runCommand(words, outputFor, (text) => complaints.push(text));
  return { code, written: written.join(''), complaints: complaints.join('') };
}

describe('the command line', () => {
  it.each([
    [['nonsense']],
    [['call']],
    [['demo', '--nonsense']],
    [['keys', 'create']],
    [['demo', '--persona', 'x']],
  ])('exits with 2 on the usage error %j', async (words) => {
    const { code, complaints } = await run(...words);
    expect(code).toBe(2);
    expect(complaints).not.toBe('');
  });

  it('exits with 2 and lists every fault of the configuration', async () => {
    vi.stubEnv('PARLEY_LOG_LEVEL', 'loud');
    vi.stubEnv('PARLEY_SIP_PORT', 'x');
    const { code, complaints } = await run('serve');
    vi.stubEnv('PARLEY_LOG_LEVEL', '');
    vi.stubEnv('PARLEY_SIP_PORT', '');
    expect(code).toBe(2);
    expect(complaints).toContain('PARLEY_LOG_LEVEL=loud');
    expect(complaints).toContain('PARLEY_SIP_PORT=x');
  });

  it('exits with 1 and reports the correction if a command fails', async () => {
    const { code, complaints } = await run('keys', 'create', '--name', 'x');
    expect(code).toBe(1);
    expect(complaints).toBe('No service responds at http://127.0.0.1:9. Start the service with: npm start\n');
  });

  it('uses the service at PARLEY_URL with its key, and starts none', async () => {
    vi.stubEnv('PARLEY_URL', 'http://127.0.0.1:9/');
    const unreachable = [await run('agents', 'list'), await run('demo')];
    const doctor = await run('doctor', '--json');
    vi.stubEnv('PARLEY_URL', '');
    for (const { code, complaints } of unreachable) {
      expect(code).toBe(1);
      expect(complaints).toBe(
        'No service responds at http://127.0.0.1:9. Start the service there, or correct PARLEY_URL.\n',
      );
    }
    expect(doctor.code).toBe(1);
    expect(JSON.parse(doctor.written).findings.map(({ name }: { name: string }) => name)).toEqual([
      'service',
      'key',
    ]);
  });

  it('writes JSON with --json at any position', async () => {
    vi.stubEnv('PARLEY_RTP_PORTS', '31510-31512');
    vi.stubEnv('PARLEY_SIP_PORT', '0');
    vi.stubEnv('PARLEY_HTTP_PORT', '31514');
    const { code, written } = await run('doctor', '--json');
    vi.stubEnv('PARLEY_HTTP_PORT', '9');
    expect(code).toBe(0);
    expect(JSON.parse(written)).toMatchObject({ ok: true });
  });

  it.each([
    [['call', '--json'], 2, 'usage_error'],
    [['nonsense', '--json'], 2, 'usage_error'],
    [['demo', '--persona', '1', '--json'], 2, 'usage_error'],
    [['keys', 'create', '--name', 'x', '--json'], 1, 'failed'],
  ])('%j writes errors as JSON, with exit code %d', async (words, expected, errorCode) => {
    const { code, written, complaints } = await run(...words);
    expect(code).toBe(expected);
    expect(written).toBe('');
    expect(JSON.parse(complaints)).toEqual({ error: { code: errorCode, message: expect.any(String) } });
  });

  it('lists the faults of the configuration as JSON', async () => {
    vi.stubEnv('PARLEY_SIP_PORT', 'x');
    const { code, complaints } = await run('serve', '--json');
    vi.stubEnv('PARLEY_SIP_PORT', '');
    expect(code).toBe(2);
    expect(JSON.parse(complaints).error).toMatchObject({
      code: 'invalid_configuration',
      faults: [expect.stringContaining('PARLEY_SIP_PORT=x')],
    });
  });

  it('shows its version', async () => {
    const written: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);
    const { code } = await run('--version');
    write.mockRestore();
    expect(code).toBe(0);
    expect(written.join('')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('rejects another program on its port', async () => {
    const stranger = createServer((_, response) => response.end('{}'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('PARLEY_HTTP_PORT', String((stranger.address() as AddressInfo).port));
    const { code, complaints } = await run('keys', 'create', '--name', 'x');
    vi.stubEnv('PARLEY_HTTP_PORT', '9');
    stranger.close();
    expect(code).toBe(1);
    expect(complaints).toContain('Something other than Parley listens at');
  });

  it('reports where it expects the key of a running service', async () => {
    const health = JSON.stringify({ status: 'ok', checks: [] });
    const service = createServer((_, response) => response.end(health));
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('PARLEY_HTTP_PORT', String((service.address() as AddressInfo).port));
    const { code, complaints } = await run('call', '+12025550100');
    vi.stubEnv('PARLEY_HTTP_PORT', '9');
    service.close();
    expect(code).toBe(1);
    expect(complaints).toContain(path.join(dataDir, 'bootstrap.json'));
  });
});
