import { afterAll, beforeAll, expect, it } from 'vitest';
import { ParleyClient, type ActiveCallEvent } from '../../packages/sdk/src/client.ts';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { Phone } from './phone.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const ownNumber = '+14155552672';
const calleeNumber = '+14155552673';
const firstPort = 33_500;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: TemporaryFolder;
let phone: Phone;
/** The node that holds the calls. */
let callNode: ServingProcess;
/** A node that only serves HTTP. */
let apiNode: ServingProcess;
let callApi: ApiUnderTest;
let credentials: Awaited<ReturnType<typeof readFirstStart>>;
let apiAddress: string;

/** Starts a node on the database, with fifty ports from `port`. */
function startNode(port: number, environment: Readonly<Record<string, string>> = {}): ServingProcess {
  return new ServingProcess({
    PARLEY_DATABASE_URL: connectionUrl(database.connection),
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: String(port),
    PARLEY_RTP_PORTS: `${port + 2}-${port + 49}`,
    PARLEY_TRUNK_URL: phone.trunkUrl,
    ...environment,
  });
}

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await temporaryDataFolder();
  phone = await Phone.open('answers');
  callNode = startNode(firstPort);
  const callAddress = await callNode.ready();
  credentials = await readFirstStart(folder.dataDir);
  callApi = new ApiUnderTest(callAddress, credentials);
  apiNode = startNode(firstPort + 50, { PARLEY_ROLES: 'api' });
  apiAddress = await apiNode.ready();
}, 60_000);
afterAll(async () => {
  await Promise.all([callNode.remove(), apiNode.remove()]);
  phone.close();
  await folder.remove();
  await database.drop();
}, 60_000);

/** Sends a command to the node without calls. */
async function command(roomName: string, name: string, body: object) {
  const startedAtMs = performance.now();
  const response = await fetch(`${apiAddress}/v2/api/active-calls/${roomName}/${name}`, {
    method: 'POST',
    headers: {
      'x-api-key': credentials.apiKey,
      'x-workspace-id': credentials.workspaceId,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const elapsedMs = performance.now() - startedAtMs;
  return { status: response.status, headers: response.headers, body: await response.json(), elapsedMs };
}

it.runIf(process.platform === 'linux')(
  'commands and the feed reach a call on another node, and a frozen node is reported',
  async () => {
    await callApi.assignNumber(ownNumber);
    const callId = await callApi.call(calleeNumber, { fromNumber: ownNumber });
    const { roomName } = await callApi.until(callId, ({ status }) => status === 'in_progress');
    const { apiKey, workspaceId } = credentials;
    const client = new ParleyClient({ baseUrl: apiAddress, apiKey, workspaceId });
    const events: ActiveCallEvent[] = [];
    const following = (async () => {
      for await (const event of client.follow('followActiveCall', { path: { roomName } })) events.push(event);
    })();
    await expect
      .poll(() => events[0], { timeout: 10_000 })
      .toMatchObject({ type: 'snapshot', status: 'in_progress' });

    const say = { text: 'The entrance is at the back.', interrupt: true, commandId: 'say-1' };
    await expect
      .poll(async () => (await command(roomName, 'say', { ...say, commandId: undefined })).status, {
        timeout: 15_000,
      })
      .toBe(200);
    const first = await command(roomName, 'say', say);
    expect(first).toMatchObject({ status: 200, body: { commandId: 'say-1', callId } });
    const second = await command(roomName, 'say', say);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const spoken = () => events.filter((event) => event.type === 'turn' && event.content === say.text);
    await expect.poll(() => spoken().length, { timeout: 15_000 }).toBe(1);

    callNode.signal('SIGSTOP');
    const hold = { on: true, commandId: 'hold-1' };
    const unanswered = await command(roomName, 'hold', hold);
    expect(unanswered).toMatchObject({ status: 503, body: { error: { code: 'node_not_responding' } } });
    expect(unanswered.elapsedMs).toBeLessThan(2_500);
    callNode.signal('SIGCONT');
    expect(await command(roomName, 'hold', hold)).toMatchObject({ status: 200, body: { result: 'held' } });

    expect(await command(roomName, 'end', {})).toMatchObject({ status: 200, body: { result: 'ending' } });
    await following;
    expect(events.at(-1)).toMatchObject({ type: 'ended' });
    expect(events.filter((event) => event.type === 'command' && event.command === 'hold')).toHaveLength(1);
    await callApi.untilEnded(callId);
    expect(await command(roomName, 'say', say)).toMatchObject({ status: 200 });
    expect(await command(roomName, 'say', { text: 'Too late.' })).toMatchObject({
      status: 404,
      body: { error: { code: 'call_not_found' } },
    });
  },
  90_000,
);
