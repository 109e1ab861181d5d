/*
 * node bench/conversation/vendor-latency.ts [--turns 100] [--seed 1]
 *
 * The silence that a caller hears before the first word of a reply, with each vendor stage at a median of 250 ms: the results of the recogniser,
 * the first token of the model and the first audio of the voice. The recognisers are Deepgram's adapters with servers of their protocols: nova-3 with
 * and without an answer to `Finalize`, and Flux. Time is virtual, so that the result does not depend on the machine; loopback only.
 */
import { parseArgs } from 'node:util';
import { rethrowUncaught, uncaughtInternalErrors } from '../../src/contracts/testing/rethrow-uncaught.ts';
import { FakeLeg } from '../../src/contracts/testing/fake-leg.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import type { LanguageModel } from '../../src/contracts/language-model.ts';
import type { LegAudioEvent } from '../../src/contracts/leg-audio.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { seededRandom } from '../../src/core/random.ts';
import { servicePhrases } from '../../src/domain/service-phrases.ts';
import { createDeepgramSpeechToText } from '../../src/providers/deepgram/speech-to-text.ts';
import { startListenServer } from '../../src/providers/deepgram/testing/listen-server.ts';
import { CircuitBreakers } from '../../src/providers/websocket/circuit-breaker.ts';
import { audioOfWords } from '../../src/providers/websocket/testing/audio-words.ts';
import { CallVoice } from '../../src/voice/call-voice.ts';
import { percentilesOf } from '../media/percentiles.ts';

const { values } = parseArgs({
  options: { turns: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const turnCount = Number(values.turns);
/** Delays of a vendor, in ms: the median is 250. */
const minDelayMs = 150;
const tailMs = 100 / Math.LN2;
const sentences = ['we are four people', 'my name is Ada', 'on Friday please', 'yes that is right', 'eight'];
/** Pause of the caller before a sentence. */
const pauseMs = 700;
const apiKey = 'bench';
const emptyExpectation = { id: 'empty', phrases: [], forms: [] };
const question = {
  expectation: emptyExpectation,
  answerKind: 'open',
  timeoutMs: 600_000,
  digits: null,
  speech: true,
  sensitive: false,
} as const;

interface Scene {
  readonly model: string;
  readonly answersFinalize: boolean;
}

/** Holds a call in virtual time. Returns the silence before each reply, in ms. */
async function holdCall({ model, answersFinalize }: Scene): Promise<number[]> {
  const clock = new ManualClock();
  const random = seededRandom(Number(values.seed));
  const delayMs = () => Math.round(minDelayMs - tailMs * Math.log(1 - random.fraction()));
  const { server, habits } = await startListenServer(apiKey, clock);
  habits.ignoresFinalize = !answersFinalize;
  const breakers = new CircuitBreakers(clock, random);
  const dependencies = { clock, random, internalErrors: uncaughtInternalErrors };
  const recogniser = createDeepgramSpeechToText(
    { baseUrl: server.baseUrl, apiKey, breakers },
    model,
    dependencies,
  );
  const voice = new FakeTextToSpeech({ clock });
  const synthesize = voice.synthesize.bind(voice);
  voice.synthesize = async function* (request) {
    await clock.sleep(delayMs(), request.signal).catch(() => undefined);
    yield* synthesize(request);
  };
  const leg = new FakeLeg({ clock });
  const callVoice = new CallVoice({
    clock,
    onInternalError: rethrowUncaught,
    audio: leg.audio,
    voices: [{ engine: voice, voiceId: 'tone', language: 'en-US', speed: 1, volume: 1 }],
    recogniser,
    language: 'en-US',
    keyterms: [],
    turn: { endpointing: 'semantic', minSilenceMs: 200, maxSilenceMs: 800 },
    interruption: { enabled: true, minSpeechMs: 200, minWords: 0, ignorePhrases: [] },
    silence: { reminderMs: 600_000, maxReminders: 0, endAfterMs: 3_600_000 },
    models: [modelWith(clock, delayMs)],
    modelSettings: { temperature: 0, maxTokens: 50, timeoutMs: 4_000 },
    phrases: servicePhrases({ language: 'en-US' }),
    universalPhrases: { expectation: emptyExpectation, duringAmd: [], matches: () => false },
  });
  /** Times of the answers to the caller on the media clock. */
  const answersAtMs: number[] = [];
  callVoice.on((event) => {
    if (event.type !== 'question-answered') return;
    answersAtMs.push(leg.audio.nowMs);
    callVoice.generateReply('You are a receptionist.');
    callVoice.askQuestion(question);
  });
  /** The caller's audio, and its start on the media clock. */
  let spoken: { samples: Int16Array; atMs: number } = { samples: new Int16Array(), atMs: 0 };
  leg.on((event) => {
    if (event.type !== 'audio') return callVoice.handleAudioEvent(event as LegAudioEvent);
    const from = (event.atMs - spoken.atMs) * 8;
    event.samples.set(spoken.samples.subarray(Math.max(0, from), Math.max(0, from + event.samples.length)));
    callVoice.handleAudioEvent(event);
  });
  leg.pickUp();
  leg.audio.listen(20);
  callVoice.start();
  callVoice.askQuestion(question);
  while (server.connections.length === 0) await clock.advance(20);
  const { latest } = server;
  const send = latest.send.bind(latest);
  let resultMs = 0;
  latest.send = (message) => void clock.after(resultMs, () => send(message));
  const silences: number[] = [];
  for (let turn = 0; turn < turnCount; turn += 1) {
    await clock.advance(pauseMs);
    resultMs = delayMs();
    const samples = audioOfWords(sentences[turn % sentences.length]!);
    spoken = { samples, atMs: leg.audio.nowMs };
    const endMs = spoken.atMs + samples.length / 8;
    leg.speak(samples.length / 8);
    while (answersAtMs.length <= turn || leg.audio.queuedMs === 0) await clock.advance(20);
    while (leg.audio.queuedMs > 0) await clock.advance(20);
    const first = leg.audio.playedIntervals.find(({ fromMs }) => fromMs >= endMs);
    silences.push(first!.fromMs - endMs);
  }
  callVoice.close();
  leg.end('far_hangup');
  await recogniser.close();
  await server.close();
  return silences;
}

const modelWith = (clock: ManualClock, delayMs: () => number): LanguageModel => ({
  id: 'bench/model',
  choosesEdges: false,
  async *respond({ signal }) {
    await clock.sleep(delayMs(), signal).catch(() => undefined);
    if (signal?.aborted === true) return;
    for (const text of ['Very ', 'well, ', 'thank ', 'you. ']) yield { type: 'text-delta', text };
    yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 4 };
  },
  checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
});

const scenes: Readonly<Record<string, Scene>> = {
  'nova-3 that answers Finalize': { model: 'nova-3', answersFinalize: true },
  'nova-3 without an answer to Finalize': { model: 'nova-3', answersFinalize: false },
  'flux-general-en': { model: 'flux-general-en', answersFinalize: true },
};
console.log(`silence before the first word in ms, ${turnCount} turns; p50 / p99 / max`);
for (const [name, scene] of Object.entries(scenes)) {
  const { p50, p99, max } = percentilesOf(await holdCall(scene));
  console.log(`${name.padEnd(40)} ${p50.toFixed(0)} / ${p99.toFixed(0)} / ${max.toFixed(0)}`);
}
