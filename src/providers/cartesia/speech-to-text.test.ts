import { expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import {
  pushFrames,
  pushWords,
  recognitionHarness,
  silenceOf,
} from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { createCartesiaSpeechToText } from './speech-to-text.ts';
import { startTurnsServer } from './testing/turns-server.ts';

const apiKey = 'cartesia-test-key';
const opened = closeAfterTests();

async function createRecogniser() {
  const server = opened(await startTurnsServer(apiKey));
  const { account, dependencies } = createTestAccount(server, apiKey);
  const recogniser = createCartesiaSpeechToText(account, 'ink-2', dependencies);
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
