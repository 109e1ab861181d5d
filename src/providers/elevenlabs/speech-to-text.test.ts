import { afterAll, describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { systemClock } from '../../core/clock.ts';
import { seededRandom } from '../../core/random.ts';
import { CircuitBreakers } from '../websocket/circuit-breaker.ts';
import type { ProtocolServer } from '../websocket/testing/protocol-server.ts';
import { pushWords, recognitionHarness } from '../websocket/testing/speech-to-text-harness.ts';
import { startScribeServer } from './scribe-server.ts';
import { createElevenLabsSpeechToText } from './speech-to-text.ts';

const apiKey = 'xi-test-key';
const servers: ProtocolServer[] = [];

afterAll(async () => {
  for (const server of servers) await server.close();
});

async function createRecogniser() {
  const { server, habits } = await startScribeServer(apiKey);
  servers.push(server);
  const random = seededRandom(1);
  const settings = { apiKey, baseUrl: server.baseUrl, breakers: new CircuitBreakers(systemClock, random) };
  const internalErrors = { record: (_: string, error: unknown) => rethrowUncaught(error) };
  const dependencies = { clock: systemClock, random, internalErrors };
  const recogniser = createElevenLabsSpeechToText(settings, 'scribe_v2_realtime', dependencies);
  return { server, habits, recogniser };
}

speechToTextSuite('ElevenLabs', recognitionHarness(createRecogniser));

describe('ElevenLabs Scribe', () => {
  it('fails if the quota is exceeded, without text of the vendor', async () => {
    const { habits, recogniser } = await createRecogniser();
    habits.error = 'quota_exceeded';
    const stream = recogniser.open({ language: 'en' });
    const event = new Promise<SpeechToTextEvent>((resolve) => stream.on(resolve));
    pushWords(stream, 'yes', 0);
    expect(await event).toMatchObject({
      type: 'stream-failed',
      error: { message: 'ElevenLabs rejected the request because of a limit (quota_exceeded).' },
    });
    stream.close();
  });
});
