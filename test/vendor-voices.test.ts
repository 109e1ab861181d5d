import { describe, expect, it } from 'vitest';
import { uncaughtInternalErrors } from '../src/contracts/testing/rethrow-uncaught.ts';
import type { TextToSpeech } from '../src/contracts/text-to-speech.ts';
import { ManualClock } from '../src/core/manual-clock.ts';
import { seededRandom } from '../src/core/random.ts';
import { startCartesiaSpeechServer } from '../src/providers/cartesia/testing/speech-server.ts';
import { createCartesiaTextToSpeech } from '../src/providers/cartesia/text-to-speech.ts';
import { startSpeakServer } from '../src/providers/deepgram/testing/speak-server.ts';
import { createDeepgramTextToSpeech } from '../src/providers/deepgram/text-to-speech.ts';
import { startMultiContextServer } from '../src/providers/elevenlabs/testing/multi-context-server.ts';
import { createElevenLabsTextToSpeech } from '../src/providers/elevenlabs/text-to-speech.ts';
import { HttpSpeechServer } from '../src/providers/openai-speech/testing/http-speech-server.ts';
import { createOpenAiTextToSpeech } from '../src/providers/openai-speech/text-to-speech.ts';
import { CircuitBreakers } from '../src/providers/websocket/circuit-breaker.ts';
import type { VendorDependencies } from '../src/providers/websocket/speech-to-text.ts';
import type { VendorAccount } from '../src/providers/websocket/vendor-account.ts';
import { createTestSpeechOutput } from '../src/voice/testing/test-speech-output.ts';
import { voiceOf } from '../src/voice/testing/test-voice.ts';

const apiKey = 'test-key';
const callMs = 180_000;
const reply = 'One two three. Four five six seven. Eight nine.';
/** Pause between two replies. */
const pauseMs = 800;

interface Vendor {
  start(clock: ManualClock): Promise<{ readonly server: VendorServer }>;
  create(account: VendorAccount, dependencies: VendorDependencies): TextToSpeech;
  readonly voiceId: string;
  /** Default: 10. */
  readonly callCount?: number;
}

interface VendorServer {
  readonly baseUrl: string;
  readonly openConnections: readonly unknown[];
  close(): Promise<void>;
}

const vendors: Readonly<Record<string, Vendor>> = {
  'Deepgram Aura': {
    start: (clock: ManualClock) => startSpeakServer(apiKey, clock),
    create: createDeepgramTextToSpeech,
    voiceId: 'aura-2-thalia-en',
  },
  'Deepgram Aura that does not confirm `Clear`': {
    start: async (clock: ManualClock) => {
      const started = await startSpeakServer(apiKey, clock);
      started.habits.clearedAfterMs = Infinity;
      return started;
    },
    create: createDeepgramTextToSpeech,
    voiceId: 'aura-2-thalia-en',
  },
  'Deepgram Flux': {
    start: (clock: ManualClock) => startSpeakServer(apiKey, clock),
    create: createDeepgramTextToSpeech,
    voiceId: 'flux-haley-en',
  },
  ElevenLabs: {
    start: () => startMultiContextServer(apiKey),
    create: createElevenLabsTextToSpeech,
    voiceId: 'JBFqnCBsd6RMkjVDRZzb',
  },
  Cartesia: {
    start: () => startCartesiaSpeechServer(apiKey),
    create: createCartesiaTextToSpeech,
    voiceId: '694f9389-aac1-45b6-b726-9d9369183238',
  },
  OpenAI: {
    start: async () => ({ server: await HttpSpeechServer.start(apiKey) }),
    create: (account, dependencies) =>
      createOpenAiTextToSpeech(
        { ...account, provider: 'openai', vendor: 'OpenAI', isOpenAi: true },
        dependencies,
      ),
    voiceId: 'alloy',
    // Resampling from 24 kHz takes most of the time.
    callCount: 3,
  },
};

/** Speaks replies for three minutes. Each third reply is interrupted in its second clause. Returns the ends of the utterances. */
async function holdCall(clock: ManualClock, engine: TextToSpeech, voiceId: string) {
  const { leg, speechOutput, ended } = createTestSpeechOutput({ clock, voices: [voiceOf(engine, voiceId)] });
  for (let replies = 1; clock.monotonicMs() < callMs; replies += 1) {
    speechOutput.say(reply, 'interruptible');
    if (replies % 3 === 0) {
      await clock.sleep(1_200);
      speechOutput.interrupt();
    }
    while (speechOutput.isSpeaking) await clock.sleep(100);
    await clock.sleep(pauseMs);
  }
  speechOutput.close();
  leg.end('far_hangup');
  return ended();
}

describe('parallel calls of three minutes', () => {
  it.each(Object.entries(vendors))(
    'have no unspoken clause with %s',
    async (_, vendor) => {
      const clock = new ManualClock();
      const { callCount = 10 } = vendor;
      const { server } = await vendor.start(clock);
      const random = seededRandom(1);
      const account = { baseUrl: server.baseUrl, apiKey, breakers: new CircuitBreakers(clock, random) };
      const dependencies = { clock, random, internalErrors: uncaughtInternalErrors };
      const engine = vendor.create(account, dependencies);
      const calls = Promise.all(
        Array.from({ length: callCount }, () => holdCall(clock, engine, vendor.voiceId)),
      );
      let isOver = false;
      void calls.finally(() => (isOver = true));
      while (!isOver) await clock.advance(20);
      const utterances = (await calls).flat();
      const failed = utterances.filter(
        ({ error, interrupted, heardText }) => error !== undefined || (!interrupted && heardText !== reply),
      );
      expect(failed).toEqual([]);
      expect(utterances.filter(({ interrupted }) => interrupted).length).toBeGreaterThan(10 * callCount);
      expect(utterances.length).toBeGreaterThan(30 * callCount);
      await clock.advance(3_000);
      expect(server.openConnections.length).toBeLessThanOrEqual(4 * callCount);
      await engine.close();
      await server.close();
    },
    60_000,
  );
});
