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
import { encodeUlaw } from '../../src/audio/g711.ts';
import type { SpeechToText, SpeechToTextEvent } from '../../src/contracts/speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Emitter } from '../../src/core/emitter.ts';
import type { Expectation } from '../../src/core/expectation.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import type { MediaPort } from '../../src/media/media-port.ts';
import { createBuiltinTextToSpeech } from '../../src/providers/builtin/index.ts';
import { CallVoice } from '../../src/voice/call-voice.ts';
import { englishPhrases } from '../../src/voice/reply.ts';
import type { AnswerLatency } from '../../src/voice/turn-latency.ts';
import { formatSpread, spreadOf } from '../media/figures.ts';
import type { PeopleMessage, PeopleOrder } from './people-worker.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '20' }, seconds: { type: 'string', default: '15' } },
});
const callCount = bounded('calls', values.calls, 1, 300);
const seconds = bounded('seconds', values.seconds, 5, 300);
const firstPort = 46_000;
const now = () => performance.timeOrigin + performance.now();

const expectation: Expectation = { id: 'answer', phrases: [{ id: 'yes', text: 'yes please' }], forms: [] };

function bounded(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`--${name} must be a whole number from ${least} to ${most}`);
  return value;
}

/** Understands "yes please" in every sound, at once. */
const recognizer: SpeechToText = {
  provider: 'bench',
  model: 'instant',
  capabilities: {
    partials: true,
    openVocabulary: false,
    expectation: 'grammar',
    endpointing: 'host',
    languages: ['en-US'],
    network: false,
  },
  open() {
    const emitter = new Emitter<SpeechToTextEvent>();
    const understood = { text: 'yes please', match: { phraseId: 'yes', complete: true } };
    let heard = false;
    return {
      on: (listener) => emitter.on(listener),
      pushAudio: (samples, atMs) => {
        if (heard || !samples.some((sample) => Math.abs(sample) > 2_000)) return;
        heard = true;
        emitter.emit({ type: 'transcript-delta', ...understood, atMs });
      },
      expect: () => undefined,
      finalize: () => {
        heard = false;
        const times = { startMs: 0, endMs: 0 };
        emitter.emit({ type: 'transcript-ended', ...understood, confidence: 1, rejected: false, ...times });
      },
      discard: () => undefined,
      close: () => emitter.clear(),
    };
  },
  checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
  close: () => Promise.resolve(),
};

async function spokenAnswer(): Promise<Uint8Array> {
  const voice = await createBuiltinTextToSpeech({ logger: silentLogger, workers: 1 });
  const chunks: number[] = [];
  for await (const { samples } of voice.synthesize({ text: 'Yes, please.', voiceId: 'awb' }))
    chunks.push(...samples);
  await voice.close();
  const loud = (sample: number | undefined) => Math.abs(sample ?? 0) > 500;
  // Silence at either end would count as silence of the agent's.
  const from = chunks.findIndex(loud);
  const speech = Int16Array.from(chunks.slice(from, chunks.findLastIndex(loud)));
  const encoded = new Uint8Array(speech.length);
  encodeUlaw(speech, encoded);
  return encoded;
}

interface AgentFigures {
  readonly decidedAtMs: number[];
  readonly told: AnswerLatency[];
}

/** An agent that has one sentence for everything. */
function startAgent(port: MediaPort, engine: FakeTextToSpeech): AgentFigures & { close: () => void } {
  const figures: AgentFigures = { decidedAtMs: [], told: [] };
  const voice = new CallVoice({
    clock: systemClock,
    audio: port.audio,
    voices: [{ engine, voiceId: 'tone', speed: 1, volume: 1 }],
    recognizer,
    language: 'en-US',
    keyterms: [],
    turn: { endpointing: 'semantic', minSilenceMs: 200, maxSilenceMs: 800 },
    interruption: { enabled: true, minSpeechMs: 200, minWords: 0, ignorePhrases: [] },
    silence: { reminderMs: 600_000, maxReminders: 0, endAfterMs: 3_600_000 },
    models: [],
    modelSettings: { temperature: 0, maxTokens: 50, timeoutMs: 4_000 },
    phrases: englishPhrases,
  });
  const ask = () => {
    voice.say('Very well.', true);
    voice.ask({ expectation, answerKind: 'short', timeoutMs: 600_000, keys: null, speech: true });
  };
  voice.on((event) => {
    if (event.type === 'answer-timed') figures.told.push(event.latency);
    if (event.type !== 'answered') return;
    figures.decidedAtMs.push(now());
    ask();
  });
  port.on((event) => voice.hear(event));
  voice.start();
  ask();
  return { ...figures, close: () => voice.close() };
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
  return startAgent(port, engine);
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
console.log(`decision to the first packet heard   ${formatSpread(spreadOf(ownMs))}`);
console.log(`silence that the person heard        ${formatSpread(spreadOf(wholeMs))}`);
console.log(
  `as we tell it: whole                 ${formatSpread(spreadOf(told.map(({ totalMs }) => totalMs)))}`,
);
console.log(
  `as we tell it: waiting for the end   ${formatSpread(spreadOf(told.map(({ endpointingMs }) => endpointingMs)))}`,
);
console.log(
  `CPU ${((used.user + used.system) / seconds / callCount).toFixed(0)} µs for a second of a call; ` +
    `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
);

for (const agent of agents) agent.close();
await Promise.all(ports.map((port) => port.close()));
await media.close();
await people.terminate();
