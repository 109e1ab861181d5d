/*
 * node bench/agents/run.ts --calls 30 --seconds 20 [--vendors]
 *
 * Compares CPU and memory per call of Parley and of AgentSession of @livekit/agents, which run one after the other. Both receive a caller's
 * speech, take turns and repeatedly play a reply of about three seconds. The recogniser, the model and the voice are scripted. With `--vendors`
 * both are connected to the simulated vendors of bench/providers, which run in a separate process: the peer by its own plugins for Deepgram and
 * OpenAI and a small adapter for Cartesia. Parley carries real RTP over loopback, with a jitter buffer, voice activity detection and a stereo
 * recording. The peer receives frames in process, without a network, once with its bundled voice activity detector and once without. Both
 * converse for 10 s before the measurement. A peer that does not keep up with real time takes longer than the seconds of audio. The first run
 * installs the peer here.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { decodeUlaw } from '../../src/audio/g711.ts';
import type { VendorsConfig, VendorsMessage } from '../providers/vendors.ts';
import { synthesiseAnswer } from '../turn/agent.ts';
import { startProcess } from '../turn/calls.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '20' },
    vendors: { type: 'boolean', default: false },
  },
});
const here = import.meta.dirname;

interface CallCost {
  /** Longer than the audio of a call if the process does not keep up with real time. */
  readonly wallSeconds: number;
  readonly cpuMsPerCallSecond: number;
  readonly rssMbPerCall: number;
  readonly rssMbTotal: number;
  readonly responsesPerCall: number;
  readonly agentSpokeSecondsPerCall: number;
}

/** Starts the simulated vendors. The delays of a turn are the same for each side. */
async function startVendors(): Promise<{ port: number; close: () => void }> {
  const config: VendorsConfig = { seed: 1, faultShare: 0 };
  const vendors = startProcess(new URL('../providers/vendors.ts', import.meta.url), config);
  const [serving] = (await once(vendors, 'message')) as [Extract<VendorsMessage, { type: 'serving' }>];
  return { port: serving.port, close: () => vendors.disconnect() };
}

async function measure(script: string, args: readonly string[]): Promise<CallCost> {
  const size = ['--calls', values.calls, '--seconds', values.seconds];
  const vendors = values.vendors ? await startVendors() : undefined;
  const vendorArgs = vendors === undefined ? [] : ['--vendors', String(vendors.port)];
  const child = spawn(process.execPath, [path.join(here, script), ...size, ...args, ...vendorArgs], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  vendors?.close();
  const line = stdout.trim().split('\n').at(-1);
  if (status !== 0 || line === undefined) throw new Error(`${script} ended with ${status}`);
  return JSON.parse(line) as CallCost;
}

function print(name: string, cost: CallCost): void {
  const { wallSeconds, cpuMsPerCallSecond, rssMbPerCall, rssMbTotal } = cost;
  const { responsesPerCall, agentSpokeSecondsPerCall } = cost;
  console.log(
    `${name.padEnd(34)} ${cpuMsPerCallSecond.toFixed(2).padStart(8)} ms ${rssMbPerCall.toFixed(2).padStart(8)} MB ` +
      `${rssMbTotal.toFixed(0).padStart(6)} MB in total, ` +
      `${responsesPerCall.toFixed(1)} responses and ${agentSpokeSecondsPerCall.toFixed(1)} s of speech per call in ${wallSeconds.toFixed(0)} s`,
  );
}

if (!existsSync(path.join(here, 'node_modules'))) {
  console.log('installing the peer …');
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'ignore' });
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'));
const [speechFile, encodedFile] = ['caller.raw', 'caller.ulaw'].map((name) => path.join(folder, name)) as [
  string,
  string,
];
const encoded = await synthesiseAnswer();
const speech = new Int16Array(encoded.length);
decodeUlaw(encoded, speech);
writeFileSync(speechFile, Buffer.from(speech.buffer));
writeFileSync(encodedFile, encoded);

console.log(`${values.calls} calls, ${values.seconds} s; CPU per second of a call, memory per call`);
const parley = await measure('our-calls.ts', ['--speech', encodedFile]);
const bare = await measure('agent-session.mjs', ['--speech', speechFile]);
const withVad = await measure('agent-session.mjs', ['--speech', speechFile, '--vad']);
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
