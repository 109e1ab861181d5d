/*
 * node bench/turn/run.ts --calls 20 --seconds 15
 *
 * Our own share of the silence before an answer. People in a thread of their own speak over real RTP; the agent's recogniser and
 * voice are fakes that answer at once, so that what is left is ours: from the decision that the turn is over to the first packet that
 * the person hears. Beside it the whole silence, and how much of it was waiting for the turn to be over. Loopback only.
 */
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { spokenAnswer, startAgent } from './agent.ts';
import type { PeopleMessage, PeopleOrder } from './people-worker.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '20' }, seconds: { type: 'string', default: '15' } },
});
const callCount = bounded('calls', values.calls, 1, 300);
const seconds = bounded('seconds', values.seconds, 5, 300);
const firstPort = 46_000;

function bounded(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`--${name} must be a whole number from ${least} to ${most}`);
  return value;
}

const order: PeopleOrder = { people: callCount, speech: await spokenAnswer() };
const people = new Worker(new URL('./people-worker.ts', import.meta.url), { workerData: order });
const [listening] = (await once(people, 'message')) as [Extract<PeopleMessage, { type: 'listening' }>];
const media = await createMediaEngine({
  threads: 1,
  rtpPorts: [firstPort, firstPort + 2 * callCount + 20],
  localAddress: '127.0.0.1',
  logger: silentLogger,
});
const engine = new FakeTextToSpeech();
const ports = await Promise.all(listening.ports.map(() => media.openPort()));
const agents = ports.map((port, index) => {
  port.configure({
    remoteAddress: '127.0.0.1',
    remotePort: listening.ports[index]!,
    codec: 'PCMU',
    payloadType: 0,
    telephoneEventPayloadType: 101,
    direction: 'sendrecv',
  });
  return startAgent(port, engine, 'Very well.');
});

const wholeMs: number[] = [];
const ownMs: number[] = [];
people.on('message', (message: PeopleMessage) => {
  if (message.type !== 'answered') return;
  const decidedAtMs = agents[message.person]!.decidedAtMs.at(-1);
  if (decidedAtMs === undefined || decidedAtMs < message.fellSilentAtMs) return;
  wholeMs.push(message.heardAtMs - message.fellSilentAtMs);
  ownMs.push(message.heardAtMs - decidedAtMs);
});
const before = process.cpuUsage();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const used = process.cpuUsage(before);
const told = agents.flatMap((agent) => agent.told);

console.log(`${callCount} calls, ${seconds} s, ${wholeMs.length} answers; p50 / p99 / p99.9 / max in ms`);
console.log(`decision to the first packet heard   ${formatPercentiles(percentilesOf(ownMs))}`);
console.log(`silence that the person heard        ${formatPercentiles(percentilesOf(wholeMs))}`);
console.log(
  `as we tell it: whole                 ${formatPercentiles(percentilesOf(told.map(({ totalMs }) => totalMs)))}`,
);
console.log(
  `as we tell it: waiting for the end   ${formatPercentiles(percentilesOf(told.map(({ endpointingMs }) => endpointingMs)))}`,
);
console.log(
  `CPU ${((used.user + used.system) / seconds / callCount).toFixed(0)} µs for a second of a call; ` +
    `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
);

for (const agent of agents) agent.close();
await Promise.all(ports.map((port) => port.close()));
await media.close();
await people.terminate();
