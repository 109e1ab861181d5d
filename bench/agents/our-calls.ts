/*
 * Measures N calls of Parley over real RTP, with jitter buffer, voice activity detection, recording to disk, turn-taking and playout. The
 * recogniser and the voice are scripted, as for the peer. Prints one JSON line.
 *   node bench/agents/our-calls.ts --calls 30 --seconds 20
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { startAgent } from '../turn/agent.ts';
import { createCallMedia, listeningPorts, openCallPorts, parseBounded } from '../turn/calls.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '30' }, seconds: { type: 'string', default: '20' } },
});
const calls = parseBounded('calls', values.calls, 1, 300);
const seconds = parseBounded('seconds', values.seconds, 5, 300);
const firstPort = 47_000;
const reply = 'I can book you in for Tuesday at ten thirty in the morning.';

const callers = fork(path.join(import.meta.dirname, 'callers.ts'), [String(calls)]);
const callerPorts = await listeningPorts(callers);
const recordingRoot = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'));
const media = await createCallMedia(calls, firstPort, recordingRoot);
const startRss = process.memoryUsage().rss;
const engine = new FakeTextToSpeech();
const ports = await openCallPorts(media, callerPorts);
const agents = ports.map((port, index) => {
  port.audio.record(path.join(recordingRoot, `${index}.wav`));
  return startAgent(port, engine, reply);
});

const cpuStart = process.cpuUsage();
const startedMs = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const wallSeconds = (performance.now() - startedMs) / 1000;
const cpu = process.cpuUsage(cpuStart);
const { rss } = process.memoryUsage();
const spokenSeconds = ports.reduce((sum, { audio }) => sum + audio.playedMs / 1000, 0) / calls;
console.log(
  JSON.stringify({
    calls,
    wallSeconds,
    cpuMsPerCallSecond: (cpu.user + cpu.system) / 1000 / calls / wallSeconds,
    rssMbPerCall: (rss - startRss) / 2 ** 20 / calls,
    rssMbTotal: rss / 2 ** 20,
    agentSpokeSecondsPerCall: spokenSeconds,
  }),
);
for (const agent of agents) agent.close();
await Promise.all(ports.map((port) => port.close()));
await media.close();
await rm(recordingRoot, { recursive: true });
callers.disconnect();
