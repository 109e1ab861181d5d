import { rethrowUncaught } from '../../src/contracts/testing/rethrow-uncaught.ts';
import { encodeUlaw } from '../../src/audio/g711.ts';
import type { SpeechToText, SpeechToTextEvent } from '../../src/contracts/speech-to-text.ts';
import type { TextToSpeech } from '../../src/contracts/text-to-speech.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Emitter } from '../../src/core/emitter.ts';
import type { Expectation } from '../../src/core/expectation.ts';
import { silentLogger } from '../../src/core/logger.ts';
import type { MediaPort } from '../../src/media/media-port.ts';
import { createBuiltinTextToSpeech } from '../../src/providers/builtin/index.ts';
import { CallVoice } from '../../src/voice/call-voice.ts';
import { servicePhrases } from '../../src/domain/service-phrases.ts';
import type { ResponseLatency } from '../../src/voice/response-latency.ts';

export const nowMs = () => performance.timeOrigin + performance.now();

const expectation: Expectation = { id: 'answer', phrases: [{ id: 'yes', text: 'yes please' }], forms: [] };

/** Recogniser that returns "yes please" for each sound without delay. */
const recogniser: SpeechToText = {
  provider: 'bench',
  model: 'instant',
  capabilities: {
    partials: true,
    openVocabulary: false,
    expectation: 'grammar',
    endpointing: 'host',
    turns: 'none',
    languages: ['en-US'],
    network: false,
  },
  open() {
    const emitter = new Emitter<SpeechToTextEvent>(rethrowUncaught);
    const transcript = { text: 'yes please', match: { phraseId: 'yes', complete: true } };
    let startMs: number | undefined;
    let endMs = 0;
    return {
      on: (listener) => emitter.on(listener),
      pushAudio: (samples, atMs) => {
        if (!samples.some((sample) => Math.abs(sample) > 2_000)) return;
        endMs = atMs;
        if (startMs !== undefined) return;
        startMs = atMs;
        emitter.emit({ type: 'transcript-delta', ...transcript, atMs });
      },
      expect: () => undefined,
      finalize: () => {
        const times = { startMs: startMs ?? endMs, endMs };
        startMs = undefined;
        emitter.emit({ type: 'transcript-ended', ...transcript, confidence: 1, rejected: false, ...times });
      },
      discard: () => (startMs = undefined),
      close: () => emitter.clear(),
    };
  },
  checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
  close: () => Promise.resolve(),
};

/** Synthesises the answer of the callers. Returns it in µ-law, without silence at either end. */
export async function synthesiseAnswer(): Promise<Uint8Array> {
  const voice = await createBuiltinTextToSpeech({ logger: silentLogger, workers: 1 });
  const chunks: number[] = [];
  for await (const { samples } of voice.synthesize({ text: 'Yes please.', voiceId: 'awb' }))
    chunks.push(...samples);
  await voice.close();
  const isLoud = (sample: number | undefined) => Math.abs(sample ?? 0) > 500;
  // Silence at either end would count as latency of the agent.
  const from = chunks.findIndex(isLoud);
  const speech = Int16Array.from(chunks.slice(from, chunks.findLastIndex(isLoud)));
  const encoded = new Uint8Array(speech.length);
  encodeUlaw(speech, encoded);
  return encoded;
}

/** Measurements of one agent: the times of its end-of-turn decisions, and the latencies that it reports. */
export interface AgentMeasurements {
  readonly turnEndDecidedAtMs: number[];
  readonly latencies: ResponseLatency[];
}

/** Starts an agent that replies with the same sentence to each answer. */
export function startAgent(
  port: MediaPort,
  engine: TextToSpeech,
  sentence: string,
): AgentMeasurements & { close: () => void } {
  const measurements: AgentMeasurements = { turnEndDecidedAtMs: [], latencies: [] };
  const voice = new CallVoice({
    clock: systemClock,
    onInternalError: rethrowUncaught,
    audio: port.audio,
    voices: [{ engine, voiceId: 'tone', language: 'en-US', speed: 1, volume: 1 }],
    recogniser,
    language: 'en-US',
    keyterms: [],
    turn: { endpointing: 'semantic', minSilenceMs: 200, maxSilenceMs: 800 },
    interruption: { enabled: true, minSpeechMs: 200, minWords: 0, ignorePhrases: [] },
    silence: { reminderMs: 600_000, maxReminders: 0, endAfterMs: 3_600_000 },
    models: [],
    modelSettings: { temperature: 0, maxTokens: 50, timeoutMs: 4_000 },
    phrases: servicePhrases({ language: 'en-US' }),
    universalPhrases: {
      expectation: { id: 'nothing', phrases: [], forms: [] },
      duringAmd: [],
      matches: () => false,
    },
  });
  const askQuestion = () => {
    voice.say(sentence, true);
    voice.askQuestion({
      expectation,
      answerKind: 'short',
      timeoutMs: 600_000,
      digits: null,
      speech: true,
      sensitive: false,
    });
  };
  voice.on((event) => {
    if (event.type === 'response-timed') measurements.latencies.push(event.latency);
    if (event.type !== 'question-answered') return;
    measurements.turnEndDecidedAtMs.push(nowMs());
    askQuestion();
  });
  port.on((event) => voice.handleAudioEvent(event));
  voice.start();
  askQuestion();
  return { ...measurements, close: () => voice.close() };
}
