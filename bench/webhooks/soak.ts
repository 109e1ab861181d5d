/*
 * node bench/webhooks/soak.ts --deliveries 1000000 --endpoints 4
 *
 * Measures the memory and the open handles of `parley serve` over many deliveries. The service and the receiver are separate processes;
 * embedded PostgreSQL, loopback only. Events are inserted as fast as they are delivered. At 5, 25, 50, 75 and 100 % the insertion pauses
 * until all events have arrived and the garbage of the service is collected. The figures under load are those of the 2.5 % before.
 * Exits with 1 if an event did not arrive. Requires Linux.
 */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { eventTypes } from '../../src/domain/webhooks/event-types.ts';
import { connectClient } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { appendEvent } from '../../src/store/events.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { WebhookProgram } from '../../test/support/webhook-program.ts';
import { readResources, type ProcessResources } from './process-resources.ts';
import { startReceiver } from './receiver-process.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '1000000' },
    endpoints: { type: 'string', default: '4' },
  },
});
const deliveries = Number(values.deliveries);
const endpointCount = Number(values.endpoints);
/** Each endpoint subscribes to one type, so an event has one delivery. */
const types = Object.keys(eventTypes).filter((type) => type.startsWith('call.') || type.includes('sms.'));
if (endpointCount > types.length) throw new Error(`--endpoints is at most ${types.length}.`);
const marks = [0.05, 0.25, 0.5, 0.75, 1];
const windowShare = 0.025;
const maxBacklog = 2_000;
const concurrency = 32;
const sampleEveryMs = 250;
/** Time for the collection of garbage and the release of its memory. */
const settleMs = 2_000;
/** The soak fails if no delivery arrives for this long. */
const stallMs = 60_000;

/** Committed events that have not arrived, and arrivals whose commit is not recorded yet. */
const outstanding = new Set<string>();
const early = new Set<string>();
let begun = 0;
let arrived = 0;
let lastArrivalMs = performance.now();

const receiver = await startReceiver((arrivals) => {
  lastArrivalMs = performance.now();
  for (const [id] of arrivals) {
    arrived += 1;
    if (!outstanding.delete(id)) early.add(id);
  }
});
const serverFolder = await chooseServerFolder();
const program = await WebhookProgram.start([
  '--expose-gc',
  '--import',
  path.join(import.meta.dirname, 'collect-garbage.ts'),
]);
const { workspaceId, connection, pid } = program;
for (const type of types.slice(0, endpointCount))
  await program.createEndpoint(`http://127.0.0.1:${receiver.port}/`, [type]);
const database = await openDatabase(connection, {
  clock: systemClock,
  logger: silentLogger,
  poolSize: concurrency,
});

async function addEvent(count: number): Promise<void> {
  const subjectId = newId('call');
  const id = await appendEvent(database.inWorkspace(workspaceId), {
    workspaceId,
    type: types[count % endpointCount]!,
    subjectId,
    sequence: 1,
    data: { callId: subjectId, status: 'ended', note: 'x'.repeat(200) },
    at: new Date(),
  });
  if (!early.delete(id)) outstanding.add(id);
}

const isStalled = (): boolean => performance.now() - lastArrivalMs > stallMs;

/** Inserts events up to this number in total. */
async function insertUpTo(total: number): Promise<void> {
  const insert = async (): Promise<void> => {
    while (begun < total && !isStalled()) {
      if (begun - arrived > maxBacklog) await systemClock.sleep(20);
      else await addEvent(begun++);
    }
  };
  lastArrivalMs = performance.now();
  await Promise.all(Array.from({ length: concurrency }, insert));
}

async function untilArrived(): Promise<void> {
  while (outstanding.size > 0 && !isStalled()) await systemClock.sleep(50);
}

let samples: ProcessResources[] = [];
const sampling = setInterval(() => samples.push(readResources(pid)), sampleEveryMs);
const countTables = `select (select count(*) from webhook_deliveries)::int as deliveries,
  (select count(*) from webhook_attempts)::int as attempts, (select count(*) from jobs)::int as jobs,
  (pg_database_size(current_database()) / 1048576)::int as "sizeMib"`;
const client = await connectClient(connection, 'parley bench');

/** Prints the figures under load of the samples, and those of the idle service. */
async function printMark(share: number, perSecond: number): Promise<void> {
  const lowestMib = Math.min(...samples.map(({ rssMib }) => rssMib));
  const handles = Math.max(...samples.map(({ handles }) => handles));
  program.signal('SIGUSR2');
  await systemClock.sleep(settleMs);
  const idle = readResources(pid);
  const heapMib = (await program.metrics()).get('nodejs_heap_size_used_bytes')! / 2 ** 20;
  const { rows } = await client.query<Record<string, number>>(countTables);
  const cells = [
    `${share * 100} %`,
    perSecond.toFixed(0),
    `${lowestMib.toFixed(0)} MiB`,
    `${idle.rssMib.toFixed(0)} MiB`,
    `${heapMib.toFixed(1)} MiB`,
    handles,
    `${idle.handles} (${idle.sockets})`,
    ...['deliveries', 'attempts', 'jobs', 'sizeMib'].map((name) => rows[0]![name]),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

console.log(`load ${os.loadavg()[0]!.toFixed(1)}; ${endpointCount} endpoints`);
console.log(
  '| progress | deliveries per second | lowest RSS under load | RSS idle | heap idle | most handles under load | handles idle (sockets) | rows: deliveries | attempts | jobs | database MiB |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
let previous = 0;
for (const mark of marks) {
  const startedMs = performance.now();
  await insertUpTo(Math.round(deliveries * (mark - windowShare)));
  samples = [];
  await insertUpTo(Math.round(deliveries * mark));
  await untilArrived();
  const total = arrived - previous;
  previous = arrived;
  await printMark(mark, total / ((performance.now() - startedMs) / 1_000));
}
clearInterval(sampling);
const missing = outstanding.size;
console.log(
  `${begun} events committed; ${missing} did not arrive, ${early.size} arrivals were repeated or of events that were not committed`,
);
process.exitCode = missing === 0 && begun === deliveries ? 0 : 1;
receiver.stop();
await client.end();
await database.close();
await program.remove();
await removeServer(serverFolder);
