import { describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { pushWords, recognitionHarness } from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { startScribeServer } from './testing/scribe-server.ts';
import { createElevenLabsSpeechToText } from './speech-to-text.ts';

const apiKey = 'xi-test-key';
const opened = closeAfterTests();

async function createRecogniser() {
  const { server, habits } = await startScribeServer(apiKey);
  opened(server);
  const { account, dependencies } = createTestAccount(server, apiKey);
  const recogniser = createElevenLabsSpeechToText(account, 'scribe_v2_realtime', dependencies);
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
