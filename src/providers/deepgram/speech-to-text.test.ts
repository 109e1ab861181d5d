import { describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
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
import { startListenServer, type ListenHabits } from './testing/listen-server.ts';
import { createDeepgramSpeechToText } from './speech-to-text.ts';

const apiKey = 'dg-test-key';
const opened = closeAfterTests();

async function createRecogniser(model: string, clock: Clock = systemClock, key = apiKey) {
  const { server, habits } = await startListenServer(apiKey, clock);
  const { account, dependencies } = createTestAccount(server, key, clock);
  const recogniser = createDeepgramSpeechToText(account, model, dependencies);
  return { server, habits, recogniser };
}

/** Lets messages arrive. */
async function settle(clock: ManualClock): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await clock.advance(0);
}

async function untilEnded(clock: ManualClock, events: readonly SpeechToTextEvent[], count: number) {
  while (textsOf(events).length < count) await clock.advance(0);
}

/** Speaks a text and silence to nova-3. All results have arrived. */
async function sayToNova(text: string, silenceMs: number, hasWords = true) {
  const clock = new ManualClock();
  const { server, habits, recogniser } = await createRecogniser('nova-3', clock);
  opened(server);
  habits.omitsWordTimes = !hasWords;
  const stream = recogniser.open({ language: 'en' });
  const { events } = observe(stream);
  const endMs = pushWords(stream, text, 0);
  const totalMs = pushFrames(stream, silenceOf(silenceMs), endMs);
  const heardBytes = () => server.latest.audioSizes.reduce((sum, size) => sum + size, 0);
  await server.until(() => server.connections.length > 0 && heardBytes() === totalMs * 8);
  await settle(clock);
  return { server, habits, stream, events, clock, endMs };
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

  it('ends an utterance at once if its text is final up to the end of the speech', async () => {
    const { server, stream, events, clock, endMs } = await sayToNova('good morning', 400);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-delta', text: 'good morning' });
    stream.finalize(endMs);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-ended', text: 'good morning', confidence: 0.98 });
    pushWords(stream, 'yes', endMs + 400);
    stream.finalize(endMs + 700);
    await untilEnded(clock, events, 2);
    expect(textsOf(events)).toEqual(['good morning', 'yes']);
    expect(server.latest.texts.filter((text) => text.includes('Finalize'))).toHaveLength(1);
    stream.close();
  });

  it('ends an utterance as soon as its text is final, if the request to finalise has no answer', async () => {
    const { habits, stream, events, clock, endMs } = await sayToNova('good morning', 200);
    habits.ignoresFinalize = true;
    stream.finalize(endMs);
    await settle(clock);
    expect(textsOf(events)).toEqual([]);
    pushFrames(stream, silenceOf(200), endMs + 200);
    await settle(clock);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-ended', text: 'good morning', confidence: 0.98 });
    expect(events.at(-1)).not.toHaveProperty('unconfirmed');
    stream.close();
  });

  it('uses the interim text once if the request to finalise has no answer, with its confidence if it covers the speech', async () => {
    const { habits, stream, events, clock, endMs } = await sayToNova('good morning', 0);
    habits.ignoresFinalize = true;
    stream.finalize(endMs);
    await clock.advance(349);
    expect(textsOf(events)).toEqual([]);
    await clock.advance(1);
    expect(events.at(-1)).toMatchObject({
      type: 'transcript-ended',
      text: 'good morning',
      confidence: 0.98,
      unconfirmed: true,
    });
    habits.ignoresFinalize = false;
    pushWords(stream, 'yes', pushFrames(stream, silenceOf(400), endMs));
    stream.finalize();
    await untilEnded(clock, events, 2);
    expect(textsOf(events)).toEqual(['good morning', 'yes']);
    stream.close();
  });

  it('waits as long as the vendor has needed for the last utterances', async () => {
    const { habits, stream, events, clock, endMs } = await sayToNova('good morning', 0);
    habits.resultDelayMs = 700;
    stream.finalize();
    await settle(clock);
    await clock.advance(700);
    await settle(clock);
    // The interim text of the whole utterance was used after 350 ms. The late answer shows that the vendor is slower.
    expect(textsOf(events)).toEqual(['good morning']);
    habits.resultDelayMs = 0;
    habits.ignoresFinalize = true;
    pushWords(stream, 'yes', endMs);
    await settle(clock);
    stream.finalize();
    await clock.advance(874);
    expect(textsOf(events)).toHaveLength(1);
    await clock.advance(26);
    expect(textsOf(events)).toEqual(['good morning', 'yes']);
    stream.close();
  });

  it('waits longer if the vendor has no text for a part of the speech', async () => {
    const { habits, stream, events, clock, endMs } = await sayToNova('This', 0);
    habits.resultDelayMs = 800;
    const speechEndMs = pushWords(stream, 'is slow once.', endMs);
    stream.finalize(speechEndMs);
    await settle(clock);
    await clock.advance(800);
    await untilEnded(clock, events, 1);
    expect(events.at(-1)).toMatchObject({ text: 'This is slow once.', confidence: 0.98 });
    stream.close();
  });

  it.each([
    ['with times of words', true],
    ['without times of words', false],
  ])('adds a final text that arrives too late to the next utterance, %s', async (_, hasWords) => {
    const { habits, stream, events, clock, endMs } = await sayToNova('This', 0, hasWords);
    habits.resultDelayMs = 1_500;
    const speechEndMs = pushWords(stream, 'is slow once.', endMs);
    stream.finalize(speechEndMs);
    await settle(clock);
    await clock.advance(900);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-ended', text: 'This', confidence: 0.5 });
    await clock.advance(600);
    await settle(clock);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-delta', text: 'is slow once.' });
    stream.finalize(speechEndMs);
    expect(textsOf(events)).toEqual(['This', 'is slow once.']);
    stream.close();
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
    // 200 in a second, and the results can arrive in two seconds of the clock.
    expect(flooded!.events.filter(({ type }) => type === 'transcript-delta').length).toBeLessThanOrEqual(400);
    expect(other!.events).toEqual([]);
    await recogniser.close();
    await server.close();
  });

  it.each([
    ['nova-3', 'keyterm', 83],
    ['flux-general-en', 'keyterm', 83],
    ['nova-2', 'keywords', 100],
  ])('sends keyterms within the limits to %s', async (model, parameter, count) => {
    const { server, recogniser } = await createRecogniser(model);
    opened(server);
    const keyterms = Array.from({ length: 200 }, (_, index) => `a-keyterm-${index}`.padEnd(18, 'x'));
    const stream = recogniser.open({ language: 'en', keyterms: ['two words', ...keyterms] });
    const { until } = observe(stream);
    pushWords(stream, 'yes', 0);
    stream.finalize();
    expect(await until('transcript-ended')).toMatchObject({ text: 'yes' });
    const sent = server.latest.url.searchParams.getAll(parameter);
    expect(sent.filter((term) => term !== 'two words')).toEqual(
      keyterms.slice(0, parameter === 'keywords' ? count : count - 1),
    );
    stream.close();
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

  const force = '{"type":"ForceEndTurn"}';

  /** Opens a stream with a manual clock, and returns what pushes words and silence after each other. */
  async function openFlux(habits: Partial<ListenHabits> = {}) {
    const clock = new ManualClock();
    const created = await createRecogniser('flux-general-en', clock);
    opened(created.server);
    Object.assign(created.habits, habits);
    const stream = created.recogniser.open({ language: 'en' });
    const { events } = observe(stream);
    await created.server.until(() => created.server.connections.length === 1);
    let atMs = 0;
    const push = async (words: string, silenceMs: number) => {
      atMs = pushFrames(stream, silenceOf(silenceMs), pushWords(stream, words, atMs));
      await settle(clock);
    };
    const endsOf = () => events.filter(({ type }) => type === 'transcript-ended');
    return { ...created, clock, stream, events, endsOf, push };
  }

  it('keeps the text of an utterance if empty updates follow it', async () => {
    const { stream, endsOf, push } = await openFlux({ sendsEmptyUpdates: true });
    await push('good morning', 300);
    stream.finalize();
    await push('', 1_000);
    expect(endsOf()).toMatchObject([{ text: 'good morning', confidence: 0.98 }]);
  });

  it.each([
    ['in the utterance, up to 250 ms after its end', 500, ['hello']],
    ['in an utterance of its own, later', 900, ['', 'hello']],
  ])('reports late text %s', async (_case, textDelayMs, texts) => {
    const { stream, events, push } = await openFlux({ textDelayMs });
    await push('hello', 300);
    stream.finalize();
    for (let count = 0; count < 20; count++) await push('', 80);
    expect(textsOf(events)).toEqual(texts);
  });

  it('ends the turn of the vendor when the host ends the utterance', async () => {
    const { server, stream, events, push } = await openFlux();
    await push('never mind', 1_000);
    await push('four one five', 300);
    stream.finalize();
    await push('', 80);
    await push('no wait', 1_000);
    expect(server.latest.texts).toEqual([force]);
    expect(textsOf(events)).toEqual(['never mind', 'four one five', 'no wait']);
    expect(events.flatMap((event) => (event.type === 'turn-ended' ? [event.text] : []))).toEqual([
      'never mind',
      'no wait',
    ]);
  });

  it('ends the turn of the vendor if its text comes after the end of the utterance', async () => {
    const { server, habits, stream, events, push } = await openFlux();
    await push('never mind', 1_000);
    habits.textDelayMs = 500;
    await push('hello', 300);
    stream.finalize();
    for (let count = 0; count < 5; count++) await push('', 80);
    expect(server.latest.texts).toEqual([force]);
    expect(textsOf(events)).toEqual(['never mind', 'hello']);
  });

  it('keeps words that the vendor transcribes after it has ended the turn', async () => {
    const { habits, stream, events, push } = await openFlux();
    await push('never mind', 1_000);
    habits.textDelayMs = 500;
    await push('call me later', 300);
    stream.finalize();
    for (let count = 0; count < 20; count++) await push('', 80);
    expect(textsOf(events)).toEqual(['never mind', 'call me', 'later']);
  });

  it('does not send ForceEndTurn to a server that does not confirm it', async () => {
    const { server, stream, events, push } = await openFlux({ lacksForceEndTurn: true });
    for (const words of ['never mind', 'four one five']) {
      await push(words, 1_000);
      await push('again', 300);
      stream.finalize();
      await push('', 1_000);
    }
    expect(server.latest.texts).toEqual([]);
    expect(textsOf(events)).toEqual(['never mind', 'again', 'four one five', 'again']);
  });

  /** Sends a message of the vendor. */
  const sendTurn = async (
    { server, clock }: Awaited<ReturnType<typeof openFlux>>,
    event: string,
    transcript: string,
    more: object,
  ) => {
    const words = transcript.split(' ').map((word) => ({ word, confidence: 0.9 }));
    server.latest.send({ type: 'TurnInfo', event, transcript, words, audio_window_end: 5, ...more });
    await settle(clock);
  };

  it('waits at most 1 s for the end of the turn, and gives up after two that did not come', async () => {
    const call = await openFlux({ ignoresForceEndTurn: true });
    const { server, clock, stream, endsOf, push } = call;
    await push('', 800);
    await sendTurn(call, 'EndOfTurn', 'never mind', { turn_index: 0, trigger: 'model' });
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      const turn = { turn_index: index + 1, audio_window_end: 10 + index };
      await sendTurn(call, 'StartOfTurn', text, turn);
      stream.finalize();
      await settle(clock);
      await sendTurn(call, 'Update', text, turn);
      await clock.advance(1_000);
    }
    expect(server.latest.texts).toEqual([force, force]);
    expect(endsOf()).toMatchObject([
      { text: 'never mind' },
      { text: 'one', unconfirmed: true },
      { text: 'two', unconfirmed: true },
      { text: 'three', confidence: 0.9 },
    ]);
  });

  it('accepts messages twice, late and without their turn', async () => {
    const call = await openFlux();
    const { server, clock, events, push } = call;
    await push('', 800);
    await sendTurn(call, 'Update', 'never mind', { turn_index: 0 });
    await sendTurn(call, 'EndOfTurn', 'never mind', { turn_index: 0, trigger: 'model' });
    await sendTurn(call, 'EndOfTurn', 'never mind', { turn_index: 0, trigger: 'model' });
    await sendTurn(call, 'Update', 'never', { turn_index: 0 });
    await sendTurn(call, 'Update', 'so', { turn_index: 1 });
    // The answer to a request to end the turn before comes when the next one has begun.
    await sendTurn(call, 'EndOfTurn', 'so', { turn_index: 1, trigger: 'manual' });
    await sendTurn(call, 'EndOfTurn', 'what', {});
    server.latest.send({ type: 'Warning', code: 'FORCE_END_TURN_NO_ACTIVE_TURN' });
    await settle(clock);
    expect(textsOf(events)).toEqual(['never mind', 'so what']);
    expect(events.filter(({ type }) => type === 'turn-ended')).toHaveLength(2);
    expect(server.openConnections).toHaveLength(1);
  });
});
