/*
 * node bench/webhooks/run.ts --events 20000 --rate 200
 *
 * Measures the deliveries of events: the delay from the commit to the arrival at a constant rate, and the rate of a backlog. The receiver
 * is a separate process; embedded PostgreSQL, loopback only. A loop that only signs and posts, over the same client, is the reference.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { systemRandom } from '../../src/core/random.ts';
import { newWebhookSecret, signatureHeaders } from '../../src/core/webhook-signature.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { startReceiver } from './receiver-process.ts';
import { WebhookBench } from './webhook-bench.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '15' },
    endpoints: { type: 'string', default: '4' },
  },
});
const backlog = Number(values.events);
const perSecond = Number(values.rate);
const seconds = Number(values.seconds);
const endpointCount = Number(values.endpoints);

const arrivals = new Map<string, number>();
const receiver = await startReceiver((received) => {
  for (const [id, atMs] of received) arrivals.set(id, arrivals.get(id) ?? atMs);
});
const { port } = receiver;

const bench = await WebhookBench.open();
const { egress } = bench;
const webhooks = bench.openNode();
const types = Array.from({ length: endpointCount }, (_, index) => `bench.${index}`);
for (const type of types) await bench.addEndpoint(`http://127.0.0.1:${port}/`, type);

const committed = new Map<string, number>();

async function addEvent(count: number): Promise<void> {
  const id = await bench.addEvent(types[count % types.length]!);
  committed.set(id, Date.now());
}

async function untilArrived(): Promise<void> {
  while ([...committed.keys()].some((id) => !arrivals.has(id))) await systemClock.sleep(50);
}

console.log(`load ${os.loadavg()[0]!.toFixed(1)}; ${endpointCount} endpoints`);
webhooks.start();
for (let count = 0; count < endpointCount; count += 1) await addEvent(count);
await untilArrived();
committed.clear();

const pending: Promise<void>[] = [];
for (let count = 0; count < perSecond * seconds; count += 1) {
  pending.push(addEvent(count));
  await systemClock.sleep(1000 / perSecond);
}
await Promise.all(pending);
await untilArrived();
const delays = [...committed].map(([id, atMs]) => arrivals.get(id)! - atMs);
const { p50, p99, max } = percentilesOf(delays);
console.log(
  `${perSecond} events per second: from the commit to the arrival, ms p50 ${p50}, p99 ${p99}, max ${max}`,
);

await webhooks.drain();
committed.clear();
for (let count = 0; count < backlog; count += 100)
  await Promise.all(Array.from({ length: 100 }, (_, index) => addEvent(count + index)));
await webhooks.close();
const fresh = bench.openNode();
const startedMs = performance.now();
const cpu = process.cpuUsage();
fresh.start();
await untilArrived();
const tookSeconds = (performance.now() - startedMs) / 1000;
const { user, system } = process.cpuUsage(cpu);
console.log(
  `backlog of ${backlog}: ${(backlog / tookSeconds).toFixed(0)} deliveries per second, ${((user + system) / backlog).toFixed(0)} µs of CPU in this process per delivery, RSS ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`,
);
await fresh.close();

const secret = newWebhookSecret(systemRandom);
const body = JSON.stringify({ id: 'evt', event: 'bench', data: 'x'.repeat(300) });
const plainMs = performance.now();
await Promise.all(
  Array.from({ length: 16 * endpointCount }, async () => {
    for (let count = 0; count < backlog / (16 * endpointCount); count += 1) {
      const headers = signatureHeaders({ id: newId('event'), body, nowMs: Date.now(), secrets: [secret] });
      await egress.send({
        workspaceId: 'ws_bench',
        url: new URL(`http://127.0.0.1:${port}/`),
        method: 'POST',
        headers,
        body,
        timeoutMs: 15_000,
        maxResponseBytes: 4096,
        reuseConnection: true,
      });
    }
  }),
);
console.log(
  `a loop that only signs and posts: ${(backlog / ((performance.now() - plainMs) / 1000)).toFixed(0)} per second`,
);
receiver.stop();
await bench.close();
