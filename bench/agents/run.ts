/*
 * node bench/agents/run.ts --calls 30 --seconds 20
 *
 * Compares CPU and memory per call of Parley and of AgentSession of @livekit/agents, which run one after the other. Both receive a caller's
 * speech, take turns and repeatedly play a reply of about three seconds. The recogniser, the model and the voice are scripted. Parley carries real
 * RTP over loopback, with a jitter buffer, voice activity detection and a stereo recording. The peer receives frames in process, without a
 * network, once with its bundled voice activity detector and once without. The first run installs the peer here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decodeUlaw } from '../../src/audio/g711.ts';
import { synthesiseAnswer } from '../turn/agent.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '30' }, seconds: { type: 'string', default: '20' } },
});
const here = import.meta.dirname;

interface CallCost {
  readonly cpuMsPerCallSecond: number;
  readonly rssMbPerCall: number;
  readonly rssMbTotal: number;
  readonly agentSpokeSecondsPerCall: number;
}

function measure(script: string, args: readonly string[]): CallCost {
  const size = ['--calls', values.calls, '--seconds', values.seconds];
  const { stdout, status } = spawnSync(process.execPath, [path.join(here, script), ...size, ...args], {
    cwd: here,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = stdout.trim().split('\n').at(-1);
  if (status !== 0 || line === undefined) throw new Error(`${script} ended with ${status}`);
  return JSON.parse(line) as CallCost;
}

function print(name: string, cost: CallCost): void {
  const { cpuMsPerCallSecond, rssMbPerCall, rssMbTotal, agentSpokeSecondsPerCall } = cost;
  console.log(
    `${name.padEnd(34)} ${cpuMsPerCallSecond.toFixed(2).padStart(8)} ms ${rssMbPerCall.toFixed(2).padStart(8)} MB ` +
      `${rssMbTotal.toFixed(0).padStart(6)} MB in total, spoke ${agentSpokeSecondsPerCall.toFixed(1)} s per call`,
  );
}

if (!existsSync(path.join(here, 'node_modules'))) {
  console.log('installing the peer …');
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'ignore' });
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'));
const speechFile = path.join(folder, 'caller.raw');
const encoded = await synthesiseAnswer();
const speech = new Int16Array(encoded.length);
decodeUlaw(encoded, speech);
writeFileSync(speechFile, Buffer.from(speech.buffer));

console.log(`${values.calls} calls, ${values.seconds} s; CPU per second of a call, memory per call`);
const parley = measure('our-calls.ts', []);
const bare = measure('agent-session.mjs', ['--speech', speechFile]);
const withVad = measure('agent-session.mjs', ['--speech', speechFile, '--vad']);
await rm(folder, { recursive: true });
print('Parley, over RTP', parley);
print('AgentSession, in process', bare);
print('AgentSession, in process, with VAD', withVad);
for (const [name, peer] of [
  ['without', bare],
  ['with', withVad],
] as const) {
  const cpu = peer.cpuMsPerCallSecond / parley.cpuMsPerCallSecond;
  const memory = peer.rssMbPerCall / parley.rssMbPerCall;
  console.log(
    `the peer ${name} VAD takes ${cpu.toFixed(1)} times the CPU and ${memory.toFixed(1)} times the memory of Parley`,
  );
}
console.log(`load ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} cores`);
