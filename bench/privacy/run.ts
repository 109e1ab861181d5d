/*
 * node bench/privacy/run.ts --calls 1000000 --person-calls 10000 --purge-seconds 60
 *
 * Measures, with many calls in an embedded PostgreSQL and calls of the test network in progress: the export of a person, the erasure of the person
 * and the lateness of the audio frames meanwhile; the transactions of the retention; and pages of dispositions with the names of their customers.
 * There are no recordings. Loopback only.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { startParley } from '../../src/main.ts';
import { purgeHandler, purgeKind } from '../../src/privacy/purge-records.ts';
import { type Database, openDatabase, type Scope } from '../../src/store/database.ts';
import { dispositionColumns } from '../../src/store/dispositions/dispositions.ts';
import { findRunningServer } from '../../src/store/embedded-postgres/server-process.ts';
import { temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { fillCalls } from '../backup/fill-calls.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { parseBounded } from '../turn/calls.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    'person-calls': { type: 'string', default: '10000' },
    active: { type: 'string', default: '10' },
    'purge-seconds': { type: 'string', default: '60' },
  },
});
const calls = parseBounded('calls', values.calls, 1_000, 10_000_000);
const personCalls = parseBounded('person-calls', values['person-calls'], 1, calls);
const activeCalls = parseBounded('active', values.active, 0, 50);
const purgeSeconds = parseBounded('purge-seconds', values['purge-seconds'], 1, 3_600);
const person = '+12025550141';
const ownNumber = '+12025550120';

const { dataDir, remove } = await temporaryDataFolder();
const dependencies = { clock: systemClock, random: systemRandom, logger: silentLogger };
const config = readConfig({
  PARLEY_DATA_DIR: dataDir,
  PARLEY_HTTP_PORT: '0',
  PARLEY_SIP_PORT: '0',
  PARLEY_RTP_PORTS: '33300-33499',
});
const service = await startParley(config, dependencies);
const { apiKey, workspaceId } = service.firstStart!;
const baseUrl = service.httpAddress!;
const client = new ParleyClient({ baseUrl, apiKey, workspaceId, timeoutMs: 600_000 });
const load = () => `load ${loadavg()[0]!.toFixed(1)}`;

/** Places calls that last for the run: the flow speaks and waits. */
async function placeCalls(): Promise<void> {
  await client.updateWorkspace({ path: { workspaceId }, body: { callingHours: 'off' } });
  await client.createNumber({ body: { phoneNumber: ownNumber } });
  const ids = Array.from({ length: 100 }, (_, index) => [`say${index}`, `wait${index}`]).flat();
  const flow = await client.createFlow({
    body: {
      type: 'call',
      name: 'Hold',
      status: 'active',
      nodes: [
        ...ids.map((id) =>
          id.startsWith('say')
            ? { id, type: 'say', name: id, config: { text: 'Please hold the line. Thank you for waiting.' } }
            : { id, type: 'wait', name: id, config: { ms: 3_000 } },
        ),
        { id: 'bye', type: 'end', name: 'Bye', config: { text: 'Goodbye.' } },
      ],
      edges: ids.map((from, index) => ({
        id: `edge_${index}`,
        from,
        to: ids[index + 1] ?? 'bye',
        condition: { type: 'always' },
      })),
    } as never,
  });
  const agent = await client.createAgent({ body: { name: 'Hold', flowId: flow.id, phoneNumber: ownNumber } });
  for (let index = 0; index < activeCalls; index += 1) {
    const toNumber = `+120255501${String(index).padStart(2, '0')}`;
    await client.sendCall({ body: { agentId: agent.id, toNumber } });
  }
}

async function framesLate(): Promise<string> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]).toFixed(1);
  return `frames late at p99 ${value('parley_media_lateness_p99_ms')} ms (timers ${value('parley_media_timer_jitter_ms')} ms), ${load()}`;
}

/** Prints the lateness every second while `work` runs, and its time. */
async function measure(name: string, work: () => Promise<string>): Promise<void> {
  const late: string[] = [];
  const timer = setInterval(() => void framesLate().then((line) => late.push(line)), 2_000);
  const startedMs = performance.now();
  const result = await work();
  clearInterval(timer);
  console.log(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s, ${result}`);
  for (const line of late) console.log(`  ${line}`);
}

async function exportPerson(): Promise<string> {
  const response = await client.send('POST', '/v1/api/person-exports', { body: { phoneNumber: person } });
  let bytes = 0;
  let maxHeap = 0;
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    maxHeap = Math.max(maxHeap, process.memoryUsage().heapUsed);
  }
  return `${(bytes / 1e6).toFixed(0)} MB, heap at most ${(maxHeap / 1e6).toFixed(0)} MB`;
}

async function erasePerson(): Promise<string> {
  const { id: erasureId } = await client.createErasure({ body: { phoneNumber: person } });
  for (;;) {
    const { status, report } = await client.getErasure({ path: { erasureId } });
    if (status === 'completed') return JSON.stringify(report);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Wraps a database so that the time of each transaction is added to `times`. */
function timed(database: Database, times: number[]): Database {
  const scopeOf = (scope: Scope): Scope => ({
    rows: (statement, parameters) => scope.rows(statement, parameters),
    row: (statement, parameters) => scope.row(statement, parameters),
    execute: async (statement, parameters) => timing(() => scope.execute(statement, parameters)),
    write: (statement, parameters) => scope.write(statement, parameters),
    transaction: async (work) => timing(() => scope.transaction(work)),
  });
  const timing = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    const result = await work();
    times.push(performance.now() - startedMs);
    return result;
  };
  return {
    inWorkspace: (id) => scopeOf(database.inWorkspace(id)),
    asSystem: () => database.asSystem(),
    waiting: 0,
    listen: (...parameters) => database.listen(...parameters),
    onEventsCommitted: (listener) => database.onEventsCommitted(listener),
    checkHealth: () => database.checkHealth(),
    close: () => database.close(),
  };
}

/** Runs the job of the retention for some seconds per kind, and prints the times of its transactions. */
async function measureRetention(database: Database): Promise<void> {
  const days = {
    transcripts: { transcriptsDays: 1 },
    dispositions: { dispositionsDays: 1 },
    calls: { recordingsDays: 1, transcriptsDays: 1, dispositionsDays: 1 },
    events: { eventsDays: 1 },
  };
  const none = { recordingsDays: null, transcriptsDays: null, dispositionsDays: null, eventsDays: null };
  for (const [kind, retention] of Object.entries(days)) {
    await client.updateWorkspace({ path: { workspaceId }, body: { retention: { ...none, ...retention } } });
    const times: number[] = [];
    let records = 0;
    const handler = purgeHandler({
      database: timed(database, times),
      clock: systemClock,
      logger: silentLogger,
      dataDir,
      onPurged: (_kind, count) => (records += count),
    });
    const job = { id: 1, kind: purgeKind, workspaceId: null, key: 'all', payload: {}, attempt: 1 };
    const signal = AbortSignal.timeout((purgeSeconds * 1000) / 4);
    await handler.run(job, { signal, complete: async () => {} }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    const transactions = `${times.length} transactions, ms ${formatPercentiles(percentilesOf(times))}`;
    console.log(`retention of ${kind}: ${records} records, ${transactions}, ${load()}`);
  }
  await client.updateWorkspace({ path: { workspaceId }, body: { retention: none } });
}

async function measureDispositions(database: Database): Promise<void> {
  const scope = database.inWorkspace(workspaceId);
  for (const limit of [51, 1_001]) {
    const times: number[] = [];
    for (let run = 0; run < 20; run += 1) {
      const page = `select id from dispositions where workspace_id = $1 and created_at < $3 order by created_at desc, id desc limit $2`;
      const text = `select ${dispositionColumns} from dispositions where id = any(array(${page})) order by created_at desc, id desc`;
      const before = new Date(Date.UTC(2026, 0, 1, 9) + (run / 20) * calls * 20_000);
      const startedMs = performance.now();
      await scope.rows({ text }, [workspaceId, limit, before]);
      times.push(performance.now() - startedMs);
    }
    console.log(`${limit} dispositions with names: ms ${formatPercentiles(percentilesOf(times))}, ${load()}`);
  }
}

const connection = (await findRunningServer(dataDir))!;
const startedMs = performance.now();
await fillCalls({ dataDir, workspaceId, calls, person: { number: person, calls: personCalls } });
console.log(`filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s, ${load()}`);
await placeCalls();
console.log(`${activeCalls} calls: ${await framesLate()}`);
const database = await openDatabase(connection, { ...dependencies, poolSize: 2 });
await measureDispositions(database);
await measure('export', exportPerson);
await measure('erasure', erasePerson);
await measureRetention(database);
await database.close();
await service.close();
await remove();
