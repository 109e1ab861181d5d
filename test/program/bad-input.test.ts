import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

describe('the program with invalid settings', { timeout: 60_000 }, () => {
  const folders: TemporaryFolder[] = [];
  let busyPorts: { readonly tcp: Server; readonly udp: Socket };

  beforeAll(async () => {
    busyPorts = {
      tcp: createServer().listen(0, '127.0.0.1'),
      udp: createSocket('udp4').bind(0, '127.0.0.1'),
    };
    await Promise.all([once(busyPorts.tcp, 'listening'), once(busyPorts.udp, 'listening')]);
  });
  afterAll(async () => {
    busyPorts.tcp.close();
    busyPorts.udp.close();
    for (const folder of folders) await folder.remove();
  });

  /** Starts the program on a new data folder. Resolves when it has exited. */
  async function start(environment: Readonly<Record<string, string>>) {
    const folder = await temporaryDataFolder();
    folders.push(folder);
    const defaults = { PARLEY_HTTP_PORT: '0', PARLEY_SIP_PORT: '0', PARLEY_RTP_PORTS: '26700-26799' };
    const server = new ServingProcess({ ...defaults, PARLEY_DATA_DIR: folder.dataDir, ...environment });
    const { code } = await server.ended;
    return { code, stderr: server.stderr };
  }

  it.concurrent('reports all errors of its configuration together', async () => {
    const { code, stderr } = await start({
      PARLEY_HTTP_PORT: 'eighty',
      PARLEY_RTP_PORTS: '20000-10000',
      PARLEY_TRUNK: 'sip:trunk.example.net',
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/3 errors/);
    for (const name of ['PARLEY_HTTP_PORT=eighty', 'PARLEY_RTP_PORTS=20000-10000', 'PARLEY_TRUNK is not'])
      expect(stderr).toContain(name);
  });

  it.concurrent('reports the setting of an HTTP port in use', async () => {
    const { port } = busyPorts.tcp.address() as AddressInfo;
    const { code, stderr } = await start({ PARLEY_HTTP_PORT: String(port), PARLEY_ROLES: 'api' });
    expect(code).toBe(1);
    expect(stderr).toContain(`127.0.0.1:${port}`);
    expect(stderr).toContain('PARLEY_HTTP_PORT');
  });

  it.concurrent('reports the setting of a SIP port in use', async () => {
    const { port } = busyPorts.udp.address();
    const { code, stderr } = await start({ PARLEY_SIP_PORT: String(port), PARLEY_ROLES: 'media' });
    expect(code).toBe(1);
    expect(stderr).toContain(String(port));
    expect(stderr).toContain('PARLEY_SIP_PORT');
  });
});
