/*
 * node bench/providers/run.ts --calls 100 --seconds 30 [--faults 0.2] [--rounds 1] [--seed 1]
 *
 * Calls over real RTP with the adapters of Deepgram (recogniser), an OpenAI-compatible server (model) and Cartesia (voice). A local server in a
 * separate process speaks their protocols, with seeded delays. Simulated callers in another process speak each time the agent is silent. Prints
 *  - Parley's own share of the silence before a response: the total without the configured endpointing and the vendors' delays. The first responses
 *    of the calls are listed separately: all connections of the process are new, and its code is not optimised yet;
 *  - the time from the answer to the first packet of the greeting;
 *  - missing packets and their lateness, beside the lateness of a timer loop in the process of the callers;
 *  - with `--faults`, the silence before a response for the turns in which a vendor failed: reset, status 429, or no response;
 *  - at ten times between rounds, the failures so far and the memory, sockets, timers and file descriptors of the process. With `node --expose-gc`
 *    the memory of the two threads is measured after a garbage collection, and the RSS also before it.
 * Loopback only.
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { MediaEngine } from '../../src/media/media-port.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { synthesiseAnswer } from '../turn/agent.ts';
import type { CallersMessage } from '../turn/callers.ts';
import { createCallMedia, openCallPorts, parseBounded, startCallers, startProcess } from '../turn/calls.ts';
import { connectVendors, endpointingMs, prepareAgent, type Vendors } from './agent.ts';
import { planOf, type TurnPlan } from './delays.ts';
import { formatMemory, MeasuredWorker } from './memory.ts';
import type { VendorsConfig, VendorsMessage } from './vendors.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    faults: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const callCount = parseBounded('calls', values.calls, 1, 300);
const seconds = parseBounded('seconds', values.seconds, 2, 600);
const rounds = parseBounded('rounds', values.rounds, 1, 1000);
const seed = parseBounded('seed', values.seed, 0, 1_000_000);
const faultShare = Number(values.faults);
/** Below the ports that the sockets of the callers get from the system. */
const firstPort = 20_000;
/** The phone rings this long, so that the greeting and the connections are prepared. */
const ringingMs = 1_500;
/** Time after a round, before its resources are printed. Idle connections to the model are kept for 30 s. */
const settlingMs = 32_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Measurements of all rounds, in ms. */
const measured = {
  ownMs: [] as number[],
  ownFirstMs: [] as number[],
  ownAfterDecisionMs: [] as number[],
  totalMs: [] as number[],
  faultedMs: [] as number[],
  unansweredCount: 0,
  /** Failures that the vendors simulated. */
  failureCount: 0,
  greetingMs: [] as number[],
  latenessMs: [] as number[],
  loopLatenessMs: [] as number[],
  receivedCount: 0,
  missingCount: 0,
};

interface DecidedTurn {
  /** 0 is the first turn of the call. */
  readonly turn: number;
  readonly atMs: number;
  readonly plan: TurnPlan;
}

/** The last turn of each call that the recogniser was asked to finalise. */
const decided = new Map<number, DecidedTurn>();

function measureResponse({
  caller,
  speechEndedAtMs,
  receivedAtMs,
}: Extract<CallersMessage, { type: 'agent-responded' }>): void {
  const turn = decided.get(caller);
  if (turn === undefined || turn.atMs < speechEndedAtMs) return;
  const { recogniserMs, modelMs, voiceMs, fault } = turn.plan;
  const silenceMs = receivedAtMs - speechEndedAtMs;
  if (fault !== undefined) {
    measured.faultedMs.push(silenceMs);
    return;
  }
  const vendorMs = recogniserMs + modelMs + voiceMs;
  measured.totalMs.push(silenceMs);
  const ownMs = silenceMs - endpointingMs - vendorMs;
  if (turn.turn === 0) {
    measured.ownFirstMs.push(ownMs);
    return;
  }
  measured.ownMs.push(ownMs);
  measured.ownAfterDecisionMs.push(receivedAtMs - turn.atMs - vendorMs);
}

/** Adds every nth of the samples of a round, with n rounds, so that memory does not depend on the number of rounds. */
function addSamples(all: number[], ofRound: readonly number[]): void {
  for (let index = 0; index < ofRound.length; index += rounds) all.push(ofRound[index]!);
}

/** Rings, answers, converses and ends all calls once. */
async function runRound(media: MediaEngine, vendors: Vendors, speech: Uint8Array): Promise<void> {
  const { callers, callerPorts } = await startCallers({ callers: callCount, speech });
  const ports = await openCallPorts(media, callerPorts);
  const answers = ports.map((port, index) => prepareAgent(port, index, vendors).answer);
  await sleep(ringingMs);
  const counted = new Promise<void>((resolve) => {
    callers.on('message', (message: CallersMessage) => {
      if (message.type === 'agent-responded') measureResponse(message);
      if (message.type === 'agent-failed') measured.unansweredCount += 1;
      if (message.type === 'agent-greeted')
        measured.greetingMs.push(message.receivedAtMs - agents[message.caller]!.answeredAtMs);
      if (message.type !== 'packets-counted') return;
      measured.receivedCount += message.received;
      measured.missingCount += message.missing;
      addSamples(measured.latenessMs, message.latenessMs);
      addSamples(measured.loopLatenessMs, message.loopLatenessMs);
      resolve();
    });
  });
  // Calls are answered one after the other within a second, as from the network.
  const agents: ReturnType<(typeof answers)[number]>[] = [];
  for (const answer of answers) {
    agents.push(answer());
    await sleep(1000 / callCount);
  }
  await sleep(seconds * 1000);
  callers.send('count');
  await counted;
  for (const agent of agents) agent.close();
  await Promise.all(ports.map((port) => port.close()));
  callers.disconnect();
}

/** Prints what the process holds between two rounds. */
async function printResources(endedCalls: number): Promise<void> {
  const uncollectedRss = process.memoryUsage.rss();
  const memory = formatMemory(await worker.collect());
  const handles = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name));
  const names = [
    `${endedCalls} calls`,
    `${measured.failureCount} failures`,
    `RSS ${(uncollectedRss / 2 ** 20).toFixed(0)} MiB`,
    `${readdirSync('/proc/self/fd').length} file descriptors`,
    ...handles.map(([name, all]) => `${all!.length} ${name}`),
  ];
  console.log(names.join(', '));
  for (const line of memory) console.log(`  ${line}`);
}

const speech = await synthesiseAnswer();
const vendorsConfig: VendorsConfig = { seed, faultShare };
const vendorsProcess = startProcess(new URL('./vendors.ts', import.meta.url), vendorsConfig);
const [serving] = (await once(vendorsProcess, 'message')) as [Extract<VendorsMessage, { type: 'serving' }>];
vendorsProcess.on('message', (message: VendorsMessage) => {
  if (message.type === 'failed') measured.failureCount += 1;
  if (message.type !== 'finalised') return;
  const { call, turn, atMs } = message;
  const plan = planOf(seed, call, turn, faultShare);
  decided.set(call, { turn, atMs, plan });
});
const vendors = connectVendors(serving.port);
const worker = new MeasuredWorker();
const media = await createCallMedia(callCount, firstPort, { startWorker: worker.start });

const before = process.cpuUsage();
for (let round = 1; round <= rounds; round += 1) {
  await runRound(media, vendors, speech);
  if (rounds === 1 || (round !== 1 && round % Math.ceil(rounds / 10) !== 0)) continue;
  await sleep(settlingMs);
  await printResources(round * callCount);
}
const used = process.cpuUsage(before);

const row = (name: string, samples: readonly number[]) =>
  console.log(`${name.padEnd(40)} ${formatPercentiles(percentilesOf(samples))}  (${samples.length})`);
console.log(`${callCount} calls at once, ${rounds} times ${seconds} s; p50 / p99 / p99.9 / max in ms`);
row('own share of the silence', measured.ownMs);
row('own share after the end of the turn', measured.ownAfterDecisionMs);
row('own share of the first responses', measured.ownFirstMs);
row('total silence', measured.totalMs);
row('answer to first packet of the greeting', measured.greetingMs);
row('lateness of packets', measured.latenessMs);
row('lateness of a timer loop', measured.loopLatenessMs);
console.log(`packets: ${measured.receivedCount} received, ${measured.missingCount} missing`);
if (faultShare > 0) {
  row('silence when a vendor failed', measured.faultedMs);
  const inTime = measured.faultedMs.filter((silenceMs) => silenceMs <= 2_000).length;
  const share = (100 * inTime) / measured.faultedMs.length;
  console.log(`sound within 2 s: ${share.toFixed(1)} % of ${measured.faultedMs.length}`);
}
console.log(`turns without a response: ${measured.unansweredCount}`);
const cpuMs = (used.user + used.system) / 1000 / (seconds * rounds) / callCount;
console.log(
  `CPU ${cpuMs.toFixed(2)} ms per second of a call; ` +
    `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
);

await vendors.close();
await media.close();
vendorsProcess.disconnect();
