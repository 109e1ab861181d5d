import { describe, expect, it } from 'vitest';
import type { SpeechToText, SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { observe } from '../../contracts/testing/observe.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import type { Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { ProtocolServer } from '../websocket/testing/protocol-server.ts';
import {
  pushFrames,
  pushWords,
  recognitionHarness,
  silenceOf,
  textsOf,
} from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { createRealtimeSpeechToText } from './realtime-speech-to-text.ts';
import { startRealtimeServer } from './testing/realtime-server.ts';

const apiKey = 'sk-test-key';
const opened = closeAfterTests();

interface RecogniserSetup {
  readonly model?: string;
  readonly key?: string;
  readonly clock?: Clock;
}

async function createRecogniser(setup: RecogniserSetup = {}) {
  const { model = 'gpt-4o-transcribe', key = apiKey, clock } = setup;
  const { server, habits } = await startRealtimeServer(apiKey, clock);
  opened(server);
  const { account, dependencies } = createTestAccount(server, key, clock);
  const recogniser = createRealtimeSpeechToText(
    { ...account, provider: 'openai', vendor: 'OpenAI', isOpenAi: true },
    model,
    dependencies,
  );
  return { server, habits, recogniser };
}

speechToTextSuite('OpenAI realtime', recognitionHarness(createRecogniser));

speechToTextSuite(
  'OpenAI realtime with streamed text and split frames',
  recognitionHarness(async () => {
    const created = await createRecogniser({ model: 'gpt-realtime-whisper' });
    created.habits.streamsText = true;
    created.server.splitsFrames = true;
    return created;
  }),
);

/** Opens a stream and collects its events. */
function open(recogniser: SpeechToText, keyterms: readonly string[] = []) {
  const stream = recogniser.open({ language: 'en-US', keyterms });
  return { stream, ...observe(stream) };
}

const sessionOf = (server: ProtocolServer) =>
  (JSON.parse(server.latest.texts[0]!) as { session: object }).session;

const inputOf = (transcription: object) => ({
  format: { type: 'audio/pcmu' },
  transcription,
  turn_detection: null,
});

describe('OpenAI realtime transcription', () => {
  it.each([
    ['gpt-4o-transcribe', { language: 'en', prompt: 'Parley, SIP' }, true],
    ['gpt-4o-mini-transcribe', { language: 'en', prompt: 'Parley, SIP' }, true],
    ['whisper-1', { language: 'en', prompt: 'Parley, SIP' }, false],
    ['gpt-4o-transcribe-diarize', { language: 'en' }, false],
    ['gpt-realtime-whisper', { language: 'en' }, false],
    ['gpt-live-transcribe', { languages: ['en'], keywords: ['Parley', 'SIP'] }, false],
  ])('configures %s', async (model, transcription, hasLogprobs) => {
    const { server, recogniser } = await createRecogniser({ model });
    const { stream } = open(recogniser, ['Parley', 'SIP']);
    await server.until(() => server.connections.length > 0 && server.latest.texts.length > 0);
    expect(sessionOf(server)).toEqual({
      type: 'transcription',
      audio: { input: inputOf({ model, ...transcription }) },
      ...(hasLogprobs && { include: ['item.input_audio_transcription.logprobs'] }),
    });
    stream.close();
  });

  it('sends µ-law from the first sound on, and reports the confidence of the tokens', async () => {
    const { server, recogniser } = await createRecogniser();
    const { stream, events, until } = open(recogniser);
    let atMs = pushFrames(stream, silenceOf(10_000), 0);
    atMs = pushWords(stream, 'no thank you', atMs);
    pushFrames(stream, silenceOf(300), atMs);
    stream.finalize();
    await until('transcript-ended');
    expect(events.at(-1)).toMatchObject({
      text: 'no thank you',
      confidence: expect.closeTo(Math.exp(-0.1)),
      endMs: 11_200,
    });
    const appended = server.latest.texts
      .map((text) => JSON.parse(text) as { type: string; audio?: string })
      .filter(({ type }) => type === 'input_audio_buffer.append')
      .map(({ audio }) => Buffer.from(audio!, 'base64').length);
    const audioMs = appended.reduce((sum, bytes) => sum + bytes, 0) / 8;
    expect(audioMs).toBeGreaterThanOrEqual(1_200);
    expect(audioMs).toBeLessThanOrEqual(1_500);
    stream.close();
  });

  it('ignores a transcription that is completed after the wait for it', async () => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser({ clock });
    habits.completesLate = true;
    const { stream, until, events } = open(recogniser);
    await server.until(() => server.connections.length > 0 && server.latest.texts.length > 0);
    const atMs = pushWords(stream, 'yes', 0);
    stream.finalize();
    await server.until(() => server.latest.texts.some((text) => text.includes('commit')));
    await clock.advance(5_000);
    expect(textsOf(events)).toHaveLength(1);
    pushWords(stream, 'speak', atMs + 5_000);
    stream.finalize();
    await server.until(() => server.latest.texts.filter((text) => text.includes('commit')).length === 2);
    habits.completesLate = false;
    pushWords(stream, 'please', atMs + 9_000);
    await clock.advance(5_000);
    stream.finalize();
    await until('transcript-ended', 3);
    expect(textsOf(events).slice(1)).toEqual(['speak', 'please']);
    stream.close();
  });

  it.each([
    ['is an utterance of its own, without further speech', '', ['', 'no thank you', 'speak']],
    ['is the start of the next utterance', 'please', ['', 'no thank you please', 'speak']],
  ])('reports late text once: it %s', async (_, more, texts) => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser({ clock });
    const { stream, until, events } = open(recogniser);
    await server.until(() => server.connections.length > 0 && server.latest.texts.length > 0);
    let atMs = 0;
    const say = (text: string) => (atMs = pushFrames(stream, silenceOf(300), pushWords(stream, text, atMs)));
    const commitCount = () => server.latest.texts.filter((text) => text.includes('commit')).length;
    habits.commitDelayMs = 4_000;
    say('no thank you');
    stream.finalize();
    await server.until(() => commitCount() === 1);
    await clock.advance(3_000);
    expect(textsOf(events)).toEqual(['']);
    if (more !== '') say(more);
    await clock.advance(1_500);
    expect(await until('transcript-delta')).toMatchObject({ text: 'no thank you' });
    habits.commitDelayMs = 0;
    stream.finalize();
    await until('transcript-ended', 2);
    say('speak');
    stream.finalize();
    await until('transcript-ended', 3);
    expect(textsOf(events)).toEqual(texts);
    stream.close();
  });

  it('transcribes the audio of a failed transcription again', async () => {
    const { server, habits, recogniser } = await createRecogniser();
    habits.failedTranscriptions = 1;
    const { stream, events, until } = open(recogniser);
    pushWords(stream, 'no thank you', 0);
    stream.finalize();
    await until('transcript-ended');
    expect(textsOf(events)).toEqual(['no thank you']);
    expect(events.find(({ type }) => type === 'stream-failed')).toMatchObject({
      recoverable: true,
      error: { message: 'OpenAI is unavailable (server_error).' },
    });
    expect(server.connections).toHaveLength(2);
    stream.close();
  });

  it.each([
    ['invalid_request_error', 'model_not_found', 'OpenAI rejected the request (model_not_found).'],
    ['invalid_request_error', 'invalid_api_key', 'OpenAI rejected the API key (invalid_api_key).'],
  ])('fails for good after an error %s %s, without text of the vendor', async (type, code, message) => {
    const { habits, recogniser } = await createRecogniser();
    habits.error = { type, code };
    const { stream, events, until } = open(recogniser);
    pushWords(stream, 'yes', 0);
    await until('stream-failed');
    expect(events).toMatchObject([{ type: 'stream-failed', recoverable: false, error: { message } }]);
    expect(await recogniser.checkHealth()).toMatchObject({ ok: code !== 'invalid_api_key' });
  });

  it('fails for good if the key is rejected', async () => {
    const { recogniser } = await createRecogniser({ key: 'wrong-key' });
    const { events, until } = open(recogniser);
    await until('stream-failed');
    expect(events).toMatchObject([
      { recoverable: false, error: { message: 'OpenAI rejected the API key (401).' } },
    ]);
    await expect(recogniser.checkConnection!('en')).rejects.toThrow('OpenAI rejected the API key (401).');
  });

  it('rejects other sample rates', async () => {
    const { recogniser } = await createRecogniser();
    const stream = recogniser.open({ language: 'en', sampleRate: 24_000 });
    const event = await new Promise<SpeechToTextEvent>((resolve) => stream.on(resolve));
    expect(event).toMatchObject({ type: 'stream-failed', recoverable: false });
    stream.close();
  });

  it('keeps the connection with a message that clears noise', async () => {
    const clock = new ManualClock();
    const { server, recogniser } = await createRecogniser({ clock });
    const { stream } = open(recogniser);
    await server.until(() => server.connections.length > 0 && server.latest.texts.length > 0);
    await clock.advance(31_000);
    await server.until(() => server.latest.texts.length > 1);
    expect(server.latest.texts.slice(1)).toEqual(['{"type":"input_audio_buffer.clear"}']);
    stream.close();
  });
});
