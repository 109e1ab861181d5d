/*
 * node bench/messages/run.ts --carrier smpp --messages 20000 --rate 20 --seconds 20
 *
 * Measures the sending of messages by a node: the rate of a backlog until the carrier has accepted every message and every delivery receipt is
 * matched, and at a constant rate the time from the commit of a due message to its arrival at the carrier. Embedded PostgreSQL, loopback only.
 * `--carrier smpp`: an SMSC in a separate process; the reference is a client that submits with the same window and stores nothing.
 * `--carrier smtp`: OpenSMTPD (Debian package opensmtpd, as root), which delivers into a mailbox; the reference is nodemailer alone. With
 * `node --expose-gc`, the memory is printed at each tenth of the backlog.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { openMailPeer, openSmppPeer, type Peer } from './carriers.ts';
import { MessagesBench } from './messages-bench.ts';

const { values } = parseArgs({
  options: {
    carrier: { type: 'string', default: 'smpp' },
    messages: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    window: { type: 'string', default: '10' },
  },
});
const backlog = Math.min(Math.max(Number(values.messages), 10), 1_000_000);
const rate = Math.min(Math.max(Number(values.rate), 1), 200);
const seconds = Math.min(Math.max(Number(values.seconds), 1), 600);
const window = Math.min(Math.max(Number(values.window), 1), 100);

const peer: Peer = values.carrier === 'smtp' ? await openMailPeer(window) : await openSmppPeer(window);
console.log(`load ${loadavg()[0]!.toFixed(1)}; ${values.carrier}, window ${window}`);
const bench = await MessagesBench.open(peer);

/** Prints the resources when another tenth of the backlog was sent. */
function reportResources(sentCount: number): void {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  console.log(`${sentCount} sent: RSS ${mib(rss)}, heap ${mib(heapUsed)}, external ${mib(external)} MiB`);
}

await bench.insertBacklog(backlog);
const node = await bench.openNode();
const startedMs = performance.now();
const cpu = process.cpuUsage();
node.start();
let reported = 0;
for (;;) {
  const done = await bench.countIn(peer.finalStatus);
  for (; reported < Math.floor((10 * done) / backlog); reported += 1)
    if (globalThis.gc !== undefined) reportResources(done);
  if (done >= backlog) break;
  await systemClock.sleep(200);
}
const tookSeconds = (performance.now() - startedMs) / 1000;
const { user, system } = process.cpuUsage(cpu);
console.log(
  `backlog of ${backlog}: ${(backlog / tookSeconds).toFixed(0)} messages per second until the status ${peer.finalStatus}, ` +
    `${((user + system) / backlog).toFixed(0)} µs of CPU in this process per message`,
);
console.log(`accepted by the carrier: ${await peer.acceptedCount()}`);

if (peer.arrivedAtMs !== undefined) {
  const committed = new Map<string, number>();
  const pending: Promise<void>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const text = `timed ${count}`;
    pending.push(
      bench.write(text).then(() => void committed.set(text, performance.timeOrigin + performance.now())),
    );
    await systemClock.sleep(1000 / rate);
  }
  await Promise.all(pending);
  while ([...committed.keys()].some((text) => peer.arrivedAtMs!(text) === undefined))
    await systemClock.sleep(50);
  const delays = [...committed].map(([text, atMs]) => peer.arrivedAtMs!(text)! - atMs);
  const { p50, p99, max } = percentilesOf(delays);
  console.log(
    `${rate} messages per second: from the commit of a due message to the carrier, ms p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} (${delays.length})`,
  );
}
await node.drain();
await node.close();
const referenceCount = Math.min(backlog, peer.maxReference);
console.log(
  `reference without a database: ${(await peer.reference(referenceCount)).toFixed(0)} per second (${referenceCount})`,
);
await bench.close();
await peer.close();
