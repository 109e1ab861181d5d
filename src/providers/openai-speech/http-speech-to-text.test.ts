import { describe, expect, it } from 'vitest';
import type { SpeechToText, SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { observe } from '../../contracts/testing/observe.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import type { Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { pushFrames, silenceOf, textsOf } from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { createHttpSpeechToText } from './http-speech-to-text.ts';
import { HttpSpeechServer, type SpeechFault } from './testing/http-speech-server.ts';
import { audioOfToneWords } from './testing/tone-words.ts';

const apiKey = 'sk-test-key';
const opened = closeAfterTests();

interface RecogniserSetup {
  readonly key?: string;
  readonly serverKey?: string;
  readonly model?: string;
  readonly clock?: Clock;
}

async function createRecogniser(setup: RecogniserSetup = {}) {
  const { key = apiKey, serverKey = apiKey, model = 'whisper-1', clock } = setup;
  const server = opened(await HttpSpeechServer.start(serverKey));
  const { account, dependencies } = createTestAccount(server, key, clock);
  const recogniserOf = (name: string) =>
    createHttpSpeechToText(
      { ...account, provider: 'speaches', vendor: 'speaches', isOpenAi: false },
      name,
      dependencies,
    );
  return { server, habits: server.habits, recogniser: recogniserOf(model), recogniserOf };
}

const say = (stream: SpeechToTextStream, text: string, atMs: number): number =>
  pushFrames(stream, text === '' ? silenceOf(1000) : audioOfToneWords(text, 8_000), atMs);

let suiteServer: HttpSpeechServer;
speechToTextSuite('A server with /audio/transcriptions', {
  async create() {
    const { recogniser, server } = await createRecogniser();
    suiteServer = server;
    return recogniser;
  },
  say: (stream, text, atMs) => Promise.resolve(say(stream, text, atMs)),
  /** A failure shows only at the end of an utterance. */
  fail(stream) {
    suiteServer.habits.faults = ['cut'];
    stream.finalize();
  },
});

/** Opens a stream and collects its events. */
function open(recogniser: SpeechToText, keyterms: readonly string[] = []) {
  const stream = recogniser.open({ language: 'en-US', keyterms });
  return { stream, ...observe(stream) };
}

async function recognise(recogniser: SpeechToText, text = 'no thank you') {
  const { stream, until } = open(recogniser);
  say(stream, text, 0);
  stream.finalize();
  const event = await until('transcript-ended');
  stream.close();
  return event;
}

describe('Recognisers over HTTP', () => {
  it('sends the utterance with the language and the keyterms, and the key', async () => {
    const { server, recogniser } = await createRecogniser();
    const { stream, until } = open(recogniser, ['Parley', 'SIP trunk']);
    pushFrames(stream, silenceOf(20_000), 0);
    say(stream, 'speak to a person', 20_000);
    stream.finalize();
    expect(await until('transcript-ended')).toMatchObject({
      text: 'speak to a person',
      startMs: expect.toSatisfy((startMs: number) => startMs > 19_600 && startMs < 20_000),
    });
    expect(
      server.requests.map(({ path, authorization, fields }) => ({ path, authorization, fields })),
    ).toEqual([
      {
        path: '/v1/audio/transcriptions',
        authorization: `Bearer ${apiKey}`,
        fields: {
          model: 'whisper-1',
          language: 'en',
          response_format: 'verbose_json',
          prompt: 'Parley, SIP trunk',
        },
      },
    ]);
    expect([server.connectionCount, server.requestCount]).toEqual([1, 1]);
    stream.close();
  });

  it('requests plain JSON of models and servers without segments', async () => {
    const plain = await createRecogniser({ model: 'gpt-4o-transcribe', key: '', serverKey: '' });
    plain.habits.rejectsVerboseJson = true;
    expect(await recognise(plain.recogniser)).toMatchObject({ text: 'no thank you', confidence: 0.9 });
    expect(plain.server.requests).toHaveLength(1);
    const { server, habits, recogniser } = await createRecogniser();
    habits.rejectsVerboseJson = true;
    expect(await recognise(recogniser)).toMatchObject({ text: 'no thank you' });
    expect(await recognise(recogniser)).toMatchObject({ text: 'no thank you' });
    expect(server.requests.map(({ fields }) => fields['response_format'])).toEqual([
      'verbose_json',
      'json',
      'json',
    ]);
  });

  it('reports the confidence, and omits what the model invents for silence', async () => {
    const { habits, recogniser } = await createRecogniser();
    const invented = { text: ' Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.5 };
    habits.segments = [{ text: ' No thank you.', no_speech_prob: 0.1, avg_logprob: -0.5 }, invented];
    expect(await recognise(recogniser)).toMatchObject({
      text: 'No thank you.',
      confidence: expect.closeTo(Math.exp(-0.5)),
    });
    habits.segments = [invented];
    expect(await recognise(recogniser)).toMatchObject({ text: '' });
  });

  it('emits transcripts in the order of the utterances', async () => {
    const { server, habits, recogniser } = await createRecogniser();
    habits.faults = [{ status: 500 }];
    const { stream, events } = open(recogniser);
    const atMs = say(stream, 'yes', 0);
    stream.finalize();
    say(stream, 'no', pushFrames(stream, silenceOf(500), atMs));
    stream.finalize();
    stream.finalize();
    while (textsOf(events).length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(textsOf(events)).toEqual(['yes', 'no', '']);
    expect(server.requests).toHaveLength(3);
    stream.close();
  });

  it('counts the audio of each request as use', async () => {
    const { habits, recogniser } = await createRecogniser();
    habits.faults = [{ status: 500 }];
    const usages: number[] = [];
    const stream = recogniser.open({ language: 'en', onUsage: ({ audioMs }) => usages.push(audioMs) });
    const ended = new Promise<void>((resolve) => {
      stream.on(({ type }) => type === 'transcript-ended' && resolve());
    });
    say(stream, 'yes', 0);
    stream.finalize();
    await ended;
    stream.close();
    expect(usages).toEqual([600]);
  });

  it('does not send sound that no utterance contains', async () => {
    const { server, recogniser } = await createRecogniser();
    const { stream, until } = open(recogniser);
    const atMs = say(stream, 'yes', 0);
    pushFrames(stream, silenceOf(6_000), atMs);
    stream.finalize();
    expect(await until('transcript-ended')).toMatchObject({ text: '' });
    expect(server.requests).toEqual([]);
    stream.close();
  });
});

const faults: [SpeechFault, string][] = [
  [{ status: 401 }, 'speaches rejected the API key (401).'],
  [{ status: 403 }, 'speaches rejected the API key (403).'],
  [{ status: 404 }, 'speaches rejected the request (404).'],
  [{ status: 429 }, 'speaches rejected the request because of a limit (429).'],
  [{ status: 500 }, 'speaches is unavailable (500).'],
  ['redirect', 'speaches rejected the request (307).'],
  ['html', 'speaches sent an invalid message: the response has no field "text".'],
  ['json', 'speaches sent an invalid message: the response has no field "text".'],
  ['empty', 'speaches sent an invalid message: the response has no field "text".'],
  ['cut', 'speaches closed the connection (ECONNRESET).'],
  ['endless', 'speaches sent an invalid message: the response is too large.'],
];

describe('Faults of servers with /audio/transcriptions', () => {
  it.each(faults)('reports %o without text of the server', async (fault, message) => {
    const { habits, recogniser } = await createRecogniser();
    habits.faults = [fault, fault, fault];
    const { stream, events } = open(recogniser);
    say(stream, 'yes', 0);
    stream.finalize();
    const isOver = () => events.some((event) => event.type === 'stream-failed' && !event.recoverable);
    while (!isOver()) await new Promise((resolve) => setImmediate(resolve));
    expect(events.map(({ type }) => type)).not.toContain('transcript-ended');
    expect(events[0]).toMatchObject({ type: 'stream-failed', error: { message } });
  });

  it('does not wait for a silent server, and fails after a second attempt', async () => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser({ clock });
    habits.faults = ['silent', 'silent'];
    const { stream, events } = open(recogniser);
    say(stream, 'yes', 0);
    stream.finalize();
    for (const count of [1, 2]) {
      await server.until(() => server.requests.length === count);
      await clock.advance(6_000);
      await server.until(() => server.abortedCount === count);
    }
    while (events.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(events).toMatchObject([
      { type: 'stream-failed', recoverable: true, error: { message: 'speaches did not respond in time.' } },
      { type: 'stream-failed', recoverable: false },
    ]);
  });

  it('does not use a failing model for a while, and uses the other models of the server', async () => {
    const clock = new ManualClock();
    const { server, habits, recogniserOf } = await createRecogniser({ clock });
    const bad = recogniserOf('m-500');
    habits.faults = Array.from({ length: 5 }, () => ({ status: 500 }));
    for (let calls = 0; calls < 3; calls++) {
      const { stream, events } = open(bad);
      say(stream, 'yes', 0);
      stream.finalize();
      const isOver = () => events.some((event) => event.type === 'stream-failed' && !event.recoverable);
      while (!isOver()) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.requests).toHaveLength(5);
    const { until } = open(recogniserOf('m-500'));
    expect(await until('stream-failed')).toMatchObject({
      recoverable: false,
      error: { message: expect.stringMatching(/^speaches is not used for [23] s after failures\.$/) },
    });
    expect(await recognise(recogniserOf('whisper-1'))).toMatchObject({ text: 'no thank you' });
    expect(await bad.checkHealth()).toEqual({ ok: false, detail: 'speaches is unavailable (500).' });
  });

  it('uses no model of a server whose key was rejected', async () => {
    const { server, recogniserOf } = await createRecogniser({ key: 'wrong-key' });
    const first = open(recogniserOf('m-1'));
    say(first.stream, 'yes', 0);
    first.stream.finalize();
    await first.until('stream-failed');
    const { until } = open(recogniserOf('m-2'));
    await until('stream-failed');
    expect(server.requests).toHaveLength(1);
  });

  it('fails at once while the server is not used, and never shows the key', async () => {
    const { server, recogniser } = await createRecogniser({ key: 'wrong-key' });
    const first = open(recogniser);
    say(first.stream, 'yes', 0);
    first.stream.finalize();
    await first.until('stream-failed');
    const { until } = open(recogniser);
    expect(await until('stream-failed')).toMatchObject({
      recoverable: false,
      error: { message: 'speaches rejected the API key (401).' },
    });
    expect(server.requests).toHaveLength(1);
    expect(await recogniser.checkHealth()).toMatchObject({ ok: false });
  });

  it('checks the connection with silence', async () => {
    const { server, habits, recogniser } = await createRecogniser();
    await recogniser.checkConnection!('en-US');
    expect(server.requests).toHaveLength(1);
    habits.faults = [{ status: 401 }];
    await expect(recogniser.checkConnection!('en-US')).rejects.toThrow(
      'speaches rejected the API key (401).',
    );
  });

  it('rejects other sample rates', async () => {
    const { recogniser } = await createRecogniser();
    const stream = recogniser.open({ language: 'en', sampleRate: 16_000 });
    const event = await new Promise<SpeechToTextEvent>((resolve) => stream.on(resolve));
    expect(event).toMatchObject({ type: 'stream-failed', recoverable: false });
  });

  it('cancels the requests of discarded utterances and closed streams', async () => {
    const { server, habits, recogniser } = await createRecogniser();
    habits.faults = ['silent', 'silent'];
    const { stream, events } = open(recogniser);
    const atMs = say(stream, 'yes', 0);
    stream.finalize();
    await server.until(() => server.requests.length === 1);
    stream.discard();
    await server.until(() => server.abortedCount === 1);
    say(stream, 'no', atMs);
    stream.finalize();
    await server.until(() => server.requests.length === 2);
    stream.close();
    await server.until(() => server.abortedCount === 2);
    expect(events).toEqual([]);
    expect(await recogniser.checkHealth()).toMatchObject({ ok: true });
  });
});
