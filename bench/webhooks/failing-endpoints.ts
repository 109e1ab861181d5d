/*
 * node bench/webhooks/failing-endpoints.ts --endpoints 100 --rate 100 --failing-rate 0.2 --seconds 15 --rounds 4
 *
 * Measures whether endpoints that fail delay one that works: the delay from the commit to the arrival at a live endpoint, in turns
 * without and with events for failing endpoints. A quarter of these each refuses, hangs, resets and responds with 500; each receives
 * events at the failing rate, in events per second. Embedded PostgreSQL, loopback only.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { startReceiver } from './receiver-process.ts';
import { WebhookBench } from './webhook-bench.ts';

const { values } = parseArgs({
  options: {
    endpoints: { type: 'string', default: '100' },
    rate: { type: 'string', default: '100' },
    'failing-rate': { type: 'string', default: '0.2' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '4' },
  },
});
const perSecond = Number(values.rate);
const seconds = Number(values.seconds);
const eventsPerFailing = Math.round(perSecond / Number(values['failing-rate']));

const arrivals = new Map<string, number>();
const receiver = await startReceiver((received) => {
  for (const [id, atMs] of received) arrivals.set(id, arrivals.get(id) ?? atMs);
});
const failing = fork(path.join(import.meta.dirname, 'failing-receivers.ts'));
const [ports] = (await once(failing, 'message')) as [number[]];
const urls = [1, ...ports].map((port) => `http://127.0.0.1:${port}/`);

const bench = await WebhookBench.open();
const webhooks = bench.openNode();
webhooks.start();
await bench.addEndpoint(`http://127.0.0.1:${receiver.port}/`, 'bench.live');
for (let index = 0; index < Number(values.endpoints); index += 1)
  await bench.addEndpoint(urls[index % urls.length]!, 'bench.failing');

async function untilArrived(ids: Iterable<string>): Promise<void> {
  for (const id of ids) while (!arrivals.has(id)) await systemClock.sleep(20);
}

/** Commits events for the live endpoint at the rate. Returns the delays until their arrival, in ms. */
async function measure(withFailing: boolean): Promise<number[]> {
  const committed = new Map<string, number>();
  const commits: Promise<unknown>[] = [];
  for (let count = 0; count < perSecond * seconds; count += 1) {
    commits.push(bench.addEvent('bench.live').then((id) => committed.set(id, Date.now())));
    if (withFailing && count % eventsPerFailing === 0) commits.push(bench.addEvent('bench.failing'));
    await systemClock.sleep(1000 / perSecond);
  }
  await Promise.all(commits);
  await untilArrived(committed.keys());
  return [...committed].map(([id, atMs]) => arrivals.get(id)! - atMs);
}

const format = (delays: readonly number[]): string => {
  const { p50, p99, max } = percentilesOf(delays);
  return `p50 ${p50}, p99 ${p99}, max ${max}`;
};

console.log(`load ${os.loadavg()[0]!.toFixed(1)}; ${values.endpoints} failing endpoints`);
await untilArrived([await bench.addEvent('bench.live')]);
const alone: number[] = [];
const beside: number[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  alone.push(...(await measure(false)));
  beside.push(...(await measure(true)));
}
console.log(`the live endpoint alone, ms: ${format(alone)}`);
console.log(`beside the failing endpoints, ms: ${format(beside)}`);
console.log(`p99 ratio: ${(percentilesOf(beside).p99 / percentilesOf(alone).p99).toFixed(2)}`);

await bench.addEndpoint(`http://127.0.0.1:${receiver.port}/`, 'bench.new');
const startedMs = Date.now();
await untilArrived([await bench.addEvent('bench.new')]);
console.log(`first delivery of a new endpoint beside them: ${Date.now() - startedMs} ms`);

await webhooks.close();
receiver.stop();
failing.disconnect();
await bench.close();
