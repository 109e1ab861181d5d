import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../contracts/provider-error.ts';
import type { SpeechToTextCapabilities, SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import {
  FakeSpeechToText,
  type FakeSpeechToTextStream,
} from '../../contracts/testing/fake-speech-to-text.ts';
import { rethrowUncaught, uncaughtInternalErrors } from '../../contracts/testing/rethrow-uncaught.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import type { Expectation } from '../../core/expectation.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { CircuitBreaker } from '../websocket/circuit-breaker.ts';
import { createVendorSpeechToText } from '../websocket/speech-to-text.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { createFallbackSpeechToText } from './speech-to-text.ts';

const oneSecond = new Int16Array(8000);
const endpointing: Partial<SpeechToTextCapabilities> = {
  openVocabulary: true,
  expectation: 'none',
  endpointing: 'provider',
  turns: 'full',
};
const yesOrNo: Expectation = {
  id: 'yes-no',
  phrases: [
    { id: 'yes', text: 'yes' },
    { id: 'no', text: 'no' },
  ],
  forms: [],
};

/** The streams of the first recogniser, by the streams that use them. */
const inner = new WeakMap<object, FakeSpeechToTextStream>();

function createRecogniser(
  script: readonly { atMs: number; text: string }[] = [],
  firstCapabilities: Partial<SpeechToTextCapabilities> = {},
) {
  const clock = new ManualClock();
  const first = new FakeSpeechToText({ capabilities: firstCapabilities });
  const second = new FakeSpeechToText({ script });
  const recogniser = createFallbackSpeechToText([first, second], {
    clock,
    onInternalError: rethrowUncaught,
  });
  const open = recogniser.open.bind(recogniser);
  recogniser.open = (options) => {
    const stream = open(options);
    inner.set(stream, first.latest);
    return stream;
  };
  return { clock, first, second, recogniser };
}

function createStream(...[script, capabilities]: Parameters<typeof createRecogniser>) {
  const setup = createRecogniser(script, capabilities);
  const stream = setup.recogniser.open({ language: 'en-US' });
  const events: SpeechToTextEvent[] = [];
  stream.on((event) => events.push(event));
  const push = (fromMs: number, toMs: number) => {
    for (let atMs = fromMs; atMs < toMs; atMs += 1000) stream.pushAudio(oneSecond, atMs);
  };
  const results = () => events.filter(({ type }) => type !== 'transcript-delta');
  return { ...setup, stream, events, results, push };
}

speechToTextSuite('createFallbackSpeechToText', {
  create: () => Promise.resolve(createRecogniser([{ atMs: 0, text: 'yes' }]).recogniser),
  say(stream, text, atMs) {
    stream.pushAudio(oneSecond, atMs);
    if (text !== '') inner.get(stream)!.recognise({ text, atMs, durationMs: 900 });
    return Promise.resolve(atMs + 1000);
  },
  fail: (stream) => inner.get(stream)!.fail(new Error('gone'), false),
});

describe('a stream whose recogniser fails', () => {
  it('sends the audio that is not finalised to the next recogniser', () => {
    const { first, second, stream, results, push } = createStream([{ atMs: 3000, text: 'no' }]);
    push(0, 1000);
    first.latest.recognise({ text: 'yes', atMs: 0, durationMs: 1000 });
    stream.finalize();
    push(1000, 5000);
    first.latest.fail(new Error('gone'), false);
    stream.finalize();
    expect(second.latest.pushedMs).toBe(4000);
    expect(results()).toMatchObject([
      { type: 'transcript-ended', text: 'yes' },
      { type: 'stream-failed', recoverable: true },
      { type: 'transcript-ended', text: 'no' },
    ]);
  });

  it('ends each utterance at the same sample as before', () => {
    const { first, second, stream, results, push } = createStream([
      { atMs: 0, text: 'yes' },
      { atMs: 2500, text: 'no' },
    ]);
    first.latest.finalize = () => undefined;
    push(0, 2000);
    stream.finalize();
    push(2000, 4000);
    first.latest.fail(new Error('gone'), false);
    expect(results()).toMatchObject([{ recoverable: true }, { text: 'yes' }]);
    stream.finalize();
    expect(results()[2]).toMatchObject({ text: 'no' });
    expect(second.latest.pushedMs).toBe(4000);
  });

  it('expects the same words at the same time', () => {
    const { first, second, stream, results, push } = createStream([{ atMs: 0, text: 'yes' }]);
    stream.expect(yesOrNo);
    push(0, 2000);
    stream.expect({ id: 'later', phrases: [{ id: 'later', text: 'later' }], forms: [] });
    first.latest.fail(new Error('gone'), false);
    stream.finalize();
    expect(results()[1]).toMatchObject({ text: 'yes', match: { phraseId: 'yes' } });
    expect(second.latest.expectation.id).toBe('later');
  });

  it('keeps ten seconds of audio, and fails when the last recogniser fails', () => {
    const { first, second, events, push } = createStream();
    push(0, 30_000);
    first.latest.fail(new Error('gone'), false);
    expect(second.latest.pushedMs).toBe(10_000);
    second.latest.fail(new Error('gone too'), false);
    expect(events).toMatchObject([{ recoverable: true }, { recoverable: false }]);
  });

  it('resamples the audio for a recogniser that supports other rates', () => {
    const rates = { sampleRates: [8000, 16_000] } as const;
    const { first, second, recogniser } = createRecogniser([], rates);
    const stream = recogniser.open({ language: 'en-US', sampleRate: 16_000 });
    for (let at = 0; at < 1_000; at += 20) stream.pushAudio(new Int16Array(320), at);
    expect([first.latest.options.sampleRate, first.latest.pushedMs]).toEqual([16_000, 1_000]);
    first.latest.fail(new Error('gone'), false);
    stream.pushAudio(new Int16Array(16_000), 1_000);
    expect(second.latest.options.sampleRate).toBe(8000);
    expect(Math.abs(second.latest.pushedMs - 2_000)).toBeLessThanOrEqual(4);
  });

  it('has the capabilities of the recogniser that it uses', () => {
    const { first, stream, recogniser } = createStream([], endpointing);
    expect(recogniser.capabilities).toMatchObject(endpointing);
    expect(stream.capabilities).toMatchObject(endpointing);
    first.latest.fail(new Error('gone'), false);
    expect(stream.capabilities).toMatchObject({ openVocabulary: false, endpointing: 'host', turns: 'none' });
  });

  it('continues an utterance after a turn that the provider ended', () => {
    const { first, second, stream, results, push } = createStream([{ atMs: 1000, text: 'no' }], endpointing);
    push(0, 1000);
    first.latest.recognise({ text: 'yes', atMs: 0, durationMs: 1000 });
    first.latest.endTurn();
    push(1000, 3000);
    first.latest.fail(new Error('gone'), false);
    stream.finalize();
    expect(second.latest.pushedMs).toBe(2000);
    expect(results().map((event) => ('text' in event ? event.text : event.type))).toEqual([
      'yes',
      'yes',
      'stream-failed',
      'no',
    ]);
  });
});

describe('a stream whose recogniser does not respond', () => {
  it('uses the next recogniser if a transcript does not arrive within a second', async () => {
    const { clock, first, stream, results, push } = createStream([{ atMs: 0, text: 'yes' }]);
    first.latest.finalize = () => undefined;
    push(0, 2000);
    stream.finalize();
    await clock.advance(999);
    expect(results()).toEqual([]);
    await clock.advance(1);
    const error = expect.any(ProviderError);
    const fallback = { from: 'fake/script', to: 'fake/script' };
    expect(results()).toMatchObject([{ recoverable: true, error, fallback }, { text: 'yes' }]);
    expect(first.latest.closed).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('uses the next recogniser after three utterances in a row without any text', () => {
    const { first, stream, results, push } = createStream([{ atMs: 4000, text: 'yes' }]);
    for (let atMs = 0; atMs < 6000; atMs += 2000) {
      push(atMs, atMs + 2000);
      first.latest.recognise({ text: '', unconfirmed: true, durationMs: 1000 });
      stream.finalize();
    }
    expect(results()).toMatchObject([
      { text: '', unconfirmed: true },
      { text: '', unconfirmed: true },
      { recoverable: true },
      { text: 'yes' },
    ]);
  });

  it('continues with it if it returns texts between', () => {
    const { first, second, stream, results } = createStream();
    for (const text of ['', '', 'yes', '', '']) {
      stream.pushAudio(oneSecond, 0);
      first.latest.recognise({ text, unconfirmed: true, durationMs: 500 });
      stream.finalize();
    }
    expect(results()).toHaveLength(5);
    expect(second.streams).toHaveLength(0);
  });

  it('uses the next recogniser at once while the circuit breaker is open', async () => {
    const clock = new ManualClock();
    const breaker = new CircuitBreaker(clock, seededRandom(1));
    breaker.recordFailure(new VendorError('Vendor', 'unauthorized'));
    const second = new FakeSpeechToText();
    const vendor = createVendorSpeechToText(
      {
        provider: 'vendor',
        model: 'model',
        capabilities: second.capabilities,
        breaker,
        createProtocol: () => unusedProtocol,
      },
      { clock, random: seededRandom(1), internalErrors: uncaughtInternalErrors },
    );
    const dependencies = { clock, onInternalError: rethrowUncaught };
    const stream = createFallbackSpeechToText([vendor, second], dependencies).open({ language: 'en-US' });
    stream.pushAudio(oneSecond, 0);
    await Promise.resolve();
    expect(second.latest.pushedMs).toBe(1000);
    expect(clock.pendingTimers).toBe(0);
  });
});

/** The protocol of a vendor to which no connection is opened. */
const unusedProtocol = {
  transport: {
    vendor: 'Vendor',
    url: new URL('ws://127.0.0.1:9'),
    headers: {},
    encoding: 'mulaw',
    frameMs: 20,
    maxSessionMs: 3_600_000,
    needsContinuousAudio: false,
    replaySpeed: Infinity,
  },
  finalizeTimeoutMs: 500,
  onMessage: () => undefined,
  onUtteranceEnded: () => undefined,
  reset: () => undefined,
} as const;
