import { describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import {
  FakeSpeechToText,
  type FakeSpeechToTextStream,
} from '../../contracts/testing/fake-speech-to-text.ts';
import { rethrowUncaught } from '../../contracts/testing/rethrow-uncaught.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { createFallbackSpeechToText } from './speech-to-text.ts';

const oneSecond = new Int16Array(8000);

/** The streams of the first recogniser, by the streams that use them. */
const inner = new WeakMap<object, FakeSpeechToTextStream>();

function createRecogniser(script: readonly { atMs: number; text: string }[] = []) {
  const first = new FakeSpeechToText();
  const second = new FakeSpeechToText({ script });
  const recogniser = createFallbackSpeechToText([first, second], rethrowUncaught);
  const open = recogniser.open.bind(recogniser);
  recogniser.open = (options) => {
    const stream = open(options);
    inner.set(stream, first.latest);
    return stream;
  };
  return { first, second, recogniser };
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

describe('createFallbackSpeechToText', () => {
  it('sends the audio that is not finalised, and the pending request, to the next recogniser', () => {
    const { first, second, recogniser } = createRecogniser([{ atMs: 3000, text: 'no' }]);
    const stream = recogniser.open({ language: 'en-US' });
    const events: SpeechToTextEvent[] = [];
    stream.on((event) => events.push(event));
    stream.pushAudio(oneSecond, 0);
    first.latest.recognise({ text: 'yes', atMs: 0, durationMs: 1000 });
    stream.finalize();
    for (let atMs = 1000; atMs < 5000; atMs += 1000) stream.pushAudio(oneSecond, atMs);
    first.latest.fail(new Error('gone'), false);
    stream.finalize();
    expect(second.latest.pushedMs).toBe(4000);
    expect(events.filter(({ type }) => type !== 'transcript-delta')).toMatchObject([
      { type: 'transcript-ended', text: 'yes' },
      { type: 'stream-failed', recoverable: true },
      { type: 'transcript-ended', text: 'no' },
    ]);
  });

  it('keeps ten seconds of audio, and fails when the last recogniser fails', () => {
    const { first, second, recogniser } = createRecogniser();
    const stream = recogniser.open({ language: 'en-US' });
    const events: SpeechToTextEvent[] = [];
    stream.on((event) => events.push(event));
    for (let atMs = 0; atMs < 30_000; atMs += 1000) stream.pushAudio(oneSecond, atMs);
    first.latest.fail(new Error('gone'), false);
    expect(second.latest.pushedMs).toBe(10_000);
    second.latest.fail(new Error('gone too'), false);
    expect(events).toMatchObject([{ recoverable: true }, { recoverable: false }]);
  });
});
