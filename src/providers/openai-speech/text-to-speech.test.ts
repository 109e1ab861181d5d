import { describe, expect, it } from 'vitest';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../../contracts/text-to-speech.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { textToSpeechSuite } from '../../contracts/testing/text-to-speech-suite.ts';
import type { Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { HttpSpeechServer, type SpeechFault } from './testing/http-speech-server.ts';
import { toneWordsOf } from './testing/tone-words.ts';
import { createOpenAiTextToSpeech } from './text-to-speech.ts';

const apiKey = 'sk-test-key';
const voiceId = 'alloy';
const text = 'no thank you';
const opened = closeAfterTests();

interface VoiceSetup {
  readonly isOpenAi?: boolean;
  readonly key?: string;
  readonly serverKey?: string;
  readonly clock?: Clock;
}

async function createVoice(setup: VoiceSetup = {}) {
  const { isOpenAi = false, key = apiKey, serverKey = apiKey, clock } = setup;
  const server = opened(await HttpSpeechServer.start(serverKey));
  const { account, dependencies } = createTestAccount(server, key, clock);
  const voice = createOpenAiTextToSpeech(
    { ...account, provider: 'kokoro', vendor: 'kokoro', isOpenAi },
    dependencies,
  );
  return { server, habits: server.habits, voice };
}

textToSpeechSuite('OpenAI', {
  create: async () => (await createVoice({ isOpenAi: true })).voice,
  voiceId,
});

textToSpeechSuite('A server with a WAV file of a known length', {
  async create() {
    const { voice, habits } = await createVoice();
    habits.audioFormat = 'wav';
    habits.sampleRate = 22_050;
    return voice;
  },
  voiceId: 'hexgrad/Kokoro-82M/af_heart',
});

async function speak(voice: TextToSpeech, request: Partial<SpeechRequest> = {}): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for await (const chunk of voice.synthesize({ text, voiceId, ...request })) chunks.push(chunk);
  return chunks;
}

const wordsOf = (chunks: readonly SpeechChunk[]): string =>
  toneWordsOf(Int16Array.from(chunks.flatMap(({ samples }) => [...samples])), 8_000);

describe('OpenAI voices', () => {
  it('requests audio without a header, whose rate is documented', async () => {
    const { server, voice } = await createVoice({ isOpenAi: true });
    const chunks = await speak(voice);
    expect(wordsOf(chunks)).toBe(text);
    expect(chunks.length).toBeGreaterThan(1);
    expect(
      server.requests.map(({ path, authorization, fields }) => ({ path, authorization, fields })),
    ).toEqual([
      {
        path: '/v1/audio/speech',
        authorization: `Bearer ${apiKey}`,
        fields: { model: 'gpt-4o-mini-tts', voice: 'alloy', input: text, response_format: 'pcm' },
      },
    ]);
    await voice.close();
  });

  it('sends the model of the voice, and the speed', async () => {
    const { server, voice } = await createVoice({ isOpenAi: true });
    await speak(voice, { voiceId: 'tts-1/alloy', speed: 1.5 });
    expect(server.requests[0]!.fields).toMatchObject({ model: 'tts-1', voice: 'alloy', speed: 1.5 });
    await voice.close();
  });
});

describe('Voices of other servers', () => {
  it.each([8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000])('converts %i Hz', async (sampleRate) => {
    const { habits, voice } = await createVoice();
    habits.sampleRate = sampleRate;
    expect(wordsOf(await speak(voice))).toBe(text);
    await voice.close();
  });

  it('needs no key, and uses the connection again', async () => {
    const { server, voice } = await createVoice({ key: '', serverKey: '' });
    voice.warm!(voiceId);
    await speak(voice, { voiceId: 'hexgrad/Kokoro-82M/af_heart' });
    await new Promise((resolve) => setImmediate(resolve));
    await speak(voice, { voiceId: 'af_heart' });
    expect(server.requests.map(({ fields }) => [fields['model'], fields['voice']])).toEqual([
      ['hexgrad/Kokoro-82M', 'af_heart'],
      ['tts-1', 'af_heart'],
    ]);
    expect(server.requests[0]!.authorization).toBeUndefined();
    expect([server.connectionCount, server.requestCount]).toEqual([1, 2]);
    await voice.close();
  });

  it('accepts audio without a header only if its type has the rate', async () => {
    const { habits, voice } = await createVoice();
    habits.audioFormat = 'pcm';
    habits.contentType = 'audio/pcm; rate=24000';
    expect(wordsOf(await speak(voice))).toBe(text);
    habits.contentType = 'audio/pcm';
    await expect(speak(voice)).rejects.toMatchObject({
      message:
        'kokoro sent an invalid message: the audio has no WAV header, and its content type has no supported sample rate.',
    });
    await voice.close();
  });
});

const faults: [SpeechFault, boolean, string][] = [
  [{ status: 401 }, false, 'kokoro rejected the API key (401).'],
  [{ status: 403 }, false, 'kokoro rejected the API key (403).'],
  [{ status: 404 }, false, 'kokoro rejected the request (404).'],
  [{ status: 429 }, true, 'kokoro rejected the request because of a limit (429).'],
  [{ status: 500 }, true, 'kokoro is unavailable (500).'],
  ['redirect', false, 'kokoro rejected the request (307).'],
  ['html', true, 'kokoro sent an invalid message: the response is not audio.'],
  ['json', true, 'kokoro sent an invalid message: the response is not audio.'],
  ['empty', true, 'kokoro sent an invalid message: the response is not audio.'],
  ['half-wav', true, 'kokoro sent an invalid message: the WAV file is damaged or has an unsupported format.'],
  ['endless', true, 'kokoro sent an invalid message: the audio is too long for its text.'],
  [
    'endless-header',
    true,
    'kokoro sent an invalid message: the WAV file is damaged or has an unsupported format.',
  ],
  ['cut', true, 'kokoro closed the connection (ECONNRESET).'],
];

describe('Faults of speech servers', () => {
  it.each(faults)('reports %o without text of the server', async (fault, retryable, message) => {
    const { habits, voice } = await createVoice();
    habits.faults = [fault];
    await expect(speak(voice)).rejects.toMatchObject({ name: 'SpeechError', retryable, message });
    await voice.close();
  });

  it.each(['silent', 'stalled'] as const)('does not wait for a %s server', async (fault) => {
    const clock = new ManualClock();
    const { server, habits, voice } = await createVoice({ clock });
    habits.faults = [fault];
    const failed = speak(voice).catch((thrown: unknown) => thrown);
    await server.until(() => server.requests.length === 1);
    while (clock.pendingTimers > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(1_000);
    }
    expect(await failed).toMatchObject({ message: 'kokoro did not respond in time.', retryable: true });
    await server.until(() => server.abortedCount === 1);
  });

  it('does not use a failing voice for a while, and uses the other voices of the server', async () => {
    const clock = new ManualClock();
    const { server, habits, voice } = await createVoice({ clock });
    habits.faults = Array.from({ length: 5 }, () => ({ status: 500 }));
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(speak(voice, { voiceId: 'af_heart' })).rejects.toThrow('kokoro is unavailable (500).');
    await expect(speak(voice, { voiceId: 'af_heart' })).rejects.toThrow(
      /^kokoro is not used for [23] s after failures\.$/,
    );
    expect(server.requests).toHaveLength(5);
    expect(await voice.checkHealth()).toEqual({ ok: false, detail: 'kokoro is unavailable (500).' });
    expect(wordsOf(await speak(voice))).toBe(text);
    expect(await voice.checkHealth()).toMatchObject({ ok: false });
    await clock.advance(3_000);
    expect(wordsOf(await speak(voice, { voiceId: 'af_heart' }))).toBe(text);
    expect(await voice.checkHealth()).toMatchObject({ ok: true });
  });

  it('is not used for a while after a rejected key, and never shows the key', async () => {
    const clock = new ManualClock();
    const { server, voice } = await createVoice({ key: 'wrong-key', clock });
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(speak(voice)).rejects.toMatchObject({ message: expect.not.stringContaining('wrong-key') });
    expect(server.requests).toHaveLength(1);
    expect(await voice.checkHealth()).toEqual({ ok: false, detail: 'kokoro rejected the API key (401).' });
    await clock.advance(80_000);
    await expect(speak(voice)).rejects.toThrow('kokoro rejected the API key (401).');
    expect(server.requests).toHaveLength(2);
  });

  it('reports a server that does not listen', async () => {
    const { server, voice } = await createVoice();
    await server.close();
    await expect(speak(voice)).rejects.toMatchObject({
      message: 'kokoro is unavailable (ECONNREFUSED).',
      retryable: true,
    });
  });

  it('cancels the request when the reader stops or the call ends', async () => {
    const { server, habits, voice } = await createVoice();
    habits.faults = ['endless', 'endless', 'silent'];
    for await (const _ of voice.synthesize({ text, voiceId })) break;
    await server.until(() => server.abortedCount === 1);
    const ended = new AbortController();
    for await (const _ of voice.synthesize({ text, voiceId, signal: ended.signal })) ended.abort();
    await server.until(() => server.abortedCount === 2);
    const waiting = new AbortController();
    const speech = speak(voice, { signal: waiting.signal });
    await server.until(() => server.requests.length === 3);
    waiting.abort();
    expect(await speech).toEqual([]);
    await server.until(() => server.abortedCount === 3);
    expect((await voice.checkHealth()).ok).toBe(true);
    await voice.close();
  });
});
