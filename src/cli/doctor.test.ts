import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { createCertificate, hasOpenssl } from '../../test/support/certificates.ts';
import { checkMachine, checkExternalServices, loopbackFinding } from './doctor.ts';

let dataDir: string;
let portHolder: Server;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-doctor-'));
  portHolder = createServer();
  await new Promise<void>((resolve) => portHolder.listen(0, '127.0.0.1', resolve));
  port = (portHolder.address() as { port: number }).port;
});
afterAll(async () => {
  await new Promise((resolve) => portHolder.close(resolve));
  await rm(dataDir, { recursive: true });
});

const findingsOf = async (env: Record<string, string>, isRunning = false) => {
  const config = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SIP_PORT: '0',
    PARLEY_HTTP_PORT: '0',
    ...env,
  });
  return new Map((await checkMachine(config, isRunning)).map((finding) => [finding.name, finding]));
};

describe('checkMachine', () => {
  it('passes on a machine without conflicts', async () => {
    const findings = await findingsOf({ PARLEY_RTP_PORTS: '31500-31502' });
    expect([...findings.values()].filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.get('RTP loopback')!.detail).toMatch(/was received after/);
  });

  it('names the setting of a port in use', async () => {
    const finding = (await findingsOf({ PARLEY_HTTP_PORT: String(port) })).get('HTTP port')!;
    expect(finding).toEqual({
      name: 'HTTP port',
      ok: false,
      detail: 'in use by another program. Stop it, or set PARLEY_HTTP_PORT to another port.',
    });
  });

  it('does not check the ports of a running service', async () => {
    expect((await findingsOf({ PARLEY_HTTP_PORT: String(port) }, true)).has('HTTP port')).toBe(false);
  });

  it('reports that a trunk cannot reach loopback', async () => {
    const finding = (await findingsOf({ PARLEY_TRUNK_URL: 'sip:trunk.example.net' })).get('public address')!;
    expect(finding.ok).toBe(false);
    expect(finding.detail).toContain('PARLEY_SIP_HOST');
  });

  it.each(['127.0.0.11', 'localhost'])('accepts loopback for the trunk %s on this machine', async (host) => {
    const finding = (await findingsOf({ PARLEY_TRUNK_URL: `sip:${host}` })).get('public address')!;
    expect(finding).toMatchObject({ ok: true, detail: `not needed: the trunk is ${host}` });
  });

  it('reports a SIP port that is in use for TCP only', async () => {
    const findings = await findingsOf({ PARLEY_SIP_PORT: String(port) });
    expect(findings.get('SIP port')!.ok).toBe(true);
    expect(findings.get('SIP port, TCP')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('in use'),
    });
  });

  it('reports an address on which this machine cannot receive', async () => {
    expect(await loopbackFinding('203.0.113.77')).toMatchObject({ name: 'RTP loopback', ok: false });
  });
});

describe('checkExternalServices', () => {
  const checkWith = (env: Record<string, string>) =>
    checkExternalServices(readConfig({ PARLEY_DATA_DIR: dataDir, ...env }));

  it('checks nothing if nothing external is configured', async () => {
    expect(await checkWith({})).toEqual([]);
  });

  it('reports that the database is down, and the correction', async () => {
    const url = `postgresql://parley:secret@127.0.0.1:9/parley`;
    expect(await checkWith({ PARLEY_DATABASE_URL: url })).toEqual([
      {
        name: 'database',
        ok: false,
        detail: 'No PostgreSQL responds at 127.0.0.1:9. Start it, or correct PARLEY_DATABASE_URL.',
      },
    ]);
  });

  it('reports whether the trunk responds', async () => {
    const trunk = createSocket('udp4');
    trunk.on('message', (request, { port: from, address }) => {
      const copiedHeaders = /^(?:Via|From|To|Call-ID|CSeq):.*$/gim;
      const lines = [
        'SIP/2.0 200 OK',
        ...String(request)
          .match(copiedHeaders)!
          .map((line) => line.trim()),
      ];
      trunk.send(`${lines.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`, from, address);
    });
    await new Promise<void>((resolve) => trunk.bind(0, '127.0.0.1', resolve));
    const reachable = await checkWith({ PARLEY_TRUNK_URL: `sip:127.0.0.1:${trunk.address().port}` });
    trunk.close();
    expect(reachable).toMatchObject([
      { name: 'trunk', ok: true, detail: expect.stringContaining('answered in') },
    ]);
    const unresolvable = await checkWith({ PARLEY_TRUNK_URL: 'sip:nowhere.invalid' });
    expect(unresolvable).toMatchObject([
      { name: 'trunk', ok: false, detail: expect.stringContaining('cannot be resolved') },
    ]);
  });

  it.skipIf(!hasOpenssl)('reports why the certificate of a trunk is invalid', async () => {
    const { certificatePem: cert, privateKeyPem: key } = createCertificate('self-signed');
    const trunk = createTlsServer({ cert, key }).on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => trunk.listen(0, '127.0.0.1', resolve));
    const { port: trunkPort } = trunk.address() as { port: number };
    const findings = await checkWith({ PARLEY_TRUNK_URL: `sip:127.0.0.1:${trunkPort};transport=tls` });
    trunk.close();
    expect(findings).toMatchObject([
      { name: 'trunk', ok: false, detail: expect.stringContaining('its TLS certificate is self-signed') },
    ]);
  });
});
