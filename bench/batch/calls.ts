/*
 * node bench/batch/calls.ts --calls 2000 --at-once 200 --seconds 10
 *
 * Runs a batch of calls with audio on the whole program. Counts lost calls, checks the rate in each second, and measures how the batch
 * delays requests of another workspace, compared with requests to a plain server. `--profile DIR` writes CPU profiles of the program's
 * threads. Telephones, program and API client are separate processes; embedded PostgreSQL, loopback only.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { callSettings, startCallBatch, TelephonesProcess } from './call-batch.ts';
import type { TelephoneCall } from './telephones.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    'at-once': { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    profile: { type: 'string' },
  },
});
const calls = Number(values.calls);
const atOnce = Number(values['at-once']);
const talkSeconds = Number(values.seconds);
/** Rate at which `atOnce` calls are concurrent; each call rings for half a second first. */
const callsPerSecond = Math.floor(atOnce / (talkSeconds + 0.5));
const baselineMs = 20_000;
const requestIntervalMs = 20;

const telephones = await TelephonesProcess.start(talkSeconds * 1000);

const plain = fork(path.join(import.meta.dirname, 'plain-server.ts'));
const [{ port: plainPort }] = (await once(plain, 'message')) as [{ port: number }];
const plainUrl = new URL(`http://127.0.0.1:${plainPort}`);

const folder = await temporaryDataFolder();
const server = new ServingProcess({
  ...callSettings(folder.dataDir, telephones),
  ...(values.profile !== undefined && {
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}`,
  }),
});
const address = await server.ready();
const first = await readFirstStart(folder.dataDir);
const api = new ApiUnderTest(address, first);

async function send<Body = { readonly id: string }>(
  method: string,
  url: string,
  body?: object,
  headers: Readonly<Record<string, string>> = { 'x-workspace-id': first.workspaceId },
): Promise<Body> {
  const response = await api.client.send(method, url, { headers, ...(body && { body }) });
  return (await response.json()) as Body;
}

/** Creates a second workspace with an agent, and returns the request for that agent. */
async function seedOtherWorkspace(): Promise<() => Promise<number>> {
  const { id } = await send('POST', '/v1/api/workspaces', { name: 'Other workspace', plan: 'unlimited' });
  const agent = await send('POST', '/api/v1/agents', { name: 'Grace' }, { 'x-workspace-id': id });
  const url = new URL(`/api/v1/agents/${agent.id}`, address);
  const headers = { 'x-api-key': first.apiKey, 'x-workspace-id': id };
  return () => timeOf(url, headers);
}

async function timeOf(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url.href} returned ${response.status}.`);
  return performance.now() - startedMs;
}

/** Response times in ms. */
interface ResponseTimes {
  readonly otherWorkspace: number[];
  readonly plain: number[];
}

/** Sends both requests alternately, so that other work on the machine affects both. */
async function measureUntil(isEnded: () => boolean): Promise<ResponseTimes> {
  const times: ResponseTimes = { otherWorkspace: [], plain: [] };
  while (!isEnded()) {
    times.otherWorkspace.push(await requestOther());
    await sleep(requestIntervalMs / 2);
    times.plain.push(await timeOf(plainUrl));
    await sleep(requestIntervalMs / 2);
  }
  return times;
}

interface Progress {
  readonly status: string;
  readonly connected: number;
  readonly completed: number;
  readonly failed: number;
}

const pid = server.pid;
/** Returns the user and system CPU time of the program with all its threads, in s (proc(5)). */
function processorSeconds(): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function largestWindow(instants: readonly number[], windowMs: number): number {
  const sorted = instants.toSorted((a, b) => a - b);
  let from = 0;
  let largest = 0;
  for (const [index, atMs] of sorted.entries()) {
    while (atMs - sorted[from]! >= windowMs) from += 1;
    largest = Math.max(largest, index - from + 1);
  }
  return largest;
}

function maxConcurrent(telephoneCalls: readonly TelephoneCall[]): number {
  const steps = telephoneCalls.flatMap(({ answeredAtMs = Infinity, endedAtMs = Infinity }) => [
    { atMs: answeredAtMs, change: 1 },
    { atMs: endedAtMs, change: -1 },
  ]);
  let active = 0;
  return Math.max(
    ...steps.sort((a, b) => a.atMs - b.atMs || a.change - b.change).map(({ change }) => (active += change)),
  );
}

/** Requests during this time after the start are slower and are not measured. */
const warmUpMs = 10_000;

const requestOther = await seedOtherWorkspace();
const measureFor = (ms: number) => {
  const untilMs = performance.now() + ms;
  return measureUntil(() => performance.now() >= untilMs);
};
await measureFor(warmUpMs);
const before = await measureFor(baselineMs);
console.log(
  `load ${os.loadavg()[0]!.toFixed(1)}; ${calls} calls of ${talkSeconds} s, ${callsPerSecond} per second, ${atOnce} concurrent`,
);

const cpuBefore = processorSeconds();
const startedMs = performance.now();
const batchId = await startCallBatch(api, first.workspaceId, { calls, callsPerSecond, atOnce });
let progress: Progress | undefined;
const finished = (async () => {
  do {
    await sleep(500);
    progress = await send<Progress>('GET', `/v1/api/batch-calls/${batchId}/status`);
  } while (['scheduled', 'running'].includes(progress.status));
})();
const during = await measureUntil(
  () => progress !== undefined && !['scheduled', 'running'].includes(progress.status),
);
await finished;
const batchSeconds = (performance.now() - startedMs) / 1000;
const cpuSeconds = processorSeconds() - cpuBefore;
const after = await measureFor(baselineMs);

const { data } = await send<{ data: { calls: readonly { phoneNumber: string; detail: string | null }[] } }>(
  'GET',
  `/v1/api/batch-calls/${batchId}/calls?status=failed&limit=5`,
);
for (const { phoneNumber, detail } of data.calls) console.log(`failed: ${phoneNumber}: ${detail}`);
const telephoneCalls = await telephones.report();
const answered = telephoneCalls.filter(({ answeredAtMs }) => answeredAtMs !== undefined);
const talkedSeconds = answered.reduce((sum, call) => sum + (call.endedAtMs! - call.answeredAtMs!) / 1000, 0);
const packetRates = answered.map(
  (call) => call.packetsReceived / ((call.endedAtMs! - call.answeredAtMs!) / 1000),
);

console.log(`the batch: ${JSON.stringify(progress)}`);
console.log(
  `INVITEs of different calls: ${telephoneCalls.length}, to ${new Set(telephoneCalls.map(({ number }) => number)).size} numbers`,
);
console.log(
  `ended by: ${JSON.stringify(Object.fromEntries([...Map.groupBy(telephoneCalls, ({ endedBy }) => endedBy ?? 'open')].map(([endedBy, group]) => [endedBy, group.length])))}`,
);
console.log(`maximum of concurrent answered calls: ${maxConcurrent(answered)}`);
const instants = telephoneCalls.map(({ atMs }) => atMs);
console.log(
  `maximum of INVITEs in any second, by arrival: ${largestWindow(instants, 1000)}; in any 980 ms: ${largestWindow(instants, 980)} (rate ${callsPerSecond})`,
);
console.log(
  `RTP packets received per second of a call, minimum / median: ${Math.min(...packetRates).toFixed(1)} / ${percentilesOf(packetRates).p50.toFixed(1)}`,
);
console.log(
  `CPU time of the program: ${cpuSeconds.toFixed(1)} s for ${talkedSeconds.toFixed(0)} s of calls, in ${batchSeconds.toFixed(0)} s`,
);
for (const [target, title] of [
  ['otherWorkspace', 'request of another workspace'],
  ['plain', 'request to a plain server'],
] as const)
  console.log(
    `${title}, ms p50 / p99 / p99.9 / max: alone before ${formatPercentiles(percentilesOf(before[target]))}; ` +
      `during the batch ${formatPercentiles(percentilesOf(during[target]))}; alone after ${formatPercentiles(percentilesOf(after[target]))}`,
  );
console.log(`load ${os.loadavg()[0]!.toFixed(1)}`);

await server.remove();
telephones.close();
plain.send('end');
await once(plain, 'exit');
await folder.remove();
