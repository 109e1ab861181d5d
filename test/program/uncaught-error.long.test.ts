import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiUnderTest } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

/** Says nothing, so that the call continues. */
const silentNumber = '+12025550109';
/** Makes the process throw an uncaught error on the signal. */
const failOnSignal = 'process.on("SIGUSR2", () => setImmediate(() => { throw new Error("a defect"); }));';
/** Makes the process throw an uncaught error when the subfolder of its data folder has a file whose name ends with `ending`. */
const failAtFile = (subfolder: string, ending: string) => `
  import { existsSync, readdirSync } from 'node:fs';
  const folder = process.env.PARLEY_DATA_DIR + '/${subfolder}';
  const timer = setInterval(() => {
    if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('${ending}'))) return;
    clearInterval(timer);
    throw new Error('a defect');
  }, 1);
  timer.unref();`;

let folder: TemporaryFolder;
let server: ServingProcess;

function serve(code: string): ServingProcess {
  return new ServingProcess({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '27800-27899',
    PARLEY_LOG_LEVEL: 'info',
  });
}

async function start(): Promise<ApiUnderTest> {
  server = serve(failOnSignal);
  return new ApiUnderTest(await server.ready(), await readFirstStart(folder.dataDir));
}

beforeAll(async () => {
  folder = await temporaryDataFolder();
});
afterAll(async () => {
  await folder.remove();
});

/** Returns the process ids of the database servers of the data folder. */
async function findDatabaseServers(): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return ids
    .filter((_, index) => commands[index]!.includes('postgres') && commands[index]!.includes(folder.dataDir))
    .map(Number);
}

// The first file appears when the database server starts, the second when the node registers with the other nodes.
it.each([
  ['postgres/database', 'postmaster.pid'],
  ['liveness', '.sock'],
])(
  'an uncaught error during the start (%s/*%s) leaves no database server, and the next start succeeds',
  async (subfolder, ending) => {
    server = serve(failAtFile(subfolder, ending));
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(server.stderr).toContain('An uncaught error ends the service.');
    expect(await findDatabaseServers()).toEqual([]);
    await start();
    await server.remove();
    expect(await findDatabaseServers()).toEqual([]);
  },
  90_000,
);

it('hangs up calls, writes a state dump and exits with 1 after an uncaught error', async () => {
  const api = await start();
  const callId = await api.call(silentNumber);
  await api.until(callId, ({ status }) => status === 'in_progress');
  server.signal('SIGUSR2');
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.stderr).toContain('An uncaught error ends the service.');
  const dumps = path.join(folder.dataDir, 'state-dumps');
  const file = (await readdir(dumps)).toSorted().at(-1);
  expect(JSON.parse(await readFile(path.join(dumps, file!), 'utf8'))).toMatchObject({
    calls: [{ callId }],
    error: { name: 'Error' },
  });
  const call = await (await start()).untilEnded(callId);
  expect(call.endReason).not.toBe('node_lost');
  await server.remove();
}, 90_000);

it('a closed log pipe ends neither the service nor its calls', async () => {
  const api = await start();
  server.closeLog();
  const callId = await api.call('+12025550100');
  const call = await api.untilEnded(callId);
  expect(call.transcript.length).toBeGreaterThan(1);
  server.signal('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
}, 120_000);
