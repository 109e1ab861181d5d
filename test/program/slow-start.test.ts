import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

let silentServer: Server;
let folder: TemporaryFolder;
const connections: Socket[] = [];

beforeEach(async () => {
  folder = await temporaryDataFolder();
  silentServer = createServer((connection) => void connections.push(connection));
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const connection of connections) connection.destroy();
  silentServer.close();
  await folder.remove();
});

it('logs that the start waits for a database server that accepts connections but does not respond', async () => {
  const { port } = silentServer.address() as AddressInfo;
  const service = new ServingProcess({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_DATABASE_URL: `postgresql://parley@127.0.0.1:${port}/parley`,
    PARLEY_HTTP_PORT: '0',
    PARLEY_ROLES: 'api',
    PARLEY_LOG_LEVEL: 'info',
  });
  await expect
    .poll(() => service.stderr, { timeout: 30_000 })
    .toMatch(/"waitsFor":"the database and its migrations","seconds":2,"msg":"Startup is waiting\."/);
  service.signal('SIGKILL');
  await service.ended;
}, 60_000);
