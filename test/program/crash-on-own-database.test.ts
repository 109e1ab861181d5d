import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../support/database.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { Phone } from './phone.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

/** A start takes half of the five seconds that orphans may live after it. */
const afterReadyMsMax = 2_500;
const ownNumber = '+14155552672';
const strangersNumber = '+14155552673';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: TemporaryFolder;
let phone: Phone;
let server: ServingProcess | undefined;
/** Starts another node on the same database and data folder. */
let neighbour: ServingProcess | undefined;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await temporaryDataFolder();
  phone = await Phone.open('answers');
});
afterAll(async () => {
  await Promise.all([server?.remove(), neighbour?.remove()]);
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

/** Starts a node; `ports` is the first of fifty ports. */
function startNode(ports: number): ServingProcess {
  return new ServingProcess({
    PARLEY_DATABASE_URL: urlOf(database),
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: String(ports),
    PARLEY_RTP_PORTS: `${ports + 2}-${ports + 49}`,
    PARLEY_TRUNK_URL: phone.trunkUrl,
  });
}

async function start(): Promise<ApiUnderTest> {
  server = startNode(26_900);
  const address = await server.ready();
  return new ApiUnderTest(address, await readFirstStart(folder.dataDir));
}

it.runIf(process.platform === 'linux')(
  'a program that was killed ends its calls at once on a database of the operator, and no other node does before',
  async () => {
    const before = await start();
    await before.assignNumber(ownNumber);
    const callId = await before.call(strangersNumber, { fromNumber: ownNumber });
    await before.until(callId, ({ status }) => status === 'in_progress');
    neighbour = startNode(26_950);
    await neighbour.ready();
    expect(await before.client.getCall({ path: { callId } })).toMatchObject({ status: 'in_progress' });
    expect(phone.count('BYE')).toBe(0);
    server!.signal('SIGKILL');
    await server!.ended;
    const after = await start();
    const readyMs = performance.now();
    await phone.received('BYE');
    expect(await after.untilEnded(callId)).toMatchObject({ endReason: 'node_lost' });
    expect(performance.now() - readyMs).toBeLessThan(afterReadyMsMax);
    expect([await after.activeCalls(), await after.slotsInUse(), phone.calls]).toEqual([0, 0, 1]);
  },
  60_000,
);
