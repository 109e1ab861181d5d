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
  const stdout: string[] = [];
  const stderr: string[] = [];
  const outputFor = (json: boolean) => createOutput(json, { write: (text) => stdout.push(text) });
  const code = await runCommand(words, outputFor, (text) => stderr.push(text));
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

describe('command line', () => {
  it.each([
    [['nonsense']],
    [['call']],
    [['demo', '--nonsense']],
    [['keys', 'create']],
    [['demo', '--persona', 'x']],
  ])('exits with 2 on the usage error %j', async (words) => {
    const { code, stderr } = await run(...words);
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
  });

  it.each([
    ['batch stop b', 'Did you mean cancel?'],
    ['batch strat b.csv', 'Did you mean start?'],
    ['batches list', 'Did you mean batch?'],
    ['messages list', 'Did you mean message?'],
    ['calls hangup c', 'Did you mean end?'],
    ['agents show a', 'Did you mean get?'],
    ['agent list', 'Did you mean agents?'],
    ['start', 'Did you mean serve?'],
    ['status', 'Did you mean doctor?'],
    ['call +12025550100 --agentId a', 'Did you mean --agent?'],
    ['call +12025550100 --voice a', 'Did you mean --tts?'],
    ['call --to +12025550100', 'Write the number without an option: parley call <number>'],
    ['batch start b.csv --concurrency 2', 'Did you mean --max?'],
    ['batch start b.csv --rate 2', 'Did you mean --cps?'],
    ['keys create --name x --prest full', 'Did you mean --preset?'],
    ['demo --sideways', 'See: parley demo --help'],
  ])('suggests what %j may mean', async (line, suggestion) => {
    const { code, stderr } = await run(...line.split(' '));
    expect(code).toBe(2);
    expect(stderr).toContain(suggestion);
  });

  it('exits with 2 and lists every fault of the configuration', async () => {
    vi.stubEnv('PARLEY_LOG_LEVEL', 'loud');
    vi.stubEnv('PARLEY_SIP_PORT', 'x');
    const { code, stderr } = await run('serve');
    vi.stubEnv('PARLEY_LOG_LEVEL', '');
    vi.stubEnv('PARLEY_SIP_PORT', '');
    expect(code).toBe(2);
    expect(stderr).toContain('PARLEY_LOG_LEVEL=loud');
    expect(stderr).toContain('PARLEY_SIP_PORT=x');
  });

  it('exits with 1 and reports what to do if a command fails', async () => {
    const { code, stderr } = await run('keys', 'create', '--name', 'x');
    expect(code).toBe(1);
    expect(stderr).toBe('No service responds at http://127.0.0.1:9. Start the service with: npm start\n');
  });

  it('uses the service at PARLEY_URL only, and starts no service', async () => {
    vi.stubEnv('PARLEY_URL', 'http://127.0.0.1:9/');
    const unreachable = [await run('agents', 'list'), await run('demo')];
    const doctor = await run('doctor', '--json');
    vi.stubEnv('PARLEY_URL', '');
    for (const { code, stderr } of unreachable) {
      expect(code).toBe(1);
      expect(stderr).toBe(
        'No service responds at http://127.0.0.1:9. Start the service at this address, or correct PARLEY_URL.\n',
      );
    }
    expect(doctor.code).toBe(1);
    expect(JSON.parse(doctor.stdout).findings.map(({ name }: { name: string }) => name)).toEqual([
      'service',
      'key',
    ]);
  });

  it('writes JSON with --json at any position', async () => {
    vi.stubEnv('PARLEY_RTP_PORTS', '31510-31512');
    vi.stubEnv('PARLEY_SIP_PORT', '0');
    vi.stubEnv('PARLEY_HTTP_PORT', '31514');
    const { code, stdout } = await run('doctor', '--json');
    vi.stubEnv('PARLEY_HTTP_PORT', '9');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it.each([
    [['call', '--json'], 2, 'usage_error'],
    [['nonsense', '--json'], 2, 'usage_error'],
    [['demo', '--persona', '1', '--json'], 2, 'usage_error'],
    [['keys', 'create', '--name', 'x', '--json'], 1, 'failed'],
  ])('%j writes errors as JSON, with exit code %d', async (words, expected, errorCode) => {
    const { code, stdout, stderr } = await run(...words);
    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toEqual({ error: { code: errorCode, message: expect.any(String) } });
  });

  it('lists the faults of the configuration as JSON', async () => {
    vi.stubEnv('PARLEY_SIP_PORT', 'x');
    const { code, stderr } = await run('serve', '--json');
    vi.stubEnv('PARLEY_SIP_PORT', '');
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'invalid_configuration',
      faults: [expect.stringContaining('PARLEY_SIP_PORT=x')],
    });
  });

  it('shows its version', async () => {
    const stdout: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => stdout.push(String(text)) > 0);
    const { code } = await run('--version');
    write.mockRestore();
    expect(code).toBe(0);
    expect(stdout.join('')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('reports another program on the port of the service', async () => {
    const otherProgram = createServer((_, response) => response.end('{}'));
    await new Promise<void>((resolve) => otherProgram.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('PARLEY_HTTP_PORT', String((otherProgram.address() as AddressInfo).port));
    const { code, stderr } = await run('keys', 'create', '--name', 'x');
    vi.stubEnv('PARLEY_HTTP_PORT', '9');
    otherProgram.close();
    expect(code).toBe(1);
    expect(stderr).toContain('Another program listens at');
  });

  it('reports where it expects the key of a running service', async () => {
    const health = JSON.stringify({ status: 'ok', checks: [] });
    const service = createServer((_, response) => response.end(health));
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('PARLEY_HTTP_PORT', String((service.address() as AddressInfo).port));
    const { code, stderr } = await run('call', '+12025550100');
    vi.stubEnv('PARLEY_HTTP_PORT', '9');
    service.close();
    expect(code).toBe(1);
    expect(stderr).toContain(path.join(dataDir, 'bootstrap.json'));
  });
});
