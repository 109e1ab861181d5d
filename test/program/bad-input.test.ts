import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

describe('a failed start', { timeout: 60_000 }, () => {
  const folders: TemporaryFolder[] = [];
  let held: { readonly tcp: Server; readonly udp: Socket };

  beforeAll(async () => {
    held = { tcp: createServer().listen(0, '127.0.0.1'), udp: createSocket('udp4').bind(0, '127.0.0.1') };
    await Promise.all([once(held.tcp, 'listening'), once(held.udp, 'listening')]);
  });
  afterAll(async () => {
    held.tcp.close();
    held.udp.close();
    for (const folder of folders) await folder.remove();
  });

  /** Starts the program on a new data folder. Resolves when it has exited. */
  async function attempt(environment: Readonly<Record<string, string>>) {
    const folder = await temporaryDataFolder();
    folders.push(folder);
    const free = { PARLEY_HTTP_PORT: '0', PARLEY_SIP_PORT: '0', PARLEY_RTP_PORTS: '26700-26799' };
    const server = new ServingProcess({ ...free, PARLEY_DATA_DIR: folder.dataDir, ...environment });
    const { code } = await server.ended;
    return { code, complaints: server.stderr };
  }

  it.concurrent('naming every fault of its configuration at once', async () => {
    const { code, complaints } = await attempt({
      PARLEY_HTTP_PORT: 'eighty',
      PARLEY_RTP_PORTS: '20000-10000',
      PARLEY_TRUNK: 'sip:trunk.example.net',
    });
    expect(code).toBe(2);
    expect(complaints).toMatch(/3 errors/);
    for (const name of ['PARLEY_HTTP_PORT=eighty', 'PARLEY_RTP_PORTS=20000-10000', 'PARLEY_TRUNK is not'])
      expect(complaints).toContain(name);
  });

  it.concurrent('naming the setting of the HTTP port that another holds', async () => {
    const { port } = held.tcp.address() as AddressInfo;
    const { code, complaints } = await attempt({ PARLEY_HTTP_PORT: String(port), PARLEY_ROLES: 'api' });
    expect(code).toBe(1);
    expect(complaints).toContain(`127.0.0.1:${port}`);
    expect(complaints).toContain('PARLEY_HTTP_PORT');
  });

  it.concurrent('naming the setting of the SIP port that another holds', async () => {
    const { port } = held.udp.address();
    const { code, complaints } = await attempt({ PARLEY_SIP_PORT: String(port), PARLEY_ROLES: 'media' });
    expect(code).toBe(1);
    expect(complaints).toContain(String(port));
    expect(complaints).toContain('PARLEY_SIP_PORT');
  });
});
