import { rethrowUncaught, uncaughtInternalErrors } from '../../src/contracts/testing/rethrow-uncaught.ts';
import type { LanguageModel } from '../../src/contracts/language-model.ts';
import type { SpeechToText } from '../../src/contracts/speech-to-text.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Expectation } from '../../src/core/expectation.ts';
import { systemRandom } from '../../src/core/random.ts';
import { servicePhrases } from '../../src/domain/service-phrases.ts';
import type { MediaPort } from '../../src/media/media-port.ts';
import { createLanguageModel } from '../../src/providers/ai-sdk/language-model.ts';
import { openAiCompatible } from '../../src/providers/ai-sdk/openai-compatible.ts';
import { createCartesiaTextToSpeech } from '../../src/providers/cartesia/text-to-speech.ts';
import { createDeepgramSpeechToText } from '../../src/providers/deepgram/speech-to-text.ts';
import { createFallbackSpeechToText } from '../../src/providers/fallback/speech-to-text.ts';
import { CircuitBreakers } from '../../src/providers/websocket/circuit-breaker.ts';
import { CallVoice } from '../../src/voice/call-voice.ts';
import type { AgentVoice } from '../../src/voice/synthesis.ts';
import { turnWord } from './delays.ts';

export const greeting = 'Good morning, this is Parley.';
/** The configured silence that ends a turn, in ms. */
export const endpointingMs = 200;

/** The vendors of all calls: each with a fallback at another address. */
export interface Vendors {
  readonly recogniser: SpeechToText;
  readonly voices: readonly AgentVoice[];
  readonly models: readonly LanguageModel[];
  close(): Promise<unknown>;
}

export function connectVendors(port: number): Vendors {
  const dependencies = {
    clock: systemClock,
    random: systemRandom,
    internalErrors: uncaughtInternalErrors,
  };
  const addresses = ['', '/backup'].map((path) => `http://127.0.0.1:${port}${path}`);
  const breakers = new CircuitBreakers(systemClock, systemRandom);
  const account = (baseUrl: string) => ({ apiKey: 'bench', baseUrl, breakers });
  const [first, second] = addresses.map((url) =>
    createDeepgramSpeechToText(account(url), 'nova-3', dependencies),
  );
  const recogniser = createFallbackSpeechToText([first!, second!], {
    clock: systemClock,
    onInternalError: rethrowUncaught,
  });
  const engines = addresses.map((url) => createCartesiaTextToSpeech(account(url), dependencies));
  return {
    recogniser,
    voices: engines.map((engine) => ({ engine, voiceId: 'voice', language: 'en-US', speed: 1, volume: 1 })),
    models: addresses.map((url, index) =>
      createLanguageModel(openAiCompatible, {
        provider: 'bench',
        model: `model-${index}`,
        baseUrl: `${url}/v1`,
        apiKey: 'bench',
      }),
    ),
    close: () => Promise.all([recogniser, ...engines].map((provider) => provider.close())),
  };
}

/** An agent in conversation with a caller: each turn of the caller is answered by the language model. */
export interface ConversingAgent {
  /** Times of the answer of the call. */
  readonly answeredAtMs: number;
  close(): void;
}

const emptyExpectation: Expectation = { id: 'empty', phrases: [], forms: [] };
const question = {
  expectation: emptyExpectation,
  answerKind: 'open',
  timeoutMs: 600_000,
  digits: null,
  speech: true,
  sensitive: false,
} as const;

/** Connects to the vendors while the phone rings. `answer` answers the call. */
export function prepareAgent(
  port: MediaPort,
  call: number,
  { recogniser, voices, models }: Vendors,
): { answer: () => ConversingAgent } {
  const voice = new CallVoice({
    clock: systemClock,
    onInternalError: rethrowUncaught,
    audio: port.audio,
    voices,
    recogniser,
    language: 'en-US',
    keyterms: [turnWord(call, 0)],
    turn: { endpointing: 'silence', minSilenceMs: endpointingMs, maxSilenceMs: endpointingMs },
    interruption: { enabled: true, minSpeechMs: 200, minWords: 0, ignorePhrases: [] },
    silence: { reminderMs: 600_000, maxReminders: 0, endAfterMs: 3_600_000 },
    models,
    modelSettings: { temperature: 0, maxTokens: 50, timeoutMs: 4_000 },
    phrases: servicePhrases({ language: 'en-US' }),
    universalPhrases: { expectation: emptyExpectation, duringAmd: [], matches: () => false },
  });
  voice.prepare(greeting);
  voice.on((event) => {
    if (event.type !== 'question-answered') return;
    voice.generateReply('You are a receptionist.');
    voice.askQuestion(question);
  });
  port.on((event) => voice.handleAudioEvent(event));
  return {
    answer: () => {
      const answeredAtMs = performance.timeOrigin + performance.now();
      voice.start();
      voice.say(greeting, true);
      voice.askQuestion(question);
      return { answeredAtMs, close: () => voice.close() };
    },
  };
}
