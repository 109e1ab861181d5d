import { describe, expect, it } from 'vitest';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../../contracts/text-to-speech.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { textToSpeechSuite } from '../../contracts/testing/text-to-speech-suite.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { startSpeakServer } from './testing/speak-server.ts';
import { createDeepgramTextToSpeech } from './text-to-speech.ts';

const apiKey = 'dg-test-key';
const voiceId = 'aura-2-thalia-en';
const fluxVoiceId = 'flux-haley-en';
const opened = closeAfterTests();

async function createVoice(clock: Clock = systemClock) {
  const { server, habits } = await startSpeakServer(apiKey, clock);
  opened(server);
  const { account, dependencies } = createTestAccount(server, apiKey, clock);
  const voice = createDeepgramTextToSpeech(account, dependencies);
  return { server, habits, voice };
}

textToSpeechSuite('Deepgram Aura', { create: async () => (await createVoice()).voice, voiceId });
textToSpeechSuite('Deepgram Flux', { create: async () => (await createVoice()).voice, voiceId: fluxVoiceId });

async function speak(voice: TextToSpeech, request: Partial<SpeechRequest> = {}): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for await (const chunk of voice.synthesize({ text: 'Good morning.', voiceId, ...request }))
    chunks.push(chunk);
  return chunks;
}

const lengthOf = (chunks: readonly SpeechChunk[]) =>
  chunks.reduce((sum, { samples }) => sum + samples.length, 0) / 8;

describe('Deepgram voices', () => {
  it('requests µ-law with the key, and uses the connection again', async () => {
    const { server, voice } = await createVoice();
    voice.warm!(voiceId);
    await speak(voice);
    await speak(voice);
    expect(server.connections).toHaveLength(1);
    expect(Object.fromEntries(server.latest.url.searchParams)).toEqual({
      model: voiceId,
      encoding: 'mulaw',
      sample_rate: '8000',
    });
    expect(server.latest.headers.authorization).toBe(`Token ${apiKey}`);
    await voice.close();
  });

  it('does not mix audio of an aborted request with the next one', async () => {
    const { server, habits, voice } = await createVoice();
    habits.stops = true;
    const controller = new AbortController();
    for await (const _ of voice.synthesize({ text: 'one two three', voiceId, signal: controller.signal }))
      controller.abort();
    await server.until(() => server.latest.texts.includes('{"type":"Clear"}'));
    habits.stops = false;
    expect(lengthOf(await speak(voice))).toBe(500);
    expect(lengthOf(await speak(voice))).toBe(500);
    expect(server.connections.length).toBeLessThanOrEqual(2);
    await voice.close();
  });

  it.each([
    [{ code: 1011, reason: 'NET-0001' }, true, 'Deepgram closed the connection (NET-0001).'],
    [{ code: 1008, reason: 'DATA-0000' }, false, 'Deepgram rejected the request (DATA-0000).'],
  ])('fails if the connection is closed: %o', async (closesWith, retryable, message) => {
    const { habits, voice } = await createVoice();
    habits.closesWith = closesWith;
    await expect(speak(voice)).rejects.toMatchObject({ name: 'SpeechError', retryable, message });
    await voice.close();
  });

  it('reports in its health that the connection was closed during a text', async () => {
    const { habits, voice } = await createVoice();
    habits.closesWith = { code: 1011, reason: 'NET-0001' };
    await expect(speak(voice)).rejects.toThrow('Deepgram closed the connection');
    expect((await voice.checkHealth()).detail).toBe('Deepgram closed the connection (NET-0001).');
    await voice.close();
  });

  it('fails if the vendor sends no audio', async () => {
    const clock = new ManualClock();
    const { server, voice } = await createVoice(clock);
    server.isSilent = true;
    const failed = speak(voice).catch((thrown: unknown) => thrown);
    await server.until(() => server.connections.length === 1);
    await clock.advance(10_000);
    expect(await failed).toMatchObject({ message: 'Deepgram did not respond in time.' });
    await voice.close();
  });

  it('fails if the vendor sends audio without end', async () => {
    const { server, habits, voice } = await createVoice();
    habits.neverStops = true;
    await expect(speak(voice)).rejects.toMatchObject({ message: expect.stringContaining('too-much-audio') });
    await server.until(() => server.openConnections.length === 0);
    await voice.close();
  });

  it('sends at most 5 s and 400 ms per character of audio for a text', async () => {
    const { habits, voice } = await createVoice();
    habits.neverStops = true;
    const chunks: SpeechChunk[] = [];
    const speaking = async () => {
      for await (const chunk of voice.synthesize({ text: 'Good morning.', voiceId })) chunks.push(chunk);
    };
    await expect(speaking()).rejects.toMatchObject({
      message: expect.stringContaining('too-much-audio'),
      discardsAudio: true,
    });
    expect(lengthOf(chunks)).toBeLessThanOrEqual(10_200);
    await voice.close();
  });

  it('uses the next connection before the limit of flushes per minute', async () => {
    const { server, voice } = await createVoice();
    for (let i = 0; i < 40; i++) expect(lengthOf(await speak(voice))).toBe(500);
    expect(server.connections).toHaveLength(2);
    await voice.close();
  });

  it('ends a connection after a warning, so that the clause is spoken again on another one', async () => {
    const { server, habits, voice } = await createVoice();
    habits.maxFlushes = 1;
    await speak(voice);
    await expect(speak(voice)).rejects.toMatchObject({ retryable: true });
    await server.until(() => server.openConnections.length === 0);
    expect(lengthOf(await speak(voice))).toBe(500);
    await voice.close();
  });

  it.each([
    ['never', Infinity, 1],
    ['after 1.9 s', 1_900, 2],
  ])('keeps no connection whose `Clear` is confirmed %s for more than 2 s', async (_, afterMs, kept) => {
    const clock = new ManualClock();
    const { server, habits, voice } = await createVoice(clock);
    Object.assign(habits, { stops: true, clearedAfterMs: afterMs });
    const controller = new AbortController();
    const request = { text: 'one two three', voiceId, signal: controller.signal };
    for await (const _chunk of voice.synthesize(request)) controller.abort();
    habits.stops = false;
    expect(lengthOf(await speak(voice))).toBe(500);
    await clock.advance(1_900);
    expect(server.openConnections).toHaveLength(2);
    await clock.advance(200);
    while (server.openConnections.length > kept) await clock.advance(1);
    await voice.close();
  });

  it('closes idle connections', async () => {
    const clock = new ManualClock();
    const { server, voice } = await createVoice(clock);
    await speak(voice);
    await clock.advance(70_000);
    await server.until(() => server.openConnections.length === 0);
    while (clock.pendingTimers > 0) await clock.advance(1);
    expect(clock.monotonicMs()).toBeLessThan(80_000);
  });
});

describe('Deepgram Flux voices', () => {
  const flux = { voiceId: fluxVoiceId };

  it('requests µ-law from the second version of the API, and uses the connection again', async () => {
    const { server, voice } = await createVoice();
    await speak(voice, flux);
    await speak(voice, flux);
    expect(server.connections).toHaveLength(1);
    expect(server.latest.url.pathname).toBe('/v2/speak');
    expect(Object.fromEntries(server.latest.url.searchParams)).toEqual({
      model: fluxVoiceId,
      encoding: 'mulaw',
      sample_rate: '8000',
    });
    await voice.close();
  });

  it('closes the connection of an aborted request, and opens the next one at once', async () => {
    const { server, habits, voice } = await createVoice();
    habits.stops = true;
    const controller = new AbortController();
    const request = { text: 'one two three', ...flux, signal: controller.signal };
    for await (const _ of voice.synthesize(request)) controller.abort();
    await server.until(() => server.connections.length === 2 && server.openConnections.length === 1);
    expect(server.connections[0]!.texts.at(-1)).toBe('{"type":"Close"}');
    habits.stops = false;
    expect(lengthOf(await speak(voice, flux))).toBe(500);
    expect(lengthOf(await speak(voice, flux))).toBe(500);
    expect(server.connections).toHaveLength(2);
    await voice.close();
    await server.until(() => server.openConnections.length === 0);
  });

  it('rejects a voice that does not exist', async () => {
    const { voice } = await createVoice();
    await expect(speak(voice, { voiceId: 'flux-unknown-en' })).rejects.toMatchObject({
      retryable: false,
      message: 'Deepgram rejected the request (400, INVALID_MODEL).',
    });
    await voice.close();
  });
});
