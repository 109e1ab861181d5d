/*
 * Measures N calls of Parley over real RTP, with jitter buffer, voice activity detection, recording to disk, turn-taking and playout. The
 * recogniser and the voice are scripted, as for the peer, or with `--vendors` the adapters of bench/providers. Prints one JSON line.
 *   node bench/agents/our-calls.ts --calls 30 --seconds 20 --speech caller.ulaw [--vendors PORT]
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { connectVendors, prepareAgent } from '../providers/agent.ts';
import { startAgent } from '../turn/agent.ts';
import type { CallersMessage } from '../turn/callers.ts';
import { createCallMedia, openCallPorts, parseBounded, startCallers } from '../turn/calls.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '20' },
    speech: { type: 'string', default: '' },
    vendors: { type: 'string' },
  },
});
const calls = parseBounded('calls', values.calls, 1, 300);
const seconds = parseBounded('seconds', values.seconds, 5, 300);
/** Below the ports that the sockets of the callers get from the system. */
const firstPort = 22_000;
/** The calls converse this long before the measurement. */
const warmUpMs = 10_000;
const ringingMs = 1_500;
const reply = 'I can book you in for Tuesday at ten thirty in the morning.';
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const { callers, callerPorts } = await startCallers({
  callers: calls,
  speech: await readFile(values.speech),
});
let responseCount = 0;
callers.on('message', ({ type }: CallersMessage) => (responseCount += Number(type === 'agent-responded')));
const recordingRoot = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'));
const media = await createCallMedia(calls, firstPort, { recordingRoot });
const startRss = process.memoryUsage().rss;
const ports = await openCallPorts(media, callerPorts);
for (const [index, port] of ports.entries()) port.audio.record(path.join(recordingRoot, `${index}.wav`));
const vendors = values.vendors === undefined ? undefined : connectVendors(Number(values.vendors));
const agents = await (vendors === undefined ? startScripted() : startConversing(vendors));

function startScripted(): { close: () => void }[] {
  const engine = new FakeTextToSpeech();
  return ports.map((port) => startAgent(port, engine, reply));
}

async function startConversing(
  connected: ReturnType<typeof connectVendors>,
): Promise<{ close: () => void }[]> {
  const prepared = ports.map((port, call) => prepareAgent(port, call, connected));
  await sleep(ringingMs);
  return prepared.map(({ answer }) => answer());
}

const playedSeconds = () => ports.reduce((sum, { audio }) => sum + audio.playedMs / 1000, 0);
await sleep(warmUpMs);
const before = { played: playedSeconds(), responses: responseCount, cpu: process.cpuUsage() };
const startedMs = performance.now();
await sleep(seconds * 1000);
const wallSeconds = (performance.now() - startedMs) / 1000;
const cpu = process.cpuUsage(before.cpu);
const { rss } = process.memoryUsage();
console.log(
  JSON.stringify({
    calls,
    wallSeconds,
    cpuMsPerCallSecond: (cpu.user + cpu.system) / 1000 / calls / wallSeconds,
    rssMbPerCall: (rss - startRss) / 2 ** 20 / calls,
    rssMbTotal: rss / 2 ** 20,
    responsesPerCall: (responseCount - before.responses) / calls,
    agentSpokeSecondsPerCall: (playedSeconds() - before.played) / calls,
  }),
);
for (const agent of agents) agent.close();
await Promise.all(ports.map((port) => port.close()));
await vendors?.close();
await media.close();
await rm(recordingRoot, { recursive: true });
callers.disconnect();
