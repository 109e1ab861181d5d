/*
 * Measures N calls of Parley over real RTP, with jitter buffer, voice activity detection, recording to disk, turn-taking and playout. The
 * recogniser and the voice are scripted, as for the peer. Prints one JSON line.
 *   node bench/agents/our-calls.ts --calls 30 --seconds 20
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import { startAgent } from '../turn/agent.ts';
import type { CallersMessage } from '../turn/callers-worker.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '30' }, seconds: { type: 'string', default: '20' } },
});
const calls = Math.min(Math.max(Number(values.calls), 1), 300);
const seconds = Math.min(Math.max(Number(values.seconds), 5), 300);
const firstPort = 47_000;
const reply = 'I can book you in for Tuesday at ten thirty in the morning.';

const callers = fork(path.join(import.meta.dirname, 'callers.ts'), [String(calls)]);
const [listening] = (await once(callers, 'message')) as [Extract<CallersMessage, { type: 'listening' }>];
const recordingRoot = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'));
const media = await createMediaEngine({
  threads: 1,
  rtpPorts: [firstPort, firstPort + 2 * calls + 20],
  localAddress: '127.0.0.1',
  logger: silentLogger,
  recordingRoot,
});
const startRss = process.memoryUsage().rss;
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
