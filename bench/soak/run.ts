/*
 * node bench/soak/run.ts --scenario rejected
 *
 * Measures whether the memory of `parley serve` comes back after a flood: when idle, its peak, and for two minutes afterwards. Each
 * scenario runs in a new service with an embedded PostgreSQL, whose memory is not counted. The idle value is that of a service that has handled
 * some calls and requests: what the first calls load once, such as compiled code, voices and grammars, is not memory that a flood leaves behind.
 * `--cold` measures it before any call. Loopback only; requires Linux.
 *
 *   rejected   80,000 INVITEs to a number that nobody owns, 2,000 per second, without ACK
 *   cancelled  20,000 INVITEs to an agent, 200 per second; each is cancelled when it rings or is answered
 *   calls      500 calls to simulated callees that hang up early, 30 at once
 *   requests   100,000 requests of the API
 */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { readResources } from '../webhooks/process-resources.ts';
import { floodWithInvites } from './sip-flood.ts';

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true, default: ['rejected', 'cancelled', 'calls', 'requests'] },
    share: { type: 'string', default: '1' },
    'port-prefix': { type: 'string', default: '31' },
    cold: { type: 'boolean', default: false },
  },
});
/** Share of the work of each scenario. */
const share = Number(values.share);
const sipPort = Number(values['port-prefix']) * 1000 + 100;
const ownNumber = '+14155552670';
const unownedNumber = '+14155552671';
/** Hangs up in the middle of the call. */
const calleeNumber = '+12025550110';
/** An idle service collects the garbage of its start after 40 s. */
const idleMs = 60_000;
/** Calls, requests and INVITEs before the idle value is measured, at the rate of a quiet hour. */
const warmUp = { calls: 60, atOnce: 3, requests: 2_000, invites: 200, invitesPerSecond: 10 } as const;
const afterSeconds = [10, 60, 120] as const;

type Scenario = (api: ApiUnderTest) => Promise<object>;

const scenarios: Readonly<Record<string, Scenario>> = {
  rejected: () =>
    floodWithInvites({
      kind: 'rejected',
      count: 80_000 * share,
      perSecond: 2_000,
      number: unownedNumber,
      port: sipPort,
    }),
  cancelled: () =>
    floodWithInvites({
      kind: 'cancelled',
      count: 20_000 * share,
      perSecond: 200,
      number: ownNumber,
      port: sipPort,
    }),
  calls: (api) => placeCalls(api),
  requests: (api) => sendRequests(api),
};

/** Runs `work` `count` times, `concurrency` at once. */
async function repeat(count: number, concurrency: number, work: () => Promise<void>): Promise<void> {
  let remaining = count;
  const worker = async () => {
    while (remaining-- > 0) await work();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function placeCalls(
  api: ApiUnderTest,
  count = 500 * share,
  atOnce = 30,
): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  await repeat(count, atOnce, async () => {
    const end = await api
      .call(calleeNumber)
      .then((callId) => api.untilEnded(callId))
      .then(
        ({ endReason }) => endReason ?? 'none',
        () => 'rejected',
      );
    ends[end] = (ends[end] ?? 0) + 1;
  });
  return ends;
}

async function sendRequests(
  api: ApiUnderTest,
  count = 100_000 * share,
  atOnce = 50,
): Promise<Record<string, number>> {
  const counts = { done: 0, failed: 0 };
  await repeat(count, atOnce, async () => {
    await api.calls({ limit: '50' }).then(
      () => (counts.done += 1),
      () => (counts.failed += 1),
    );
  });
  return counts;
}

async function handleFirstCalls(api: ApiUnderTest): Promise<void> {
  await placeCalls(api, warmUp.calls, warmUp.atOnce);
  await sendRequests(api, warmUp.requests, warmUp.atOnce);
  const invites = { count: warmUp.invites, perSecond: warmUp.invitesPerSecond, port: sipPort } as const;
  await floodWithInvites({ ...invites, kind: 'cancelled', number: ownNumber });
  await floodWithInvites({ ...invites, kind: 'rejected', number: unownedNumber });
}

async function measure(name: string, scenario: Scenario): Promise<void> {
  const folder = await temporaryDataFolder();
  const server = new ServingProcess({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: String(sipPort),
    PARLEY_RTP_PORTS: `${sipPort + 100}-${sipPort + 899}`,
    PARLEY_LOG_LEVEL: 'error',
  });
  try {
    const api = new ApiUnderTest(await server.ready(), await readFirstStart(folder.dataDir));
    await api.assignNumber(ownNumber);
    if (!values.cold) await handleFirstCalls(api);
    await sleep(idleMs);
    const rssMib = () => readResources(server.pid).rssMib;
    const idle = rssMib();
    let peak = idle;
    const sampling = setInterval(() => (peak = Math.max(peak, rssMib())), 100);
    const startedMs = performance.now();
    const result = await scenario(api);
    const seconds = (performance.now() - startedMs) / 1000;
    const after: string[] = [];
    let waited = 0;
    for (const second of afterSeconds) {
      await sleep((second - waited) * 1000);
      waited = second;
      after.push(`${rssMib().toFixed(0)} after ${second} s`);
    }
    clearInterval(sampling);
    const change = (rssMib() / idle - 1) * 100;
    console.log(
      `${name.padEnd(10)} RSS in MiB: idle ${idle.toFixed(0)}, peak ${peak.toFixed(0)}, ${after.join(', ')} ` +
        `(${change >= 0 ? '+' : ''}${change.toFixed(0)} %); ${seconds.toFixed(0)} s; ${JSON.stringify(result)}`,
    );
  } finally {
    await server.remove();
    await folder.remove();
  }
}

for (const name of values.scenario) await measure(name, scenarios[name]!);
const governor = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
console.log(`load ${governor} on ${os.availableParallelism()} cores, Node ${process.version}`);
