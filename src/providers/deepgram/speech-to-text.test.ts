import { describe, expect, it } from 'vitest';
import { observe } from '../../contracts/testing/observe.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import {
  pushFrames,
  pushWords,
  recognitionHarness,
  silenceOf,
  textsOf,
} from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { startListenServer } from './testing/listen-server.ts';
import { createDeepgramSpeechToText } from './speech-to-text.ts';

const apiKey = 'dg-test-key';

async function createRecogniser(model: string, clock: Clock = systemClock, key = apiKey) {
  const { server, habits } = await startListenServer(apiKey, clock);
  const { account, dependencies } = createTestAccount(server, key, clock);
  const recogniser = createDeepgramSpeechToText(account, model, dependencies);
  return { server, habits, recogniser };
}

for (const model of ['nova-3', 'flux-general-en'])
  speechToTextSuite(
    `Deepgram ${model}`,
    recognitionHarness(() => createRecogniser(model)),
  );

describe('Deepgram nova-3', () => {
  it('sends µ-law without change, the key as a token, and the options of the stream', async () => {
    const { server, recogniser } = await createRecogniser('nova-3');
    const stream = recogniser.open({ language: 'en-GB', keyterms: ['Parley', 'dial tone'] });
    const { until } = observe(stream);
    pushWords(stream, 'hello', 0);
    stream.finalize();
    await until('transcript-ended');
    const { url, headers } = server.latest;
    expect(headers.authorization).toBe(`Token ${apiKey}`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      model: 'nova-3',
      language: 'en-GB',
      encoding: 'mulaw',
      sample_rate: '8000',
      interim_results: 'true',
    });
    expect(url.searchParams.getAll('keyterm')).toEqual(['Parley', 'dial tone']);
    expect(server.latest.audioSizes.every((size) => size > 0)).toBe(true);
    await recogniser.close();
    await server.close();
  });

  it('joins the final segments of an utterance and reports the media clock of its words', async () => {
    const { server, habits, recogniser } = await createRecogniser('nova-3');
    habits.wordsPerFinal = 2;
    server.splitsFrames = true;
    const stream = recogniser.open({ language: 'en' });
    const { until, events } = observe(stream);
    pushWords(stream, 'one two three four five', 60_000);
    stream.finalize();
    expect(await until('transcript-ended')).toMatchObject({
      text: 'one two three four five',
      confidence: 0.98,
      startMs: 60_000,
      endMs: 61_500,
      words: { length: 5, 4: { text: 'five', startMs: 61_200, endMs: 61_500 } },
    });
    expect(events.filter(({ type }) => type === 'transcript-ended')).toHaveLength(1);
    await recogniser.close();
    await server.close();
  });

  it('uses the interim text once if the request to finalise has no answer', async () => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser('nova-3', clock);
    habits.ignoresFinalize = true;
    const stream = recogniser.open({ language: 'en' });
    const { until, events } = observe(stream);
    let atMs = pushWords(stream, 'good morning', 0);
    await until('transcript-delta');
    while (events.filter(({ type }) => type === 'transcript-delta').length < 2) await clock.advance(0);
    stream.finalize();
    await clock.advance(500);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-ended', text: 'good morning', confidence: 0.5 });
    habits.ignoresFinalize = false;
    atMs = pushFrames(stream, silenceOf(400), atMs);
    pushWords(stream, 'yes', atMs);
    stream.finalize();
    while (events.filter(({ type }) => type === 'transcript-ended').length < 2) await clock.advance(0);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-ended', text: 'yes' });
    await recogniser.close();
    await server.close();
  });

  it.each([
    ['many final results', 2_000, 'word', 'too-many-results'],
    ['long results', 2, 'x'.repeat(1_000_000), 'too-much-text'],
    ['much text', 20, 'word '.repeat(200), 'too-many-results'],
  ])('ends a connection that floods with %s, and no other stream', async (_case, count, transcript, code) => {
    const { server, recogniser } = await createRecogniser('nova-3');
    const streams = ['en', 'en'].map((language) => observe(recogniser.open({ language })));
    await server.until(() => server.openConnections.length === 2);
    const [flooding] = server.connections;
    const channel = { alternatives: [{ transcript, confidence: 0.98, words: [] }] };
    for (let sent = 0; sent < count; sent += 1)
      flooding!.send({ type: 'Results', start: 0, duration: 1, is_final: true, channel });
    await server.until(() => flooding!.isClosed);
    const [flooded, other] = streams;
    expect((await flooded!.until('stream-failed')).error).toMatchObject({
      message: `Deepgram sent an invalid message (${code}).`,
    });
    expect(flooded!.events.filter(({ type }) => type === 'transcript-delta').length).toBeLessThanOrEqual(200);
    expect(other!.events).toEqual([]);
    await recogniser.close();
    await server.close();
  });

  it('keeps an idle connection', async () => {
    const clock = new ManualClock();
    const { server, recogniser } = await createRecogniser('nova-3', clock);
    const stream = recogniser.open({ language: 'en' });
    await server.until(() => server.connections.length === 1);
    while (server.latest.texts.length < 4) await clock.advance(1000);
    expect(new Set(server.latest.texts)).toEqual(new Set(['{"type":"KeepAlive"}']));
    expect(server.openConnections).toHaveLength(1);
    stream.close();
    await server.until(() => server.openConnections.length === 0);
    expect(server.latest.texts.at(-1)).toBe('{"type":"CloseStream"}');
    await server.close();
  });

  it('fails for good if the key is rejected, and does not try again for a minute', async () => {
    const { server, recogniser } = await createRecogniser('nova-3');
    server.refusal = { status: 401, headers: { 'dg-error': 'INVALID_AUTH' }, body: `bad key ${apiKey}` };
    const { until } = observe(recogniser.open({ language: 'en' }));
    expect(await until('stream-failed')).toMatchObject({
      recoverable: false,
      error: { message: 'Deepgram rejected the API key (401, INVALID_AUTH).' },
    });
    const next = observe(recogniser.open({ language: 'en' }));
    await next.until('stream-failed');
    expect(server.upgradeCount).toBe(1);
    expect(await recogniser.checkHealth()).toMatchObject({ ok: false });
    await server.close();
  });
});

describe('Deepgram Flux', () => {
  it('ends a turn of a caller whose audio stops, by sending silence', async () => {
    const clock = new ManualClock();
    const { server, recogniser } = await createRecogniser('flux-general-en', clock);
    const stream = recogniser.open({ language: 'en' });
    const { events } = observe(stream);
    pushWords(stream, 'never mind', 0);
    await server.until(() => server.connections.length === 1);
    while (!events.some(({ type }) => type === 'turn-ended')) await clock.advance(250);
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', text: 'never mind', confidence: 0.9 });
    stream.close();
    await server.close();
  });

  it('does not repeat words of a turn that the host has finalised', async () => {
    const { server, habits, recogniser } = await createRecogniser('flux-general-en');
    habits.omitsWordTimes = true;
    const stream = recogniser.open({ language: 'en' });
    const { until, events } = observe(stream);
    let atMs = pushWords(stream, 'the first part', 0);
    stream.finalize();
    await until('transcript-ended');
    atMs = pushWords(stream, 'and more', atMs);
    pushFrames(stream, silenceOf(1500), atMs);
    await until('turn-ended');
    expect(textsOf(events)).toEqual(['the first part', 'and more']);
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', text: 'the first part and more' });
    stream.close();
    await server.close();
  });
});
