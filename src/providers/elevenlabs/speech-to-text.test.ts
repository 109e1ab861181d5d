import { describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { observe } from '../../contracts/testing/observe.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { pushWords, recognitionHarness, textsOf } from '../websocket/testing/speech-to-text-harness.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { startScribeServer } from './testing/scribe-server.ts';
import { createElevenLabsSpeechToText } from './speech-to-text.ts';

const apiKey = 'xi-test-key';
const opened = closeAfterTests();

async function createRecogniser(clock: Clock = systemClock) {
  const { server, habits } = await startScribeServer(apiKey, clock);
  opened(server);
  const { account, dependencies } = createTestAccount(server, apiKey, clock);
  const recogniser = createElevenLabsSpeechToText(account, 'scribe_v2_realtime', dependencies);
  return { server, habits, recogniser };
}

speechToTextSuite(
  'ElevenLabs',
  recognitionHarness(() => createRecogniser()),
);

describe('ElevenLabs Scribe', () => {
  it('sends the keyterms that are within the limits', async () => {
    const { server, recogniser } = await createRecogniser();
    const keyterms = ['a term of 21 letters!', ...Array.from({ length: 60 }, (_, index) => `term ${index}`)];
    const stream = recogniser.open({ language: 'en', keyterms });
    const { until } = observe(stream);
    pushWords(stream, 'yes', 0);
    stream.finalize();
    expect(await until('transcript-ended')).toMatchObject({ text: 'yes' });
    expect(server.latest.url.searchParams.getAll('keyterms')).toEqual(keyterms.slice(1, 51));
    stream.close();
  });

  it('adds the words of a late commit to the next utterance', async () => {
    const clock = new ManualClock();
    const { habits, recogniser } = await createRecogniser(clock);
    const stream = recogniser.open({ language: 'en' });
    const { events } = observe(stream);
    const endMs = pushWords(stream, 'This is', 0);
    while (events.length < 2) await clock.advance(0);
    Object.assign(habits, { omitsPartials: true, commitDelayMs: 1_500 });
    pushWords(stream, 'slow once', endMs);
    stream.finalize();
    while (textsOf(events).length < 1) await clock.advance(10);
    await clock.advance(1_500);
    habits.commitDelayMs = 0;
    stream.finalize();
    while (textsOf(events).length < 2) await clock.advance(10);
    expect(textsOf(events)).toEqual(['This is', 'slow once']);
    stream.close();
  });

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
