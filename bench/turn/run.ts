/*
 * node bench/turn/run.ts --calls 20 --seconds 15
 *
 * Measures Parley's own share of the response latency. Simulated callers in a separate process speak over real RTP.
 * Recogniser and voice of the agent are fakes without delay, so that the rest is Parley's own: from the end-of-turn
 * decision to the first packet that the caller receives. Also prints the total latency and its endpointing part.
 * Loopback only.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { synthesiseAnswer, startAgent } from './agent.ts';
import type { CallersMessage } from './callers.ts';
import { createCallMedia, openCallPorts, parseBounded, startCallers } from './calls.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '20' }, seconds: { type: 'string', default: '15' } },
});
const callCount = parseBounded('calls', values.calls, 1, 300);
const seconds = parseBounded('seconds', values.seconds, 5, 300);
const firstPort = 46_000;

const { callers, callerPorts } = await startCallers({ callers: callCount, speech: await synthesiseAnswer() });
const media = await createCallMedia(callCount, firstPort);
const engine = new FakeTextToSpeech();
const ports = await openCallPorts(media, callerPorts);
const agents = ports.map((port) => startAgent(port, engine, 'Very well.'));

const totalMs: number[] = [];
const ownLatencyMs: number[] = [];
callers.on('message', (message: CallersMessage) => {
  if (message.type !== 'agent-responded') return;
  const turnEndDecidedAtMs = agents[message.caller]!.turnEndDecidedAtMs.at(-1);
  if (turnEndDecidedAtMs === undefined || turnEndDecidedAtMs < message.speechEndedAtMs) return;
  totalMs.push(message.receivedAtMs - message.speechEndedAtMs);
  ownLatencyMs.push(message.receivedAtMs - turnEndDecidedAtMs);
});
const before = process.cpuUsage();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const used = process.cpuUsage(before);
const latencies = agents.flatMap((agent) => agent.latencies);

console.log(`${callCount} calls, ${seconds} s, ${totalMs.length} responses; p50 / p99 / p99.9 / max in ms`);
console.log(`decision to first packet received    ${formatPercentiles(percentilesOf(ownLatencyMs))}`);
console.log(`total latency at the caller          ${formatPercentiles(percentilesOf(totalMs))}`);
console.log(
  `reported by Parley: total            ${formatPercentiles(percentilesOf(latencies.map(({ totalMs: reportedMs }) => reportedMs)))}`,
);
console.log(
  `reported by Parley: endpointing      ${formatPercentiles(percentilesOf(latencies.map(({ endpointingMs }) => endpointingMs)))}`,
);
console.log(
  `CPU ${((used.user + used.system) / seconds / callCount).toFixed(0)} µs per second of a call; ` +
    `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
);

for (const agent of agents) agent.close();
await Promise.all(ports.map((port) => port.close()));
await media.close();
callers.disconnect();
