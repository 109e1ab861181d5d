import { createServer, type Server } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { examineMachine, loopFinding } from './doctor.ts';

let dataDir: string;
let holder: Server;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-doctor-'));
  holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  port = (holder.address() as { port: number }).port;
});
afterAll(async () => {
  await new Promise((resolve) => holder.close(resolve));
  await rm(dataDir, { recursive: true });
});

const examine = async (env: Record<string, string>, isRunning = false) => {
  const config = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SIP_PORT: '0',
    PARLEY_HTTP_PORT: '0',
    ...env,
  });
  return new Map((await examineMachine(config, isRunning)).map((finding) => [finding.name, finding]));
};

describe('the doctor', () => {
  it('finds a machine well on which nothing is in the way', async () => {
    const findings = await examine({ PARLEY_RTP_PORTS: '31500-31502' });
    expect([...findings.values()].filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.get('RTP loop')!.detail).toMatch(/came back in/);
  });

  it('names the setting of a port that is in use', async () => {
    const finding = (await examine({ PARLEY_HTTP_PORT: String(port) })).get('HTTP port')!;
    expect(finding).toEqual({
      name: 'HTTP port',
      ok: false,
      detail: 'EADDRINUSE. Free it, or choose another in PARLEY_HTTP_PORT.',
    });
  });

  it('leaves ports alone that the service holds', async () => {
    expect((await examine({ PARLEY_HTTP_PORT: String(port) }, true)).has('HTTP port')).toBe(false);
  });

  it('sees that a trunk cannot reach loopback', async () => {
    const finding = (await examine({ PARLEY_TRUNK_URL: 'sip:trunk.example.net' })).get('public address')!;
    expect(finding.ok).toBe(false);
    expect(finding.detail).toContain('PARLEY_SIP_HOST');
  });

  it('says which address does not loop', async () => {
    expect(await loopFinding('203.0.113.77')).toMatchObject({ name: 'RTP loop', ok: false });
  });
});
