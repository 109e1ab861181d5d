import { describe, expect, it } from 'vitest';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { observe } from '../../contracts/testing/observe.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import type { Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import {
  pushFrames,
  pushWords,
  recognitionHarness,
  silenceOf,
  textsOf,
} from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { startRealtimeServer } from './testing/realtime-server.ts';
import { createSonioxSpeechToText } from './speech-to-text.ts';

const apiKey = 'soniox-test-key';
const opened = closeAfterTests();

interface RecogniserSetup {
  readonly clock?: Clock;
  readonly splitsWords?: boolean;
  readonly key?: string;
  readonly model?: string;
}

async function createRecogniser(setup: RecogniserSetup = {}) {
  const { clock, splitsWords = false, key = apiKey, model = 'stt-rt-v5' } = setup;
  const { server, habits } = await startRealtimeServer(apiKey);
  opened(server);
  habits.splitsWords = splitsWords;
  const { account, dependencies } = createTestAccount(server, key, clock);
  const recogniser = createSonioxSpeechToText(account, model, dependencies);
  return { server, habits, recogniser };
}

speechToTextSuite(
  'Soniox',
  recognitionHarness(() => createRecogniser()),
);
speechToTextSuite(
  'Soniox with split words',
  recognitionHarness(() => createRecogniser({ splitsWords: true })),
);

describe('Soniox', () => {
  it('sends the key as a header, and then the options of the stream', async () => {
    const { server, recogniser } = await createRecogniser();
    const stream = recogniser.open({ language: 'en-GB', keyterms: ['Parley', 'dial tone'] });
    const { until } = observe(stream);
    pushWords(stream, 'hello', 0);
    stream.finalize();
    await until('transcript-ended');
    expect(server.latest.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(server.latest.url.pathname).toBe('/transcribe-websocket');
    expect(JSON.parse(server.latest.texts[0]!)).toEqual({
      model: 'stt-rt-v5',
      audio_format: 'mulaw',
      sample_rate: 8000,
      num_channels: 1,
      language_hints: ['en'],
      enable_endpoint_detection: true,
      context: { terms: ['Parley', 'dial tone'] },
    });
    stream.close();
    await server.until(() => server.openConnections.length === 0);
    expect(server.latest.texts.at(-1)).toBe('');
  });

  it('joins tokens to words with the media clock, across messages', async () => {
    const { recogniser } = await createRecogniser({ splitsWords: true });
    const stream = recogniser.open({ language: 'en' });
    const { until, events } = observe(stream);
    const atMs = pushWords(stream, 'tomorrow morning please', 60_000);
    pushFrames(stream, silenceOf(1500), atMs);
    expect(await until('turn-ended')).toMatchObject({ text: 'tomorrow morning please' });
    const ended = events.find(({ type }) => type === 'transcript-ended');
    expect(ended).toMatchObject({
      text: 'tomorrow morning please',
      confidence: 0.96,
      startMs: 60_000,
      endMs: 60_900,
      words: { length: 3, 1: { text: 'morning', startMs: 60_300, endMs: 60_600 } },
    });
    stream.close();
  });

  it('continues on a new connection after 503, without losing words', async () => {
    const { server, habits, recogniser } = await createRecogniser();
    habits.restartsAfterWords = 2;
    const stream = recogniser.open({ language: 'en' });
    const { until, events } = observe(stream);
    pushWords(stream, 'one two three four', 0);
    expect(await until('stream-failed')).toMatchObject({
      recoverable: true,
      error: { message: 'Soniox is unavailable (503).' },
    });
    stream.finalize();
    await until('transcript-ended');
    expect(textsOf(events)).toEqual(['one two three four']);
    expect(server.connections).toHaveLength(2);
    stream.close();
  });

  it('adds the words of a late answer to the next utterance, and does not end that one', async () => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser({ clock });
    habits.answersLate = true;
    const stream = recogniser.open({ language: 'en' });
    const { until, events } = observe(stream);
    await server.until(() => server.latest?.texts.length === 1);
    // So that the following audio is sent at once.
    await clock.advance(10_000);
    const atMs = pushWords(stream, 'good morning everyone', 0);
    await until('transcript-delta', 2);
    stream.finalize();
    await clock.advance(1000);
    expect(textsOf(events)).toEqual(['good morning']);
    pushWords(stream, 'how are you today', atMs);
    await until('transcript-delta', 4);
    stream.finalize();
    await until('transcript-ended', 2);
    expect(textsOf(events)).toEqual(['good morning', 'everyone how are you today']);
    stream.close();
  });

  it('ends a turn of a caller whose audio stops, by sending silence', async () => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser({ clock });
    habits.omitsTimes = true;
    const stream = recogniser.open({ language: 'en' });
    const { events } = observe(stream);
    pushWords(stream, 'never mind', 0);
    await server.until(() => server.connections.length === 1);
    while (!events.some(({ type }) => type === 'turn-ended')) await clock.advance(250);
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', text: 'never mind' });
    stream.close();
  });

  it.each([
    ['a wrong key', 'wrong', 'stt-rt-v5', 'Soniox rejected the API key (401).'],
    ['a wrong model', apiKey, 'whisper', 'Soniox rejected the request (400).'],
  ])('fails for good for %s', async (_, key, model, message) => {
    const { recogniser } = await createRecogniser({ key, model });
    const { until } = observe(recogniser.open({ language: 'en' }));
    expect(await until('stream-failed')).toMatchObject({ recoverable: false, error: { message } });
    await recogniser.close();
  });
});
