import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { Phone } from './phone.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

/** A new process has five seconds to end the calls of the killed one; half of them are for its start. */
const maxAfterReadyMs = 2_500;
const ownNumber = '+14155552672';
const calleeNumber = '+14155552673';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: TemporaryFolder;
let phone: Phone;
let server: ServingProcess | undefined;
/** Another node with the same database and data folder. */
let otherNode: ServingProcess | undefined;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await temporaryDataFolder();
  phone = await Phone.open('answers');
});
afterAll(async () => {
  await Promise.all([server?.remove(), otherNode?.remove()]);
  phone.close();
  await folder.remove();
  await database.drop();
});

/** Starts a node that uses fifty ports from `firstPort`. */
function startNode(firstPort: number): ServingProcess {
  return new ServingProcess({
    PARLEY_DATABASE_URL: connectionUrl(database.connection),
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: String(firstPort),
    PARLEY_RTP_PORTS: `${firstPort + 2}-${firstPort + 49}`,
    PARLEY_TRUNK_URL: phone.trunkUrl,
  });
}

async function start(): Promise<ApiUnderTest> {
  server = startNode(26_900);
  const address = await server.ready();
  return new ApiUnderTest(address, await readFirstStart(folder.dataDir));
}

it.runIf(process.platform === 'linux')(
  'a restarted node with an external database ends the calls of its killed process; other nodes do not',
  async () => {
    const before = await start();
    await before.assignNumber(ownNumber);
    const callId = await before.call(calleeNumber, { fromNumber: ownNumber });
    await before.until(callId, ({ status }) => status === 'in_progress');
    otherNode = startNode(26_950);
    await otherNode.ready();
    expect(await before.client.getCall({ path: { callId } })).toMatchObject({ status: 'in_progress' });
    expect(phone.count('BYE')).toBe(0);
    server!.signal('SIGKILL');
    await server!.ended;
    const after = await start();
    const readyMs = performance.now();
    await phone.received('BYE');
    expect(await after.untilEnded(callId)).toMatchObject({ endReason: 'node_lost' });
    expect(performance.now() - readyMs).toBeLessThan(maxAfterReadyMs);
    expect([await after.activeCalls(), await after.slotsInUse(), phone.calls]).toEqual([0, 0, 1]);
  },
  60_000,
);
