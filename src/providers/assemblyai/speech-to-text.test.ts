import { describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import {
  pushFrames,
  pushWords,
  recognitionHarness,
  silenceOf,
  textsOf,
} from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { createAssemblyAiSpeechToText } from './speech-to-text.ts';
import { startStreamingServer } from './testing/streaming-server.ts';

const apiKey = 'aai-test-key';
const opened = closeAfterTests();

async function createRecogniser(formatsTurns = false, key = apiKey) {
  const { server, habits } = await startStreamingServer(apiKey);
  opened(server);
  habits.formatsTurns = formatsTurns;
  const { account, dependencies } = createTestAccount(server, key);
  const recogniser = createAssemblyAiSpeechToText(account, 'universal-streaming-english', dependencies);
  return { server, recogniser };
}

speechToTextSuite(
  'AssemblyAI',
  recognitionHarness(() => createRecogniser()),
);

describe('AssemblyAI', () => {
  it('ends a turn once that the vendor ends twice, and sends whole audio messages', async () => {
    const { server, recogniser } = await createRecogniser(true);
    const stream = recogniser.open({ language: 'en', keyterms: ['Parley'] });
    const events: SpeechToTextEvent[] = [];
    const { promise: hasEnded, resolve } = Promise.withResolvers<void>();
    let turns = 0;
    stream.on((event) => {
      events.push(event);
      if (event.type === 'turn-ended' && ++turns === 2) resolve();
    });
    let atMs = pushWords(stream, 'hello there', 0);
    atMs = pushFrames(stream, silenceOf(800), atMs);
    atMs = pushWords(stream, 'again', atMs);
    pushFrames(stream, silenceOf(800), atMs);
    await hasEnded;
    expect(textsOf(events)).toEqual(['hello there', 'again']);
    expect(server.latest.audioSizes.every((size) => size >= 400)).toBe(true);
    expect(server.latest.url.searchParams.get('keyterms_prompt')).toBe('["Parley"]');
    stream.close();
  });

  it('fails for good if the key is rejected', async () => {
    const { recogniser } = await createRecogniser(false, 'wrong');
    const stream = recogniser.open({ language: 'en' });
    const event = await new Promise<SpeechToTextEvent>((resolve) => stream.on(resolve));
    expect(event).toMatchObject({
      type: 'stream-failed',
      recoverable: false,
      error: { message: 'AssemblyAI rejected the API key (4001).' },
    });
  });
});
