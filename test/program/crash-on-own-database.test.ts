import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../support/database.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { Phone } from './phone.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const ownNumber = '+14155552672';
const strangersNumber = '+14155552673';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: TemporaryFolder;
let phone: Phone;
let server: ServingProcess;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await temporaryDataFolder();
  phone = await Phone.open('answers');
});
afterAll(async () => {
  await server.remove();
  phone.close();
  await folder.remove();
  await database.drop();
});

function urlOf({ connection }: typeof database): string {
  if ('url' in connection) return connection.url;
  const url = new URL(`postgresql://${connection.user}@localhost:${connection.port}/${connection.database}`);
  url.searchParams.set('host', connection.host);
  return url.href;
}

async function start(): Promise<ApiUnderTest> {
  server = new ServingProcess({
    PARLEY_DATABASE_URL: urlOf(database),
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '26910',
    PARLEY_RTP_PORTS: '26912-26999',
    PARLEY_TRUNK_URL: phone.trunkUrl,
  });
  const address = await server.ready();
  return new ApiUnderTest(address, await readFirstStart(folder.dataDir));
}

it.runIf(process.platform === 'linux')(
  'a program that was killed ends its calls at once on a database of the operator, too',
  async () => {
    const before = await start();
    await before.own(ownNumber);
    const callId = await before.call(strangersNumber, { fromNumber: ownNumber });
    await before.until(callId, ({ status }) => status === 'in_progress');
    server.signal('SIGKILL');
    await server.ended;
    const againMs = performance.now();
    const after = await start();
    await phone.told('BYE');
    expect(await after.ended(callId)).toMatchObject({ endReason: 'node_lost' });
    expect(performance.now() - againMs).toBeLessThan(5_000);
    expect([await after.activeCalls(), await after.slotsTaken(), phone.calls]).toEqual([0, 0, 1]);
  },
  60_000,
);
