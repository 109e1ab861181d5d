// The peer of bench/agents: N voice sessions of @livekit/agents in one process. Audio does not use a network. The providers are scripted, or with
// `--vendors` connected to the simulated vendors of bench/providers. Prints one JSON line.
//   node agent-session.mjs --calls 30 --seconds 20 --speech caller.raw [--vad] [--vendors PORT]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { initializeLogger, voice, inference } from '@livekit/agents';
import { AudioFrame, dispose } from '@livekit/rtc-node';
import { ConversingCaller, CyclicCaller, MemoryInput, MemoryOutput, frameSamples } from './peer-audio.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '20' },
    speech: { type: 'string' },
    vad: { type: 'boolean', default: false },
    vendors: { type: 'string' },
  },
});
const calls = Number(values.calls);
const seconds = Number(values.seconds);
/** The calls converse this long before the measurement. */
const warmUpSeconds = 10;
const raw = readFileSync(values.speech);
const speech = new Int16Array(
  raw.buffer,
  raw.byteOffset,
  Math.floor(raw.length / 2 / frameSamples) * frameSamples,
);
const speechFrames = speech.length / frameSamples;

initializeLogger({ pretty: false, level: 'error' });
const { providersOf, Caller } = values.vendors
  ? {
      providersOf: await import('./peer-vendor-providers.mjs').then(
        ({ vendorProviders }) =>
          (call) =>
            vendorProviders(values.vendors, call),
      ),
      Caller: ConversingCaller,
    }
  : {
      providersOf: await import('./peer-scripted-providers.mjs').then(
        ({ scriptedProviders }) =>
          () =>
            scriptedProviders(speechFrames),
      ),
      Caller: CyclicCaller,
    };
const vad = values.vad
  ? ((await inference.VAD.load?.({ sampleRate: 8000 })) ?? new inference.VAD({ sampleRate: 8000 }))
  : undefined;
const startRss = process.memoryUsage().rss;
const sessions = [];
for (let index = 0; index < calls; index++) {
  const session = new voice.AgentSession({
    ...providersOf(index),
    ...(vad ? { vad } : {}),
    aecWarmupDuration: null,
    turnHandling: {
      turnDetection: vad ? 'vad' : 'stt',
      interruption: { mode: 'vad' },
      ...(values.vendors ? { endpointing: { minDelay: 0 } } : {}),
    },
  });
  const input = new MemoryInput();
  const output = new MemoryOutput();
  session.input.audio = input;
  session.output.audio = output;
  await session.start({ agent: new voice.Agent({ instructions: 'You are a receptionist.' }) });
  if (values.vendors) session.say('Good morning, this is Parley.');
  sessions.push({ session, input, output, caller: new Caller(speechFrames) });
}

const silence = new Int16Array(frameSamples);
const startedMs = performance.now();
const sum = (valueOf) => sessions.reduce((total, session) => total + valueOf(session), 0);
const measure = () => ({
  cpu: process.cpuUsage(),
  ms: performance.now(),
  played: sum(({ output }) => output.playedTotal / 8000),
  responses: sum(({ caller }) => caller.responses),
});
let before = measure();
for (let tick = 0; tick < (warmUpSeconds + seconds) * 50; tick++) {
  const waitMs = startedMs + tick * 20 - performance.now();
  // A tick that is late lets the sessions run too.
  await new Promise((resolve) => (waitMs > 0 ? setTimeout(resolve, waitMs) : setImmediate(resolve)));
  if (tick === warmUpSeconds * 50) before = measure();
  for (const { input, output, caller } of sessions) {
    const position = caller.next(output.playing);
    const samples =
      position < 0 ? silence : speech.slice(position * frameSamples, (position + 1) * frameSamples);
    input.push(new AudioFrame(samples, 8000, 1, frameSamples));
    output.tick();
  }
}
const after = measure();
const cpu = process.cpuUsage(before.cpu);
const wallSeconds = (after.ms - before.ms) / 1000;
const rss = process.memoryUsage().rss;
console.log(
  JSON.stringify({
    calls,
    vad: values.vad,
    wallSeconds,
    cpuMsPerCallSecond: (cpu.user + cpu.system) / 1000 / calls / seconds,
    rssMbPerCall: (rss - startRss) / 2 ** 20 / calls,
    rssMbTotal: rss / 2 ** 20,
    responsesPerCall: (after.responses - before.responses) / calls,
    agentSpokeSecondsPerCall: (after.played - before.played) / calls,
  }),
);
await dispose();
process.exit(0);
