import { afterAll, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { systemClock } from '../../core/clock.ts';
import { seededRandom } from '../../core/random.ts';
import { CircuitBreakers } from '../websocket/circuit-breaker.ts';
import type { ProtocolServer } from '../websocket/testing/protocol-server.ts';
import {
  pushFrames,
  pushWords,
  recognitionHarness,
  silenceOf,
} from '../websocket/testing/speech-to-text-harness.ts';
import { createCartesiaSpeechToText } from './speech-to-text.ts';
import { startTurnsServer } from './turns-server.ts';

const apiKey = 'cartesia-test-key';
const servers: ProtocolServer[] = [];

afterAll(async () => {
  for (const server of servers) await server.close();
});

async function createRecogniser() {
  const server = await startTurnsServer(apiKey);
  servers.push(server);
  const random = seededRandom(1);
  const settings = { apiKey, baseUrl: server.baseUrl, breakers: new CircuitBreakers(systemClock, random) };
  const internalErrors = { record: (_: string, error: unknown) => rethrowUncaught(error) };
  const recogniser = createCartesiaSpeechToText(settings, 'ink-2', {
    clock: systemClock,
    random,
    internalErrors,
  });
  return { server, recogniser };
}

speechToTextSuite('Cartesia', recognitionHarness(createRecogniser));

it('does not repeat text of a turn that the host has finalised', async () => {
  const { recogniser } = await createRecogniser();
  const stream = recogniser.open({ language: 'en' });
  const texts: string[] = [];
  const next = () =>
    new Promise<void>((resolve) => {
      const remove = stream.on((event: SpeechToTextEvent) => {
        if (event.type !== 'transcript-ended') return;
        texts.push(event.text);
        remove();
        resolve();
      });
    });
  let atMs = pushWords(stream, 'the first part', 0);
  let ended = next();
  stream.finalize();
  await ended;
  ended = next();
  atMs = pushWords(stream, 'and more', atMs);
  pushFrames(stream, silenceOf(1000), atMs);
  await ended;
  expect(texts).toEqual(['the first part', 'and more']);
  stream.close();
});
