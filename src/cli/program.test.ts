import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOutput } from './output.ts';
import { runCommand } from './program.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'));
  vi.stubEnv('PARLEY_DATA_DIR', dataDir);
  // Nobody listens on the port of discard.
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
  ])('used wrongly as %j ends with 2', async (words) => {
    const { code, complaints } = await run(...words);
    expect(code).toBe(2);
    expect(complaints).not.toBe('');
  });

  it('with a faulty configuration ends with 2 and names every fault', async () => {
    vi.stubEnv('PARLEY_LOG_LEVEL', 'loud');
    vi.stubEnv('PARLEY_SIP_PORT', 'x');
    const { code, complaints } = await run('serve');
    vi.stubEnv('PARLEY_LOG_LEVEL', '');
    vi.stubEnv('PARLEY_SIP_PORT', '');
    expect(code).toBe(2);
    expect(complaints).toContain('PARLEY_LOG_LEVEL=loud');
    expect(complaints).toContain('PARLEY_SIP_PORT=x');
  });

  it('that fails ends with 1 and says what to do', async () => {
    const { code, complaints } = await run('keys', 'create', '--name', 'x');
    expect(code).toBe(1);
    expect(complaints).toBe('Nobody answers at http://127.0.0.1:9. Start the service with: npm start\n');
  });

  it('answers in JSON when asked to, wherever the option stands', async () => {
    vi.stubEnv('PARLEY_RTP_PORTS', '31510-31512');
    vi.stubEnv('PARLEY_SIP_PORT', '0');
    vi.stubEnv('PARLEY_HTTP_PORT', '31514');
    const { code, written } = await run('doctor', '--json');
    vi.stubEnv('PARLEY_HTTP_PORT', '9');
    expect(code).toBe(0);
    expect(JSON.parse(written)).toMatchObject({ ok: true });
  });
});
